"""The page of repairs: both readings, the record beside each repair, nothing changed."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from replay.record import print_record
from tests.oracle.play import game
from tests.web.pages import plain


def a_slip() -> str:
    """Return a legal hand with a 揭 left out."""
    from random import Random

    record = game(Random(3))
    text = print_record(record)
    words = text.split()
    at = next(i for i, word in enumerate(words) if word[1:2] == "揭" and words[i + 1][1:2] == "揭")
    return " ".join(words[:at] + words[at + 1 :])


@pytest.fixture
def broken(send, client: FlaskClient) -> FlaskClient:  # type: ignore[no-untyped-def]
    send((a_slip().encode(), "slip.txt"))
    return client


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
def test_record_and_repair_stand_side_by_side_and_the_finding_stays(broken: FlaskClient, lang: str) -> None:
    hand = broken.get(f"/hand/1?lang={lang}").get_data(as_text=True)
    assert "/hand/1/repairs" in hand
    page = broken.get(f"/hand/1/repairs?lang={lang}")
    text = page.get_data(as_text=True)
    assert page.status_code == 200
    assert 'class="differs"' in text
    assert "/record?hand=1" in text
    assert "R" in plain(text)


def test_a_legal_hand_has_no_link_to_repairs_and_a_page_that_says_so(send, client: FlaskClient) -> None:  # type: ignore[no-untyped-def]
    from random import Random

    send((print_record(game(Random(3))).encode(), "legal.txt"))
    assert "/hand/1/repairs" not in client.get("/hand/1").get_data(as_text=True)
    assert client.get("/hand/1/repairs").status_code == 200
    assert client.get("/hand/9/repairs").status_code == 404


def test_what_unknown_cards_cost_is_listed(send, client: FlaskClient) -> None:  # type: ignore[no-untyped-def]
    from random import Random

    record = game(Random(3))
    text = print_record(record).split()
    text = [("起乙:?*" + str(len(record.hands[1]))) if word.startswith("起乙:") else word for word in text]
    text = [("起丙:?*" + str(len(record.hands[2]))) if word.startswith("起丙:") else word for word in text]
    send((" ".join(text).encode(), "hidden.txt"))
    page = plain(client.get("/hand/1?lang=en").get_data(as_text=True))
    assert "What unknown cards leave open" in page
