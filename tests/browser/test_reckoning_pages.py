"""All rulesets as bars, an evening as lines, a position scored while it is written: what scripts do on these pages."""

import re
from urllib.parse import parse_qs, urlparse

import plotly.graph_objects as go
import pytest
from playwright.sync_api import expect

from replay.rulesets import load, shelf
from replay.scoring import best
from replay.scoring.examples import EXAMPLES, win_of

WON = "/score?laid=碰壹 偎柒 偎拾&hand=五五五六六六七七七捌&won=捌&rules=dazhuo"


def drawn(page):
    expect(page.locator("#chart .main-svg").first).to_be_visible()


def valid(page):
    """Return the figure in the page; both Plotly's script and its Python schema must take it as it is."""
    assert (
        page.evaluate(
            "() => { const c = document.getElementById('chart'); return Plotly.validate(c.data, c.layout) ?? null }"
        )
        is None
    )
    figure = page.evaluate(
        "() => { const c = document.getElementById('chart'); return JSON.parse(JSON.stringify({ data: c.data, layout: c.layout })) }"
    )
    asked = [trace["type"] for trace in figure["data"]]
    assert page.evaluate("() => document.getElementById('chart')._fullData.map((trace) => trace.type)") == asked
    return go.Figure(figure)


@pytest.mark.parametrize("path", ["/hand/1?event=9", "/hand/5", "/hand/9", "/hand/1/all-rules", "/evening?upload=1"])
def test_every_figure_is_what_plotly_allows(site, open_page, path):
    page = open_page(f"{site}{path}")
    drawn(page)
    assert valid(page).data


def test_a_press_on_a_bar_opens_the_hand_under_that_ruleset(site, open_page):
    page = open_page(f"{site}/hand/1/all-rules?lang=en")
    drawn(page)
    bars = page.locator("#chart .bars .point")
    expect(bars).to_have_count(len(shelf().rulesets))
    names = page.locator(".all-list tbody th .dim").all_inner_texts()
    box = bars.nth(3).bounding_box()
    page.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    page.wait_for_url("**/hand/1?**")
    assert parse_qs(urlparse(page.url).query) == {"ruleset": [names[3]], "lang": ["en"]}
    expect(page.locator(f"option[value={names[3]}]")).to_have_attribute("selected", "")


def test_without_plotly_the_figures_are_still_there(site, open_page):
    page = open_page(f"{site}/hand/1/all-rules", allow=("plotly-basic", "ERR_FAILED"), block="**/plotly-basic*")
    expect(page.locator("#chart-note")).to_contain_text("圖表未能畫出")
    expect(page.locator(".all-list tbody tr")).to_have_count(len(shelf().rulesets))
    page = open_page(f"{site}/evening?upload=1", allow=("plotly-basic", "ERR_FAILED"), block="**/plotly-basic*")
    expect(page.locator("#chart-note")).to_contain_text("圖表未能畫出")
    page.locator("#row-2 td").nth(1).click()
    expect(page.locator("#row-2")).to_have_attribute("aria-current", "true")


def at(page):
    return page.evaluate("() => document.getElementById('chart').layout.shapes.map((shape) => shape.x0)")


def test_chart_and_table_of_an_evening_move_together(site, open_page):
    page = open_page(f"{site}/evening?upload=1")
    drawn(page)
    assert at(page) == []
    rows = page.locator("#rows tbody tr")
    expect(rows).to_have_count(5)
    plot = page.locator("#chart .nsewdrag").bounding_box()
    step = plot["width"] / 6  # six points: before the first hand, four hands, the rest shared
    page.mouse.click(plot["x"] + 3.5 * step, plot["y"] + 40)
    expect(page.locator("#rows [aria-current]")).to_have_attribute("data-row", "3")
    assert at(page) == [3]
    page.locator("#row-1 td").nth(1).click()
    expect(page.locator("#rows [aria-current]")).to_have_attribute("data-row", "1")
    assert at(page) == [1]
    page.mouse.click(plot["x"] + 5.5 * step, page.locator("#chart .nsewdrag").bounding_box()["y"] + 40)
    expect(page.locator("#rows [aria-current]")).to_have_text(re.compile("分餘下的留子"))
    assert valid(page).layout.shapes[0].x0 == 5


def test_a_row_of_an_evening_leads_to_its_hand_under_the_same_rules(site, open_page):
    page = open_page(f"{site}/evening?upload=1&ruleset=a-zhizun")
    page.locator("#row-2 th a").click()
    page.wait_for_url("**/hand/2?**")
    assert parse_qs(urlparse(page.url).query) == {"ruleset": ["a-zhizun"]}


