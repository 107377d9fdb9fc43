import re
from itertools import permutations

import msgspec
import pytest

import importers
from replay.analysis.evening import evening
from replay.engine import audit
from replay.record import Claimed
from replay.record.notation import print_record
from replay.rulesets import load
from replay.web.evenings import numbers
from tests.web.pages import data_of, number, plain, rows_of
from tests.web.samples import CLEAN, OWN


def records(path=CLEAN):
    return [entry.record for entry in importers.read(path.read_bytes())]


def reckoned(rules="dazhuo", pot=0, some=None):
    rules = load(rules)
    return evening([audit(record, rules) for record in (some or records())], rules, pot)


def table(page):
    return rows_of(page, '<table class="list evening-list"')


def send_records(send, some, name="night.txt"):
    return send(("\n".join(print_record(record) for record in some).encode(), name))


@pytest.mark.parametrize(("ruleset", "pot"), [("dazhuo", 0), ("b-s-quan", 0), ("a-zhizun", 333), ("pinghu", 7)])
def test_a_line_a_hand_as_the_reckoning_has_it(full, ruleset, pot):
    page = full.get(f"/evening?upload=1&ruleset={ruleset}&pot={pot}").text
    rows, wanted = table(page), reckoned(ruleset, pot)
    assert len(rows) == len(wanted.rows) + 1
    for cells, row in zip(rows, wanted.rows, strict=False):
        money = [number(cell) for cell in cells[3:]]
        assert money == [*row.settlement.payments, row.settlement.pot, *row.balances, 0]
    assert [number(cell) for cell in rows[-1][1:]] == [*wanted.rest.amounts, 0, *wanted.balances, 0]


def test_the_chart_has_the_figures_of_the_table(full):
    page = full.get("/evening?upload=1&ruleset=a-zhizun&pot=50").text
    data, rows = data_of(page), table(page)
    for seat in range(3):
        line = data["figure"]["data"][seat]
        assert line["y"] == [0, *(number(row[7 + seat]) for row in rows[:-1]), number(rows[-1][5 + seat])]
        assert line["x"] == list(range(len(rows) + 1))
    assert data["figure"]["data"][3]["y"] == [50, *(number(row[6]) for row in rows[:-1]), 0]
    assert data["hands"] == len(rows) - 1


def test_without_asking_the_hands_are_reckoned_under_the_ruleset_they_were_stored_under(send, client):
    send((CLEAN.read_bytes(), "a"), ruleset="a-lao")
    assert '<option value="a-lao" selected>' in client.get("/evening?upload=1").text
    assert "沒有「nope」這套規則" in client.get("/evening?upload=1&ruleset=nope").text


def test_the_page_to_choose_from(full, client):
    page = full.get("/evening").text
    assert re.findall(r'href="/evening\?upload=(\d)"', page) == ["3", "2", "1"]
    assert "4 局" in page


def test_nothing_to_choose_from(client):
    assert "還沒有牌局" in client.get("/evening").text


def test_hands_of_one_table_in_the_order_of_their_rounds(send, client):
    given = [
        msgspec.structs.replace(record, meta={"table": "七號<b>", "round": 4 - n}) for n, record in enumerate(records())
    ]
    for n, record in enumerate(given):
        send_records(send, [record], f"{n}.txt")
    page = client.get("/evening?table=七號<b>").text
    assert re.findall(r'<th scope="row"><a href="/hand/(\d)', page) == ["4", "3", "2", "1"]
    assert "<b>" not in page.replace("<b>", "", 0) or "牌桌 七號&lt;b&gt;" in page
    assert "七號&lt;b&gt;" in client.get("/evening").text


def test_hands_by_number(full):
    page = full.get("/evening?hands=3, 1-2").text
    assert re.findall(r'<th scope="row"><a href="/hand/(\d)', page) == ["3", "1", "2"]


@pytest.mark.parametrize(
    ("text", "found"),
    [("3", [3]), ("1-3,7", [1, 2, 3, 7]), ("1 - 3、9，2", [1, 2, 3, 9]), ("5 5 5", [5]), ("2–4", [2, 3, 4])],
)
def test_numbers(text, found):
    assert numbers(text) == found


