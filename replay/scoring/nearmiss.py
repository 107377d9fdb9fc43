"""名堂 that a win just missed: by what, or because another one replaces it (RULES §8.1, §8.2)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from replay.cards import KINDS, RED_MASK
from replay.record import CHI
from replay.rulesets import CATALOGUE, Ruleset
from replay.rulesets.model import Switches
from replay.scoring.exclusions import FIRST, HIGHEST, replaced_by
from replay.scoring.mingtang import OF_DEAL, OF_READING, OF_WIN
from replay.scoring.mingtang.zhuo import neighbours, three_in_a_row
from replay.scoring.reading import Reading, pair_xi
from replay.scoring.win import Score

# what is counted → (繁體, 简体, English)
COUNTED: dict[str, tuple[str, str, str]] = {
    "runs": ("順子", "顺子", "runs"),
    "reds": ("紅字", "红字", "red cards"),
    "loose_reds": ("團圓外的紅字", "团圆外的红字", "red cards outside 團圓"),
    "groups_without_red": ("無紅字的句", "无红字的句", "groups without a red card"),
    "other_size": ("另一種字", "另一种字", "cards of the other size"),
    "tuanyuan": ("團圓", "团圆", "團圓"),
    "xi": ("硬息", "硬息", "硬息"),
    "hand": ("手中字數", "手中字数", "cards in hand"),
    "groups_without_xi": ("無息的句", "无息的句", "groups that score nothing"),
    "replaced": ("已計更高名堂", "已计更高名堂", "a higher one counts instead"),
}


class NearMiss(msgspec.Struct, frozen=True):
    """A 名堂 the ruleset plays and the win does not have.

    ``what`` is a key of ``COUNTED``, ``have`` how many there are and ``need`` how many there should be; for
    ``replaced`` both are 0 and ``by`` is the id of the one that counts instead.
    """

    id: str
    name: str
    what: str
    have: int
    need: int
    by: str = ""


Measure = Callable[[Reading, Switches], tuple[str, int, int]]


def _runs(reading: Reading) -> int:
    return reading.facts.chi + len(reading.small.runs) + len(reading.big.runs)


def _all_runs(reading: Reading) -> list[int]:
    laid = [s.cards[0] for s in reading.facts.win.laid if s.claim == CHI]
    return [*laid, *reading.small.runs, *reading.big.runs]


def _triples(reading: Reading) -> int:
    return reading.triples | reading.facts.laid_triples


def _without_red(reading: Reading) -> int:
    black = sum(_triples(reading) >> kind & 1 for kind in range(KINDS) if not RED_MASK >> kind & 1)
    runs = sum(not RED_MASK >> run & 7 for run in _all_runs(reading))
    return black + runs + (0 if RED_MASK >> reading.pair & 1 else 1)


def _without_xi(reading: Reading, switches: Switches) -> int:
    granted = reading.tuanyuan if switches.tuanyuan_run_scores else 0
    runs = sum(not granted >> run & 7 for run in _all_runs(reading))
    return runs + (0 if pair_xi(reading.pair, reading.facts.counts[reading.pair]) else 1)


def _loose_reds(reading: Reading) -> int:
    return reading.facts.reds - 4 * (reading.tuanyuan & RED_MASK).bit_count()


def _other_size(reading: Reading) -> int:
    small = sum(reading.facts.counts[:10])
    return min(small, 20 - small)


def _tuanyuan(need: int) -> Measure:
    return lambda reading, _: ("tuanyuan", reading.tuanyuan.bit_count(), need)


_MEASURES: dict[str, Measure] = {
    "duizi_hu": lambda r, _: ("runs", _runs(r), 0),
    "wu_dui": lambda r, _: ("runs", _runs(r), 0) if not r.facts.reds else ("reds", r.facts.reds, 0),
    "wu_hu": lambda r, _: ("reds", r.facts.reds, 0),
    "dian_hu": lambda r, _: ("reds", r.facts.reds, 1),
    "duo_hong": lambda r, _: ("reds", r.facts.reds, 10),
    "chun_yin": lambda r, _: ("loose_reds", _loose_reds(r), 0),
    "man_yuan_hua": lambda r, _: ("groups_without_red", _without_red(r), 0),
    "da_xiao_zi": lambda r, _: ("other_size", _other_size(r), 0),
    "zhuo_hu": _tuanyuan(2),
    "san_luan_zhuo": _tuanyuan(3),
    "si_luan_zhuo": _tuanyuan(4),
    "ka_hu": lambda r, s: ("xi", r.xi, s.min_xi),
    "quan_qiu_ren": lambda r, _: ("hand", r.facts.size, 1),
    "hang_hang_xi": lambda r, s: ("groups_without_xi", _without_xi(r, s), 0),
}
# what else must be so for the measure to say anything
_ONLY_IF: dict[str, Callable[[Reading], bool]] = {
    "wu_dui": lambda r: not r.facts.reds or not r.runs,
    "chun_yin": lambda r: bool(r.tuanyuan & RED_MASK),
    "san_luan_zhuo": lambda r: not neighbours(r.tuanyuan),
    "si_luan_zhuo": lambda r: not three_in_a_row(r.tuanyuan),
    "quan_qiu_ren": lambda r: not r.facts.win.via_wei,
}
# by how much a 名堂 may be missed and still be called near
_NEAR = {"reds": 1, "other_size": 2, "hand": 3}


def near_misses(score: Score, ruleset: Ruleset) -> tuple[NearMiss, ...]:
    """Return the 名堂 of the ruleset that the reading just missed, in the order of the rulebook."""
    reading = score.reading
    if reading is None:
        return ()
    paid = {item.id for item in score.items}
    found = []
    for id_, _ in ruleset.in_order():
        if id_ in paid or id_ in OF_DEAL:
            continue
        name = CATALOGUE[id_].hant
        by = _replaced(id_, reading, ruleset, paid)
        if by:
            found.append(NearMiss(id_, name, "replaced", 0, 0, by))
        elif id_ in _MEASURES and (id_ not in _ONLY_IF or _ONLY_IF[id_](reading)):
            what, have, need = _MEASURES[id_](reading, ruleset.switches)
            if 0 < abs(have - need) <= _NEAR.get(what, 1):
                found.append(NearMiss(id_, name, what, have, need))
    return tuple(found)


def _replaced(id_: str, reading: Reading, ruleset: Ruleset, paid: set[str]) -> str:
    """Return the 名堂 that is paid in place of one that holds, ``""`` if this one does not hold."""
    switches = ruleset.switches
    holds = OF_READING[id_](reading, switches) if id_ in OF_READING else OF_WIN[id_](reading.facts, switches)
    if not holds:
        return ""
    rivals = [other for set_ in (*FIRST, *HIGHEST) if id_ in set_ for other in set_]
    return next((other for other in (*rivals, *replaced_by(id_, switches)) if other in paid), "")
