"""The recorder's answers: judging, drafts, storing, correcting."""

import json
import re
import time
from pathlib import Path

import pytest

import importers
from replay.engine import audit, frame_at, message
from replay.record import ACTIONS, content_hash, parse_record, print_record
from replay.rulesets import load
from replay.web import create_app
from replay.web.languages import words
from replay.web.recorder_forms import BODY_LIMIT, RECORD, data_of, record_of
from replay.web.session import db
from tests.web.samples import CLEAN, FAULTS, OWN
from tests.web.test_security import STRICT

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "data" / "records"
RULES = load("dazhuo")
RECORDS = [
    entry.record
    for path in (CLEAN, FAULTS, OWN, *sorted(FOLDER.iterdir()))
    for entry in importers.read(path.read_bytes(), path.name)
    if entry.record
]
KEY = "abcdefgh12345678"


def data(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def judge(client, record, **more):
    reply = client.post("/record/judge", json={"record": data_of(record), **more})
    assert reply.status_code == 200, reply.json
    return reply.json


def draft(record, base=0, writer="tab1", **more):
    return {"record": data_of(record), "base": base, "writer": writer, **more}


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_survives_the_recorders_json(record):
    assert record_of(RECORD.load(json.loads(json.dumps(data_of(record))))) == record


@pytest.mark.parametrize("record", RECORDS)
def test_the_answer_is_the_referees(client, record):
    rules = load(record.ruleset) if record.ruleset else RULES
    found = judge(client, record)
    replay = audit(record, rules)
    assert [(f["code"], f["seat"], f["step"], f["certainty"]) for f in found["faults"]] == [
        (f.code, f.seat, 0 if f.event is None else f.event + 1, f.certainty) for f in replay.findings
    ]
    assert all(f["text"] and f["name"] and f["rules"] for f in found["faults"])
    assert parse_record(found["notation"]) == record
    assert len(found["events"]) == found["steps"] == found["step"] == len(record.events)
    assert (found["winner"], found["outcome"]) == (replay.winner, replay.outcome)
    assert (found["result"] or {}).get("total") == (replay.score.total if replay.score else None)


@pytest.mark.parametrize("record", RECORDS[:4])
def test_every_step_shows_its_table_and_offers_what_came(client, record):
    for at in range(len(record.events) + 1):
        found = judge(client, record, at=at)
        frame = frame_at(record, RULES, at)
        assert found["step"] == at
        assert [tuple(hand) for hand in found["frame"]["h"]] == list(frame.hands)
        if at < len(record.events):
            event = record.events[at]
            offered = [(a, s, k, tuple(c)) for a, s, k, c, _, _ in found["legal"]]
            kind = -1 if event.action == 5 else event.kind
            assert (ACTIONS[event.action], event.seat, kind, event.cards) in offered
            assert all(sure for *_, sure, _ in found["legal"])
            assert found["next"] is not None


def test_unseen_cards_are_counted(client):
    record = parse_record("偎麻雀/1 莊:甲 起甲:一一二?*17 起乙:?*19 起丙:?*19 底:?*22 ｜ 甲出一 乙吃一二三 乙出十")
    unseen = judge(client, record)["unseen"]
    assert unseen[:4] == [2, 2, 3, 4]
    assert unseen[9] == 3
    assert unseen[10] == 4


def test_a_place_beyond_the_end_is_the_end(client):
    assert judge(client, RECORDS[0], at=900)["step"] == len(RECORDS[0].events)


def test_an_unknown_ruleset_is_judged_by_the_usual_one(client):
    record = parse_record(print_record(RECORDS[0]).replace("偎麻雀/1 ", "偎麻雀/1 規:nonesuch ", 1))
    found = judge(client, record)
    assert found["ruleset"] == "dazhuo"
    assert "規:nonesuch" in found["notation"]


def test_answers_come_fast(client):
    longest = max(RECORDS, key=lambda record: len(record.events))
    body = json.dumps({"record": data_of(longest)})
    times = []
    for _ in range(15):
        start = time.perf_counter()
        client.post("/record/judge", data=body, content_type="application/json")
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
def test_answers_speak_the_language(client, language):
    faulty = next(r for r in RECORDS if audit(r, RULES).findings)
    reply = client.post(f"/record/judge?lang={language}", json={"record": data_of(faulty)}).json
    finding = audit(faulty, RULES).findings[0]
    assert reply["faults"][0]["text"] == message(finding, {"zh-Hant": "hant", "zh-Hans": "hans", "en": "en"}[language])


BAD = {
    "no JSON": b"{",
    "no object": b"[]",
    "no record": b"{}",
    "deep": b"[" * 100_000,
    "not UTF-8": b'{"record": "\xff"}',
    "no hands": b'{"record": {}}',
    "two hands": b'{"record": {"hands": [[], []]}}',
    "five hands": b'{"record": {"hands": [[], [], [], [], []]}}',
    "no kind": b'{"record": {"hands": [[21], [], []]}}',
    "no number": b'{"record": {"hands": [["1"], [], []]}}',
    "half a number": b'{"record": {"hands": [[1.5], [], []]}}',
    "no action": b'{"record": {"hands": [[], [], []], "events": [{"a": "steal", "s": 0}]}}',
    "no card": b'{"record": {"hands": [[], [], []], "events": [{"a": "discard", "s": 0}]}}',
    "one companion": b'{"record": {"hands": [[], [], []], "events": [{"a": "chi", "s": 0, "k": 1, "c": [2]}]}}',
    "no seat": b'{"record": {"hands": [[], [], []], "events": [{"a": "discard", "k": 1}]}}',
    "a fourth seat": b'{"record": {"hands": [[], [], []], "events": [{"a": "discard", "s": 3, "k": 1}]}}',
    "a fourth dealer": b'{"record": {"hands": [[], [], []], "dealer": 3}}',
    "two names": b'{"record": {"hands": [[], [], []], "names": ["a", "b"]}}',
    "NUL in a name": b'{"record": {"hands": [[], [], []], "names": ["a\\u0000", "b", "c"]}}',
    "half a character": b'{"record": {"hands": [[], [], []], "events": [{"a": "hu", "s": 0, "r": "\\ud800"}]}}',
    "another key": b'{"record": {"hands": [[], [], []], "script": 1}}',
    "too many events": json.dumps(
        {"record": {"hands": [[], [], []], "events": [{"a": "pass", "s": 0}] * 1001}}
    ).encode(),
    "deep meta": b'{"record": {"hands": [[], [], []], "meta": {"a": ' + b"[" * 80 + b"]" * 80 + b"}}}",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_records_are_refused_with_the_place(client, name):
    reply = client.post("/record/judge", data=BAD[name], content_type="application/json")
    assert reply.status_code == 400
    assert reply.json["error"] == "refused"
    assert reply.json["problems"]
    assert all(len(problem) == 2 and problem[1] for problem in reply.json["problems"])


def test_every_problem_is_told_at_once(client):
    record = {"hands": [[1], [], [99]], "events": [{"a": "steal"}], "names": 5}
    problems = dict(client.post("/record/judge", json={"record": record}).json["problems"])
    assert set(problems) == {"record.hands.2.0", "record.events.0.a", "record.names"}


def test_the_event_that_cannot_be_written_is_named(client):
    events = [{"a": "discard", "s": 0, "k": 1}, {"a": "reveal", "s": 1}]
    reply = client.post("/record/judge", json={"record": {"hands": [[], [], []], "events": events}})
    assert reply.json["problems"][0][0] == "record.events.1"


@pytest.mark.parametrize("path", ["/record/judge", "/record/finish"])
def test_what_is_no_json_or_too_large_is_refused(client, path):
    reply = client.post(path, data=b"record=1")
    assert (reply.status_code, reply.json["error"]) == (415, "not_json")
    reply = client.post(path, data=b" " * (BODY_LIMIT + 1), content_type="application/json")
    assert (reply.status_code, reply.json["error"]) == (413, "too_large")
    reply = client.get(path)
    assert reply.status_code == 405
    assert "POST" in reply.headers["Allow"]


def test_without_its_token_nothing_is_taken(tmp_path):
    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}", "SECRET_KEY": "x"})
    client = app.test_client()
    body = {"record": data_of(RECORDS[0]), "writer": "tab1"}
    for method, path in (
        ("POST", "/record/judge"),
        ("PUT", f"/record/drafts/{KEY}"),
        ("DELETE", f"/record/drafts/{KEY}"),
        ("POST", "/record/finish"),
    ):
        reply = client.open(path, method=method, json=body)
        assert (reply.status_code, reply.json["error"]) == (400, "token")
    token = client.get("/record/token").json["token"]
    assert client.put(f"/record/drafts/{KEY}", json=body, headers={"X-CSRFToken": token}).status_code == 200
    assert client.put(f"/record/drafts/{KEY}", json=body, headers={"X-CSRFToken": token + "x"}).json["error"] == "token"
    with app.app_context():
        db.engine.dispose()


def test_a_crash_says_nothing_of_its_cause(tmp_path, monkeypatch):
    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}", "SECRET_KEY": "x", "WTF_CSRF_ENABLED": False})
    monkeypatch.setattr("replay.web.recorder_api.view", lambda *_: 1 / 0)
    reply = app.test_client().post("/record/judge", json={"record": data_of(RECORDS[0])})
    assert (reply.status_code, reply.json) == (500, {"error": "failed", "problems": []})
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("record", [r for r in RECORDS if not r.hidden])
def test_repairs_are_proposed_and_make_it_legal(client, record):
    found = client.post("/record/repairs", json={"record": data_of(record)}).json
    assert found["verdict"]
    for repair in found["repairs"]:
        made = record_of(RECORD.load(repair["record"]))
        rules = load(record.ruleset) if record.ruleset else RULES
        left = [f for f in audit(made, rules).findings if f.certainty != "undecidable"]
        assert len(left) == repair["remaining"]
        assert repair["changes"]
    assert record_of(RECORD.load(data_of(record))) == record


