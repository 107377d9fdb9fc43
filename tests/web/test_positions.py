import re

import pytest

from replay.rulesets import load, shelf
from replay.scoring import best
from replay.scoring.examples import EXAMPLES, win_of
from replay.web.positions import split_line
from tests.web.pages import number, plain, rows_of

GOOD = {"laid": "碰拾 碰九 吃貳叁肆", "hand": "三三三四五柒捌玖二二", "won": "六", "rules": "b-ax-dazhuo"}


def total(page: str) -> int:
    found = re.search(r'<tr class="all"><th scope="row">總息</th><td class="num">(\d+)</td>', page)
    assert found, plain(page)
    return int(found[1])


def ask(client, **changed):
    return client.get("/score", query_string={**GOOD, **changed})


def test_the_empty_page_tells_what_to_do(client):
    page = client.get("/score")
    assert page.status_code == 200
    assert "還沒有牌" in page.text
    assert 'class="field-error" id="error-hand" data-live role="alert"></span>' in page.text


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_every_worked_example(client, example):
    page = client.get(
        "/score",
        query_string={"laid": example.laid, "hand": example.hand, "won": example.won, "rules": example.ruleset},
    )
    assert total(page.text) == example.sums[0].total
    assert "20 / 20 張" in page.text


@pytest.mark.parametrize(
    "parts",
    [
        {"laid": "pb10 ps9 cb2b3b4", "hand": "s3s3s3s4s5b7b8b9s2s2", "won": "s6"},
        {"laid": "碰拾，碰九，吃贰叁肆", "hand": "三三三 四五 柒捌玖 二二"},
        {"laid": "", "hand": "", "won": "", "line": "碰拾 碰九 吃貳叁肆 | 三三三 四五 柒捌玖 二二 + 六"},
        {"laid": "碰一", "hand": "x", "won": "y", "line": "pb10 ps9 cb2b3b4 ｜ s3s3s3 s4s5 b7b8b9 s2s2 ＋ s6"},
    ],
)
def test_other_ways_of_writing_the_same(client, parts):
    assert total(ask(client, **parts).text) == 60


def test_a_line_fills_the_fields(client):
    page = client.get("/score", query_string={"line": "碰拾 | 三三三 + 六"}).text
    for value in ("碰拾", "三三三", "六"):
        assert f'value="{value}"' in page


def test_after_a_wei_there_is_no_winning_card(client):
    page = client.get(
        "/score", query_string={"laid": "碰拾 碰九 碰貳 偎三", "hand": "四五六七七七八八", "rules": "pinghu"}
    )
    assert total(page.text) >= 10
    assert "胡的字在此" in page.text


def test_the_deal(client):
    page = client.get(
        "/score", query_string={"hand": "一一一二二二三三三壹壹壹貳貳貳叁叁叁拾拾", "at_deal": "1", "rules": "dazhuo"}
    )
    assert "天胡" in page.text


def test_who_revealed_and_the_last_card_count(client):
    plain_total = total(ask(client, rules="dazhuo").text)
    assert total(ask(client, rules="dazhuo", by="self").text) == plain_total + 10
    assert total(ask(client, rules="dazhuo", last="1").text) == plain_total + 20


# changed parts, the field that the trouble is told at, what is told
WRONG = [
    ({"laid": "碰拾 碰九 吃貳叁伍"}, "laid", "不可能出現的牌面"),
    ({"laid": "碰拾 碰 吃貳叁肆"}, "laid", "不可能出現的牌面"),
    ({"laid": "摸拾"}, "laid", "沒有這種動作"),
    ({"laid": "碰十九"}, "laid", "不可能出現的牌面"),
    ({"hand": "三三三四五柒捌玖二"}, "hand", "19 張"),
    ({"hand": "三三三四五柒捌玖二二二"}, "hand", "21 張"),
    ({"hand": "三三三三五柒捌玖二二", "won": "三"}, "hand", "5 × 三"),
    ({"hand": "三三x四五柒捌玖二二"}, "hand", "沒有這種牌"),
    ({"hand": "三三?四五柒捌玖二二"}, "hand", "不可能出現的牌面"),
    ({"won": "六七"}, "won", "值的種類不對"),
    ({"won": "<b>"}, "won", "沒有這種牌"),
    ({"won": ""}, "won", "缺了一個值"),
    ({"won": "二", "by": "self"}, "won", "R7"),
    ({"at_deal": "1"}, "at_deal", "互相矛盾的值"),
]


