"""One TOML file a ruleset, and the loader that refuses what it does not know (RULES §8.3, §8.4)."""

from replay.rulesets.catalogue import CATALOGUE, ORDER, PLUS, TIMES, Name
from replay.rulesets.loader import available, load
from replay.rulesets.model import Entry, Money, Names, Ruleset, Switches
from replay.rulesets.shelf import Broken, Shelf, shelf

DEFAULT = "dazhuo"  # where neither the record nor the user names one

__all__ = [
    "CATALOGUE",
    "DEFAULT",
    "ORDER",
    "PLUS",
    "TIMES",
    "Broken",
    "Entry",
    "Money",
    "Name",
    "Names",
    "Ruleset",
    "Shelf",
    "Switches",
    "available",
    "load",
    "shelf",
]
