"""Every page at both sizes: nothing serious for accessibility, nothing sticks out, and a picture to look at."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

PAGES = {
    "library": "/",
    "library-nothing": "/?q=nobody",
    "imported": "/import/2",
    "hand": "/hand/1?event=28",
    "hand-won": "/hand/1?event=40",
    "hand-faulty": "/hand/5?event=20",
    "hand-four": "/hand/9?event=20",
    "hand-hidden": "/hand/10?event=30",
    "hand-all-rules": "/hand/1/all-rules",
    "rules": "/rules",
    "ruleset": "/rules/a-zhizun",
    "compare": "/rules/compare?a=dazhuo&b=xiaozhuo&c=a-quan",
    "evenings": "/evening",
    "evening": "/evening?upload=1&ruleset=b-s-quan",
    "evening-four": "/evening?hands=9",
    "evening-wrong": "/evening?hands=x",
    "examples": "/examples",
    "position": "/score",
    "position-won": "/score?laid=碰壹 偎柒 偎拾&hand=五五五六六六七七七捌&won=捌&rules=a-zhizun",
    "position-all": "/score?laid=碰壹 偎柒 偎拾&hand=五五五六六六七七七捌&won=捌&rules=all",
    "position-wrong": "/score?laid=碰壹 碰&hand=五五&won=捌",
    "missing": "/nothing",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", PAGES)
def test_page(site, open_page, shoot, name, size, scheme):
    language = {"desktop": "zh-Hant", "phone": "en"}[size]
    address = PAGES[name]
    page = open_page(
        f"{site}{address}{'&' if '?' in address else '?'}lang={language}", size, scheme, allow=("404", "400")
    )
    if name.startswith("hand") or name in ("evening", "evening-four"):
        expect(page.locator("#chart .main-svg").first).to_be_visible()
    shoot(page, f"{name}-{size}-{scheme}")
    found = Axe().run(page).response["violations"]
    serious = [(v["id"], [n["html"] for n in v["nodes"]][:3]) for v in found if v["impact"] in ("serious", "critical")]
    assert serious == []
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_files_can_be_dropped(site, open_page):
    page = open_page(site)
    page.evaluate(
        """() => {
          const files = new DataTransfer();
          files.items.add(new File(["nonsense"], "dropped.txt"));
          const drop = document.getElementById("drop");
          drop.dispatchEvent(new DragEvent("dragover", { dataTransfer: files, bubbles: true, cancelable: true }));
          drop.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator("#drop-chosen")).to_contain_text("dropped.txt")
    page.get_by_role("button", name="匯入").click()
    expect(page.locator(".counts .rejected dd")).to_have_text("1")
    expect(page.locator(".report")).to_contain_text("認不出的格式")


def test_the_library_narrows(site, open_page):
    page = open_page(site)
    page.get_by_label("玩家或檔名").fill("王二")
    page.get_by_role("button", name="搜尋").click()
    expect(page.locator(".list tbody tr")).to_have_count(1)
    page.get_by_role("link", name="清除條件").click()
    expect(page.locator(".list tbody tr")).to_have_count(10)


def test_a_file_of_a_hundred_megabytes_gets_a_page_not_a_broken_line(site, open_page, tmp_path):
    big = tmp_path / "big.json"
    with big.open("wb") as file:
        file.truncate(100 * 2**20)
    page = open_page(site, allow=("413",))
    page.set_input_files("#files", big)
    page.get_by_role("button", name="匯入").click()
    expect(page.locator("h1")).to_have_text("檔案太大", timeout=20_000)
    expect(page.locator("main")).to_contain_text("32 MB")
