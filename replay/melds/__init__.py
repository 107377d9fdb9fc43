"""Arithmetic of cards: laid sentences, suit keys, partings into sentences, waits, distance. Pure."""

from replay.melds.hands import is_complete_hand, waits, waits_of_keys
from replay.melds.laid import Laid
from replay.melds.suits import Parting, is_complete, key_of, partings, suit_keys

__all__ = [
    "Laid",
    "Parting",
    "is_complete",
    "is_complete_hand",
    "key_of",
    "partings",
    "suit_keys",
    "waits",
    "waits_of_keys",
]
