"""The bundled files against the tables of RULES §8.3 and the servers' lists, cell by cell where it matters."""

from __future__ import annotations

import pytest

from replay.rulesets import CATALOGUE, TIMES, available, load

SEEDS = ("jiben", "xiaozhuo", "dazhuo", "pinghu", "xiaomingtang", "puxiaozuo", "pudazuo")
MORE_SEEDS = ("jiaqiang", "chaoji")
SERVER_A = ("a-lao", "a-xiaozhuo", "a-dazhuo", "a-quan", "a-zuanshi", "a-zhizun")
SERVER_B = tuple(f"b-{name}" for name in ("ax-lao", "ax-xiaozhuo", "ax-dazhuo", "ax-quan")) + tuple(
    f"b-s-{name}" for name in ("xiaozhuo", "dazhuo", "quan", "zuanshi")
)
SERVER_C = ("c-lao", "c-xiaozhuo", "c-dazhuo", "c-quan", "c-zuanshi")

# §8.3: id, then the values under SEEDS; None: not played; (n,): some play it, off
SEED_TABLE = """
duizi_hu              6    4    6    -   4   6    10
wu_dui                8    6    8    -   -   8    15
wu_hu                 4    4    4    -   3   4    8
dian_hu               3    3    3    -   2   3    6
yin_hu                10   10   20   -   10  20   30
chun_yin              100  -    100  -   -   100  150
duo_hong              10   10   20   -   10  20   30
man_yuan_hua          100  50   100  -   50  100  150
da_xiao_zi            100  50   100  -   -   100  150
zhuo_hu               20   -    20   -   -   20   30
zimei_zhuo            40   -    40   -   -   40   80
san_luan_zhuo         60   -    60   -   -   60   120
zimei_zhuo_dai_tuo    80   -    80   -   -   80   150
san_lian_zhuo         150  -    150  -   -   150  200
si_luan_zhuo          -    -    200  -   -   300  400
san_lian_zhuo_dai_tuo 300  -    300  -   -   -    -
hai_di_hu             10   -    20   -   -   20   30
dan_diao              20   -    10   -   -   20   30
dan_diao_dui          -    -    20   -   -   (50) -
ba_peng_tou           200  -    200  -   -   200  300
jia_ba_peng_tou       100  -    100  -   -   100  150
bei_kao_bei           20   -    20   -   -   20   50
shou_qian_shou        -    -    20   -   -   20   50
long_bai_wei          -    -    100  -   -   (100) (150)
feng_bai_wei          -    -    -    -   -   (20) -
ka_wei                -    -    -    -   -   20   50
ka_hu                 -    -    -    -   -   (20) 50
shang_xia_wu_qian_nian - -  -    -   -   (20) 50
zhe                   -    -    10   -   -   -    -
zi_mo                 -    -    10   -   -   -    -
ji_ding               -    -    -    -   -   -    100
quan_qiu_ren          -    -    -    -   -   -    150
piao_dui              -    -    -    -   -   -    50
ding_dui              -    -    -    -   -   -    50
hang_hang_xi          -    -    -    -   -   -    (50)
jiu_dui               -    -    50   -   -   -    -
tian_hu               -    -    100  -   -   -    -
wu_dui_hu             -    -    50   -   -   -    -
"""


def test_all_of_them_are_there_and_load() -> None:
    assert set(available()) == {*SEEDS, *MORE_SEEDS, *SERVER_A, *SERVER_B, *SERVER_C}
    for id_ in available():
        rules = load(id_)
        assert rules.id == id_
        assert rules.source
        assert rules.hash
        assert all((rules.names.hant, rules.names.hans, rules.names.en))
        for name, entry in rules.in_order():
            assert (entry.op == TIMES) == (CATALOGUE[name].op == TIMES) or name == "wu_dui"
    assert len({load(id_).hash for id_ in available()}) == len(available())


@pytest.mark.parametrize(("column", "id_"), list(enumerate(SEEDS)))
def test_seed_values(column: int, id_: str) -> None:
    rules = load(id_)
    rows = [line.split() for line in SEED_TABLE.split("\n") if line]
    for name, *cells in rows:
        cell = cells[column]
        if cell == "-":
            assert not rules.on(name), name
        else:
            assert rules.on(name) is not cell.startswith("("), name
            assert rules.mingtang[name].value == int(cell.strip("()")), name
    played = {name for name, _ in rules.in_order()}
    assert played <= {name for name, *_ in rows}


def test_what_seeds_say_besides() -> None:
    assert load("dazhuo").mingtang["jiu_dui"].second == 100
    assert load("dazhuo").switches.two_black_pairs
    assert load("puxiaozuo").switches.dealer_needs_ten
    for id_ in ("jiben", "xiaozhuo", "dazhuo"):
        assert not load(id_).switches.winner_takes_deal(3)
    for id_ in ("pinghu", "xiaomingtang", "puxiaozuo", "pudazuo", "jiaqiang", "chaoji"):
        assert load(id_).switches.winner_takes_deal(3)
        assert not load(id_).switches.winner_takes_deal(4)
    for id_ in (*SERVER_B, *SERVER_C):
        assert load(id_).switches.winner_takes_deal(4)
    assert not any(load(id_).switches.winner_deals for id_ in SERVER_A)


