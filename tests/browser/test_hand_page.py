"""The hand page as a reader uses it: keyboard, buttons, slider, list, chart."""

import re
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Page, expect

from tests.web.samples import CLEAN

STEPS = 40  # events of the first clean round


def at(page: Page, step: int, steps: int = STEPS) -> None:
    """Everything that shows the step shows this one."""
    expect(page.locator("#at")).to_have_text(f"{step} / {steps}")
    expect(page.locator("#slider")).to_have_value(str(step))
    expect(page.locator("#events [aria-current]")).to_have_attribute("data-step", str(step))
    line = page.locator(f"#events a[data-step='{step}'] .what").inner_text()
    expect(page.locator("#now")).to_contain_text(line)
    expect(page).to_have_url(re.compile(rf"event={step}(&|$)"))
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("() => document.getElementById('chart').layout.shapes[0].x0") == step


def drawn(page: Page) -> None:
    expect(page.locator("#chart .main-svg").first).to_be_visible()


def table_of(page: Page) -> str:
    return page.locator("#table").evaluate("table => table.innerHTML.replace(/ fresh/g, '')")


def test_upload_then_step_by_keyboard_and_read_the_chart(empty_site, open_page, shoot):
    page = open_page(empty_site)
    page.set_input_files("#files", CLEAN)
    expect(page.locator("#drop-chosen")).to_contain_text("clean.jsonl")
    page.get_by_role("button", name="匯入").click()
    expect(page.locator(".counts .imported dd")).to_have_text("4")
    shoot(page, "imported")
    page.get_by_role("link", name="看這次匯入的牌局").click()
    page.get_by_role("link", name="打開第 1 局").click()
    drawn(page)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    at(page, 5)
    page.keyboard.press("ArrowLeft")
    at(page, 4)
    page.keyboard.press("End")
    at(page, STEPS)
    page.keyboard.press("ArrowRight")
    at(page, STEPS)
    page.keyboard.press("Home")
    at(page, 0)
    figures = page.locator("#figures tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => Number(cell.textContent)))"
    )
    traces = page.evaluate(
        "() => document.getElementById('chart').data.filter(trace => trace.meta.kind !== 'findings').map(trace => [trace.x, trace.y])"
    )
    assert len(traces) == 6
    for column, (x, y) in enumerate(traces, start=1):
        assert [[row[0], row[column]] for row in figures] == [list(pair) for pair in zip(x, y, strict=True)]


def test_the_chart_is_drawn_as_sent(site, open_page):
    page = open_page(f"{site}/hand/5")
    drawn(page)
    chart = "document.getElementById('chart')"
    assert page.evaluate(f"() => Plotly.validate({chart}.data, {chart}.layout)") is None
    assert set(page.evaluate(f"() => {chart}._fullData.map(trace => trace.type)")) == {"scatter"}
    assert page.locator("#chart .scatterlayer .trace").count() == 7


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_click_in_the_chart_jumps_the_table(site, open_page, size):
    page = open_page(f"{site}/hand/1", size)
    drawn(page)
    page.locator("#chart").scroll_into_view_if_needed()
    box = page.locator("#chart .nsewdrag").bounding_box()
    assert box
    for share in (0.25, 0.75):
        step = round(-0.5 + (STEPS + 1) * share)
        page.mouse.click(box["x"] + box["width"] * share, box["y"] + box["height"] * 0.5)
        at(page, step)


def test_every_way_to_a_step_shows_the_same_table(site, open_page):
    page = open_page(f"{site}/hand/1?event=17")
    drawn(page)
    jumped = table_of(page)
    page.keyboard.press("Home")
    for _ in range(17):
        page.keyboard.press("ArrowRight")
    assert table_of(page) == jumped
    page.keyboard.press("End")
    for _ in range(STEPS - 17):
        page.keyboard.press("ArrowLeft")
    assert table_of(page) == jumped
    at(page, 17)