@pytest.mark.parametrize("text", ["x", "3-", "-3", "5-2", "1;2", "1.5", "９", "1-2-3"])
def test_what_is_no_number_is_told_in_place(full, text):
    with pytest.raises(ValueError, match=r".+"):
        numbers(text)
    page = full.get("/evening", query_string={"hands": text})
    assert page.status_code == 400
    assert f"「{text}」讀不懂" in page.text
    assert f'value="{text}"' in page.text


@pytest.mark.parametrize("query", ["hands=77", "hands=77-999999999", "upload=99", "table=nowhere"])
def test_hands_that_are_not_there(full, query):
    page = full.get(f"/evening?{query}")
    assert page.status_code == 400
    assert "庫中沒有這些牌局" in page.text or "沒有一局可算" in page.text


def test_hands_of_three_and_of_four_seats_make_no_evening(full):
    page = full.get("/evening?hands=1, 9")
    assert page.status_code == 400
    assert "不是同一張桌子" in page.text


def test_a_table_of_four_with_its_shouxing(full):
    page = full.get("/evening?upload=3")
    assert page.status_code == 400  # the other hand of that file has three seats
    rows = table(full.get("/evening?hands=9").text)
    wanted = reckoned(some=records(OWN)[:1])
    assert [number(cell) for cell in rows[0][3:7]] == list(wanted.rows[0].settlement.payments)


def test_a_wrong_dealer_is_told_with_who_was_due(send, client):
    pairs = permutations(records(), 2)
    pair, row = next((p, r) for p in pairs for r in reckoned(some=p).rows if r.due_dealer != r.dealer)
    send_records(send, pair)
    page = client.get("/evening?upload=1").text
    assert f"該 {'甲乙丙'[row.due_dealer]}" in table(page)[1][1]
    assert "錯莊" in page
    assert "R27" in page[page.index('id="faults-title"') :]


def test_wrong_payments_and_wrong_points_are_told_with_both_figures(send, client):
    record = records()[0]
    right = reckoned(some=[record]).rows[0].settlement.payments
    replay = audit(record, load("dazhuo"))
    said = Claimed("hu", replay.winner, xi=replay.score.xi + 1, payments=(right[0] - 5, right[1] + 5, right[2]))
    send_records(send, [msgspec.structs.replace(record, claimed=said)])
    page = client.get("/evening?upload=1").text
    faults = plain(page[page.index('id="faults-title"') : page.index('id="rows-title"')])
    assert faults.count("算錯帳") >= 2
    assert "算錯息" in faults
    for amount in (right[0], right[0] - 5, replay.score.xi, replay.score.xi + 1):
        assert str(amount) in faults
    assert "⚑" in table(page)[0][2]


def test_an_evening_without_faults_says_so(full):
    page = full.get("/evening?hands=1").text
    assert "都相符" in page
    assert "⚑" not in page


def test_a_record_nobody_can_read_costs_no_other_hand(full, app):
    import sqlalchemy as sa

    from replay.web.session import db

    with app.app_context(), db.engine.begin() as connection:
        connection.execute(sa.text("UPDATE hand SET notation = 'broken' WHERE id = 2"))
    page = full.get("/evening?upload=1").text
    assert "第 2 局的牌譜讀不出" in page
    assert len(table(page)) == 4


def test_names_that_change_from_hand_to_hand_are_told(send, client):
    some = records()[:2]
    named = [
        msgspec.structs.replace(some[0], names=("<i>甲", "乙", "丙")),
        msgspec.structs.replace(some[1], names=("x", "y", "z")),
    ]
    send_records(send, named)
    page = client.get("/evening?upload=1").text
    assert "座位名字不同" in page
    assert "&lt;i&gt;甲" in page
    assert "<i>甲" not in page
    assert data_of(page)["figure"]["data"][0]["name"] == "&lt;i&gt;甲"


@pytest.mark.parametrize("query", ["upload=x", "upload=-1", "pot=x", "table=" + "x" * 500, "hands=" + "1," * 3000])
def test_an_address_that_makes_no_sense_is_a_page(full, query):
    assert full.get(f"/evening?{query}").status_code == 200
