"""Written transcripts: many phrasings of the same hand, hands people wrote, and what is said about what is not understood."""

import time
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import importers
from importers import transcript
from replay.cards import NONE, UNKNOWN
from replay.record import (
    CHI,
    DISCARD,
    HU,
    PASS,
    PENG,
    REVEAL,
    WEI,
    Claimed,
    Event,
    HandRecord,
    parse_record,
    print_record,
)
from tests.importers.phrasings import SIMPLE, VERBS, written
from tests.oracle.play import STYLES, game, with_passes

FOLDER = Path(__file__).parent.parent / "data" / "transcripts"
HEAD = "玩家：甲、乙、丙\n莊家：甲\n"


def read(text: str) -> importers.Entry:
    (entry,) = importers.read(text.encode(), "f")
    return entry


def events(text: str) -> str:
    """Return the events of a transcript with nothing wrong in it, as notation."""
    entry = read(text)
    assert entry.record, [str(problem) for problem in entry.problems]
    assert entry.problems == ()
    return moves(entry.record)


def moves(record: HandRecord) -> str:
    bare = HandRecord(((), (), ()), (), record.events)
    return print_record(bare).partition("｜")[2].strip()


def problems(text: str) -> list[tuple[str, int | None, int | None, str]]:
    return [(each.code, each.place.line, each.place.column, each.found) for each in read(text).problems]


def plain(event: Event) -> Event:
    """Return the event without what a transcript need not say: times, the card of a 過 or 胡."""
    kind = NONE if event.action in (PASS, HU) else event.kind
    return replace(event, kind=kind, time=None)


@pytest.mark.parametrize("seed", range(200))
def test_every_phrasing_is_read(seed: int) -> None:
    rng = Random(seed)
    record = game(rng, rng.choice(STYLES), rng.choice((3, 3, 3, 4)), written=rng.random() < 0.5)
    winner = next((event.seat for event in record.events if event.action == HU), None)
    record = replace(record, claimed=Claimed("exhausted") if winner is None else Claimed("hu", winner, 12))
    text, meant = written(with_passes(record, rng) if rng.random() < 0.2 else record, rng)
    entry = read(text)
    assert [str(problem) for problem in entry.problems] == []
    assert entry.record is not None
    assert list(map(plain, entry.record.events)) == list(map(plain, meant.events))
    assert replace(entry.record, events=(), meta={}) == replace(meant, events=())


def test_the_phrasings_use_every_verb() -> None:
    texts = [written(game(Random(seed), "eager"), Random(seed)).text for seed in range(100)]
    for action in (DISCARD, REVEAL, WEI, PENG, CHI):
        assert all(any(word in text or word.translate(SIMPLE) in text for text in texts) for word in VERBS[action])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_what_people_wrote(path: Path) -> None:
    found = list(importers.read(path.read_bytes(), path.name))
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").split("\n")
    lines = []
    for entry in found:
        lines += [print_record(replace(entry.record, meta={})) if entry.record else "rejected"]
        lines += [f"! {each.code} {each.place.line}:{each.place.column} {each.found}" for each in entry.problems]
    assert lines == [line for line in expected if line]
    for entry in found:
        assert entry.record is None or parse_record(print_record(entry.record)) == entry.record


