import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.cards import NONE
from replay.errors import NotationError, Place
from replay.record import CHI, DISCARD, EXHAUSTED, HU, PASS, REVEAL, SHOW, WEI, ZHE, Claimed, Event, HandRecord, check
from replay.record.notation import SAMPLE, content_hash, depth, parse_record, played_text, print_record
from replay.record.words import EventTexts
from tests.record.strategies import records

HEAD = "偎麻雀/1 起甲:一二三 起乙:四 起丙:五 底:六"


def record(events: str = "", head: str = HEAD, result: str = "") -> HandRecord:
    return parse_record(f"{head} ｜ {events} ｜ {result}")


@given(records, st.booleans())
def test_round_trip(hand: HandRecord, ascii: bool) -> None:
    text = print_record(hand, ascii)
    assert parse_record(text) == hand
    assert print_record(parse_record(text), ascii) == text
    assert text.isprintable()
    assert not ascii or text.isascii()


@given(records)
def test_both_scripts_say_the_same(hand: HandRecord) -> None:
    assert parse_record(print_record(hand, ascii=True)) == parse_record(print_record(hand))


@given(records)
def test_one_hash_a_hand(hand: HandRecord) -> None:
    """What need not be recorded — times, remarks, passes, meta — does not make another hand of it."""
    bare = [Event(e.action, e.seat, e.kind, e.cards) for e in hand.events if e.action != PASS]
    same = msgspec.structs.replace(hand, events=tuple(bare), meta={"other": 1}, ruleset="other")
    assert content_hash(same) == content_hash(hand)
    assert parse_record(f"偎麻雀/1 {played_text(hand)}").events == tuple(bare)


def test_sample_is_printed_as_written() -> None:
    assert print_record(parse_record(SAMPLE)) == SAMPLE
    assert print_record(parse_record(print_record(parse_record(SAMPLE), ascii=True))) == SAMPLE


@pytest.mark.parametrize(
    ("word", "event"),
    [
        ("甲出叁", Event(DISCARD, 0, 12)),
        ("A打参", Event(DISCARD, 0, 12)),
        ("Ad:b3", Event(DISCARD, 0, 12)),
        ("Adb3", Event(DISCARD, 0, 12)),
        ("乙揭?", Event(REVEAL, 1, 20)),
        ("乙搬陆", Event(REVEAL, 1, 15)),
        ("丙偎贰", Event(WEI, 2, 11)),
        ("丙偎貳貳叁", Event(WEI, 2, 11, (11, 12))),
        ("丙吃五四六", Event(CHI, 2, 4, (3, 5))),
        ("丙吃五六四", Event(CHI, 2, 4, (3, 5))),
        ("Cc:s5b4?", Event(CHI, 2, 4, (13, 20))),
        ("甲吃?/四六", Event(CHI, 0, 20, (3, 5))),
        ("甲胡/四六", Event(HU, 0, NONE, (3, 5))),
        ("甲胡", Event(HU, 0)),
        ("甲胡七", Event(HU, 0, 6)),
        ("甲蛰九六", Event(ZHE, 0, NONE, (5, 8))),
        ("甲蟄六/九", Event(ZHE, 0, 5, (8,))),
        ("甲过", Event(PASS, 0)),
        ("臭", Event(EXHAUSTED, NONE)),
        ("o", Event(EXHAUSTED, NONE)),
        ("丙示一?*18", Event(SHOW, 2, NONE, (0, *[20] * 18))),
        ("甲出叁@12.345", Event(DISCARD, 0, 12, (), 12345)),
        ("甲出叁@12", Event(DISCARD, 0, 12, (), 12000)),
        ("甲出叁@0.5{好 \\{牌\\} \"對\" \\\\}", Event(DISCARD, 0, 12, (), 500, '好 {牌} "對" \\')),
        ("甲死{}", Event(7, 0)),
    ],
)  # fmt: skip
def test_words(word: str, event: Event) -> None:
    assert record(f"甲出一 {word} 乙出一").events[1] == event


