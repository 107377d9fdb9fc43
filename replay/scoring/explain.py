"""A reading told group by group, with every point and its reason (R29–R32)."""

from __future__ import annotations

import msgspec

from replay.cards import IS_RED, KINDS, NONE
from replay.melds.laid import Laid
from replay.record import CHI, PENG
from replay.rulesets import Ruleset
from replay.scoring.best import rank, score_of, weigh_all
from replay.scoring.reading import IN_PAIR, IN_RUN, IN_TRIPLE, IN_WEI, Reading
from replay.scoring.win import Item, Score, Win

# type of a group → (繁體, 简体, English)
GROUP_NAMES: dict[str, tuple[str, str, str]] = {
    "peng": ("碰", "碰", "peng"),
    "wei": ("偎", "偎", "wei"),
    "chi": ("吃", "吃", "chi"),
    "kan": ("砍", "砍", "kan, whole in hand"),
    "made_peng": ("胡字成碰", "胡字成碰", "triple made by the winning card, counts as peng"),
    "run": ("順", "顺", "run in hand"),
    "pair": ("麻雀", "麻雀", "pair"),
    "tuanyuan": ("團圓", "团圆", "all four of a kind"),
    "zhuanwan": ("轉彎", "转弯", "the pair's kind stands elsewhere too"),
}


class Group(msgspec.Struct, frozen=True):
    """One of the seven groups of a reading.

    ``type`` is a key of ``GROUP_NAMES``; ``cards`` its kinds, ascending; ``xi`` its points and ``parts`` what they are
    made of, as (key of ``GROUP_NAMES``, points); ``laid``: it lies on the table; ``won``: it holds the winning card.
    """

    type: str
    cards: tuple[int, ...]
    xi: int
    parts: tuple[tuple[str, int], ...]
    laid: bool
    won: bool

    @property
    def reason(self) -> str:
        """Return the points in 繁體 words, such as ``砍 3 + 團圓 3``; empty where there are none."""
        return " + ".join(f"{GROUP_NAMES[name][0]} {xi}" for name, xi in self.parts)


def alternatives(win: Win, ruleset: Ruleset) -> tuple[Score, ...]:
    """Return every legal reading of the win as a score, the one that counts first (R32); empty if there is none.

    Readings that pay the same by the same 名堂 and 硬息 are told once.
    """
    found: dict[tuple[int, tuple[Item, ...]], Score] = {}
    for weighed in sorted(weigh_all(win, ruleset), key=rank, reverse=True):
        score = score_of(weighed)
        found.setdefault((score.xi, score.items), score)
    return tuple(found.values())


def groups(reading: Reading) -> tuple[Group, ...]:
    """Return the seven groups of a reading: the laid ones in the order laid, then triples, runs and the 麻雀."""
    win = reading.facts.win
    last = len(win.laid) - 1
    found = [_laid(s, reading, reading.place == IN_WEI and index == last) for index, s in enumerate(win.laid)]
    for kind in range(KINDS):
        if reading.triples >> kind & 1:
            found.append(_held(kind, reading))
    won_run = reading.run if reading.place == IN_RUN else NONE
    for run in (*reading.small.runs, *reading.big.runs):
        found.append(Group("run", (run, run + 1, run + 2), 0, (), False, run == won_run))
        if run == won_run:
            won_run = NONE  # of two equal runs one holds it
    return (*found, _pair(reading))


def _triple(type_: str, base: int, kind: int, reading: Reading, laid: bool, won: bool) -> Group:
    parts = [(type_, base + IS_RED[kind])]
    if reading.tuanyuan >> kind & 1:
        parts.append(("tuanyuan", 3 + IS_RED[kind]))
    return Group(type_, (kind,) * 3, sum(xi for _, xi in parts), tuple(parts), laid, won)


def _laid(sentence: Laid, reading: Reading, won: bool) -> Group:
    if sentence.claim == CHI:
        return Group("chi", tuple(sentence.cards), 0, (), True, won)
    peng = sentence.claim == PENG
    return _triple("peng" if peng else "wei", 2 if peng else 3, sentence.cards[0], reading, True, won)


def _held(kind: int, reading: Reading) -> Group:
    made = reading.place == IN_TRIPLE and kind == reading.facts.won
    return _triple("made_peng" if made else "kan", 2 if made else 3, kind, reading, False, made)


def _pair(reading: Reading) -> Group:
    kind = reading.pair
    parts = [("pair", 2)] if IS_RED[kind] else []
    if reading.facts.counts[kind] > 2:
        parts.append(("zhuanwan", 1 if IS_RED[kind] else 2))
    return Group("pair", (kind, kind), sum(xi for _, xi in parts), tuple(parts), False, reading.place == IN_PAIR)