# ---- drafts


def test_a_draft_is_kept_listed_and_dropped(client):
    record = RECORDS[0]
    assert client.put(f"/record/drafts/{KEY}", json=draft(record, clock=True, begun=5)).json == {
        "version": 1,
        "copy": "",
    }
    kept = client.get(f"/record/drafts/{KEY}").json
    assert record_of(RECORD.load(kept["record"])) == record
    assert (kept["version"], kept["clock"], kept["begun"], kept["key"]) == (1, True, 5, KEY)
    (listed,) = client.get("/record/drafts").json
    assert (listed["key"], listed["events"], listed["title"]) == (KEY, len(record.events), " · ".join(record.names))
    assert data(client.get(f"/record?draft={KEY}").text)["draft"]["record"] == kept["record"]
    assert client.delete(f"/record/drafts/{KEY}").json == {"dropped": True}
    assert client.delete(f"/record/drafts/{KEY}").json == {"dropped": False}
    assert client.get(f"/record/drafts/{KEY}").status_code == 404
    assert data(client.get(f"/record?draft={KEY}").text)["draft"] is None


def test_a_draft_survives_the_server(tmp_path):
    config = {"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}", "SECRET_KEY": "x", "WTF_CSRF_ENABLED": False}
    for expected in (1, 2):
        app = create_app(config)
        assert (
            app.test_client().put(f"/record/drafts/{KEY}", json=draft(RECORDS[0], base=expected - 1)).json["version"]
            == expected
        )
        with app.app_context():
            db.engine.dispose()


