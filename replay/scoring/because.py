"""What in a win makes a 名堂 hold, for telling it: the cards or the number it hangs on (RULES §8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from replay.cards import KINDS, RED_MASK, twin
from replay.record import CHI
from replay.scoring.reading import Reading


class Because(msgspec.Struct, frozen=True):
    """The evidence for one 名堂: ``what`` is a word of ``EVIDENCE``; ``count`` a number or ``kinds`` the cards."""

    what: str
    count: int = 0
    kinds: tuple[int, ...] = ()


EVIDENCE = ("reds", "runs", "tuanyuan", "wait", "pair", "hand", "xi", "the_runs", "won", "shown")

_ENDS = ((0, 9), (10, 19), (0, 19), (9, 10))


def _kinds(mask: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(KINDS) if mask >> kind & 1)


def _run_cards(runs: Iterable[int]) -> tuple[int, ...]:
    return tuple(kind for run in runs for kind in (run, run + 1, run + 2))


def _runs(reading: Reading) -> list[int]:
    laid = [sentence.cards[0] for sentence in reading.facts.win.laid if sentence.claim == CHI]
    return sorted([*laid, *reading.small.runs, *reading.big.runs])


def _tuanyuan(reading: Reading) -> Because:
    return Because("tuanyuan", kinds=_kinds(reading.tuanyuan))


def _red_tuanyuan(reading: Reading) -> Because:
    return Because("tuanyuan", kinds=_kinds(reading.tuanyuan & RED_MASK))


def _twins(reading: Reading) -> Because:
    whole = _kinds(reading.tuanyuan)
    return Because("tuanyuan", kinds=tuple(kind for kind in whole if twin(kind) in whole))


def _tails(reading: Reading) -> Because:
    whole = _kinds(reading.tuanyuan)
    ends = next((pair for pair in _ENDS if set(pair) <= set(whole)), ())
    return Because("tuanyuan", kinds=ends)


def _reds(reading: Reading) -> Because:
    return Because("reds", reading.facts.reds)


def _xi(reading: Reading) -> Because:
    return Because("xi", reading.xi)


def _wait(reading: Reading) -> Because:
    return Because("wait", kinds=(reading.facts.won, reading.pair))


def _pair(reading: Reading) -> Because:
    return Because("pair", kinds=(reading.pair,) * 2)


def _hand(reading: Reading) -> Because:
    return Because("hand", reading.facts.size)


def _won(reading: Reading) -> Because:
    return Because("won", kinds=(reading.facts.won,))


def _won_run(reading: Reading) -> Because:
    return Because("the_runs", kinds=_run_cards([reading.run]))


def _all_runs(reading: Reading) -> Because:
    return Because("the_runs", kinds=_run_cards(_runs(reading)))


_BY_ID: dict[str, Callable[[Reading], Because]] = {
    **dict.fromkeys(("wu_dui", "wu_hu", "dian_hu", "duo_hong", "man_yuan_hua"), _reds),
    **dict.fromkeys(("duizi_hu",), lambda reading: Because("runs", len(_runs(reading)))),
    **dict.fromkeys(("yin_hu", "chun_yin"), _red_tuanyuan),
    **dict.fromkeys(("zhuo_hu", "zimei_zhuo", "san_luan_zhuo", "zimei_zhuo_dai_tuo", "san_lian_zhuo"), _tuanyuan),
    **dict.fromkeys(("si_luan_zhuo", "san_lian_zhuo_dai_tuo", "liang_zimei_zhuo", "si_lian_zhuo"), _tuanyuan),
    **dict.fromkeys(("ba_peng_tou", "jia_ba_peng_tou"), _twins),
    **dict.fromkeys(("long_bai_wei", "jia_long_bai_wei"), _tails),
    **dict.fromkeys(("bei_kao_bei", "zhen_bei_kao_bei", "shou_qian_shou", "ge_shan_da_niu"), _wait),
    **dict.fromkeys(("feng_bai_wei", "jia_feng_bai_wei", "dui_dao_hu"), _wait),
    **dict.fromkeys(("dan_diao", "dan_diao_dui", "ding_dui", "piao_dui"), _pair),
    **dict.fromkeys(("ji_ding", "bian_ding", "yuan_yuan_ding", "mei_nv_cai_dan_che"), _pair),
    "quan_qiu_ren": _hand,
    **dict.fromkeys(("ka_wei", "ka_hu", "shang_xia_wu_qian_nian", "liang_hong_liang_hei"), _xi),
    "er_xi_man_yuan_hua": _xi,
    **dict.fromkeys(("bian_kan", "kan_hu"), _won_run),
    **dict.fromkeys(("xin_lian_xin", "yi_tiao_long", "er_long_xi_zhu"), _all_runs),
    **dict.fromkeys(("huo_zhuo_xiao_san", "zi_mo", "hai_di_hu"), _won),
    "zhe": lambda reading: Because("shown", len(reading.facts.win.zhe)),
}


def because(id_: str, reading: Reading | None) -> Because | None:
    """Return what makes the 名堂 hold in the reading; ``None`` where its definition says all.

    A deal-time win has no reading, and so nothing to tell beyond its definition.
    """
    tell = _BY_ID.get(id_)
    return tell(reading) if tell and reading is not None else None
