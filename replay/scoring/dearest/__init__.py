"""The dearest possible hand of a ruleset, found and proved by a search with bounds.

A hand is six sentences and a 麻雀. ``shapes`` lists the sentences; ``prices`` says what a ruleset pays for which part
of a hand; ``bounds``, with ``course``, the most a partly chosen hand can be worth; ``ways`` and ``pasts`` give the
positions a chosen hand can be won in; ``search`` puts them together. ``dealt`` looks at the special wins before the
first discard; ``story`` makes up a whole legal hand that ends with a given position.
"""

from replay.scoring.dearest.dealt import Dealt, dearest_dealt, with_dealt
from replay.scoring.dearest.search import Found, Search, dearest
from replay.scoring.dearest.story import story

__all__ = ["Dealt", "Found", "Search", "dearest", "dearest_dealt", "story", "with_dealt"]
