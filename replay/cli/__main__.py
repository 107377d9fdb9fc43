"""``python -m replay.cli`` is ``wmq``."""

from replay.cli import main

main()
