import re

import pytest


def listed(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<th scope="row"><a href="/hand/(\d+)', page)]


def test_an_empty_library_says_what_to_do(client):
    page = client.get("/")
    assert page.status_code == 200
    assert "還沒有牌局" in page.text
    assert 'type="file"' in page.text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", list(range(10, 0, -1))),
        ("q=clean", [4, 3, 2, 1]),
        ("q=clean&findings=some", []),
        ("findings=some", [8, 7, 6, 5]),
        ("upload=2", [8, 7, 6, 5]),
        ("ruleset=jiben", []),
        ("outcome=nonsense", list(range(10, 0, -1))),
        ("ruleset=../../etc/passwd&page=x&upload=x&findings=x", list(range(10, 0, -1))),
        ("page=-1", list(range(10, 0, -1))),
        ("page=9999999999999999999999", list(range(10, 0, -1))),
    ],
)
def test_the_address_says_what_is_listed(full, query, found):
    page = full.get(f"/?{query}")
    assert page.status_code == 200
    assert listed(page.text) == found


def test_what_was_asked_stays_in_the_form_and_in_the_links(full, monkeypatch):
    monkeypatch.setattr("replay.store.query.PAGE_SIZE", 3)
    import replay.store.query as query

    monkeypatch.setattr(query.find_hands, "__defaults__", (3,))
    page = full.get("/?q=jsonl&lang=en&page=2").text
    assert listed(page) == [5, 4, 3]
    assert 'value="jsonl"' in page
    assert "page=1" in page
    assert "page=3" in page
    assert re.search(r'href="/\?[^"]*q=jsonl[^"]*lang=zh-Hans|href="/\?[^"]*lang=zh-Hans[^"]*q=jsonl', page)
    assert "Page 2 of 3" in page


def test_names_with_markup_are_text(full):
    page = full.get("/").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert full.get("/?q=<script>alert(1)</script>").text.count("<script>alert") == 0
