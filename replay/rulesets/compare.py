"""Where two rulesets differ."""

from __future__ import annotations

from typing import Any

import msgspec

from replay.rulesets.catalogue import CATALOGUE
from replay.rulesets.model import Ruleset


class Difference(msgspec.Struct, frozen=True):
    """One thing that two rulesets have differently.

    ``section`` is ``switches``, ``money`` or ``mingtang``; ``key`` the switch or the id of the 名堂; ``left`` and
    ``right`` the two values. That of a 名堂 is its written worth (``×6``, ``+20``, ``+50/100``), ``""`` if not played.
    """

    section: str
    key: str
    left: Any
    right: Any


def worth(ruleset: Ruleset, id_: str) -> str:
    """Return what a 名堂 is worth under the ruleset, in brackets if it is listed but off.

    >>> from replay.rulesets import load
    >>> worth(load("dazhuo"), "jiu_dui"), worth(load("dazhuo"), "wu_dui"), worth(load("pudazuo"), "long_bai_wei")
    ('+50/100', '×8', '(+150)')
    """
    entry = ruleset.mingtang.get(id_)
    if entry is None:
        return ""
    text = f"{entry.op}{entry.value}" + (f"/{entry.second}" if entry.second else "")
    return text if entry.on else f"({text})"


def differences(left: Ruleset, right: Ruleset) -> tuple[Difference, ...]:
    """Return all differences: switches, money, then 名堂 in the order of the rulebook."""
    found = []
    for section in ("switches", "money"):
        one, other = getattr(left, section), getattr(right, section)
        for key in one.__struct_fields__:
            if getattr(one, key) != getattr(other, key):
                found.append(Difference(section, key, getattr(one, key), getattr(other, key)))
    for id_ in CATALOGUE:
        a, b = worth(left, id_), worth(right, id_)
        if a != b:
            found.append(Difference("mingtang", id_, a, b))
    return tuple(found)
