"""Writing a hand down in the browser: by taps on a phone, by keys on a desktop, with mistakes, reloads and two windows."""

import itertools
import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import importers
from replay.cards import UNKNOWN, print_cards
from replay.engine import audit
from replay.record import ACTIONS, CHI, DISCARD, HU, REVEAL, Event, HandRecord, parse_record, print_record
from replay.rulesets import load
from tests.web.samples import CLEAN

RECORDS = [entry.record for entry in importers.read(CLEAN.read_bytes()) if entry.record]
SMALL = "1234567890"
BIG = "qwertyuiop"
ACTION_KEYS = dict(zip(ACTIONS, "zxbvcm,[]n.", strict=True))
RULES = load("dazhuo")
FACES = "一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾"


def key_of(kind: int) -> str:
    return "-" if kind == UNKNOWN else (SMALL + BIG)[kind]


def settled(page: Page, events: int, at: int | None = None) -> None:
    """So many events are written, the place in view is the last (or ``at``), and the referee has answered."""
    expect(page.locator("#log > li")).to_have_count(events + 1, timeout=20_000)
    step = events if at is None else at
    expect(page.locator(f"#log > li[data-step='{step}'] .row")).to_have_attribute("aria-current", "step")
    expect(page.locator("#play")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#play [data-save]")).to_have_class(re.compile("saved"))


def begin(page: Page, record: HandRecord, known: str = "-2") -> None:
    page.locator(f"input[name=dealer][value='{record.dealer}']").check(force=True)
    page.locator(f"input[name=own][value='{known}']").check(force=True)
    page.locator("#table-form .go button").click()


def deal(page: Page, record: HandRecord) -> None:
    """Enter the deal by typing, then begin."""
    for seat, hand in enumerate(record.hands):
        page.locator(".row-head").nth(seat).click()
        page.fill("#deal-typed", print_cards(hand))
    page.click("#deal-go")
    expect(page.locator("#table .seat").first).to_be_visible()


def tap(page: Page, event: Event) -> None:
    """Write the event as a finger would: an offered button, or a card."""
    action = ACTIONS[event.action]
    offers = page.locator(f"#offers .offer.{action}")
    wanted = f"^{'甲乙丙丁'[event.seat]} " if event.seat >= 0 else ""
    for n in range(offers.count()):
        label = offers.nth(n).get_attribute("aria-label") or ""
        if re.search(wanted, label) and (event.action != CHI or f"（{print_cards(event.cards)}）" in label):
            offers.nth(n).click()
            return
    assert event.action in (DISCARD, REVEAL), event
    page.locator(f"#keypad [data-kind='{event.kind}']").click()


def press(page: Page, event: Event) -> None:
    """Write the event by keys alone: the seat, the action, its cards."""
    if event.seat >= 0:
        page.keyboard.press("asdf"[event.seat])
    page.keyboard.press(ACTION_KEYS[ACTIONS[event.action]])
    kinds = [event.kind] if event.action in (DISCARD, REVEAL) else list(event.cards)
    for kind in kinds:
        page.keyboard.press(key_of(kind))


def type_events(page: Page, text: str, count: int) -> None:
    if not page.locator("#typed").is_visible():
        page.locator("[data-do=other]").click()
    page.fill("#typed", text)
    page.press("#typed", "Enter")
    settled(page, count)
    page.keyboard.press("Escape")  # leaves the field, so that keys are keys again


def notation(page: Page) -> HandRecord:
    return parse_record(page.locator("#notation").text_content() or "")


def written(page: Page, text: str) -> HandRecord:
    """A page at the first known hand with the events of ``text`` written."""
    begin(page, RECORDS[0])
    deal(page, RECORDS[0])
    events = text.split()
    type_events(page, text, len(events))
    return RECORDS[0]


def moves(record: HandRecord, count: int) -> str:
    return " ".join(print_record(record).split("｜")[1].split()[:count])


def test_a_whole_hand_by_taps_on_a_phone(empty_site, open_page, shoot):
    record = RECORDS[0]
    page = open_page(f"{empty_site}/record", "phone")
    shoot(page, "recorder-start-phone")
    begin(page, record)
    for seat in range(3):
        for kind in record.hands[seat]:
            page.locator(f"#deal [data-kind='{kind}']").click()
        expect(page.locator(".row-count").nth(seat)).to_have_text(
            f"{len(record.hands[seat])} / {len(record.hands[seat])}"
        )
    shoot(page, "recorder-deal-phone")
    page.click("#deal-go")
    for count, event in enumerate(record.events):
        tap(page, event)
        settled(page, count + 1)
        page.wait_for_timeout(360)  # a second tap at one place within that time is an echo
        if count == 27:
            shoot(page, "recorder-play-phone")
    shoot(page, "recorder-over-phone")
    expect(page.locator("#faults")).to_contain_text("沒有違規")
    made = notation(page)
    assert made.events == record.events
    assert made.hands == record.hands
    page.locator("#offers .offer.end").click()
    expect(page.locator("#finish-sum")).to_contain_text("乙 胡")
    expect(page.locator("#finish-sum")).to_contain_text("11 硬息，總息 21")
    shoot(page, "recorder-finish-phone")
    page.locator("#finish-go").dblclick()
    expect(page).to_have_url(re.compile(r"/hand/1(\?|$)"))
    expect(page.locator("#at")).to_have_text(f"0 / {len(record.events)}")
    expect(page.locator("#chart .main-svg").first).to_be_visible()
    page.evaluate("() => document.fonts.ready.then(() => 1)")
    page.goto(f"{empty_site}/")
    expect(page.locator(".list tbody tr")).to_have_count(1)
    page.goto(f"{empty_site}/record")
    expect(page.locator("#no-drafts")).to_be_visible()


def test_a_whole_hand_by_keys_on_a_desktop(empty_site, open_page, shoot):
    record = RECORDS[1]
    page = open_page(f"{empty_site}/record?lang=en")
    page.keyboard.press("Tab")
    begin(page, record)
    for seat, hand in enumerate(record.hands):
        for kind in hand:
            page.keyboard.press(key_of(kind))
        expect(page.locator(".row-count").nth(seat)).to_have_text(f"{len(hand)} / {len(hand)}")
    shoot(page, "recorder-deal-desktop")
    page.keyboard.press("Enter")
    expect(page.locator("#table .seat").first).to_be_visible()
    for count, event in enumerate(record.events):
        press(page, event)
        if count == 20:
            settled(page, count + 1)
            shoot(page, "recorder-play-desktop")
    settled(page, len(record.events))
    made = notation(page)
    assert [(e.action, e.seat, e.kind, e.cards) for e in made.events] == [
        (e.action, e.seat, e.kind if e.action != HU else -1, e.cards) for e in record.events
    ]
    assert made.hands == record.hands
    expect(page.locator("#faults")).to_contain_text("No break of the rules")
    page.locator("#finish").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#finish-go")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/hand/1\?"))


def test_fast_keys_are_taken_in_order(site, open_page):
    page = open_page(f"{site}/record")
    written(page, moves(RECORDS[0], 1))
    for event in RECORDS[0].events[1:12]:
        press(page, event)
    settled(page, 12)
    assert notation(page).events == RECORDS[0].events[:12]


def test_a_double_tap_writes_one_event(site, open_page):
    page = open_page(f"{site}/record", "phone")
    written(page, moves(RECORDS[0], 1))
    page.locator("#keypad [data-kind='10']").dblclick()
    settled(page, 2)
    page.wait_for_timeout(400)
    page.locator("#offers .offer").first.dblclick()  # the forced 偎: other buttons follow under the finger
    settled(page, 3)


def test_taps_quicker_than_the_server_mean_what_they_will_mean(site, open_page):
    page = open_page(f"{site}/record", "phone")
    written(page, moves(RECORDS[0], 4))  # 甲 reveals 一, 乙 reveals 三
    page.route("**/record/judge*", lambda route: (page.wait_for_timeout(150), route.continue_()))
    for event in RECORDS[0].events[4:6]:
        page.locator(f"#keypad [data-kind='{event.kind}']").click()
    settled(page, 6)
    assert notation(page).events == RECORDS[0].events[:6]


def test_offered_buttons_have_keys(site, open_page):
    page = open_page(f"{site}/record")
    record = written(page, moves(RECORDS[0], 12))
    assert record.events[12].action == 3
    page.keyboard.press("g")
    settled(page, 13)
    assert notation(page).events[12] == record.events[12]


def test_an_illegal_move_is_found_and_stands(site, open_page, shoot):
    page = open_page(f"{site}/record", "phone")
    written(page, moves(RECORDS[0], 1))
    page.locator("#pad-seats button").nth(0).click()  # not 丙, whose turn it is
    page.locator("#pad-actions button").nth(1).click()
    page.locator("#keypad [data-kind='4']").click()
    settled(page, 2)
    flag = page.locator("#now .flag")
    expect(flag).to_contain_text("亂序")
    expect(flag).to_contain_text("R5")
    expect(page.locator("#live")).to_contain_text("亂序")
    expect(page.locator("#log li[data-step='2']")).to_contain_text("⚑ 亂序")
    expect(page.locator("#faults > .finding")).to_have_count(1)
    expect(page.locator("#faults > .finding")).to_contain_text("下家")
    shoot(page, "recorder-illegal-phone")
    page.locator("#undo").click()
    settled(page, 1)
    expect(page.locator("#faults > .finding")).to_have_count(0)
    expect(page.locator("#live")).to_contain_text("已復原")
    page.locator("#redo").click()
    settled(page, 2)
    expect(page.locator("#faults > .finding")).to_have_count(1)


def test_an_early_event_is_changed_and_the_later_ones_judged_anew(site, open_page, shoot):
    page = open_page(f"{site}/record")
    record = written(page, moves(RECORDS[0], 20))
    expect(page.locator("#faults > article")).to_have_count(0)
    page.locator("#log li[data-step='4'] .row").click()
    settled(page, 20, 4)
    expect(page.locator("#mode")).to_contain_text("第 4 手")
    page.locator("[data-tool=edit]").click()
    expect(page.locator("#mode")).to_contain_text("改第 4 手")
    shoot(page, "recorder-edit-desktop")
    wrong = next(
        kind
        for kind in sorted(set(record.hands[2]))
        if kind != record.events[3].kind and kind == record.events[13].kind
    )
    page.locator(f"#keypad [data-kind='{wrong}']").click()
    settled(page, 20)
    made = notation(page)
    assert made.events[3] == Event(DISCARD, 2, wrong)
    expected = [f for f in audit(made, RULES).findings if f.certainty != "undecidable"]
    assert expected
    expect(page.locator("#faults > article")).to_have_count(len(expected))
    assert max(f.event for f in expected) > 3
    page.keyboard.press("Control+z")
    settled(page, 20, 4)
    expect(page.locator("#faults > article")).to_have_count(0)
    assert notation(page).events == record.events[:20]


def test_events_are_inserted_deleted_and_remarked(site, open_page):
    page = open_page(f"{site}/record")
    text = moves(RECORDS[0], 10).split()
    written(page, " ".join(text[:5] + text[6:]))
    expect(page.locator("#faults > article").first).to_be_visible()
    page.locator("#log li[data-step='5'] .row").click()
    settled(page, 9, 5)
    page.locator(f"#keypad [data-kind='{RECORDS[0].events[5].kind}']").click()
    settled(page, 10, 6)
    expect(page.locator("#faults > article")).to_have_count(0)
    page.keyboard.press("Delete")
    settled(page, 9, 5)
    expect(page.locator("#faults > article").first).to_be_visible()
    page.keyboard.press("Backspace")
    settled(page, 10, 6)
    page.keyboard.press("\\")
    page.keyboard.type("慢了 {a|b}")
    page.keyboard.press("Enter")
    settled(page, 10, 6)
    expect(page.locator("#log li[data-step='6'] .remark")).to_have_text("慢了 {a|b}")
    assert notation(page).events[5].remark == "慢了 {a|b}"
    page.keyboard.press("End")
    settled(page, 10)
    page.keyboard.press("Home")
    settled(page, 10, 0)
    page.keyboard.press("ArrowRight")
    settled(page, 10, 1)
    page.keyboard.press("Escape")
    settled(page, 10)


def test_a_reload_restores_everything_even_what_can_be_undone(site, open_page):
    page = open_page(f"{site}/record", "phone")
    record = written(page, moves(RECORDS[0], 7))
    page.reload()
    settled(page, 7)
    assert notation(page).events == record.events[:7]
    page.locator("#undo").click()
    settled(page, 6)
    page.locator("#undo").click()
    settled(page, 5)
    page.reload()
    settled(page, 5)
    page.locator("#redo").click()
    settled(page, 6)
    assert notation(page).events == record.events[:6]


def test_without_the_server_writing_goes_on_and_nothing_is_lost(site, open_page):
    page = open_page(f"{site}/record", allow=("ERR_FAILED", "/record/"))
    record = written(page, moves(RECORDS[0], 2))
    page.route("**/record/**", lambda route: route.abort())
    for count, event in enumerate(record.events[2:6], start=3):
        press(page, event)
        expect(page.locator("#log > li")).to_have_count(count + 1)
    expect(page.locator("#play [data-save]")).to_contain_text("未連上伺服器")
    expect(page.locator("#away")).to_be_visible()
    page.unroute("**/record/**")
    page.reload()  # the server is back; the browser died before it could send
    expect(page.locator("#notice")).to_contain_text("6 手")
    settled(page, 6)
    assert notation(page).events == record.events[:6]
    other = page.context.new_page()
    other.goto(page.url)
    settled(other, 6)


def test_it_sends_what_it_kept_when_the_server_is_back(site, open_page):
    page = open_page(f"{site}/record", allow=("ERR_FAILED", "/record/"))
    written(page, moves(RECORDS[0], 2))
    page.route("**/record/**", lambda route: route.abort())
    press(page, RECORDS[0].events[2])
    expect(page.locator("#play [data-save]")).to_have_class(re.compile("unsaved"))
    page.unroute("**/record/**")
    expect(page.locator("#play [data-save]")).to_have_class(re.compile(" saved"), timeout=10_000)


def test_two_windows_lose_nothing(site, open_page):
    page = open_page(f"{site}/record")
    record = written(page, moves(RECORDS[0], 3))
    other = page.context.new_page()
    other.goto(page.url)
    settled(other, 3)
    press(other, record.events[3])
    settled(other, 4)
    expect(page.locator("#notice")).to_contain_text("另一個視窗")
    page.keyboard.press("Backspace")
    settled(page, 2)
    expect(page.locator("#notice")).to_contain_text("另存為一份草稿")
    page.locator("#notice button").first.click()
    settled(page, 4)
    assert notation(page).events == record.events[:4]


def test_own_hand_only(site, open_page, shoot):
    record = RECORDS[0]
    page = open_page(f"{site}/record", "phone")
    begin(page, record, known="2")
    expect(page.locator(".deal-row")).to_have_count(1)
    page.fill("#deal-typed", print_cards(record.hands[2], ascii=True))
    expect(page.locator(".row-count")).to_have_text("19 / 19")
    page.click("#deal-go")
    for count, event in enumerate(record.events[:14]):
        tap(page, event)
        settled(page, count + 1)
        page.wait_for_timeout(360)
    expect(page.locator("#offers .offer").first).to_be_visible()
    shoot(page, "recorder-own-phone")
    made = notation(page)
    assert made.hands[2] == record.hands[2]
    assert made.hands[0] == (UNKNOWN,) * 19
    assert made.events == record.events[:14]
    assert [f for f in audit(made, RULES).findings if f.certainty != "undecidable"] == []


def test_nothing_known_at_a_table_of_four(site, open_page):
    page = open_page(f"{site}/record?lang=en", "phone")
    page.locator("input[name=seats][value='4']").check(force=True)
    for seat, name in enumerate(("Wang", "Li", "<b>Idle</b>", "Zhao")):
        page.fill(f"[name=name{seat}]", name)
    begin(page, parse_record(print_record(RECORDS[0]).replace("莊:乙", "莊:甲")), known="-1")
    expect(page.locator("#table .seat.idle")).to_contain_text("<b>Idle</b>")
    page.locator("[data-do=other]").click()
    assert page.locator("#pad-seats button").all_inner_texts() == ["A", "B", "D"]
    page.locator("#keypad [data-kind='4']").click()
    settled(page, 1)
    type_events(page, "s3", 2)
    type_events(page, "c:s3s4s5 s10", 4)
    made = notation(page)
    assert made.names == ("Wang", "Li", "<b>Idle</b>", "Zhao")
    assert made.hands[2] == ()
    assert [e.seat for e in made.events][:2] == [0, 1]


def test_what_cannot_be_read_stays_in_the_field(site, open_page):
    page = open_page(f"{site}/record")
    written(page, moves(RECORDS[0], 1))
    page.fill("#typed", "丙揭壹 廢話 丙出壹")
    page.press("#typed", "Enter")
    settled(page, 2)
    expect(page.locator("#typed-wrong")).to_contain_text("廢話")
    expect(page.locator("#typed")).to_have_value("廢話 丙出壹")


def test_the_clock_notes_times(site, open_page):
    page = open_page(f"{site}/record")
    page.locator("input[name=clock]").check()
    begin(page, RECORDS[0], known="-1")
    page.locator("#keypad [data-kind='4']").click()
    settled(page, 1)
    page.wait_for_timeout(250)
    page.locator("#keypad [data-kind='5']").click()
    settled(page, 2)
    first, second = notation(page).events
    assert first.time == 0
    assert 200 < second.time < 5000
    expect(page.locator("#log .time").first).to_have_text("0:00")


def test_the_deal_is_mended_by_taps(site, open_page):
    page = open_page(f"{site}/record", "phone")
    begin(page, RECORDS[0])
    page.fill("#deal-typed", "一一一一二")
    page.locator("#deal-typed").blur()
    page.locator("#deal [data-kind='0']").click()
    expect(page.locator("#live")).to_contain_text("四張 一 都已用掉")
    expect(page.locator(".row-count").first).to_have_text("6 / 19")
    page.locator(".take-out").first.click()
    expect(page.locator(".row-count").first).to_have_text("5 / 19")
    page.fill("#deal-typed", "一二丑")
    expect(page.locator("#deal-wrong")).to_contain_text("不是牌")
    page.fill("#deal-typed", "一二?s3b4")
    expect(page.locator("#deal-wrong")).to_be_hidden()
    expect(page.locator(".row-count").first).to_have_text("4 / 19")
    page.get_by_role("button", name="多一張").click()
    expect(page.locator("#deal-size-wrong")).to_contain_text("應是 19 張")
    page.click("#deal-go")
    expect(page.locator("#faults > article").first).to_contain_text("多起")
    page.keyboard.press("Control+z")  # back to the deal, then the card too many
    expect(page.locator("#deal")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator("#deal-size")).to_have_text("19 張")


def test_a_stored_hand_is_corrected_beside_the_original(empty_site, open_page, shoot):
    page = open_page(empty_site)
    page.set_input_files("#files", CLEAN)
    page.get_by_role("button", name="匯入").click()
    page.goto(f"{empty_site}/hand/2")
    page.get_by_role("link", name="更正這一局").click()
    count = len(RECORDS[1].events)
    expect(page.locator("#log > li")).to_have_count(count + 1)
    expect(page.locator("#correcting")).to_contain_text("原來的那一局不動")
    page.locator("#finish").click()
    page.locator("#finish-go").click()
    expect(page.locator("#finish-told")).to_contain_text("沒有另存一份")
    page.locator("#finish-box [data-do=close]").click()
    page.keyboard.press("End")
    page.keyboard.press("Delete")
    settled(page, count - 1)
    shoot(page, "recorder-correct-desktop")
    page.reload()
    settled(page, count - 1)
    page.locator("#finish").click()
    page.locator("#finish-go").click()
    expect(page).to_have_url(re.compile(r"/hand/5(\?|$)"))
    page.get_by_role("link", name="更正自第 2 局").click()
    expect(page).to_have_url(re.compile(r"/hand/2(\?|$)"))
    expect(page.locator("#at")).to_have_text(f"0 / {count}")
    page.get_by_role("link", name="更正後：第 5 局").click()
    expect(page.locator("#at")).to_have_text(f"0 / {count - 1}")


def test_what_the_table_counted_is_held_against_the_referee(empty_site, open_page):
    record = RECORDS[0]
    page = open_page(f"{empty_site}/record")
    written(page, moves(record, len(record.events)))
    page.locator("#finish").click()
    page.fill("[name=xi]", "12")
    page.fill("[name=mingtang]", "摸胡")
    page.locator("#finish-go").click()
    expect(page).to_have_url(re.compile(r"/hand/1(\?|$)"))
    expect(page.locator(".finding-list")).to_contain_text("算錯息")


def test_a_draft_is_taken_up_and_thrown_away_from_the_list(empty_site, open_page):
    page = open_page(f"{empty_site}/record")
    written(page, moves(RECORDS[0], 3))
    page.goto(f"{empty_site}/record")
    page.locator(".draft").click()
    settled(page, 3)
    page.goto(f"{empty_site}/record")
    page.get_by_role("button", name="丟棄").click()
    page.get_by_role("button", name="真的丟棄").click()
    expect(page.locator("#no-drafts")).to_be_visible()
    page.reload()
    expect(page.locator("#no-drafts")).to_be_visible()


def test_keys_can_be_switched_off(site, open_page, shoot):
    page = open_page(f"{site}/record")
    written(page, moves(RECORDS[0], 1))
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    shoot(page, "recorder-keys-desktop")
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.wait_for_timeout(200)
    settled(page, 1)
    page.evaluate("() => localStorage.removeItem('wmq.keys')")


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_accessibility_and_nothing_sticks_out(site, open_page, size, scheme):
    language = "en" if size == "phone" else "zh-Hans"
    page = open_page(f"{site}/record?lang={language}", size, scheme)

    def check(name: str) -> None:
        found = Axe().run(page).response["violations"]
        serious = [
            (v["id"], [n["html"] for n in v["nodes"]][:3]) for v in found if v["impact"] in ("serious", "critical")
        ]
        assert serious == [], name
        wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, name

    check("start")
    begin(page, RECORDS[0])
    page.fill("#deal-typed", print_cards(RECORDS[0].hands[0]))
    check("deal")
    deal(page, RECORDS[0])
    type_events(page, moves(RECORDS[0], 12) + " 甲出九", 13)
    check("play")
    page.locator("#log li[data-step='5'] .row").click()
    settled(page, 13, 5)
    page.locator("[data-tool=edit]").click()
    check("edit")
    page.locator("#finish").click()
    check("finish")
    page.locator("#finish-box [data-do=close]").click()
    page.locator(".side [data-do=keys]").click()
    check("keys")


def test_targets_are_large_enough_for_a_thumb(site, open_page):
    page = open_page(f"{site}/record", "phone")
    written(page, moves(RECORDS[0], 12))
    sizes = page.locator("#dock button, #play .bar button, #log button").evaluate_all(
        "all => all.map(each => { const box = each.getBoundingClientRect(); return [each.textContent, box.width, box.height]; })"
    )
    assert len(sizes) > 40
    for text, width, height in sizes:
        assert width * height == 0 or (min(width, height) >= 34 and width * height >= 40 * 40), (text, width, height)
    rows = page.locator("#keypad .key").evaluate_all("keys => keys.map(key => key.getBoundingClientRect().bottom)")
    assert max(rows) <= 844  # within reach at the bottom of the screen


def test_an_event_is_written_and_judged_at_once(site, open_page):
    page = open_page(f"{site}/record")
    written(page, moves(RECORDS[0], 1))
    times = []
    for event in itertools.islice(RECORDS[0].events, 1, 10):
        count = page.locator("#log > li").count()
        took = page.evaluate(
            """async ([keys, count]) => {
              const start = performance.now();
              for (const [code, key] of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
              while (document.querySelectorAll("#log > li").length <= count || !document.querySelector("#hint").textContent) await new Promise(requestAnimationFrame);
              return performance.now() - start;
            }""",
            [[[code_of(k), k] for k in keys_of(event)], count],
        )
        times.append(took)
        settled(page, count)
    assert sorted(times)[len(times) // 2] < 250, times


def keys_of(event: Event) -> str:
    kinds = [event.kind] if event.action in (DISCARD, REVEAL) else list(event.cards)
    return "asdf"[event.seat] + ACTION_KEYS[ACTIONS[event.action]] + "".join(key_of(kind) for kind in kinds)


def code_of(key: str) -> str:
    named = {",": "Comma", ".": "Period", "[": "BracketLeft", "]": "BracketRight", "-": "Minus"}
    return named.get(key) or (f"Digit{key}" if key.isdigit() else f"Key{key.upper()}")


def test_markup_in_what_is_written_stays_text(site, open_page):
    page = open_page(f"{site}/record?hand=9")
    expect(page.locator("#table")).to_contain_text("<script>alert(1)</script>")
    page.keyboard.press("End")
    page.keyboard.press("\\")
    page.keyboard.type("<img src=x onerror=alert(3)>")
    page.keyboard.press("Enter")
    expect(page.locator("#log .remark")).to_have_text("<img src=x onerror=alert(3)>")
    assert page.locator("#recorder img, #recorder script:not([type])").count() == 0
    assert json.loads(page.locator("#data").text_content() or "")["correct"]["id"] == 9


def test_small_changes_that_would_make_it_legal_are_proposed_and_taken_only_by_hand(site, open_page):
    page = open_page(f"{site}/record")
    text = moves(RECORDS[0], 12).split()
    written(page, " ".join([*text[:5], "乙揭四", *text[6:]]))
    faulty = notation(page)
    count = page.locator("#faults > article").count()
    assert count
    page.locator("#ask-repairs").click()
    expect(page.locator("#repairs .repair").first).to_contain_text(re.compile(r"第 \d+ 手"))
    assert notation(page) == faulty
    page.locator("#repairs .repair button").first.click()
    expect(page.locator("#ask-repairs")).to_be_hidden()
    expect(page.locator("#faults > article")).to_have_count(0)
    assert notation(page) != faulty
    page.keyboard.press("Backspace")
    settled(page, 12)
    expect(page.locator("#faults > article")).to_have_count(count)
    assert notation(page) == faulty


def test_the_next_hand_is_at_the_same_table_with_its_dealer(empty_site, open_page):
    page = open_page(f"{empty_site}/record")
    page.locator("input[name=seats][value='4']").check(force=True)
    for seat, name in enumerate("王李張趙"):
        page.fill(f"[name=name{seat}]", name)
    page.locator("input[name=dealer][value='1']").check(force=True)
    page.select_option("[name=ruleset]", "xiaozhuo")
    page.locator("input[name=own][value='-1']").check(force=True)
    page.locator("#table-form .go button").click()
    type_events(page, "乙出五", 1)
    page.locator("#finish").click()
    expect(page.locator("#finish-sum")).to_contain_text("還沒有完")
    page.locator("#finish-go").click()
    expect(page.locator("#chart .main-svg").first).to_be_visible()
    page.goto(f"{empty_site}/record")
    expect(page.locator("[name=name3]")).to_have_value("趙")
    expect(page.locator("[name=ruleset]")).to_have_value("xiaozhuo")
    expect(page.locator("input[name=seats][value='4']")).to_be_checked()
    expect(page.locator("input[name=dealer][value='2']")).to_be_checked()
    expect(page.locator("input[name=own][value='-1']")).to_be_checked()