SAYINGS = [
    # discards, reveals and who did it
    ("甲出三", "甲出三"),
    ("甲打小三，乙对了，打六。丙搬大3", "甲出三 乙碰三 乙出六 丙揭叁"),
    ("甲 丢 小的三；下家揭 大的十 ； 下家翻8".replace("翻8", "翻小8"), "甲出三 乙揭拾 丙揭八"),
    ("1. 甲家出 s3\n2. 乙家揭 b10", "甲出三 乙揭拾"),
    ("A出三→B揭五→C碰→C出四", "甲出三 乙揭五 丙碰五 丙出四"),
    ("一號出三，二號揭五，三號碰，打四", "甲出三 乙揭五 丙碰五 丙出四"),
    ("莊家出三 上家碰三 上家出四", "甲出三 丙碰三 丙出四"),
    ("輪到甲出三，然後乙揭五，沒人要，接着丙揭六", "甲出三 乙揭五 丙揭六"),
    ("甲：出三\n乙：揭五\n丙：碰！", "甲出三 乙揭五 丙碰五"),
    ("甲打了一张三\n乙揭了一個大八", "甲出三 乙揭捌"),
    # 偎 with and without its 揭
    ("甲出三，乙揭五偎，出六", "甲出三 乙揭五 乙偎五 乙出六"),
    ("甲出三，乙栽五，出六", "甲出三 乙揭五 乙偎五 乙出六"),
    ("甲出三，煨了三个五，出六", "甲出三 乙揭五 乙偎五 乙出六"),
    ("甲出三，臭偎五，出六", "甲出三 乙揭五 乙偎五 乙出六"),
    ("甲出三，乙未揭而偎五，出六", "甲出三 乙偎五 乙出六"),
    # 吃
    ("甲出三，乙吃三四五，出六", "甲出三 乙吃三四五 乙出六"),
    ("甲出四，乙吃三四五，出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出四，乙用三五吃，出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出四，三五吃四，出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出四，乙吃四（三五），出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出四，乙吃了甲打出的四，配三五，出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出四，乙吃三、四、五，出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出四，乙吃四成三四五，出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出四，乙吃进小3小5，出六", "甲出四 乙吃四三五 乙出六"),
    ("甲出三，乙揭四，吃三五，出六", "甲出三 乙揭四 乙吃四三五 乙出六"),
    ("甲出三，乙揭四，吃三五，丙出六", "甲出三 乙揭四 丙吃四三五 丙出六"),
    # 碰 by whoever discards next, passives
    ("甲出三，被丙碰走，丙出六", "甲出三 丙碰三 丙出六"),
    ("甲出三，碰，丙出六", "甲出三 丙碰三 丙出六"),
    ("甲出三，乙碰三三三，出六", "甲出三 乙碰三 乙出六"),
    # 過, nobody, 蟄, 死手, end
    ("甲出三，乙和丙都不要，乙揭五", "甲出三 乙過 丙過 乙揭五"),
    ("甲出三，乙不吃，丙過，乙揭五，都過，丙揭六", "甲出三 乙過 丙過 乙揭五 丙揭六"),
    ("甲出三，乙揭五，乙蟄一蟄五、八，丙揭六", "甲出三 乙揭五 乙蟄五八 丙揭六"),
    ("甲出三，乙吃三四五，死手，丙揭六", "甲出三 乙吃三四五 乙死 丙揭六"),
    ("甲出三，乙揭五，自摸", "甲出三 乙揭五 乙胡"),
    ("甲出三，乙揭五，丙和了", "甲出三 乙揭五 丙胡"),
    ("甲出三，乙揭五，丙胡五", "甲出三 乙揭五 丙胡五"),
    ("甲出三，乙揭五，流局", "甲出三 乙揭五 臭"),
    ("甲出三，乙揭五，乙臭庄了", "甲出三 乙揭五 臭"),
    ("甲出三，乙揭五，丙亮牌：一 二 三", "甲出三 乙揭五 丙示一二三"),
    # remarks and times
    ("甲出三（好險！），乙揭五 # 快", "甲出三{好險！} 乙揭五{快}"),
    ("甲出三，忘了偎，乙揭五", "甲出三{忘了偎} 乙揭五"),
    ("甲出三@1.5，乙揭五@2", "甲出三@1.500 乙揭五@2.000"),
    ("35:10 甲出三\n35:12 乙揭五", "甲出三@0.000 乙揭五@2.000"),
    ("甲出三?", "甲出三{?}"),
    # 大 and 小 hold on
    ("甲出大三，乙吃大三四五，出六", "甲出叁 乙吃叁肆伍 乙出六"),
    ("甲出小3，乙揭大10，丙揭小1", "甲出三 乙揭拾 丙揭一"),
]


