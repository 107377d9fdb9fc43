import json
import re

import pytest

import importers
from replay.analysis.xi import timeline
from replay.engine import audit
from replay.rulesets import load
from replay.web.session import db
from tests.web.samples import CLEAN, FAULTS

RULES = load("dazhuo")


def data_of(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def sample(path, index):
    return list(importers.read(path.read_bytes()))[index].record


def test_the_page_holds_every_frame_of_the_engine(full):
    for index in range(4):
        record = sample(CLEAN, index)
        data = data_of(full.get(f"/hand/{index + 1}").text)
        frames = audit(record, RULES).frames
        assert data["steps"] == len(record.events) == len(data["frames"]) - 1
        for shown, frame in zip(data["frames"], frames, strict=True):
            assert [tuple(hand) for hand in shown["h"]] == list(frame.hands)
            assert [[tuple(group[2]) for group in laid] for laid in shown["l"]] == [
                [g.cards for g in laid] for laid in frame.laid
            ]
            assert [[tuple(card) for card in pile] for pile in shown["d"]] == [
                [(c.kind, c.revealed, c.event) for c in pile] for pile in frame.piles
            ]
            assert (shown["s"], shown["t"], shown["due"]) == (frame.stock_left, frame.turn, frame.phase)
            assert (shown["p"] is None) == (frame.pending is None)
        line = timeline(record, RULES)
        assert data["xi"] == {"laid": [list(row) for row in line.laid], "hand": [list(row) for row in line.hand]}


def test_the_table_of_figures_is_that_of_the_chart(full):
    page = full.get("/hand/1").text
    data = data_of(page)
    table = re.search(r'<table id="figures">.*?</table>', page, re.DOTALL)
    assert table
    rows = re.findall(r"<tr><th scope=\"row\">(\d+)</th>(.*?)</tr>", table[0])
    assert len(rows) == data["steps"] + 1
    for number, cells in rows:
        numbers = [int(value) for value in re.findall(r">(\d+)</td>", cells)]
        wanted = [data["xi"][kind][seat][int(number)] for seat in range(3) for kind in ("laid", "hand")]
        assert numbers == wanted


@pytest.mark.parametrize(
    ("asked", "step"), [("5", 5), ("0", 0), ("-4", 0), ("99999", None), ("x", 0), ("", 0), ("1e3", 0)]
)
def test_the_step_is_in_the_address(full, asked, step):
    data = data_of(full.get(f"/hand/1?event={asked}").text)
    assert data["step"] == (data["steps"] if step is None else step)


def test_the_language_is_in_every_link(full):
    page = full.get("/hand/2?event=3&lang=en").text
    assert '<html lang="en">' in page
    assert 'href="/?lang=en"' in page
    assert re.search(r'href="/hand/2\?event=3&amp;lang=zh-Hans"', page)
    assert re.search(r'href="/hand/3\?lang=en"', page)


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
def test_findings_are_marked_and_explained_with_their_rules(full, language):
    from replay.engine.codes import CODES
    from replay.engine.words import message

    key, column = {"zh-Hant": ("hant", 0), "zh-Hans": ("hans", 1), "en": ("en", 2)}[language]
    from markupsafe import escape

    for index in range(4):
        page = full.get(f"/hand/{5 + index}?lang={language}").text
        findings = audit(sample(FAULTS, index), RULES).findings
        assert findings
        for finding in findings:
            assert str(escape(message(finding, key))) in page
            assert str(escape(CODES[finding.code].names[column])) in page
            for rule in re.findall(r"R\d+", CODES[finding.code].rule):
                assert re.search(rf"<dt>[^<]*{rule}</dt>", page)
        steps = {0 if finding.event is None else finding.event + 1 for finding in findings}
        assert {int(step) for step in re.findall(r'<li data-step="(\d+)" class="broken">', page)} == steps


def test_a_win_is_counted_group_by_group(full):
    for index in range(4):
        replay = audit(sample(CLEAN, index), RULES)
        page = full.get(f"/hand/{index + 1}").text
        part = page[page.index('<section class="score"') :]
        if replay.score is None:
            assert "沒有合法的胡" in part
            continue
        points = [int(value) for value in re.findall(r'<span class="points">(\d+)</span>', part)]
        assert len(points) == 7
        assert sum(points) == replay.score.xi
        assert all(item.name in part for item in replay.score.items)
        assert re.search(rf'class="all">.*?<td class="num">{replay.score.total}</td>', part, re.DOTALL)


def test_another_ruleset_judges_again(full):
    page = full.get("/hand/1?ruleset=jiben").text
    replay = audit(sample(CLEAN, 0), load("jiben"))
    assert replay.score
    assert re.search(rf'<td class="num">{replay.score.total}</td>', page)
    assert re.search(r'<option value="jiben" selected>', page)
    assert "此頁照 基本 算" in page
    unknown = full.get("/hand/1?ruleset=../x<b>")
    assert unknown.status_code == 200
    assert "沒有「../x&lt;b&gt;」這套規則" in unknown.text


def test_a_stale_result_is_told(full, app):
    import sqlalchemy as sa

    assert "已改" not in full.get("/hand/1").text
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(sa.text("UPDATE hand SET ruleset_hash = 'old' WHERE id = 1"))
    assert "已改" in full.get("/hand/1").text


def test_names_with_markup_are_text_in_the_page_and_in_the_data(full):
    page = full.get("/hand/9").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert data_of(page)["seats"][0]["name"] == "<script>alert(1)</script>"


def test_the_shouxing_has_no_cards_and_no_line(full):
    data = data_of(full.get("/hand/9").text)
    idle = [seat for seat, entry in enumerate(data["seats"]) if entry["shouxing"]]
    dealer = [seat for seat, entry in enumerate(data["seats"]) if entry["dealer"]]
    assert idle == [(dealer[0] + 2) % 4]
    assert all(frame["h"][idle[0]] == [] for frame in data["frames"])


def test_a_stored_text_that_cannot_be_read_is_told(full, app):
    import sqlalchemy as sa

    with app.app_context(), db.engine.begin() as connection:
        connection.execute(sa.text("UPDATE hand SET notation = '<b>broken' WHERE id = 1"))
    page = full.get("/hand/1")
    assert page.status_code == 500
    assert "<b>broken" not in page.text
    assert "讀不出來" in page.text


@pytest.mark.parametrize(
    "path", ["/hand/11", "/hand/0", "/hand/99999999999999999999", "/hand/x", "/hand/-1", "/nothing"]
)
def test_no_such_page(full, path):
    page = full.get(path)
    assert page.status_code == 404
    assert "沒有這一頁" in page.text


def test_the_page_is_light(full):
    assert len(full.get("/hand/1").data) < 100_000


@pytest.mark.parametrize("events", ["甲出? 丙碰?", "甲出? 乙吃???", "甲出? 乙揭? 乙偎?"])
def test_sentences_of_unknown_cards_break_no_page(send, client, events):
    send((f"偎麻雀/1 莊:甲 起甲:?*20 起乙:?*19 起丙:?*19 底:?*22 ｜ {events} ｜".encode(), "unknown.txt"))
    for step in range(len(events.split()) + 1):
        assert client.get(f"/hand/1?event={step}").status_code == 200


def test_a_missing_static_file_is_missing(client):
    page = client.get("/static/nope.css")
    assert page.status_code == 404
    assert "Content-Security-Policy" in page.headers