def test_the_last_write_wins_and_nothing_is_lost(client):
    put = lambda record, base, writer: client.put(f"/record/drafts/{KEY}", json=draft(record, base, writer)).json  # noqa: E731
    one, two, three = RECORDS[:3]
    assert put(one, 0, "taba") == {"version": 1, "copy": ""}
    assert put(two, 1, "tabb") == {"version": 2, "copy": ""}  # it had seen the first version
    answer = put(three, 1, "taba")  # it had not seen the second
    assert answer["version"] == 3
    copy = client.get(f"/record/drafts/{answer['copy']}").json
    assert record_of(RECORD.load(copy["record"])) == two
    kept = client.get(f"/record/drafts/{KEY}").json
    assert record_of(RECORD.load(kept["record"])) == three
    again = put(one, 2, "tabb")
    assert record_of(RECORD.load(client.get(f"/record/drafts/{again['copy']}").json["record"])) == three
    assert len({answer["copy"], again["copy"], KEY}) == 3
    copies = [row for row in client.get("/record/drafts").json if row["copy"]]
    assert len(copies) == 2


def test_the_same_window_or_content_makes_no_copy(client):
    client.put(f"/record/drafts/{KEY}", json=draft(RECORDS[0], 0, "taba"))
    client.put(f"/record/drafts/{KEY}", json=draft(RECORDS[1], 0, "taba"))  # an answer was lost on the way
    client.put(f"/record/drafts/{KEY}", json=draft(RECORDS[1], 0, "tabb"))
    assert len(client.get("/record/drafts").json) == 1