@pytest.mark.parametrize(("parts", "field", "text"), WRONG)
def test_trouble_is_told_at_the_field_it_is_of(client, parts, field, text):
    page = ask(client, **parts)
    assert page.status_code == 200
    told = dict(
        re.findall(r'<span class="field-error" id="error-(\w+)"[^>]*>(.*?)</span>(?=\s*</|\n)', page.text, re.DOTALL)
    )
    assert text in plain(told[field])
    assert [name for name, words in told.items() if words.strip()] == [field]
    if field in ("laid", "hand", "won"):
        assert re.search(rf'id="{field}"[^>]*aria-invalid="true"', page.text)


def test_what_was_written_is_text(client):
    page = ask(client, won="<u>六</u>", laid="<u>碰").text
    assert "<u>" not in page
    assert 'value="&lt;u&gt;六&lt;/u&gt;"' in page


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"hand": "三三三四五柒捌拾二二"}, "湊不成六句加一對麻雀"),
        ({"laid": "吃一二三 吃七八九 吃貳叁肆", "hand": "三三三四五柒捌玖壹壹", "won": "六"}, "最多 6 息"),
    ],
)
def test_what_is_no_win_says_why(client, parts, text):
    page = ask(client, **parts)
    assert page.status_code == 200
    assert text in page.text
    assert 'class="reckoning"' not in page.text


@pytest.mark.parametrize("example", [EXAMPLES[0], EXAMPLES[-1]], ids=lambda example: example.id)
def test_under_all_rulesets(client, example):
    page = client.get(
        "/score", query_string={"laid": example.laid, "hand": example.hand, "won": example.won, "rules": "all"}
    ).text
    rows = rows_of(page, '<table class="list all-list"')
    assert len(rows) == len(shelf().rulesets)
    for row in rows:
        score = best(win_of(example), load(row[0].split()[-1]))
        assert row[1] == (str(score.total) if score else "–")


def test_a_ruleset_that_is_none_is_told(client):
    page = ask(client, rules="<nope>").text
    assert "沒有「&lt;nope&gt;」這套規則" in page
    assert total(page) == best(win_of(EXAMPLES[0]), load("dazhuo")).total


@pytest.mark.parametrize("text", ["碰" * 200, "x" * 300, "\ud800", "\0", "+|+|+", "||", "+" * 300, "s1" * 150])
@pytest.mark.parametrize("field", ["laid", "hand", "won", "line"])
def test_nothing_breaks_the_page(client, field, text):
    page = client.get("/score", query_string={**GOOD, field: text.encode("utf-8", "replace").decode()})
    assert page.status_code == 200


def test_split_line_takes_whatever_comes():
    assert split_line("a|b|c+d+e") == {"laid": "a", "hand": "b|c", "won": "d+e"}


# ---- the page of the worked examples


def test_the_examples_page_shows_printed_computed_and_difference(client):
    page = client.get("/examples").text
    articles = re.split(r'<article class="sheet example" id="', page)[1:]
    assert [article.split('"')[0] for article in articles] == [example.id for example in EXAMPLES]
    for article, example in zip(articles, EXAMPLES, strict=True):
        rows = rows_of(article)
        assert [int(row[1]) for row in rows] == [total.total for total in example.sums]
        assert {int(row[2]) for row in rows} == {example.printed}
        for row in rows:
            difference = int(row[1]) - int(row[2])
            assert row[3] == ("✓ 相符" if not difference else row[3])
            assert not difference or number(row[3]) == difference
        assert ("相符" in article.split("</h2>")[0]) is example.agrees
        points = [int(value) for value in re.findall(r'<span class="points">(\d+)</span>', article)]
        assert (len(points), sum(points)) == (7, example.xi)


def test_the_examples_lead_to_where_they_are_counted_out(client):
    page = client.get("/examples").text.replace("&amp;", "&")
    links = re.findall(r'href="(/score\?[^"]+)"', page)
    assert [total(client.get(link).text) for link in links] == [example.sums[0].total for example in EXAMPLES]


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
def test_trouble_is_told_in_the_language_of_the_page(client, language):
    for parts, field, _ in WRONG:
        page = ask(client, lang=language, **parts).text
        told = re.search(rf'id="error-{field}"[^>]*>(.*?)</span>', page, re.DOTALL)
        assert told
        words = re.sub(r"「.*?」|s1|b10|R\d", "", plain(told[1]))
        assert not re.search("[a-z]{2,}", words), words