def test_buttons_slider_and_list(site, open_page):
    page = open_page(f"{site}/hand/1")
    drawn(page)
    page.get_by_role("button", name="下一手").click()
    at(page, 1)
    page.get_by_role("button", name="結尾").click()
    at(page, STEPS)
    page.get_by_role("button", name="上一手").click()
    at(page, STEPS - 1)
    page.get_by_role("button", name="開頭").click()
    at(page, 0)
    page.locator("#slider").fill("12")
    at(page, 12)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, 13)
    page.locator("#events a[data-step='30']").click()
    at(page, 30)
    page.locator("#table .at-bottom .laid figure").first.click()
    expect(page.locator("#at")).not_to_have_text(f"30 / {STEPS}")


def test_space_plays_and_pauses(site, open_page):
    page = open_page(f"{site}/hand/1")
    drawn(page)
    page.keyboard.press("Space")
    expect(page.locator("#at")).to_have_text(f"2 / {STEPS}", timeout=4000)
    page.keyboard.press("Space")
    stopped = page.locator("#at").inner_text()
    page.wait_for_timeout(1200)
    assert page.locator("#at").inner_text() == stopped


def test_findings_lead_to_their_step_and_back(site, open_page):
    page = open_page(f"{site}/hand/5")
    drawn(page)
    link = page.locator(".finding a[data-step]").first
    step = int(link.get_attribute("data-step"))
    link.click()
    steps = page.evaluate("() => Number(document.getElementById('slider').max)")
    at(page, step, steps)
    expect(page.locator("#now .flag").first).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press(".")
    expect(page.locator("#at")).to_have_text(f"{step} / {steps}")


def test_the_step_survives_a_change_of_language_and_a_reload(site, open_page):
    page = open_page(f"{site}/hand/1?event=7")
    drawn(page)
    page.keyboard.press("ArrowRight")
    at(page, 8)
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    drawn(page)
    at(page, 8)
    assert parse_qs(urlparse(page.url).query) == {"event": ["8"], "lang": ["en"]}
    page.reload()
    drawn(page)
    at(page, 8)
    page.get_by_role("link", name="简体").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    drawn(page)
    at(page, 8)


def test_a_step_is_fast(site, open_page):
    page = open_page(f"{site}/hand/1")
    drawn(page)
    times = page.evaluate(
        """() => {
          const times = [];
          for (let n = 0; n < 30; n++) {
            const start = performance.now();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            document.getElementById("table").getBoundingClientRect();
            times.push(performance.now() - start);
          }
          return times.sort((a, b) => a - b);
        }"""
    )
    assert times[15] < 50, times


def test_cards_tell_red_and_big_without_colour(site, open_page):
    page = open_page(f"{site}/hand/1?lang=en")
    drawn(page)
    looks = page.locator("#table .hand .card").evaluate_all(
        """cards => cards.map(card => {
          const frame = getComputedStyle(card, "::before");
          return [card.getAttribute("aria-label"), frame.borderLeftStyle, parseFloat(frame.borderTopWidth), getComputedStyle(card, "::after").content];
        })"""
    )
    assert len(looks) == 58
    for label, style, bar, mark in looks:
        red, big = label.endswith("red"), "big" in label
        assert style == ("double" if red else "solid"), label
        assert ("◆" in mark) == red, label
        plain = 3 if red else 1
        assert (bar > plain) == big, label


def test_the_table_in_words(site, open_page):
    page = open_page(f"{site}/hand/1?lang=en")
    drawn(page)
    page.get_by_text("The table in words").click()
    expect(page.locator("#text-board")).to_contain_text("一二三三四七八九貳貳肆肆伍陸陸捌拾拾拾")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#text-board")).to_contain_text("discarded by 乙: 拾")


def test_markup_in_names_stays_text(site, open_page):
    page = open_page(f"{site}/hand/9")
    drawn(page)
    expect(page.locator("#table")).to_contain_text("<script>alert(1)</script>")
    expect(page.locator("#table")).to_contain_text("守醒")
    assert page.locator("#table img, #chart img, #table script").count() == 0
    assert "<img src=x" in page.locator("#chart").inner_text()


def test_without_the_chart_the_page_still_works(site, open_page):
    page = open_page(f"{site}/hand/1", allow=("plotly-basic", "ERR_FAILED"), block="**/plotly-basic*")
    expect(page.locator("#chart")).to_contain_text("圖表未能畫出")
    page.keyboard.press("End")
    expect(page.locator("#at")).to_have_text(f"{STEPS} / {STEPS}")
