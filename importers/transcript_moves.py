"""The events of a written transcript: 甲出三, 下家碰, 用四五吃三, 搬小八 栽了, 沒人要 …"""

from __future__ import annotations

import re

from importers.draft import Draft, Move
from importers.lexicon import (
    AND,
    FILLER,
    FORGOT,
    MASKED,
    NOBODY,
    RELATIVE,
    SEAT,
    SOURCE,
    Cards,
    cards_at,
    fold,
    mask,
    number,
    seat_at,
    verb_at,
)
from importers.transcript_line import Line, remark
from importers.transcript_result import EACH, KNOWN, POINTS, known_mingtang
from replay.cards import UNKNOWN
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PASS, PENG, REVEAL, SHOW, WEI, ZHE

_USING = re.compile(r"\s*(?:用|以|拿|持|手上的?|手裡的?)\s*(?:自己的|手上的?|手裡的?)?")
_WITH = re.compile(r"[\s,]*(?:用|以|配|帶|加|靠|拿|成|為|湊成|湊|組成|組|連|做|放下|亮|=)\s*")
_STAMP = re.compile(r"[\[(]?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:\.(\d{1,3}))?[\])]?(?=[^\d:])")
_SECONDS = re.compile(r"\s?@(-?)(\d{1,12})(?:\.(\d{1,3}))?")
_BARE = re.compile(r"(?:未揭而|沒揭就|未揭)(?=偎|栽)")
_PAID = re.compile(r"\s*(?:贏|收|得|[+]|(?P<loss>輸|付|賠|-))了?\s*(?P<sum>\d{1,12})\s*(?:元|塊|分|息|錢)?")
_MOST_STEPS = 12  # words before the verb of an event


def clause(draft: Draft, line: Line, before: int) -> bool:
    """Read one event, or something said beside events, at the line's place; tell whether there was one.

    ``before`` is the number of events before the line.
    """
    if draft.over and known_mingtang(draft, line):
        return True
    return (
        _in_brackets(draft, line)
        or _beside(draft, line, before)
        or _points(draft, line)
        or _several_pass(draft, line)
        or _payment(draft, line)
        or _move(draft, line)
    )


def _in_brackets(draft: Draft, line: Line) -> bool:
    """Read an event whose seat stands in brackets: 【老王】打三."""
    return bool(_SEAT_IN_BRACKETS.match(line.text, line.at)) and _move(draft, line)


def _beside(draft: Draft, line: Line, before: int) -> bool:
    """Read a remark, a time, or that nobody wanted the card."""
    text = line.text
    if text.startswith(("#", "//", "※"), line.at):
        remark(draft, line.raw[line.at :].lstrip("#＃/※").strip(), before)
        line.at = len(text)
        return True
    if match := line.take(_STAMP):
        hours, minutes, seconds = int(match[1] or 0), int(match[2]), int(match[3])
        stamp = ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((match[4] or "0").ljust(3, "0"))
        draft.origin = stamp if draft.origin is None else draft.origin
        draft.stamp = stamp - draft.origin
        return True
    said = line.bracketed()
    if said is not None:
        _bracketed(draft, line, said, before)
        return True
    if text.startswith("?", line.at):
        line.at += 1
        remark(draft, "?", before)
        return True
    if match := line.take(FORGOT):
        remark(draft, line.raw[match.start() : match.end()], before)
        return True
    return bool(line.take(NOBODY) or line.take(_PHRASE))


def _bracketed(draft: Draft, line: Line, said: str, before: int) -> None:
    """Read what stands in brackets behind an event: its cards, its seat, the result of a 胡, or a remark."""
    last = draft.moves[-1] if len(draft.moves) > before and not line.literal else None
    if last and _own_cards(last, said):
        return
    text = mask(fold(said), draft.people)
    seat = seat_at(text, 0)
    if last and last.action != EXHAUSTED and not last.seat and seat and seat[1] == len(text):
        last.seat = seat[0]  # 碰(乙)
        return
    if last and last.action == HU and (POINTS.search(text) or KNOWN.search(text)):
        inner = Line(said, line.number, draft.people)
        while inner.skip() and (known_mingtang(draft, inner) or _points(draft, inner)):
            continue
    remark(draft, said, before)