@pytest.mark.parametrize("key", ["short", "UPPERCASE1", "a" * 41, "..%2f..%2fetc", "abc def gh"])
def test_keys_of_drafts_are_plain(client, key):
    assert client.put(f"/record/drafts/{key}", json=draft(RECORDS[0])).status_code == 404


def test_names_with_markup_stay_text(client):
    record = next(r for r in RECORDS if any("<script>" in name for name in r.names))
    client.put(f"/record/drafts/{KEY}", json=draft(record))
    page = client.get(f"/record?draft={KEY}").text
    assert "<script>alert" not in page
    assert data(page)["draft"]["record"]["names"] == list(record.names)


# ---- storing


def test_a_hand_is_stored_as_an_import_once(client):
    record = RECORDS[0]
    client.put(f"/record/drafts/{KEY}", json=draft(record))
    first = client.post("/record/finish", json={"record": data_of(record), "key": KEY}).json
    assert first["new"]
    assert client.get("/record/drafts").json == []
    again = client.post("/record/finish", json={"record": data_of(record), "key": KEY}).json
    assert (again["new"], again["hand"], again["url"]) == (False, first["hand"], first["url"])
    page = client.get(first["url"])
    assert page.status_code == 200
    assert print_record(record).split("｜")[1].strip()[:10] in page.text
    assert client.get(f"/hand/{first['hand'] + 1}").status_code == 404


def test_an_unfinished_and_a_hidden_hand_can_be_stored(client):
    for record in (
        parse_record("偎麻雀/1 莊:甲 起甲:?*20 起乙:?*19 起丙:?*19 底:?*22 ｜"),
        parse_record(
            "偎麻雀/1 莊:甲 起甲:?*20 起乙:?*19 起丙:?*19 底:?*22 ｜ 甲出一{慢}@1.5".replace("{慢}@1.5", "@1.500{慢}")
        ),
    ):
        answer = client.post("/record/finish", json={"record": data_of(record)}).json
        assert answer["new"]
        assert print_record(record) in client.get(answer["url"]).text


def test_a_correction_stands_beside_its_original(full):
    original = RECORDS[4]
    opened = data(full.get("/record?hand=5").text)["correct"]
    assert opened["id"] == 5
    record = record_of(RECORD.load(opened["record"]))
    assert content_hash(record) == content_hash(original)
    shorter = parse_record(print_record(record).replace(f" {print_record(record).split('｜')[1].split()[-1]} ", " ", 1))
    assert len(shorter.events) == len(record.events) - 1
    answer = full.post("/record/finish", json={"record": data_of(shorter), "origin": 5}).json
    assert answer["new"]
    corrected = answer["hand"]
    assert f'"corrects":"{content_hash(original)}"'.replace('"', "&#34;") in full.get(answer["url"]).text
    assert f'href="/hand/{corrected}"' in full.get("/hand/5").text
    assert 'href="/hand/5"' in full.get(f"/hand/{corrected}").text
    assert full.post("/record/finish", json={"record": data_of(shorter), "origin": 5}).json["hand"] == corrected
    kept = data(full.get("/record?hand=5").text)["correct"]["record"]
    assert kept == opened["record"]


def test_a_correction_that_changes_nothing_is_not_stored(full):
    opened = data(full.get("/record?hand=1").text)["correct"]
    answer = full.post("/record/finish", json={"record": opened["record"], "origin": 1}).json
    assert (answer["same"], answer["new"], answer["hand"]) == (True, False, 1)
    assert "/record?hand=1" in full.get("/hand/1").text


def test_an_unfinished_correction_is_offered_again(full):
    opened = data(full.get("/record?hand=3").text)["correct"]
    body = {"record": opened["record"], "writer": "tab1", "origin": 3, "started": True}
    assert full.put(f"/record/drafts/{KEY}", json=body).status_code == 200
    assert f"/record?draft={KEY}" in full.get("/record?hand=3").text
    page = full.get(f"/record?draft={KEY}").text
    assert 'href="/hand/3"' in page
    assert data(page)["draft"]["origin"] == 3


