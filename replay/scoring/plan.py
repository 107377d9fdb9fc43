"""A ruleset made ready for scoring: its 名堂 as functions, in the order in which they are asked."""

from __future__ import annotations

from replay.rulesets import ORDER, TIMES, Ruleset
from replay.rulesets.model import Switches
from replay.scoring.exclusions import FIRST, HIGHEST, free, replaced_by
from replay.scoring.mingtang import LEAST, OF_DEAL, OF_READING, OF_WIN, OfDeal, OfReading, OfWin
from replay.scoring.mingtang.runs import bian
from replay.scoring.reading import Reading


class Asked:
    """One 名堂 of a ruleset: its function and what it is worth. ``order`` is its place in the rulebook."""

    __slots__ = ("function", "id", "order", "times", "value")

    def __init__(self, id_: str, function: OfReading, value: int, times: bool) -> None:
        self.id = id_
        self.order = ORDER[id_]
        self.function = function
        self.value = value
        self.times = times


Group = tuple[tuple[OfReading, ...], tuple[Asked, ...]]
_MOST_TUANYUAN = 6  # as many as there are sentences


class Plan:
    """What ``best`` needs of a ruleset.

    ``of_win``: the 名堂 that are the same in every reading and stand in no set; ``groups``: the others, each a tuple of
    which the first that holds is paid, after the functions that keep it from being paid; ``to_ask``: those of them that
    can hold, by the number of kinds in 團圓; ``below``: whether a hand below the threshold can win (兩希滿園花);
    ``deal``: the wins at the deal.
    """

    __slots__ = ("below", "deal", "groups", "of_win", "switches", "to_ask")

    def __init__(self, ruleset: Ruleset) -> None:
        self.switches: Switches = ruleset.switches
        self.below = ruleset.on("er_xi_man_yuan_hua")
        self.of_win: list[tuple[OfWin, Asked]] = []
        self.groups: list[Group] = []
        self.deal: list[tuple[OfDeal, str]] = [(OF_DEAL[id_], id_) for id_, _ in ruleset.in_order() if id_ in OF_DEAL]
        listed = {id_: _asked(ruleset, id_) for id_, _ in ruleset.in_order() if id_ not in OF_DEAL}
        apart = free(self.switches)
        for set_ in (*FIRST, *HIGHEST):
            members = [listed.pop(id_) for id_ in set_ if id_ in listed and id_ not in apart]
            if set_ in HIGHEST:
                members.sort(key=lambda asked: -asked.value)
            if members:
                guards = tuple(OF_READING[id_] for id_ in replaced_by(members[0].id, self.switches) if ruleset.on(id_))
                self.groups.append((guards, tuple(members)))
        for asked in listed.values():
            if asked.id in OF_WIN:
                self.of_win.append((OF_WIN[asked.id], asked))
            else:
                self.groups.append(((), (asked,)))
        self.to_ask = [_with(self.groups, kinds) for kinds in range(_MOST_TUANYUAN + 1)]


def _with(groups: list[Group], kinds: int) -> list[Group]:
    """Return what of the groups can hold with so many kinds in 團圓."""
    able = [(guards, tuple([m for m in members if LEAST.get(m.id, 0) <= kinds])) for guards, members in groups]
    return [(guards, members) for guards, members in able if members]


def _asked(ruleset: Ruleset, id_: str) -> Asked:
    entry = ruleset.mingtang[id_]
    function = OF_READING.get(id_) or _on_facts(OF_WIN[id_])
    if id_ == "bian_kan" and ruleset.on("kan_hu"):
        function = bian  # the middle is paid by 坎胡 there
    return Asked(id_, function, entry.value, entry.op == TIMES)


def _on_facts(function: OfWin) -> OfReading:
    """Return the function of a win as one of a reading."""

    def asked(reading: Reading, switches: Switches) -> int:
        return function(reading.facts, switches)

    return asked


_plans: dict[str, Plan] = {}
_REMEMBERED = 256


def plan_of(ruleset: Ruleset) -> Plan:
    """Return the plan of a ruleset; made once for each content."""
    plan = _plans.get(ruleset.hash)
    if plan is None:
        if len(_plans) >= _REMEMBERED:
            _plans.clear()
        plan = Plan(ruleset)
        if ruleset.hash:
            _plans[ruleset.hash] = plan
    return plan
