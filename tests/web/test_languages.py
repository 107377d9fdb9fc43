import re
from pathlib import Path
from string import Formatter

import pytest

from replay.engine.codes import CODES
from replay.engine.table import PHASES
from replay.errors import INPUT_CODES
from replay.record import ACTIONS
from replay.rulesets import CATALOGUE, Money, Switches
from replay.scoring.because import EVIDENCE
from replay.scoring.examples import EXAMPLES, WAYS
from replay.scoring.nearmiss import COUNTED
from replay.web.board import SCRIPT_WORDS
from replay.web.languages import PAGES, language_of, page_words, words

TEMPLATES = Path(__file__).parents[2] / "templates"


def places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


TABLES = sorted(path.stem for path in (Path(__file__).parents[2] / "replay" / "web" / "texts").glob("*.json"))


@pytest.mark.parametrize("table", TABLES)
def test_every_word_stands_in_all_three_languages(table):
    for key, texts in words(table).items():
        assert len(texts) == 3, key
        assert all(texts), key
        assert len({frozenset(places(text)) for text in texts}) == 1, key


def test_simplified_texts_hold_no_traditional_characters():
    traditional = set("牌局庫讀寫開關檔規則違結個來過還這裡張莊對團圓轉彎紅數當後時無與為說總")
    simple = traditional & set("牌局来")
    for table in TABLES:
        for key, (_, hans, _) in words(table).items():
            assert not (set(hans) & (traditional - simple - set("牌局"))), key


def test_english_texts_are_english():
    texts = [*page_words().items(), *words("mingtang").items(), *words("switches").items(), *words("sources").items()]
    for key, (_, _, en) in texts:
        assert not re.search(r"[\u3400-\u9fff]", en), key


def test_every_word_a_page_or_script_asks_for_exists():
    known = page_words()
    for path in TEMPLATES.glob("*.html"):
        for key in re.findall(r'\bt\(["\']([\w.]+)["\']\s*[,)]', path.read_text()):
            assert key in known, (path.name, key)
    for path in (TEMPLATES / "static").glob("*.js"):
        for key in re.findall(r'words\["([\w.]+)"\]|\? "([a-z]+\.[\w.]+)"', path.read_text()):
            asked = key[0] or key[1]
            assert asked in known, (path.name, asked)
            if not path.name.startswith("record"):  # whose page carries words of its own
                assert asked.startswith(SCRIPT_WORDS), asked


def test_every_action_phase_code_and_rule_has_its_words():
    known, rules = page_words(), words("rules")
    assert all(f"act.{action}" in known for action in ACTIONS)
    assert all(f"due.{phase}" in known for phase in PHASES)
    assert all(f"input.{code}" in known for code in INPUT_CODES)
    for code in CODES.values():
        for rule in re.findall(r"R\d+|§[\d.]+", code.rule):
            assert rule.lstrip("§") in rules, rule


def test_no_word_stands_in_two_tables():
    assert sum(len(words(name)) for name in PAGES) == len(page_words())


def test_every_mingtang_switch_example_and_reason_has_its_words():
    known = page_words()
    assert set(words("mingtang")) == set(CATALOGUE)
    settings = {*Switches.__struct_fields__, *Money.__struct_fields__}
    assert settings <= set(words("switches"))
    assert {f"unit.{name.per}" for name in CATALOGUE.values() if name.per} <= set(known)
    assert {f"missed.{what}" for what in COUNTED} <= set(known)
    assert {f"because.{what}" for what in EVIDENCE} <= set(known)
    assert {f"{part}.{example.id}" for example in EXAMPLES for part in ("example", "why")} <= set(known)
    assert {f"way.{way}" for way in WAYS} <= set(known)


def test_every_value_of_a_switch_has_its_words():
    from typing import get_args, get_type_hints

    for key, kind in get_type_hints(Switches).items():
        for value in get_args(kind):
            assert f"{key}.{value}" in words("switches")


@pytest.mark.parametrize(
    ("tag", "ours"),
    [("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant-CN", "zh-Hant"), ("zh_Hans_TW", "zh-Hans"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("EN-us", "en")],
)  # fmt: skip
def test_language_tags(tag, ours):
    found = language_of(tag)
    assert found
    assert found.tag == ours


@pytest.mark.parametrize("tag", ["", None, "fr", "<script>", "z" * 10_000])
def test_no_language_of_ours(tag):
    assert language_of(tag) is None


def test_traditional_is_the_default_and_the_address_goes_before_the_cookie(client):
    assert '<html lang="zh-Hant">' in client.get("/", headers={"Accept-Language": "fr"}).text
    assert '<html lang="en">' in client.get("/?lang=en").text
    assert '<html lang="en">' in client.get("/").text  # remembered
    assert '<html lang="zh-Hans">' in client.get("/?lang=zh-CN").text
    assert '<html lang="zh-Hans">' in client.get("/?lang=nonsense").text


@pytest.mark.parametrize(
    ("language", "text"), [("zh-Hant", "沒有這一頁"), ("zh-Hans", "没有这一页"), ("en", "No such page")]
)
def test_error_pages_speak_the_language(client, language, text):
    assert text in client.get(f"/nothing?lang={language}").text


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/hand/1",
        "/hand/5",
        "/import/2",
        "/rules",
        "/hand/1/all-rules",
        "/evening?upload=1",
        "/rules/compare?a=dazhuo&b=c-quan",
    ],
)
def test_english_pages_hold_no_chinese_but_names_and_cards(full, path):
    page = full.get(f"{path}{'&' if '?' in path else '?'}lang=en").text
    page = re.sub(r"<script.*?</script>|<nav.*?</nav>|<span class=\"brand-mark.*?</a>", "", page, flags=re.DOTALL)
    page = re.sub(
        r'<p class="notation">.*?</p>|<span class="what">.*?</span>|<li[^>]*>\s*<span class="column">.*?</span>\s*<span class="points">',
        "",
        page,
        flags=re.DOTALL,
    )
    page = re.sub(r'<span class="hand-groups">.*?</span></span>|<b class="evidence">.*?</b>', "", page, flags=re.DOTALL)
    page = re.sub(r"<option.*?</option>|王二|守醒人", "", page)  # names of findings keep the game's terms
    # Game terms stay as they are in rule texts and in the referee's sentences.
    page = re.sub(
        r'<section class="findings".*?</section>|<ul class="plain-list faults">.*?</ul>', "", page, flags=re.DOTALL
    )
    left = set(re.findall(r"[\u3400-\u9fff]+", page))
    assert left <= set("甲乙丙偎碰吃胡砍"), left
