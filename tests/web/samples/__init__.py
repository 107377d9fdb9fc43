"""Small record files that the store, page and browser tests share."""

from pathlib import Path

FOLDER = Path(__file__).parent
CLEAN = FOLDER / "clean.jsonl"  # four legal rounds
FAULTS = FOLDER / "faults.jsonl"  # four rounds with a fault each
OWN = FOLDER / "own.txt"  # a four-handed table whose names hold markup; a hand of which most cards are unknown