def test_simplified_and_mixed_spelling() -> None:
    traditional = record("甲過 乙出陸", f"{HEAD} 規:dazhuo 莊:甲", "贏:甲 總:7 帳:+5,-5,0 註:{}")
    assert record("A过 乙d:b6", f"{HEAD} rules:dazhuo 庄:A", "赢:A 总：7 账:5,-5,+0 meta:{}") == traditional
    assert parse_record(f"{HEAD} | 甲過 | 贏:甲") == parse_record(f"{HEAD} ｜ 甲過 | 贏:甲")


def test_claims_are_told_from_silence() -> None:
    assert record().claimed is None
    assert record(result="果:").claimed == Claimed()
    assert record(result="果:胡 名:").claimed == Claimed("hu", mingtang=())
    assert record(result='名:摸胡,"",單吊').claimed == Claimed(mingtang=("摸胡", "", "單吊"))


def test_meta_runs_to_the_end_of_the_line() -> None:
    assert record(result='名:"a 註:{}" 註:{"a | b":"｜ 註:{}"}').meta == {"a | b": "｜ 註:{}"}


BAD = [
    ("", "bad_token", 1, ""),
    ("象棋/1", "bad_token", 1, "象棋/1"),
    ("偎麻雀/2 起甲:一", "bad_token", 1, "偎麻雀/2"),
    ("偎麻雀/1 起甲:一 起乙:二 底:三", "missing_value", 17, "底:三"),
    ("偎麻雀/1 起甲:一 起乙:二 起丙:三", "missing_value", 17, "起丙:三"),
    (f"{HEAD} 起甲:一", "bad_token", 28, "起甲:一"),
    (f"{HEAD} 色:紅", "bad_token", 28, "色:紅"),
    (f"{HEAD} 莊:戊", "unknown_seat", 28, "戊"),
    (f"{HEAD} 家:甲,,丙", "bad_token", 28, "甲,,丙"),
    (f'{HEAD} 家:"甲', "bad_token", 28, '"甲'),
    (HEAD.replace("四", "魚"), "unknown_card", 14, "魚"),
    (f"{HEAD} ｜ 甲出一 甲出廿", "unknown_card", 34, "廿"),
    (f"{HEAD} ｜ 甲出一 甲跑一", "unknown_action", 34, "甲跑一"),
    (f"{HEAD} ｜ 甲出一 戊出一", "unknown_seat", 34, "戊出一"),
    (f"{HEAD} ｜ 甲出一@1.2345", "bad_token", 30, "甲出一@1.2345"),
    (f"{HEAD} ｜ 甲出一{{好", "bad_token", 30, "甲出一{好"),
    (f"{HEAD} ｜ 甲出一{{\\x}}", "bad_token", 30, "\\x"),
    (f"{HEAD} ｜ 甲吃一二/三", "bad_token", 30, "甲吃一二/三"),
    (f"{HEAD} ｜ 一一", "bad_token", 30, "一一"),
    (f"{HEAD} ｜ 甲出", "bad_value", 30, "甲出"),
    (f"{HEAD} ｜ 甲出一二", "bad_value", 30, "甲出一二"),
    (f"{HEAD} ｜ 甲碰/一一", "bad_value", 30, "甲碰/一一"),
    (f"{HEAD} ｜ 甲碰一一", "bad_value", 30, "甲碰一一"),
    (f"{HEAD} ｜ 甲吃一", "bad_value", 30, "甲吃一"),
    (f"{HEAD} ｜ 甲吃一二三四", "bad_value", 30, "甲吃一二三四"),
    (f"{HEAD} ｜ 出一", "unknown_seat", 30, "出一"),
    (f"{HEAD} ｜ 甲出一 丁出一", "unknown_seat", 34, "丁出一"),
    (f"{HEAD} 莊:丁", "unknown_seat", 28, "莊:丁"),
    (f"{HEAD} 家:甲,乙", "bad_value", 28, "家:甲,乙"),
    (f"{HEAD} ｜ ｜ 贏:丁", "unknown_seat", 32, "贏:丁"),
    (f"{HEAD} ｜ ｜ 帳:1,-1", "bad_value", 32, "帳:1,-1"),
    (f"{HEAD} ｜ ｜ 果:流局", "bad_value", 32, "流局"),
    (f"{HEAD} ｜ ｜ 息:十一", "bad_value", 32, "十一"),
    (f"{HEAD} ｜ ｜ 帳:1,a,2", "bad_value", 32, "a"),
    (f"{HEAD} ｜ ｜ 註:[1]", "bad_value", 34, "[1]"),
    (f"{HEAD} ｜ ｜ 註:{{", "not_json", 34, "{"),
    (f"{HEAD} ｜ ｜ 註:{{\"a\":{'[' * 70}{']' * 70}}}", "too_deep", 34, '{"a":' + "[" * 70),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "column", "found"), BAD)