def _own_cards(move: Move, said: str) -> bool:
    """Take the cards in brackets after a 吃 for its companions: 吃三(四五), 吃三(用四五), 吃三(三四五)."""
    text = fold(said)
    at = match.end() if (match := _WITH.match(text)) else 0
    cards = cards_at(text, at, spaced=True)
    if (
        move.action != CHI
        or move.using is not None
        or cards.end != len(text)
        or len(cards.kinds) not in (2, 3)
        or set(cards.kinds) == {UNKNOWN}
    ):
        return False
    if len(move.kinds) < 3:
        move.using = cards.kinds
    return True


def _points(draft: Draft, line: Line) -> bool:
    match = line.take(POINTS)
    if not match:
        return False
    label, claim = match["label"] or match["key"] or "", draft.claim
    points = number(match["n"] or match["bare"])
    claim.said = True
    if label[:1] in ("總", "合", "共", "計") and label:
        claim.total = points
    else:
        claim.xi = points
    return True


def _payment(draft: Draft, line: Line) -> bool:
    """Read what somebody won or paid: 各付60, 甲贏120."""
    if match := line.take(EACH):
        draft.claim.each, draft.claim.said = int(match["sum"]), True
        return True
    if not (found := seat_at(line.text, line.at)):
        return False
    word, at = found
    match = _PAID.match(line.text, at)
    if not match:
        return False
    line.at = match.end()
    draft.claim.payments = draft.claim.payments | {word: int(match["sum"]) * (-1 if match["loss"] else 1)}
    draft.claim.said = True
    return True


def _several_pass(draft: Draft, line: Line) -> bool:
    """Read a pass of several seats: 乙和丙都不要."""
    at, words = line.at, list[str]()
    while found := seat_at(line.text, at):
        words.append(found[0])
        at = found[1]
        if not (match := AND.match(line.text, at)):
            break
        at = match.end()
    if match := FILLER.match(line.text, at):
        at = match.end()
    verb = verb_at(line.text, at)
    if len(words) < 2 or not verb or verb[0] != PASS:
        return False
    spot = line.spot(line.at, verb[1])
    draft.moves += [Move(PASS, word, spot=spot) for word in words]
    line.at = verb[1]
    return True


def _move(draft: Draft, line: Line) -> bool:
    """Read an event: seat, cards of one's own and the card it is about may stand before its verb."""
    start, seat, first, using = line.at, "", list[int](), None
    bare = False
    for _ in range(_MOST_STEPS):
        if match := line.take(SOURCE):
            seat = ""
        elif found := verb_at(line.text, line.at):
            line.at = found[1]
            move = Move(found[0], seat, first, using, bare=bare)
            _object(draft, line, move)
            move.spot = line.spot(start, line.at)
            _finish(draft, line, move)
            return True
        elif match := line.take(_SEAT_IN_BRACKETS) if not seat else None:
            seat = (seat_at(match[1], 0) or ("", 0))[0]
        elif named := seat_at(line.text, line.at):
            if seat and not first and seat not in RELATIVE:
                break
            seat, line.at = named
            line.take(_APPOSITION)
        elif line.take(_USING):
            cards = cards_at(line.text, line.at, spaced=True)
            using, line.at = cards.kinds, cards.end
        elif line.take(_BARE):
            bare = True
        elif not first and (cards := cards_at(line.text, line.at)).kinds and not cards.bad:
            first, line.at = cards.kinds, cards.end
        elif not line.take(FILLER):
            if not (seat or first or using) or not (match := _GAP.match(line.text, line.at)):
                break
            line.at = match.end()
    line.at = start
    return False


_SEAT_IN_BRACKETS = re.compile(rf"[(\[<]\s*({MASKED.pattern}|(?:{SEAT.pattern}))\s*[)\]>](?=\s*:?\s*[一-鿿])")
_PHRASE = re.compile(r"(?:開局|開始|一開始|首先|然後|接著|接着|隨後|後來|最後|於是|繼續|現在)(?=[\s,、。:!]|$)")
_APPOSITION = re.compile(r"\s*\((?:莊家?|[上下對]家|閒家?|我)\)")
_GAP = re.compile(r"\s*[:,、]?\s*(?=[^\s,、:])")
_OTHER = re.compile(r"[小大]?[^\s,、;。.:!?…()\[\]{}#|/→<>~@小大]+")
_BOXED, _CLOSERS = re.compile(r"\s*[(\[\x22]"), ')]"'
_COMMA = re.compile(r"[\s,、]+")


