import re
from pathlib import Path

import pytest
from markupsafe import escape

from replay.rulesets import CATALOGUE, load, shelf
from replay.rulesets.compare import differences, worth
from tests.web.pages import plain, rows_of

IDS = sorted(shelf().rulesets)
OURS = 'id = "ours"\nextends = "dazhuo"\nsource = "our <b>table</b>"\n[names]\nhant = "我家<i>"\nhans = "我家<i>"\nen = "Our house<i>"\n[mingtang]\nyin_hu = 25\n'


def put(folder: Path, id_: str, text: str) -> None:
    (folder / "rulesets").mkdir(exist_ok=True)
    (folder / "rulesets" / f"{id_}.toml").write_text(text, encoding="utf-8")


def test_all_rulesets_are_listed_in_their_families(client):
    page = client.get("/rules").text
    linked = re.findall(r'<th scope="row"><a href="/rules/([a-z-]+)"', page)
    assert sorted(linked) == IDS
    heads = [plain(head) for head in re.findall(r'<h2 id="family-\w+">(.*?)</h2>', page)]
    assert heads == ["文獻所載的規則", "甲服（伺服器 A）", "乙服（伺服器 B）", "丙服（伺服器 C）"]
    assert "用不了的規則檔" not in page


@pytest.mark.parametrize("id_", IDS)
def test_a_ruleset_shows_every_mingtang_it_lists_and_its_worth(client, id_):
    page = client.get(f"/rules/{id_}").text
    rules = load(id_)
    shown = dict(re.findall(r'<tr id="(\w+)">.*?<td class="num">([^<\s]+)', page, re.DOTALL))
    assert shown == {key: worth(rules, key).strip("()") for key in rules.mingtang}
    off = page.index('id="part-off"') if 'id="part-off"' in page else len(page)
    assert {key for key in rules.mingtang if page.index(f'<tr id="{key}">') < off} == {k for k, _ in rules.in_order()}


def test_a_mingtang_has_its_definition_and_its_other_names(client):
    page = client.get("/rules/dazhuo").text
    row = re.search(r'<tr id="duo_hong">.*?</tr>', page, re.DOTALL)
    assert row
    assert (
        plain(row[0])
        == "多紅 又名 紅胡 +20 每紅 紅字十張起；計（紅字張數 − 9）次。開關 red_units = plus_one 時計（張數 + 1）次。"
    )
    simplified = client.get("/rules/dazhuo?lang=zh-Hans").text
    assert "又名 全乌" in simplified
    assert "又名 红胡" in simplified
    assert not re.search("全烏|紅|車", simplified)
    assert "also 多紅, 紅胡" in client.get("/rules/dazhuo?lang=en").text


def test_only_switches_that_differ_are_shown_with_both_values(client):
    page = client.get("/rules/a-quan").text
    part = page[page.index('id="switches-title"') : page.index('id="money-title"')]
    shown = re.findall(r"<code[^>]*>(\w+)</code>", part)
    rules, book = load("a-quan").switches, load("jiben").switches
    assert shown == [key for key in rules.__struct_fields__ if getattr(rules, key) != getattr(book, key)]
    row = next(row for row in rows_of(part) if "dragon" in row[0])
    assert row[1:] == ["硬息恰為 10", "無"]
    assert "全照規則書" in client.get("/rules/jiben").text


def test_the_money_of_a_ruleset(client):
    page = client.get("/rules/b-s-quan").text
    money = dict(rows_of(page[page.index('id="money-title"') :]))
    assert money["臭局莊家入留子（R35）"] == "30"
    assert money["每等的錢（R35）"] == "200"
    assert money["守醒得贏家總息的幾分之幾（R36）"] == "1/4"


