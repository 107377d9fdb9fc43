"""Names of players in a transcript that never lists them: words that stand before actions and hands again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from importers.lexicon import FILLER, NOBODY, RELATIVE, cards_at, fold, seat_at, verb_at
from importers.transcript_line import KEY
from replay.record import CHI, DISCARD, PENG, REVEAL, WEI

_NUMBER = (
    r"\s*(?:[(\[#]?\d{1,3}[.)、\]:]?\s|\d{1,3}[.)、]|第?\d{1,3}[步手巡輪][:、]?|\[?\d{1,2}:\d{2}(?::\d{2})?\]?)?\s*"
)
_NAME = r"[一-鿿A-Za-z][一-鿿A-Za-z0-9_]{0,7}?"
_BEFORE_VERB = re.compile(
    rf"(?:^{_NUMBER}|[,，。;；、→>|]\s*)[【\[(<]?(?P<name>{_NAME})[】\])>]?(?:\(莊家?\))?\s*[:|]?\s*(?=[一-鿿])"
)
_BEFORE_KEY = re.compile(rf"^{_NUMBER}(?P<name>{_NAME})(?:\(莊家?\))?(?:的)?\s*(?:起手牌|起手|手牌|起牌|坐莊|做莊)")
_AFTER_KEY = re.compile(rf"^{_NUMBER}(?:起手牌?|手牌|莊家?)\s*:?\s*(?P<name>{_NAME})(?=\s*(?:\(|:|$))")
_SEATED = re.compile(
    r"(?:^|[\s,，。;；、→>|:.)])(?:[甲乙丙丁東南西北](?:家|方|座)?|[A-D](?:家)?|[一二三四1-4]號(?:位|座)?)\s?[:的]?\s?[出打揭搬摸翻碰對偎吃起手用未]"
)
_NO_NAME = re.compile(rf"^(?:{FILLER.pattern}|{NOBODY.pattern})|^[甲乙丙丁]|[用以拿配]|[小大][的\d]|\d")
_PLAYS = (DISCARD, REVEAL, WEI, PENG, CHI)
_SEEN = 2  # times a word must stand before an action to be a name


def guessed(lines: Iterable[str]) -> list[str]:
    """Return three or four names in the order in which they are met, nothing if there are fewer or more.

    >>> guessed(["莊家：張三", "張三打三", "李四碰", "李四打四", "王五揭五", "沒人要", "張三揭六", "王五碰"])
    ['張三', '李四', '王五']
    """
    seen: Counter[str] = Counter()
    text = "\n".join(lines)
    for line in fold(text).split("\n"):
        if KEY.match(line.strip()) and (match := _AFTER_KEY.match(line)):
            _count(seen, match["name"], _SEEN)
            continue
        for pattern in (_BEFORE_KEY, _AFTER_KEY):
            if match := pattern.match(line):
                _count(seen, match["name"], _SEEN)
        at = 0
        while match := _BEFORE_VERB.search(line, at):
            at = match.start() + 1
            _before_verb(seen, line, match.start("name"))
        if _SEATED.search(line):
            return []  # its seats have words of their own
    for least in (_SEEN, 1):
        names = [name for name, count in seen.items() if count >= least]
        names = [name for name in names if not any(name != other and name.startswith(other) for other in names)]
        if len(names) in (3, 4):
            return [text[at : at + len(name)] for name in names for at in [fold(text).index(name)]]
    return []


def _before_verb(seen: Counter[str], line: str, start: int) -> None:
    """Count what stands between a place and the first verb behind it, if that can be a name."""
    if NOBODY.match(line, start) or FILLER.match(line, start):
        return
    for end in range(start + 1, min(start + 9, len(line))):
        after = end
        while line[after : after + 1] in (" ", ":", "|", ")", "]") and after < len(line):
            after += 1
        if filler := FILLER.match(line, after):
            after = filler.end()
        verb = verb_at(line, after)
        if verb and verb[0] in _PLAYS and _goes_on(line, verb[1]):
            _count(seen, line[start:end].strip(" )]"), 1)
            return


def _goes_on(line: str, at: int) -> bool:
    """Tell whether a card, a break or the end follows a verb."""
    rest = line[at : at + 1]
    return not rest or rest in " ,、;。.:!?(|→" or bool(cards_at(line, at).kinds)


def _count(seen: Counter[str], name: str, weight: int) -> None:
    """Count a word unless it means something else."""
    found = seat_at(name, 0)
    if (found and (found[1] == len(name) or found[0] in RELATIVE)) or _NO_NAME.search(name) or verb_at(name, 0):
        return
    if name and cards_at(name, 0, spaced=True).end < len(name):
        seen[name] += weight
