"""What a written transcript says about the result: 結果 硬息 總息 倍數 名堂 付錢."""

from __future__ import annotations

import re
from collections.abc import Callable

from importers.draft import Draft
from importers.lexicon import NUMERAL, fold, number, seat_at
from importers.transcript_line import ITEM, Line, after_spaces, list_text, plain_name

EACH = re.compile(
    r"(?:各家?|每家|每人|兩家各|二家各|兩家|其餘各)(?:付|輸|給|出|賠)\s*:?\s*(?P<sum>\d{1,12})\s*(?:元|塊|分|息)?"
)
POINTS = re.compile(
    rf"(?P<label>總息|總共|總計|總|合計|共計|共|計|硬息|胡息|息數|硬)?\s*:?\s*(?P<n>{NUMERAL})(?:硬|胡|總)?息"
    rf"|(?P<key>總息|硬息|胡息|總|合計)\s*[是為]?\s*(?P<bare>{NUMERAL})(?![張號家])"
)


def _spelt(name: str) -> str:
    """Return a pattern for the name in either script, folded."""
    return re.escape(fold(name))


_MINGTANG = (
    "對子胡 烏對 烏胡 全烏 點胡 一點車 印胡 純印 多紅 紅胡 滿園花 兩希滿園花 大字胡 小字胡 "
    "卓胡 姊妹卓 姐妹卓 三亂卓 三作 姊妹卓帶拖 祖孫卓 爹孫作 嗲孫卓 四亂卓 四作 祖孫卓帶拖 嗲孫卓帶拖 兩姊妹卓 "
    "海底胡 單吊 單丁 對子胡單吊 八碰頭 真八碰頭 假八碰頭 碰頭 背靠背 真背靠背 手牽手 隔山打牛 鳳擺尾 小龍擺尾 "
    "對倒胡 龍擺尾 大龍擺尾 卡偎 卡喂 卡胡 卡10 上下五千年 摸胡 自摸胡 蟄一蟄 啫啫胡 全求人 耍猴 "
    "美女踩單車 頂對 項對 行對 行行有希 項項息 飄對 雞丁 邊丁 圓圓丁 邊坎 坎胡 心連心 一條龍 "
    "活捉小三 兩紅兩黑 二龍戲珠 天胡 地胡 無對胡 起無希胡 九小對 九對 十對 全黑 六對紅 四邊對 紅炸彈 "
    "黑炸彈 兩炸彈 全砍全對 大小同炸 姊妹炸 嗲孫炸 祖孫炸 一到十 "
)
KNOWN = re.compile(
    "(?:"
    + "|".join(sorted(map(_spelt, _MINGTANG.split()), key=len, reverse=True))
    + r")(?P<worth>\s*[+*xX]\s*\d{1,4})?"
)
_AMOUNT = re.compile(r"\s*[:=]?\s*(贏|收|得|進|輸|付|賠|出)?了?\s*([+-]?)\s*(\d{1,18})\s*(?:元|塊|分|息)?")
_NUMBER = re.compile(rf"\s*[*xX]?\s*([+-]?)({NUMERAL})\s*(?:息|分|倍)?")
_WORTH = re.compile(r"(?<=.)\s*\(?\s*[+*xX]\s*(\d+|[一二三四五六七八九十百]+)\s*(?:息|倍)?\s*\)?$")


def _result(draft: Draft, line: Line) -> None:
    """Read what became of the hand: 甲胡, 胡, 流局, 未記."""
    claim = draft.claim
    claim.said, claim.outcome = True, claim.outcome or ""
    draft.over = True
    if line.take(re.compile(r"未記|不明")):
        return
    if found := seat_at(line.text, line.at):
        claim.winner, line.at = found[0], after_spaces(line.text, found[1])
    if line.take(re.compile(r"(?:自摸胡?|胡牌|胡|贏|和)了?")):
        claim.outcome = "hu"
    elif line.take(re.compile(r"流局|流莊|臭莊|臭局|臭牌|黃莊|荒莊|荒牌|臭|流|黃|無人胡|沒人胡")):
        claim.outcome = "exhausted"
    elif claim.winner:
        claim.outcome = "hu"


def known_mingtang(draft: Draft, line: Line) -> bool:
    """Read a 名堂 by its name after a 胡, and what it is worth: 對子胡×6, 印胡+10."""
    match = line.take(KNOWN)
    if not match:
        return False
    claim, said = draft.claim, line.raw[match.start() : match.end()].strip()
    worth = match["worth"]
    claim.mingtang = [*(claim.mingtang or []), said[: len(said) - len(worth)] if worth else said]
    claim.said = True
    if worth and worth.strip()[0] in "*xX":
        claim.multiplier = int(worth.strip()[1:])
    elif worth:
        draft.notes = [*draft.notes, said]
    return True


def _winner(draft: Draft, line: Line) -> None:
    draft.claim.said = True
    if found := seat_at(line.text, line.at):
        draft.claim.winner, line.at = found
    else:
        draft.report("unknown_seat", line.spot(line.at, None), "the seat that won")
        line.at = len(line.text)


def _points_of(name: str) -> Callable[[Draft, Line], None]:
    def read(draft: Draft, line: Line) -> None:
        draft.claim.said = True
        match = line.take(_NUMBER)
        if not match:
            draft.report("bad_value", line.spot(line.at, None), "a number")
            line.at = len(line.text)
        else:
            setattr(draft.claim, name, number(match[2]) * (-1 if match[1] == "-" else 1))

    return read


def _mingtang(draft: Draft, line: Line) -> None:
    """Read the names of 名堂; what is written as their worth (印胡+10) is kept among the notes."""
    raw = list_text(line, "。;")
    names = []
    for match in ITEM.finditer(fold(raw)):
        at = match.start(1)
        if POINTS.match(fold(raw), at) or EACH.match(fold(raw), at):
            line.at -= len(raw) - at
            break
        item = raw[at : match.end(1)].strip()
        worth = _WORTH.search(fold(item)) if not item.startswith('"') else None
        if worth:
            draft.notes = [*draft.notes, item]
            item = item[: worth.start()]
        names.append(plain_name(item))
    draft.claim.mingtang = [] if names in (["無"], ["无"], ["沒有"], ["没有"]) else names
    draft.claim.said = True


def _pay(draft: Draft, line: Line) -> None:
    """Read amounts by seat: 甲+120 乙-60 丙-60, 甲贏120, 各付60."""
    draft.claim.said = True
    if match := line.take(EACH):
        draft.claim.each = int(match["sum"])
        return
    while True:
        at = gap.end() if (gap := re.compile(r"[\s,、;/]+").match(line.text, line.at)) else line.at
        found = seat_at(line.text, at)
        match = _AMOUNT.match(line.text, found[1]) if found else None
        if not found or not match:
            break
        loses = match[2] == "-" or match[1] in ("輸", "付", "賠", "出")
        draft.claim.payments = draft.claim.payments | {found[0]: int(match[3]) * (-1 if loses else 1)}
        line.at = match.end()
    if not draft.claim.payments:
        draft.report("bad_value", line.spot(line.at, None), "amounts by seat: 甲+120 乙-60 丙-60")
        line.at = len(line.text)


RESULT: dict[str, Callable[[Draft, Line], None]] = {
    "result": _result, "winner": _winner, "xi": _points_of("xi"), "total": _points_of("total"),
    "times": _points_of("multiplier"), "mingtang": _mingtang, "pay": _pay,
}  # fmt: skip