@pytest.mark.parametrize(("text", "meant"), SAYINGS)
def test_ways_of_saying_it(text: str, meant: str) -> None:
    assert events(HEAD + text) == meant


@pytest.mark.parametrize(
    ("header", "text", "meant"),
    [
        ("玩家：张三 李四 王五\n庄家：李四", "李四打一张三\n王五碰\n打四", "乙出三 丙碰三 丙出四"),
        ("玩家：东=张三 南=李四 西=王五\n庄家：南", "南家打三，西碰，张三揭五", "乙出三 丙碰三 甲揭五"),
        ("玩家：张三（庄） 李四 王五", "张三打三张三碰".replace("张三碰", " 李四碰"), "甲出三 乙碰三"),
        ("", "庄打三 下家碰 下家打四 上家揭五 庄揭六", "甲出三 乙碰三 乙出四 丙揭五 甲揭六"),
        ("", "庄打三 下家揭五 下家揭六 下家揭七", "甲出三 乙揭五 丙揭六 甲揭七"),
        ("庄家：上家", "上家打三 我碰 打四 下家揭五", "丙出三 甲碰三 甲出四 乙揭五"),
        ("莊家：南", "南出三 北碰 出四 東揭五", "乙出三 丙碰三 丙出四 甲揭五"),
        ("人數：4\n莊家：乙", "乙出三 下家碰 出四 下家揭五", "乙出三 丙碰三 丙出四 甲揭五"),
        ("上下家：按莊家\n莊家：甲", "甲出三 下家碰 下家出四 上家揭五", "甲出三 乙碰三 乙出四 丙揭五"),
        ("玩家：小三 小四 小五\n莊家：小三", "小三出小三 小四碰小三 小四出六", "甲出三 乙碰三 乙出六"),
    ],
)
def test_seats(header: str, text: str, meant: str) -> None:
    if header.endswith("乙") and "4" in header:
        meant = "乙出三 丙碰三 丙出四 甲揭五"  # 丁 sits out
    assert events(f"{header}\n{text}") == meant


HAND = "一一二三四五六七八九十壹貳叁肆伍陸柒捌玖"
KINDS = (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)


@pytest.mark.parametrize(
    "line",
    [
        f"手牌 甲：{HAND}",
        f"甲手牌：{' '.join(HAND)}",
        f"甲的起手牌：{'，'.join(HAND)}",
        f"甲：{HAND}",
        "甲：小：一一二三四五六七八九十 大：一二三四五六七八九",
        "手牌 甲：小字 1 1 2 3 4 5 6 7 8 9 10；大字 1 2 3 4 5 6 7 8 9",
        "甲起手：2个小一 小二 三四五六七八九十 壹贰叁肆伍陆柒捌玖",
        f"手牌：甲 {HAND}；乙 ?*19",
        f"甲手牌（20張）：{HAND}",
        f"手牌 甲：{HAND[:10]}\n{HAND[10:]}",
    ],
)
def test_layouts_of_a_hand(line: str) -> None:
    entry = read(f"莊家：甲\n{line}\n甲出三")
    assert entry.problems == ()
    assert entry.record is not None
    assert entry.record.hands == (KINDS, (UNKNOWN,) * 19, (UNKNOWN,) * 19)


def test_partly_known_hands() -> None:
    entry = read("莊家：甲\n手牌 甲：一二三，其餘不知\n手牌 乙：一二三\n手牌 丙：一?二\n底牌：一二三……\n甲出三")
    assert entry.record is not None
    assert [len(hand) for hand in entry.record.hands] == [20, 19, 19]
    assert entry.record.hands[2][:2] == (0, 1)
    assert entry.record.stock == (0, 1, 2, *[UNKNOWN] * 19)
    assert [(each.code, each.place.line, each.found) for each in entry.problems] == [
        ("truncated", 3, "3 cards"),
        ("truncated", 4, "3 cards"),
    ]