@pytest.mark.parametrize("address", ["/record?hand=999", "/record?hand=x", "/record?hand=", "/record?hand=99999999999"])
def test_a_hand_that_is_not_there_cannot_be_corrected(client, address):
    assert client.get(address).status_code == 404


def test_finishing_a_correction_of_nothing_is_refused(client):
    reply = client.post("/record/finish", json={"record": data_of(RECORDS[0]), "origin": 77})
    assert (reply.status_code, reply.json["error"]) == (404, "missing")


# ---- the page


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
def test_the_page_and_its_policy(client, language):
    reply = client.get(f"/record?lang={language}")
    assert reply.headers["Content-Security-Policy"] == STRICT
    assert "://" not in reply.text
    assert "style=" not in reply.text
    assert not re.search(r"<[^>]+\son\w+=", reply.text)
    assert f'<html lang="{language}">' in reply.text


def test_every_word_asked_for_is_there_and_none_is_idle():
    known = {key for key in words("recorder") if key.startswith("rec.")}
    texts = {path.name: path.read_text() for path in (ROOT / "templates").rglob("recorder*") if path.is_file()}
    code = "\n".join(texts.values()) + "\n".join(p.read_text() for p in (ROOT / "replay" / "web").glob("recorder*.py"))
    asked = set(re.findall(r"rec\.(\w+)", code)) | set(re.findall(r'\bsay\("(\w+)"', code))
    asked |= set(
        re.findall(r'say\([^"()]*\? "(\w+)" : "(\w+)"', code)
        and sum(re.findall(r'say\([^"()]*\? "(\w+)" : "(\w+)"', code), ())
    )
    missing = {key for key in asked if f"rec.{key}" not in known and key not in ("claimed_", "do_", "key_")}
    assert missing == set()
    prefixes = ("rec.do_", "rec.key_", "rec.claimed_")
    idle = {key for key in known if not key.startswith(prefixes) and f'"{key[4:]}"' not in code and key not in code}
    assert idle == set()
    assert {key[7:] for key in known if key.startswith("rec.do_")} == set(ACTIONS)


def test_simplified_words_are_simplified():
    traditional = set("庫讀寫開關檔規則違結個來過還這裡張莊對團圓轉彎紅數當後時無與為說總記譜違揭".replace("揭", ""))
    for key, (_, hans, en) in words("recorder").items():
        assert not set(hans) & traditional, key
        assert not re.search(r"[㐀-鿿]", en), key


def test_r27_who_deals_next(client):
    """The dealer after winning, else their 下家; where the winner deals, the winner; an open 胡 counts as declared."""
    for record in RECORDS[:4]:
        replay = audit(record, RULES)
        found = judge(client, record)
        winner = replay.winner if replay.score else None
        assert found["deals"] == (record.dealer if winner == record.dealer else (record.dealer + 1) % 3)
    deal = "起甲:?*20 起乙:?*19 起丙:?*19 底:?*22 ｜ 甲出五 乙揭三 丙胡"
    assert judge(client, parse_record(f"偎麻雀/1 莊:甲 {deal}"))["deals"] == 1
    assert judge(client, parse_record(f"偎麻雀/1 規:b-ax-quan 莊:甲 {deal}"))["deals"] == 2


def test_a_log_that_starts_in_the_middle_is_judged_from_there(client):
    record = parse_record(
        "偎麻雀/1 莊:甲 起甲:?*20 起乙:?*19 起丙:?*19 底:?*22 ｜ 乙出五 丙揭三 ｜ "
        '註:{"start":{"before":"甲出九 乙碰九","left":22,"turn":"乙"}}'
    )
    found = judge(client, record, at=0)
    assert found["next"] == ["discard", 1]
    assert [claim[0] for claim in found["frame"]["l"][1]] == ["peng"]
    assert found["unseen"][8] == 1
    assert [f for f in found["faults"] if f["certainty"] != "undecidable"] == []
    assert parse_record(found["notation"]) == record
    assert judge(client, record)["next"] == ["reveal", 0]
