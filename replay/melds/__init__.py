"""Arithmetic of cards: laid sentences, table keys, decompositions, waits, distance. Pure."""

from replay.melds.laid import Laid

__all__ = ["Laid"]
