"""The words people write hands with: seats, actions, cards, in traditional and simplified characters.

Everything is matched in text that ``fold`` has brought to one spelling, character for character, so that places in it
are places in the text as it was written.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from replay.cards import BIG, NONE, SMALL, UNKNOWN
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PASS, PENG, REVEAL, SHOW, WEI, ZHE

_PAIRS = (
    "与與 东東 丢丟 两兩 个個 于於 从從 余餘 刀砍 则則 刚剛 单單 参叁 參叁 叄叁 发發 号號 后後 喂偎 喫吃 "
    "场場 坎砍 备備 头頭 对對 希息 帐帳 带帶 庄莊 开開 弃棄 弌壹 弍貳 弎叁 弐貳 张張 总總 摊攤 数數 无無 "
    "时時 来來 没沒 注註 漆柒 点點 煨偎 现現 盘盤 糊胡 级級 终終 结結 给給 继繼 续續 蛰蟄 裏裡 见見 规規 "
    "计計 让讓 记記 賬帳 账帳 贰貳 赢贏 轮輪 输輸 过過 这這 进進 连連 里裡 钱錢 门門 闲閒 间間 陆陸 随隨 "
    "题題 餵偎 黄黃 强強 种種 详詳 标標 说說 录錄 气氣 选選 动動 马馬 该該 拦攔 别別 为為 组組 凑湊 谁誰 "
    "赔賠 块塊 当當 隻只 "
)
_PUNCTUATION = dict(
    zip(
        "：，；！（）【】［］「」『』“”〔〕＝＋－−–—／＊×｜＃＠．？＜＞～",
        ':,;!()()()""""""()=+----/**|#@.?<>~',
        strict=True,
    )
)
_WIDE = {chr(0xFF01 + n): chr(0x21 + n) for n in range(94)}
FOLD = str.maketrans(
    {"\t": " ", "　": " ", "\xa0": " "} | _WIDE | _PUNCTUATION | {pair[0]: pair[1] for pair in _PAIRS.split()}
)


def fold(text: str) -> str:
    """Return the text in one spelling, as long as it was.

    >>> fold("庄家：丢了小３，对")
    '莊家:丟了小3,對'
    """
    return text.translate(FOLD)


# ---------------------------------------------------------------- seats

# How a seat may be written. The word that stands for it is one of 甲乙丙丁 in order of play, of 東南西北, or of
# 莊 上 下 對 我, whose seats follow from who deals, who acted last, and who writes.
SEAT = re.compile(
    r"(?P<abs>[甲乙丙丁])(?:家|方|座)?"
    r"|(?P<letter>[A-D])(?:家|方|座)?(?![A-Za-z0-9](?<![sb])|[sb](?![1-9]))"
    r"|(?P<wind>[東南西北])(?:家|方|風|位|座)?"
    r"|(?P<number>[一二三四1-4])號(?:位|座|家|機)?"
    r"|(?:玩家|座位|座|[Pp])(?P<numbered>[一二三四1-4A-D甲乙丙丁])(?:號)?"
    r"|(?P<placed>[1-4])(?:家|座)"
    r"|(?:莊家?的)?(?P<near>[上下])(?:家|手|方|閒)"
    r"|(?P<dealer>莊)家?(?![上下](?:家|手|方))|(?P<head>頭家)"
    r"|(?P<across>對)(?:家|門)"
    r"|(?P<me>我)(?:方|家)?|(?P<self>本家|本人)"
)
_ORDER = "甲乙丙丁"
_SAME = {"A": "甲", "B": "乙", "C": "丙", "D": "丁"} | {
    digit: _ORDER[n] for digits in ("1234", "一二三四") for n, digit in enumerate(digits)
}
ABSOLUTE, WINDS, RELATIVE = _ORDER, "東南西北", "莊上下對我"


_WORDS = ABSOLUTE + WINDS + RELATIVE
_NAME, _REST = 0xE000, "\ue0ff"  # private characters that stand for names of players
MASKED = re.compile(f"[{chr(_NAME)}-{chr(_NAME + len(_WORDS))}]{_REST}*")


def mask(text: str, people: dict[str, str]) -> str:
    """Return the text with the players' names put out of the way, so that no part of them is taken for a card.

    ``people`` are folded names and the words for their seats. A name that might be a card or an action as well (小三)
    counts where an action or a colon follows it and none stands before it.
    """
    for name in sorted(people, key=len, reverse=True):
        sign = chr(_NAME + _WORDS.index(people[name])) + _REST * (len(name) - 1)
        shape = re.escape(name)
        if _MEANT.fullmatch(name):
            text = re.sub(rf"({_STATED}){shape}(?=$|[\s,;。])", rf"\1{sign}", text)
            text = re.sub(rf"(?<![{_VERB_FACES}了])(?<![{_VERB_FACES}了開到][出\s]){shape}(?=\s?{_ACTS})", sign, text)
        elif name[0] in _UNITS:  # 打一張三 is no move of 張三
            text = re.sub(rf"(?<![一兩二三四1-4]){shape}|{shape}(?=[{_VERB_FACES}])", sign, text)
        else:
            text = text.replace(name, sign)
    return text


def seat_at(text: str, at: int) -> tuple[str, int] | None:
    """Return the word for the seat written at a place of a masked text and where it ends."""
    if match := MASKED.match(text, at):
        return _WORDS[ord(match[0][0]) - _NAME], match.end()
    match = SEAT.match(text, at)
    if not match:
        return None
    kind = match.lastgroup or ""
    return {"head": "莊", "self": "我", "across": "對"}.get(kind) or _SAME.get(match[kind], match[kind]), match.end()


_UNITS = "張個只隻枚對砍"
_VERB_FACES = "出打丟甩扔棄捨拆放揭搬摸翻掀抓碰對偎栽吃胡蟄啫過亮攤死臭流"
_MEANT = re.compile(rf"[小大一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾]+|[{_VERB_FACES}]+")
# what follows a name and no card, and what stands before one
_TWO = r"(?:[小大]?的?[一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾1-9]){2}"
_ACTS = rf"(?:[{_VERB_FACES}:(=+\-\d不沒用以拿的都手起坐做]|{_TWO}吃)"
_STATED = r"(?:莊家?|守醒|贏家)[:是]?\s?"


# ---------------------------------------------------------------- actions

_AFTER = r"(?:了|出來|起來|出|掉|起|走|進|開|到|得|給|下(?![家手方閒])|上(?![家手方閒])|牌|字|個)*"
_VERBS: tuple[tuple[int, str], ...] = (
    (
        PASS,
        r"(?:放過|沒有?(?:要|碰|吃|胡|對)|不要了?|不碰|不吃|不胡|不對|不理|不動|不搞|要不起|碰不起|吃不起|跳過|PASS|[Pp]ass|過(?!張))了?",
    ),
    (DEAD, r"(?:死手|小?相公|死)了?"),
    (EXHAUSTED, r"(?:流局|流莊|臭莊|臭局|臭牌|黃莊|荒莊|荒牌|黃牌|流牌|臭(?![偎栽])|流|黃)了?"),
    (HU, r"(?:自摸胡?|胡|倒牌|和(?=[了牌,。;\s]|$|[小大]?[一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾]))" + _AFTER),
    (ZHE, r"(?:蟄(?:一蟄)?|啫(?:一?啫)?)" + _AFTER),
    (SHOW, r"(?:亮手牌|亮牌|攤牌|亮出|示牌|示|亮|攤|手上?剩|手裡剩|剩手牌|剩)(?:了|下|的|牌|有|是)*:?"),
    (WEI, r"(?:臭偎|臭栽|偎|栽)" + _AFTER),
    (PENG, r"(?:碰(?!頭)|對(?![家門子倒]))" + _AFTER),
    (CHI, r"吃" + _AFTER),
    (REVEAL, r"[揭搬摸翻掀抓](?!胡)" + _AFTER),
    (DISCARD, r"(?:[打出丟甩扔棄捨拆]|放(?!過)|發(?=[出牌小大一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾]))" + _AFTER),
)
VERB = re.compile("|".join(f"(?P<a{action}>{pattern})" for action, pattern in _VERBS))


def verb_at(text: str, at: int) -> tuple[int, int] | None:
    """Return the action written at a place and where its word ends."""
    match = VERB.match(text, at)
    return (int((match.lastgroup or "")[1:]), match.end()) if match else None


# nobody wanted the card: nothing happened
_WANT = "(?:要|碰|吃|胡|對|理|動|接|搞|偎)"
NOBODY = re.compile(
    rf"(?:沒有?人|無人|冇人|無家){_WANT}+(?:得?起)?(?:了|的)?"
    rf"|(?:大家|全部|兩家|三家|二家|其他人|其餘|另外?兩家|別人|旁家|他家|別家|都|全|皆|均){{1,4}}(?:都|皆|也|均){{0,2}}"
    rf"(?:[不沒]{_WANT}+(?:不?起)?|{_WANT}不起|放?過)(?:了|的)?"
)
AND = re.compile(r"\s*(?:和|跟|與|及|、|,)\s*")
FILLER = re.compile(
    r"(?:首先|一開始|開局|開頭|自己|手裡|先|是|然後|接著|接着|於是|隨後|最後|後來|現在|這時|此時|馬上|立刻|只好|只能|直接|繼續|輪到|該|再|又|就|也|便|才|則|並|且|把|被|"
    r"讓|由|給|來|去|的|了|啊|呀|吧|呢|嘛|哦|牌|字|都(?=[不過]))+"
)
# whose card it was: 碰了甲打出的三
SOURCE = re.compile(
    r"(?P<who>(?:剛剛|剛才|剛)?(?:[打出丟揭翻摸搬扔])?(?:出來|出|下)?的)(?=[小大sbSB一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾那這])(?:那|這)?張?"
)
FORGOT = re.compile(r"忘(?:了|記)?[偎碰吃胡對攔]了?")


# ---------------------------------------------------------------- cards


class Cards(NamedTuple):
    """Cards read from a place on: the kinds, where they end, and what is wrong with the next one (a code) if it is."""

    kinds: list[int]
    end: int
    bad: str = ""


_SIZES = 2
_RANK = {face: n for faces in (SMALL, BIG, [*map(str, range(1, 11))]) for n, face in enumerate(faces)}
_COUNTS = {"": 1, "一": 1, "單": 1, "二": 2, "兩": 2, "三": 3, "四": 4, "1": 1, "2": 2, "3": 3, "4": 4}
_FACE = r"[一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾]"
_COUNTED = re.compile(
    rf"(?:(?P<n>[一單二兩三四1-4])(?P<unit>張|個|只|隻|枚|對|砍)|(?P<kan>砍))\s?(?=[小大sbSB?]|{_FACE})"
)
_SIZE = re.compile(r"(?P<size>[小大])(?P<word>字|牌)?的?(?P<block>\s*:\s*|\s+|(?<=[字牌])[,、]?)?")
_DIGITS = re.compile(r"10|[1-9]")
_PLAIN_DIGIT = re.compile(r"(?:10|[1-9])(?![張個只隻枚對砍])")
_ASCII = re.compile(r"([sbSB])(10|[1-9])(?![0-9])")
_UNKNOWN = re.compile(
    r"(?:(?P<before>\d{1,2})張)?(?:未知|不明|不詳|不知道?|看不[清見]|暗牌|\?|□|■|[Xx](?![0-9]))(?:[*xX]?(?P<after>\d{1,2})張?)?"
)
_TIMES = re.compile(r"\s?[*xX]\s?([1-4])(?![0-9])")
_BETWEEN = re.compile(r"[\s,、;./|·・+\-]+")


def cards_at(text: str, at: int, spaced: bool = False, pairs: bool = False) -> Cards:
    """Return the cards written from a place on; ``spaced`` ones may be parted by spaces and commas.

    小 and 大 hold for the card that follows and for those written on without a break (大三四五), after a colon, a space
    or 字 for all until the next of them (大字：1 2 3). With ``pairs`` 對八 is two cards.

    >>> cards_at("一貳小3大10大三四", 0)
    Cards(kinds=[0, 11, 2, 19, 12, 13], end=10, bad='')
    >>> cards_at("三個八,大字:1 2 五", 0, spaced=True).kinds, cards_at("小叁", 0).bad, cards_at("3", 0)
    ([7, 7, 7, 10, 11, 14], 'contradictory', Cards(kinds=[], end=0, bad=''))
    """
    kinds: list[int] = []
    size, block, empty = "", False, 0
    end = at
    while True:
        if gap := _BETWEEN.match(text, at) if spaced else None:
            at = gap.end()
            if seat_at(text, at):
                return Cards(kinds, end)
            size = size if block or _PLAIN_DIGIT.match(text, at) else ""
        count, at = _count(text, at, pairs)
        sized = _SIZE.match(text, at)
        if sized:
            size, block, at = sized["size"], bool(sized["block"]) or bool(sized["word"]), sized.end()
        match = _UNKNOWN.match(text, at) if spaced or not kinds or kinds[-1] == UNKNOWN else None
        if match:
            kind, count = UNKNOWN, count * int(match["before"] or match["after"] or 1)
            at = match.end()
        else:
            kind, after, bad = _face(text, at, size, bool(sized) or block)
            if kind == NONE and sized and ":" in sized[0] and empty < _SIZES:
                end, empty = at, empty + 1  # 大字: and none of them
                continue
            if kind == NONE:
                return Cards(kinds, end, bad or ("unknown_card" if sized else ""))
            at = after
        if match := _TIMES.match(text, at):
            count, at = count * int(match[1]), match.end()
        kinds += [kind] * min(count, 99)
        end = at


def _count(text: str, at: int, pairs: bool) -> tuple[int, int]:
    """Return how many of the next card are meant and where it begins: 三個八, 一砍八."""
    match = _COUNTED.match(text, at)
    if not match or (match["unit"] == "對" and not pairs):
        if pairs and text.startswith("對", at):
            return 2, at + 1
        return 1, at
    unit = 2 if match["unit"] == "對" else 3 if match["kan"] or match["unit"] == "砍" else 1
    return unit * _COUNTS[match["n"] or ""], match.end()


def _face(text: str, at: int, size: str, strict: bool) -> tuple[int, int, str]:
    """Return the kind of one card, where it ends, and a code if it cannot be one."""
    if match := _ASCII.match(text, at):
        return int(match[2]) - 1 + (10 if match[1] in "bB" else 0), match.end(), ""
    face = text[at : at + 1]
    if face in SMALL and face:
        return _RANK[face] + (10 if size == "大" else 0), at + 1, ""
    if face in BIG and face:
        return (NONE, at, "contradictory") if size == "小" and strict else (_RANK[face] + 10, at + 1, "")
    if size and (match := _DIGITS.match(text, at)):
        return _RANK[match[0]] + (10 if size == "大" else 0), match.end(), ""
    return NONE, at, ""


_NUMBER = {face: n + 1 for n, face in enumerate(SMALL)} | {"兩": 2, "零": 0, "〇": 0}


def number(text: str) -> int:
    """Return the number that digits or Chinese numerals write.

    >>> number("12"), number("十八"), number("一百二十"), number("一百零五"), number("二〇")
    (12, 18, 120, 105, 20)
    """
    if text.isdigit():
        return int(text)
    if not set(text) & set("十百"):
        return int("".join([str(_NUMBER[face]) for face in text]))
    hundreds, _, rest = text.rpartition("百")
    total = 100 * (_NUMBER[hundreds[-1]] if hundreds else 1) if "百" in text else 0
    tens, ten, ones = rest.lstrip("零").partition("十")
    if not ten:
        return total + (_NUMBER[tens[-1]] if tens else 0)
    return total + 10 * (_NUMBER[tens[-1]] if tens else 1) + (_NUMBER[ones[-1]] if ones else 0)


NUMERAL = r"(?:\d{1,18}|[一二三四五六七八九十百兩零〇]{1,7})"
