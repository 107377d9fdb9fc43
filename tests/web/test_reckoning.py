import re

import pytest
import sqlalchemy as sa

import importers
from replay.analysis.evening import outcome_of
from replay.engine import audit
from replay.rulesets import load, shelf
from replay.scoring.explain import alternatives
from replay.scoring.nearmiss import near_misses
from replay.scoring.settlement import settle
from replay.web import create_app
from replay.web.session import db
from tests.web.pages import data_of, number, plain, rows_of
from tests.web.samples import CLEAN, OWN

RULES = load("dazhuo")


def judged(index, rules=RULES, path=CLEAN):
    return audit(list(importers.read(path.read_bytes()))[index].record, rules)


def score_part(page: str) -> str:
    return page[page.index('<section class="score"') : page.index("</section>", page.index('<section class="score"'))]


@pytest.mark.parametrize("ruleset", ["dazhuo", "a-zhizun", "c-zuanshi", "puxiaozuo"])
def test_every_mingtang_is_told_with_its_definition(full, ruleset):
    for index in range(4):
        score = judged(index, load(ruleset)).score
        part = score_part(full.get(f"/hand/{index + 1}?ruleset={ruleset}").text)
        told = re.findall(rf'<dt><a href="/rules/{ruleset}#(\w+)">', part)
        assert told == ([item.id for item in score.items] if score else [])


def test_a_mingtang_is_told_with_what_makes_it_hold(full):
    part = plain(score_part(full.get("/hand/1?ruleset=a-zhizun").text))
    assert "摸胡 + 50 胡的字是自己揭的（偎成也算）；起手天胡不算。 胡的字：三" in part
    assert re.search(r"心連心 \+ 50 兩句順子首尾相接，共用一種字（甲乙丙、丙丁戊）。 順子：一二三 四五六 六七八", part)


def test_the_readings_that_were_weighed_are_all_there_the_best_first(full):
    for index in range(4):
        score = judged(index).score
        part = score_part(full.get(f"/hand/{index + 1}").text)
        totals = [int(total) for total in re.findall(r"= <b>(\d+)</b></span>", part)]
        weighed = alternatives(score.reading.facts.win, RULES)[:8] if score else ()
        assert totals == [other.total for other in weighed]
        assert part.count('class="chosen"') == (1 if score else 0)


def test_a_reading_that_was_given_up_says_by_how_much(client):
    page = client.get("/score?laid=碰壹 偎柒 偎拾&hand=五五五六六六七七七捌&won=捌&rules=dazhuo").text
    page = page[page.index('class="weighed"') :]
    rows = re.findall(r'<li( class="chosen")?>.*?<b>(\d+)</b>.*?<span class="verdict">(.*?)</span>', page, re.DOTALL)
    assert len(rows) > 1
    assert rows[0][0]
    assert rows[0][2] == "取這種：總息最高"
    best = int(rows[0][1])
    for _, total, why in rows[1:]:
        assert why == f"少 {best - int(total)}"


def test_what_was_just_missed_is_told(full):
    seen = 0
    for index in range(4):
        for ruleset in ("dazhuo", "a-zhizun", "c-zuanshi"):
            rules = load(ruleset)
            score = judged(index, rules).score
            part = score_part(full.get(f"/hand/{index + 1}?ruleset={ruleset}").text)
            missed = near_misses(score, rules) if score else ()
            after = part.split("差一點的名堂")[1] if score else ""
            assert re.findall(r"<dt>(.*?)</dt>", after) == [miss.name for miss in missed]
            seen += len(missed)
    assert seen


def test_the_money_of_the_hand_adds_up(full):
    for index in range(4):
        replay = judged(index)
        settled = settle(outcome_of(replay), RULES, 0)
        page = full.get(f"/hand/{index + 1}").text
        rows = rows_of(page[page.index('id="money-title"') :])
        assert [[number(cell) for cell in row[1:]] for row in rows[: len(settled.parts)]] == [
            [*part.amounts, part.pot] for part in settled.parts
        ]
        assert all(sum(number(cell) for cell in row[1:]) == 0 for row in rows)