@pytest.mark.parametrize("path", ["/rules/nope", "/rules/../x", "/rules/DAZHUO", "/rules/" + "x" * 500])
def test_no_such_ruleset(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(("a", "b"), [("dazhuo", "xiaozhuo"), ("a-quan", "c-zuanshi"), ("jiben", "pinghu")])
def test_two_side_by_side_differ_where_the_rulesets_do(client, a, b):
    page = client.get(f"/rules/compare?a={a}&b={b}").text
    found = differences(load(a), load(b))
    rows = re.findall(r'<tr class="differs">(.*?)</tr>', page, re.DOTALL)
    assert len(rows) == len(found)
    assert f"{len(found)} 處不同" in page
    mingtang = [d for d in found if d.section == "mingtang"]
    shown = [[plain(cell) for cell in re.findall(r"<td>(.*?)</td>", row)] for row in rows[: len(mingtang)]]
    assert shown == [[d.left or "–", d.right or "–"] for d in mingtang]


def test_what_differs_comes_first_and_the_rest_can_be_left_out(client):
    page = client.get("/rules/compare?a=dazhuo&b=xiaozhuo").text
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    kinds = [bool(kind) for kind in re.findall(r'<tr( class="differs")?>', body)]
    assert kinds == sorted(kinds, reverse=True)
    assert not all(kinds)
    only = client.get("/rules/compare?a=dazhuo&b=xiaozhuo&differing=1").text
    assert only.count('<tr class="differs">') == page.count('<tr class="differs">')
    assert "<tr>" not in only[only.index("<tbody>") :]


def test_three_side_by_side(client):
    page = client.get("/rules/compare?a=dazhuo&b=xiaozhuo&c=a-quan").text
    row = next(row for row in rows_of(page, '<table class="list compare"') if "對子胡 六句" in row[0])
    assert row[1:] == ["×6", "×4", "×10"]


def test_a_ruleset_beside_itself(client):
    page = client.get("/rules/compare?a=dazhuo&b=dazhuo").text
    assert "沒有任何不同" in page
    assert '<tr class="differs">' not in page


@pytest.mark.parametrize(
    "query", ["", "a=dazhuo", "a=dazhuo&b=", "a=<script>x&b=dazhuo", "a=../x&b=dazhuo", "c=dazhuo"]
)
def test_a_comparison_that_cannot_be_made_says_so(client, query):
    page = client.get(f"/rules/compare?{query}")
    assert page.status_code == 200
    assert "選兩套或三套規則" in page.text
    assert "<script>x" not in page.text
    if "<script>" in query:
        assert f"沒有「{escape('<script>x')}」這套規則" in page.text


def test_the_users_own_are_listed_and_their_words_are_text(client, tmp_path):
    put(tmp_path, "ours", OURS)
    page = client.get("/rules").text
    assert "自家的規則" in page
    assert "我家&lt;i&gt;" in page
    assert "our &lt;b&gt;table&lt;/b&gt;" in page
    assert "<i>" not in page.replace("<i aria", "")
    assert '<td class="num">+25' in client.get("/rules/ours").text
    assert client.get("/rules/compare?a=ours&b=dazhuo&differing=1").text.count('<tr class="differs">') == 1


def test_a_broken_file_is_told_with_line_and_the_server_goes_on(full, tmp_path):
    put(tmp_path, "ours", OURS)
    put(tmp_path, "bad", OURS.replace('"ours"', '"bad"').replace("yin_hu =", "yin_huu ="))
    page = full.get("/rules").text
    told = plain(page[page.index("broken-files") : page.index("</section>", page.index("broken-files"))])
    assert re.search(
        r"bad · \S+/rulesets/bad\.toml，第 9 行 沒有這個名堂 · 讀到「yin_huu」 · 應為：名堂表裡的代號", told
    )
    assert full.get("/rules/bad").status_code == 404
    assert full.get("/rules/ours").status_code == 200
    for path in ("/", "/hand/1", "/hand/1?ruleset=bad", "/evening?upload=1&ruleset=bad", "/score?rules=bad"):
        reply = full.get(path)
        assert reply.status_code == 200
        assert 'value="ours"' in reply.text
        assert 'value="bad"' not in reply.text


def test_a_mended_file_counts_at_once(client, tmp_path):
    put(tmp_path, "ours", OURS.replace("25", '"x"'))
    assert "用不了的規則檔" in client.get("/rules").text
    put(tmp_path, "ours", OURS)
    assert "用不了的規則檔" not in client.get("/rules").text


def test_a_record_that_names_a_broken_ruleset_is_judged_under_the_usual_one(send, client, tmp_path):
    from tests.web.samples import OWN

    put(tmp_path, "bad", "nonsense")
    text = OWN.read_text(encoding="utf-8").replace("偎麻雀/1 ", "偎麻雀/1 規:bad ")
    assert send((text.encode(), "own.txt")).status_code == 200
    assert "大卓版 · dazhuo" in client.get("/hand/1").text
    assert send((text.encode(), "own.txt"), ruleset="bad").status_code == 400


def test_every_definition_is_shown_somewhere(client):
    pages = "".join(
        client.get(f"/rules/{id_}").text
        for id_ in ("a-zhizun", "a-zuanshi", "c-zuanshi", "b-s-zuanshi", "dazhuo", "puxiaozuo")
    )
    assert {id_ for id_ in CATALOGUE if f'<tr id="{id_}">' not in pages} <= {"jia_feng_bai_wei", "jia_long_bai_wei"}