def test_the_ruleset_and_the_pot_of_an_evening_can_be_changed(site, open_page):
    page = open_page(f"{site}/evening?upload=1")
    page.get_by_label("照這套規則").select_option("b-s-quan")
    page.get_by_label("開始時留子").fill("90")
    page.get_by_role("button", name="算帳").click()
    page.wait_for_url("**ruleset=b-s-quan**")
    assert parse_qs(urlparse(page.url).query) == {"upload": ["1"], "ruleset": ["b-s-quan"], "pot": ["90"]}
    drawn(page)


def total(page):
    return page.locator("#result .sum .all .num")


def test_a_position_is_scored_while_it_is_written(site, open_page):
    page = open_page(f"{site}{WON}")
    example = EXAMPLES[0]
    before = page.evaluate("() => performance.timeOrigin")
    for name in ("laid", "hand", "won"):
        page.locator(f"#{name}").fill(getattr(example, name))
    page.locator("[name=rules]").select_option(example.ruleset)
    expect(total(page)).to_have_text(str(example.printed))
    assert page.evaluate("() => performance.timeOrigin") == before  # no page was loaded
    asked = parse_qs(urlparse(page.url).query)
    assert (asked["laid"], asked["won"], asked["rules"]) == ([example.laid], [example.won], [example.ruleset])
    page.get_by_label("自己").check()
    page.locator("[name=rules]").select_option("dazhuo")
    expect(page.locator("#result")).to_contain_text("摸胡")
    page.reload()
    expect(page.locator("#result")).to_contain_text("摸胡")


def test_a_position_is_tapped_together(site, open_page):
    page = open_page(f"{site}/score?rules=b-ax-dazhuo", "phone")
    example = EXAMPLES[0]

    def tap(into, cards):
        page.get_by_label(into, exact=True).check()
        for card in cards:
            page.locator(f".key[data-face='{card}']").tap()

    tap("碰", "拾九")
    tap("吃（點三張）", "肆貳叁")
    tap("手中", example.hand)
    tap("胡的字", example.won)
    expect(page.locator("#laid")).to_have_value(example.laid)
    expect(page.locator("#hand")).to_have_value(example.hand)
    expect(total(page)).to_have_text("60")
    expect(page.locator("#count")).to_have_text("20 / 20 張")
    page.get_by_label("手中", exact=True).check()
    page.get_by_role("button", name="退一張").click()
    expect(page.locator("#hand")).to_have_value(example.hand[:-1])
    expect(page.locator("#error-hand")).to_contain_text("19 張")
    expect(page.locator("#hand")).to_have_attribute("aria-invalid", "")


def test_trouble_comes_and_goes_at_its_field(site, open_page):
    page = open_page(f"{site}{WON}")
    page.locator("#won").fill("<b>x")
    expect(page.locator("#error-won")).to_contain_text("沒有這種牌")
    expect(page.locator("#error-won b")).to_have_count(0)
    page.locator("#won").fill("捌")
    expect(page.locator("#error-won")).to_be_empty()
    expect(total(page)).to_be_visible()


def test_one_line_fills_the_fields(site, open_page):
    page = open_page(f"{site}/score?rules=b-ax-dazhuo&lang=en")
    page.locator("summary").click()
    page.locator("#line").fill("pb10 ps9 cb2b3b4 | s3s3s3 s4s5 b7b8b9 s2s2 + s6")
    expect(total(page)).to_have_text("60")
    expect(page.locator("#won")).to_have_value("s6")


def test_all_rulesets_of_a_position(site, open_page):
    page = open_page(f"{site}{WON}")
    page.locator("[name=rules]").select_option("all")
    rows = page.locator("#result .all-list tbody tr")
    expect(rows).to_have_count(len(shelf().rulesets))
    page.locator("[name=rules]").select_option("a-zhizun")
    expect(page.locator("#result .reckoning")).to_be_visible()


def test_the_pages_work_without_scripts(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/score?rules=a-zhizun")
    for name, text in (("laid", EXAMPLES[3].laid), ("hand", EXAMPLES[3].hand), ("won", EXAMPLES[3].won)):
        page.locator(f"#{name}").fill(text)
    page.get_by_role("button", name="算", exact=True).click()
    expect(page.locator("#result .sum .all .num")).to_have_text(str(best(win_of(EXAMPLES[3]), load("a-zhizun")).total))
    page.goto(f"{site}/rules")
    page.get_by_role("button", name="比較").click()
    expect(page.locator(".compare tr.differs").first).to_be_visible()
    page.get_by_role("link", name="只看不同的").click()
    assert page.locator(".compare tbody tr:not(.differs):not(.section)").count() == 0
    context.close()