def test_the_shouxing_has_a_share_of_the_money(full):
    replay = judged(0, path=OWN)
    page = full.get("/hand/9").text
    rows = rows_of(page[page.index('id="money-title"') :])
    sums = [number(cell) for cell in rows[-1][1:]]
    assert sums[:4] == list(settle(outcome_of(replay), RULES, 0).payments)
    assert rows[1][0] == "守醒分總息"


# ---- all rulesets


def test_a_hand_under_all_rulesets(full):
    page = full.get("/hand/1/all-rules").text
    rows = rows_of(page, '<table class="list all-list"')
    assert len(rows) == len(shelf().rulesets)
    for row in rows:
        id_ = row[0].split()[-1]
        score = judged(0, load(id_)).score
        assert score
        assert [int(cell) for cell in row[1:4]] == [score.total, score.xi, score.multiplier]
        assert all(item.name in row[4] for item in score.items)
    totals = [int(row[1]) for row in rows]
    assert totals == sorted(totals, reverse=True)


def test_the_chart_has_the_figures_of_the_table(full):
    page = full.get("/hand/1/all-rules").text
    data = data_of(page)
    rows = rows_of(page, '<table class="list all-list"')
    assert data["figure"]["data"][0]["x"] == [int(row[1]) for row in rows]
    assert [link.split("ruleset=")[1] for link in data["links"]] == [row[0].split()[-1] for row in rows]


def test_a_hand_nobody_won_has_no_chart(full):
    index = next(n for n in range(4) if judged(n).score is None)
    page = full.get(f"/hand/{index + 1}/all-rules").text
    assert "沒有合法的胡" in page
    assert "plotly" not in page
    assert full.get("/hand/99/all-rules").status_code == 404


# ---- stale results


def make_stale(app, where="1 = 1"):
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE hand SET ruleset_hash = 'old', total = 7 WHERE {where}"))


def test_a_stale_result_is_marked_in_the_library_and_on_its_page_and_judged_again(full, app):
    assert "過時" not in full.get("/").text
    make_stale(app, "id = 1")
    library = full.get("/").text
    assert "1 局的結果已過時" in library
    assert library.count('class="stale-tag"') == 1
    page = full.get("/hand/1").text
    assert "規則 大卓版 已改" in page
    assert 'action="/hand/1/rejudge"' in page
    done = full.post("/hand/1/rejudge", follow_redirects=True)
    assert done.request.path == "/hand/1"
    assert "已改" not in done.text
    assert "過時" not in full.get("/").text


def test_all_stale_results_are_judged_again_and_counted(full, app):
    make_stale(app, "id <= 3")
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(sa.text("UPDATE hand SET ruleset = 'gone' WHERE id = 3"))
    assert listed(full.get("/?stale=1").text) == ["3", "2", "1"]
    page = full.post("/rejudge", follow_redirects=True).text
    assert "已重判 2 局" in page
    assert "1 局未能重判" in page
    assert listed(full.get("/?stale=1").text) == ["3"]
    assert "規則 gone 現在沒有了" in full.get("/hand/3").text


def listed(page):
    return re.findall(r'<th scope="row"><a href="/hand/(\d+)', page)


def test_a_ruleset_of_the_users_that_changes_makes_its_results_stale(send, client, tmp_path):
    folder = tmp_path / "rulesets"
    folder.mkdir()
    text = 'id = "ours"\nextends = "dazhuo"\nsource = "x"\n[mingtang]\nzi_mo = 10\n'
    (folder / "ours.toml").write_text(text)
    send((CLEAN.read_bytes(), "clean.jsonl"), ruleset="ours")
    total = int(re.findall(r"總息 (\d+)</span>", client.get("/hand/1").text)[0])
    assert "過時" not in client.get("/").text
    (folder / "ours.toml").write_text(text.replace("zi_mo = 10", "zi_mo = 70"))
    assert "4 局的結果已過時" in client.get("/").text
    client.post("/rejudge")
    assert "過時" not in client.get("/").text
    assert rows_of(client.get("/").text, '<table class="list"')[3][3] == str(total + 60)


@pytest.mark.parametrize("path", ["/rejudge", "/hand/1/rejudge"])
def test_judging_again_needs_the_forms_key(tmp_path, path):
    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}", "SECRET_KEY": "x"})
    assert app.test_client().post(path).status_code == 400
    assert app.test_client().get(path).status_code in (404, 405)
    with app.app_context():
        db.engine.dispose()