def _object(draft: Draft, line: Line, move: Move) -> None:
    """Read the cards after the verb, and whose card it was."""
    text = line.text
    if move.action in (DEAD, EXHAUSTED) or (move.action == HU and POINTS.match(text, line.at)):
        return
    at = line.at
    while text[at : at + 1] in (" ", ":") and at < len(text):
        at += 1
    if NOBODY.match(text, at):
        return
    if named := seat_at(text, at):
        at = named[1]
    if match := SOURCE.match(text, at):
        at = match.end()
    elif named:
        at = line.at
    if boxed := _BOXED.match(text, at):
        cards = cards_at(text, boxed.end(), spaced=True)
        closed = text[cards.end : cards.end + 1]
        if set(cards.kinds) - {UNKNOWN} and closed and closed in _CLOSERS:
            move.kinds, line.at = move.kinds + cards.kinds, cards.end + 1
            return
    cards = cards_at(text, at, spaced=move.action in (ZHE, SHOW))
    if cards.kinds:
        line.at = cards.end
        move.kinds = move.kinds + cards.kinds
    elif cards.bad or (move.action in (DISCARD, REVEAL) and not move.kinds and _alien(text, at)):
        move.kinds = move.kinds or _complain(draft, line, cards, at)
    elif match and named:
        line.at = at
    if move.action in (CHI, PENG, WEI) and move.using is None and len(move.kinds) < 3:
        _companions(line, move)


def _alien(text: str, at: int) -> bool:
    """Tell whether what follows a verb is neither a card nor the beginning of anything else."""
    if FILLER.match(text, at) or seat_at(text, at) or verb_at(text, at) or NOBODY.match(text, at):
        return False
    return bool(_OTHER.match(text, at))


def _complain(draft: Draft, line: Line, cards: Cards, start: int) -> list[int]:
    """Report what stands where a card should and is none (小叁, 大魚, 8); it counts as an unknown card."""
    other = _OTHER.match(line.text, start)
    end = min(other.end() if other else start + 2, len(line.text))
    expected = "小 with a 小字, 大 with either" if cards.bad == "contradictory" else "a card: 一…十, 壹…拾, 小3, 大3"
    draft.report(cards.bad or "unknown_card", line.spot(start, end), expected)
    line.at = max(end, start + 1)
    return [UNKNOWN]


def _companions(line: Line, move: Move) -> None:
    """Read the two cards of one's own that follow a 吃: 吃三 四五, 吃三用四五, 吃三，四五."""
    text = line.text
    match = _WITH.match(text, line.at)
    if match:
        cards = cards_at(text, match.end(), spaced=True)
        if cards.kinds:
            move.using, line.at = cards.kinds, cards.end
        return
    while move.action == CHI and len(move.kinds) < 3 and (gap := _COMMA.match(text, line.at)):
        if seat_at(text, gap.end()):
            break
        cards = cards_at(text, gap.end())
        after = FILLER.match(text, cards.end)
        more = verb_at(text, after.end() if after else cards.end)
        if not cards.kinds or more or len(move.kinds) + len(cards.kinds) > 3:
            break
        move.kinds, line.at = [*move.kinds, *cards.kinds], cards.end


def _finish(draft: Draft, line: Line, move: Move) -> None:
    """Give the move its time and take it up."""
    if match := line.take(_SECONDS):
        move.time = int(match[2]) * 1000 + int((match[3] or "0").ljust(3, "0"))
        move.time *= -1 if match[1] else 1
    elif draft.stamp is not None:
        move.time = draft.stamp
    draft.stamp = None
    before = draft.moves[-1] if draft.moves else None
    if before and before.action == move.action in (DISCARD, REVEAL) and not (before.kinds or move.seat):
        before.kinds, before.time = move.kinds, before.time if move.time is None else move.time
        return  # 輪到甲揭，揭到五
    move.doubt, draft.doubt = draft.doubt, False
    draft.over = draft.over or move.action in (HU, EXHAUSTED)
    draft.moves.append(move)