def test_jiaqiang_and_chaoji_follow_pudazuo() -> None:
    base, strong, super_ = load("pudazuo"), load("jiaqiang"), load("chaoji")
    for name, entry in base.mingtang.items():
        expected = 40 if name in ("zhuo_hu", "yin_hu") else entry.value
        assert strong.mingtang[name].value == expected
        assert strong.on(name) is super_.on(name) is base.on(name)
        raised = entry.value
        if entry.op != TIMES and entry.value:
            raised = max(entry.value, 50 if entry.value < 100 else 200)
            raised = {"ba_peng_tou": 400, "si_luan_zhuo": 500}.get(name, raised)
        assert super_.mingtang[name].value == raised, name


# a few cells of every column of the servers' tables: id, values by ruleset (0: not played or off)
SERVER_CELLS = [
    (SERVER_A, "yin_hu", (10, 20, 30, 30, 30, 50)),
    (SERVER_A, "wu_dui", (6, 8, 15, 15, 15, 18)),
    (SERVER_A, "er_xi_man_yuan_hua", (50, 100, 0, 0, 0, 0)),
    (SERVER_A, "dan_diao", (0, 10, 30, 30, 30, 50)),
    (SERVER_A, "dan_diao_dui", (0, 20, 50, 50, 50, 80)),
    (SERVER_A, "long_bai_wei", (0, 0, 150, 150, 150, 150)),
    (SERVER_A, "dui_dao_hu", (0, 0, 30, 0, 30, 50)),
    (SERVER_A, "si_lian_zhuo", (0, 400, 500, 500, 500, 600)),
    (SERVER_A, "jiu_dui", (0, 0, 0, 120, 150, 0)),
    (SERVER_A, "zi_mo", (0, 0, 0, 0, 30, 50)),
    (SERVER_B, "wu_dui", (6, 10, 200, 200, 8, 15, 15, 15)),
    (SERVER_B, "duo_hong", (10, 20, 30, 30, 10, 20, 20, 30)),
    (SERVER_B, "san_lian_zhuo_dai_tuo", (0, 200, 450, 450, 300, 400, 400, 400)),
    (SERVER_B, "ka_wei", (0, 20, 50, 50, 50, 50, 50, 100)),
    (SERVER_B, "yuan_yuan_ding", (0, 0, 0, 0, 100, 0, 100, 100)),
    (SERVER_B, "hong_zha_dan", (0, 0, 0, 150, 0, 200, 200, 200)),
    (SERVER_C, "duizi_hu", (4, 4, 8, 10, 10)),
    (SERVER_C, "dui_dao_hu", (30, 30, 30, 30, 30)),
    (SERVER_C, "zi_mo", (0, 20, 40, 0, 40)),
    (SERVER_C, "dan_diao_dui", (0, 50, 50, 50, 50)),
    (SERVER_C, "ding_dui", (0, 0, 0, 50, 50)),
    (SERVER_C, "kan_hu", (0, 0, 0, 30, 30)),
    (SERVER_C, "hang_hang_xi", (0, 0, 0, 0, 30)),
]


@pytest.mark.parametrize(("ids", "name", "values"), SERVER_CELLS)
def test_server_values(ids: tuple[str, ...], name: str, values: tuple[int, ...]) -> None:
    assert tuple(load(id_).mingtang[name].value if load(id_).on(name) else 0 for id_ in ids) == values


def test_switches_of_the_servers() -> None:
    for id_ in SERVER_A:
        switches = load(id_).switches
        assert (switches.dan_diao, switches.dragon, switches.zhe_count) == ("one_card", "exact_ten", "same_kind")
        assert switches.zhuo_no_loose_red
        assert switches.zhuo_beside
        assert switches.quan_qiu_strict
        assert switches.big_tail_mixed
        assert switches.small_tail_mixed
        assert switches.wu_xi == "no_pair"
    for id_ in SERVER_B:
        switches = load(id_).switches
        assert (switches.ding_replaces_dan_diao, switches.dragon, switches.zhe_count) == (
            "ji_ding",
            "won_is_pair",
            "each",
        )
        assert switches.yin_with_chun
        assert switches.bomb_strict
        assert switches.zhe_reset_by_wei is id_.startswith("b-s-")
        assert switches.dealer_needs_ten is id_.startswith("b-s-")
    assert load("b-ax-quan").mingtang["wu_dui"].op == "+"
    assert load("b-s-quan").mingtang["wu_dui"].op == TIMES
    for id_ in SERVER_C:
        switches = load(id_).switches
        assert (switches.ding_replaces_dan_diao, switches.dragon) == ("any_ding", "dan_ding_ten")
        assert switches.win_on_discard
        assert switches.refuse_dead_claim
        assert not switches.tuanyuan_run_scores


def test_defaults_are_the_rulebooks() -> None:
    switches = load("jiben").switches
    on = {name for name in switches.__struct_fields__ if getattr(switches, name) is True}
    assert on == {"forgot_wei_bars_win", "tuanyuan_run_scores", "winner_deals_four"}
    assert switches.min_xi == 10
