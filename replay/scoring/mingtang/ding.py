"""Wins on the 麻雀 (單吊, 雞丁, 邊丁, 圓圓丁), with one card in hand, and the refinements of 對子胡 (RULES §8.1)."""

from __future__ import annotations

from replay.cards import IS_RED, RED_MASK
from replay.record import CHI, WEI
from replay.rulesets.model import Switches
from replay.scoring.mingtang.registry import of_reading, of_win
from replay.scoring.reading import IN_PAIR, Facts, Reading


@of_reading("dan_diao")
def dan_diao(reading: Reading, switches: Switches) -> int:
    """單吊: the winning card makes the 麻雀 (``dan_diao = one_card``: with a single card in hand)."""
    if reading.place != IN_PAIR:
        return 0
    return 1 if switches.dan_diao == "pair" or reading.facts.size == 1 else 0


@of_reading("dan_diao_dui")
def dan_diao_dui(reading: Reading, switches: Switches) -> int:
    """對子胡單吊: 單吊 with all six sentences triples, 烏對 too."""
    return 0 if reading.runs else dan_diao(reading, switches)


def _ding(reading: Reading, switches: Switches) -> bool:
    return reading.place == IN_PAIR and not (switches.ding_by_other and reading.facts.win.by_self)


@of_reading("ji_ding")
def ji_ding(reading: Reading, switches: Switches) -> int:
    """雞丁: the winning card makes the 麻雀, whose kind is the middle of a run in the hand.

    ``ding_by_other``: only on a card another revealed.
    """
    if not _ding(reading, switches):  # at the deal there is no winning card
        return 0
    return 1 if reading.held_runs & 1 << reading.facts.won >> 1 else 0


@of_reading("bian_ding")
def bian_ding(reading: Reading, switches: Switches) -> int:
    """邊丁: the winning card makes the 麻雀, whose kind is an end of a run in the hand.

    ``ding_by_other``: only on a card another revealed. ``bian_ding_closed``: only 三 of 一二三 and 九 of 七八九.
    """
    if not _ding(reading, switches):
        return 0
    won = reading.facts.won
    ends = 1 << won | 1 << won >> 2
    if switches.bian_ding_closed:
        ends = 1 << won >> 2 if won % 10 in (2, 8) else 0
    return 1 if reading.held_runs & ends else 0


@of_reading("yuan_yuan_ding")
def yuan_yuan_ding(reading: Reading, _: Switches) -> int:
    """圓圓丁: the winning card, another's, makes the 麻雀, and the hand began with exactly three of its kind.

    A hand only shrinks, so three in it before the winning card are enough where the deal is not known.
    """
    facts = reading.facts
    if reading.place != IN_PAIR or facts.win.by_self:
        return 0
    began = facts.before if facts.win.dealt is None else facts.win.dealt
    return 1 if began[facts.won] == 3 else 0


@of_win("quan_qiu_ren")
def quan_qiu_ren(facts: Facts, switches: Switches) -> int:
    """全求人: one card in hand before the winning card.

    ``quan_qiu_strict``: and no 偎 nor a 吃 of a card one revealed oneself among the laid sentences.
    """
    if facts.size != 1 or facts.win.via_wei:
        return 0
    if switches.quan_qiu_strict and any(s.claim == WEI or (s.claim == CHI and s.own) for s in facts.win.laid):
        return 0
    return 1


@of_reading("mei_nv_cai_dan_che")
def mei_nv_cai_dan_che(reading: Reading, switches: Switches) -> int:
    """美女踩單車: 全求人 with a red 麻雀."""
    return 1 if IS_RED[reading.pair] and quan_qiu_ren(reading.facts, switches) else 0


@of_reading("ding_dui")
def ding_dui(reading: Reading, _: Switches) -> int:
    """頂對: 對子胡 with a red 麻雀, so that every group scores."""
    return 1 if not reading.runs and IS_RED[reading.pair] else 0


@of_reading("piao_dui")
def piao_dui(reading: Reading, switches: Switches) -> int:
    """飄對: 對子胡 with exactly one red triple (``piao_black_pair``: and a black 麻雀)."""
    if reading.runs or (switches.piao_black_pair and IS_RED[reading.pair]):
        return 0
    return 1 if ((reading.triples | reading.facts.laid_triples) & RED_MASK).bit_count() == 1 else 0
