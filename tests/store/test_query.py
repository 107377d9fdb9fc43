import pytest
from sqlmodel import Session

import importers
from replay import store
from replay.store import Query
from tests.web.samples import CLEAN, FAULTS, OWN


@pytest.fixture
def session(engine):
    for path in (CLEAN, FAULTS, OWN):
        store.import_file(engine, path.name, importers.read(path.read_bytes(), path.name))
    with Session(engine) as session:
        yield session


def ids(session: Session, **query: object) -> list[int]:
    return [hand.id for hand in store.find_hands(session, Query(**query)).hands]  # type: ignore[arg-type, misc]


def test_newest_come_first(session):
    assert ids(session) == list(range(10, 0, -1))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"text": "CLEAN"}, [4, 3, 2, 1]),
        ({"text": "王二"}, [9]),
        ({"text": "王二 own"}, [9]),
        ({"text": "王二 clean"}, []),
        ({"text": "<script>"}, [9]),
        ({"text": "%"}, []),
        ({"text": "_"}, []),
        ({"text": "' OR 1=1 --"}, []),
        ({"text": "a\0b"}, []),
        ({"findings": "some"}, [8, 7, 6, 5]),
        ({"findings": "none", "upload": 1}, [4, 3, 2, 1]),
        ({"upload": 3}, [10, 9]),
        ({"ruleset": "dazhuo", "upload": 3}, [10, 9]),
        ({"ruleset": "jiben"}, []),
    ],
)
def test_each_condition_narrows(session, query, found):
    assert ids(session, **query) == found


def test_a_code_finds_its_hands_and_no_longer_word_does(session):
    found = store.find_hands(session, Query(findings="forgot_wei")).hands
    assert found
    assert all("forgot_wei" in hand.codes for hand in found)
    assert ids(session, findings="forgot") == []


def test_outcomes_part_the_library(session):
    parts = [ids(session, outcome=outcome) for outcome in ("hu", "exhausted", "incomplete")]
    assert sorted([*parts[0], *parts[1], *parts[2]]) == list(range(1, 11))
    assert parts[0]
    assert parts[1]


def test_pages(session):
    pages = [store.find_hands(session, Query(page=number), size=4) for number in (1, 2, 3)]
    assert [[hand.id for hand in page.hands] for page in pages] == [[10, 9, 8, 7], [6, 5, 4, 3], [2, 1]]
    assert {(page.count, page.pages) for page in pages} == {(10, 3)}
    assert store.find_hands(session, Query(page=99), size=4).number == 3
    assert store.find_hands(session, Query(page=-3), size=4).number == 1


def test_neighbours_stay_within_the_file(session):
    first, middle, last = (store.get_hand(session, number) for number in (5, 6, 8))
    assert store.neighbours(session, first) == (None, 6)
    assert store.neighbours(session, middle) == (5, 7)
    assert store.neighbours(session, last) == (7, None)
    assert store.get_hand(session, 11) is None