def test_a_card_more_or_less_is_left_as_it_is() -> None:
    for cards in (HAND[1:], HAND + "拾"):
        entry = read(f"莊家：甲\n手牌 甲：{cards}\n甲出三")
        assert entry.state == "imported"
        assert entry.record is not None
        assert len(entry.record.hands[0]) == len(cards)


def test_what_was_left_of_the_stock() -> None:
    entry = read("莊家：甲\n甲出三，乙揭五，丙胡\n餘牌：一二三")
    assert entry.record is not None
    assert entry.record.stock == (4, *[UNKNOWN] * 18, 0, 1, 2)


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("結果：丙胡，硬息12，總息50，每家付50", Claimed("hu", 2, 12, None, 50, None, (-50, -50, 100))),
        ("丙胡 12息", Claimed("hu", 2, 12)),
        ("胡十八息，共七十二息", Claimed("hu", 1, 18, None, 72)),
        ("结果：流局", Claimed("exhausted")),
        ("結果：胡\n贏家：丙\n倍數：×4\n名堂：對子胡、印胡\n付錢：甲-20 乙-20 丙+40",
         Claimed("hu", 2, None, 4, None, ("對子胡", "印胡"), (-20, -20, 40))),
        ("結果：丙 自摸，甲輸20，乙輸20，丙贏40", Claimed("hu", 2, payments=(-20, -20, 40))),
        ("結果：未記\n硬息：5", Claimed("", xi=5)),
        ("結果：丙胡\n名堂：無", Claimed("hu", 2, mingtang=())),
    ],
)  # fmt: skip
def test_results(text: str, claimed: Claimed) -> None:
    entry = read(HEAD + "甲出三，乙揭五\n" + text)
    assert entry.problems == ()
    assert entry.record is not None
    assert entry.record.claimed == claimed


def test_several_hands_in_a_file() -> None:
    text = (
        "玩家：張三 李四 王五\n規則：大卓\n\n第1局\n莊家：張三\n張三出三\n李四揭五\n李四胡\n\n"
        "第二局 莊家：李四\n李四出三，王五揭六\n===\n第三局\n莊：王五\n王五出三"
    )
    entries = list(importers.read(text.encode(), "f"))
    assert [entry.state for entry in entries] == ["imported"] * 3
    assert [entry.line for entry in entries] == [4, 10, 13]
    found = [entry.record for entry in entries if entry.record]
    assert [record.dealer for record in found] == [0, 1, 2]
    assert {record.names for record in found} == {("張三", "李四", "王五")}
    assert {record.ruleset for record in found} == {"dazhuo"}


def test_hands_parted_by_blank_lines() -> None:
    text = "莊家：甲\n甲出三\n\n乙揭五\n乙胡\n\n莊家：乙\n手牌 乙：" + HAND + "\n乙出三\n丙揭六\n\n丙出一"
    assert [moves(entry.record) for entry in importers.read(text.encode()) if entry.record] == [
        "甲出三 乙揭五 乙胡",
        "乙出三 丙揭六 丙出一",
    ]


# ---------------------------------------------------------------- what is not understood


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("甲出三\n乙跑五\n乙揭六", [("unknown_action", 4, 1, "乙跑五")]),
        ("甲出三\n乙揭魚\n丙揭六", [("unknown_card", 4, 3, "魚")]),
        ("甲出小叁", [("contradictory", 3, 3, "小叁")]),
        ("甲出8，乙揭五", [("unknown_card", 3, 3, "8")]),
        ("甲出三\n今天天氣不錯\n乙揭六", [("not_understood", 4, 1, "今天天氣不錯")]),
        ("甲出三，乙揭五，丙吃六，丙出七", [("missing_value", 3, 9, "丙吃六")]),
        ("甲出三四", [("bad_value", 3, 1, "甲出三四")]),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_reported(text: str, found: list[tuple[str, int, int, str]]) -> None:
    assert problems(HEAD + text) == found