def test_what_is_no_notation_is_named(text: str, code: str, column: int, found: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text, Place("hands.txt", 3, 7))
    error = caught.value
    assert (error.code, error.place.column) == (code, column)
    assert error.found.startswith(found)
    assert error.expected
    assert (error.place.file, error.place.hand, error.place.line) == ("hands.txt", 3, 7)


def test_the_event_is_named() -> None:
    with pytest.raises(NotationError) as caught:
        record("甲出一 乙揭二 丙嗯三")
    assert caught.value.place.event == 2


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for line in (text, f"{HEAD} ｜ {text}", f"{HEAD} {text}", f"{HEAD} ｜ ｜ {text}"):
        try:
            hand = parse_record(line)
        except NotationError:
            continue
        assert parse_record(print_record(hand)) == hand


def test_hash_tells_plays_apart() -> None:
    hand = record("甲出一 乙揭二")
    others = [
        record("甲出一 乙揭三"),
        record("甲出一"),
        record("甲出一 乙揭二", HEAD + " 莊:甲"),
        record("甲出一 丙揭二"),
    ]
    assert len({content_hash(each) for each in [hand, *others]}) == 5
    assert content_hash(record("甲出一@1.000{好} 乙過 乙揭二", result="果:臭")) == content_hash(hand)


def test_hidden_hands_are_told_apart_by_their_players() -> None:
    head = "偎麻雀/1 家:{} 起甲:?*20 起乙:?*19 起丙:?*19 底:?*22"
    assert content_hash(parse_record(head.format("a,b,c"))) != content_hash(parse_record(head.format("a,b,d")))


def test_depth() -> None:
    assert [depth(text) for text in ("1", "{}", '{"a":[{"]":"["}]}')] == [0, 1, 3]


def test_the_memory_of_tokens_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.record.words.CACHE_LIMIT", 10)
    texts = EventTexts(False)
    for kind in range(20):
        assert texts[Event(DISCARD, 0, kind)]
        assert texts[Event(DISCARD, 0, kind, (), kind)]
    assert len(texts) <= 10


@given(records)
def test_what_the_notation_reads_is_well_formed(hand: HandRecord) -> None:
    assert check(parse_record(print_record(hand))) == ()


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        (HandRecord(((), ()), (), ()), "hands"),
        (HandRecord(((1, 0), (), ()), (), ()), "hands[0]"),
        (HandRecord(((21,), (), ()), (), ()), "hands[0]"),
        (HandRecord(((), (), ()), (-1,), ()), "stock"),
        (HandRecord(((), (), ()), (), (), dealer=3), "dealer"),
        (HandRecord(((), (), ()), (), (), names=("a",)), "names"),
        (HandRecord(((), (), ()), (), (Event(99, 0),)), "events[0].action"),
        (HandRecord(((), (), ()), (), (Event(DISCARD, NONE, 1),)), "events[0].seat"),
        (HandRecord(((), (), ()), (), (Event(DISCARD, 0),)), "events[0].kind"),
        (HandRecord(((), (), ()), (), (Event(CHI, 0, 1, (2,)),)), "events[0].cards"),
        (HandRecord(((), (), ()), (), (), claimed=Claimed("won")), "claimed.outcome"),
        (HandRecord(((), (), ()), (), (), claimed=Claimed("hu", 3)), "claimed.winner"),
        (HandRecord(((), (), ()), (), (), claimed=Claimed("hu", 0, payments=(1,))), "claimed.payments"),
    ],
)
def test_what_is_not_well_formed_is_named(hand: HandRecord, fault: str) -> None:
    assert check(hand) == (fault,)
