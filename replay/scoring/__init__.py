"""Worth of a win, pure: readings, 硬息, 名堂 (RULES §6–§8)."""

from replay.scoring.best import best, is_win, weigh_all, why_not
from replay.scoring.deal import deal_win, deal_wins
from replay.scoring.win import Item, Score, Shortfall, Win

__all__ = ["Item", "Score", "Shortfall", "Win", "best", "deal_win", "deal_wins", "is_win", "weigh_all", "why_not"]