def test_every_problem_is_reported_at_once() -> None:
    text = HEAD + "底牌：一二魚\n甲出三 乙跑六\n乙揭五、\n哈哈\n丙碰伍伍五"
    assert [each[:2] for each in problems(text)] == [
        ("unknown_card", 3),
        ("unknown_action", 4),
        ("not_understood", 6),
        ("truncated", 3),
    ]


def test_an_unreadable_event_between_others_costs_the_hand() -> None:
    entry = read(HEAD + "甲出三\n乙跑五 乙出六\n丙揭六")
    assert entry.state == "rejected"
    assert [each.code for each in entry.problems] == ["unknown_action", "contradictory"]
    assert entry.raw == HEAD + "甲出三\n乙跑五 乙出六\n丙揭六"
    assert read(HEAD + "甲出三\n（乙跑五）\n乙揭六\n丙揭六").state == "imported"
    assert read(HEAD + "甲出三\n乙跑五\n乙揭六\n丙揭六").state == "warned"


def test_a_rejected_hand_costs_no_other() -> None:
    good, bad = "莊家：甲\n甲出三\n乙揭五\n乙胡", "莊家：甲\n甲出三\n乙跑五\n丙揭六"
    text = f"第1局\n{good}\n第2局\n{bad}\n第3局\n{good}"
    assert [entry.state for entry in importers.read(text.encode())] == ["imported", "rejected", "imported"]


def test_nobody_to_play_is_no_guess() -> None:
    assert [each[0] for each in problems("玩家：張三 李四 王五\n出三\n李四揭五")] == ["unknown_seat", "contradictory"][
        :1
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030", "big5"])
def test_encodings(encoding: str) -> None:
    text = HEAD + "甲出三，乙揭五，丙碰五，丙出六" * 1
    data = text.encode(encoding)
    if encoding == "utf-16-le":
        data = b"\xff\xfe" + data
    (entry,) = importers.read(data, "f")
    assert entry.record is not None
    assert moves(entry.record) == "甲出三 乙揭五 丙碰五 丙出六"


def test_bytes_that_are_no_text_cost_only_their_event() -> None:
    data = (HEAD + "甲出三，乙揭五，丙揭六").encode().replace("五".encode(), b"\xff")
    (entry,) = importers.read(data, "f")
    assert entry.state == "warned"
    assert entry.problems[0].place.line == 3


@pytest.mark.parametrize(
    "text",
    [
        "你好，今天打一場球吧，真的很累，晚上一起吃飯，順便看看那邊的新房子怎麼樣，價錢合不合適，再和家裡人商量商量。",
        "hello",
        "出",
        "一二三",
    ],
)
def test_prose_is_no_transcript(text: str) -> None:
    assert transcript.marks(text.encode()) == 0


@pytest.mark.parametrize("seed", range(100))
def test_a_line_of_nonsense_is_reported_wherever_it_stands(seed: int) -> None:
    rng = Random(seed)
    text, meant = written(game(rng, "eager"), rng)
    lines = text.split("\n")
    where = rng.randrange(len(lines) + 1)
    lines.insert(where, rng.choice(("嘰哩咕嚕", "今天好冷", "xyz", "甲跳了一下", "88888")))
    (entry,) = importers.read("\n".join(lines).encode(), "f", "transcript")
    reported = {problem.place.line for problem in entry.problems}
    assert where + 1 in reported
    if entry.record is not None:
        assert list(map(plain, entry.record.events)) == list(map(plain, meant.events))


@pytest.mark.parametrize("unit", ["大:", "都", "(", '"', "一 ", "甲 ", "第1局 ", "甲出三 ", "名堂：a、"])
def test_no_text_takes_long(unit: str) -> None:
    started = time.process_time()
    list(importers.read((unit * 5000).encode(), "f", "transcript"))
    assert time.process_time() - started < 10
