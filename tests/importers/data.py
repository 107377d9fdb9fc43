"""Small files of every format, and builders of single rounds."""

import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import importers
from importers import exporters
from replay.cards import UNKNOWN
from replay.record import HandRecord, print_record, to_json

DATA = Path(__file__).parent.parent / "data" / "records"
XXQP = (DATA / "xxqp.jsonl").read_bytes()
QIXING = (DATA / "qixing.json").read_bytes()
LUA = (DATA / "lua.json").read_bytes()
ROUNDS: list[dict[str, Any]] = [json.loads(line) for line in XXQP.splitlines()]

HANDS = (
    "1,2,3,4,5,6,7,8,9,10,41,42,43,44,45,46,47,48,49,50;"
    "11,12,13,14,15,16,17,18,19,20,51,52,53,54,55,56,57,58,59;"
    "21,22,23,24,25,26,27,28,29,30,61,62,63,64,65,66,67,68,69"
)
STOCK = [31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 60, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80]


def xxqp(steps: str = "1_0_1;", closing: Any = "plain", **more: Any) -> bytes:
    """Return a round with these steps; ``closing`` replaces the closing message, ``None`` leaves it out."""
    value: dict[str, Any] = {"play": f"{HANDS};{steps}", **more}
    if closing is not None:
        message = {"huSeat": 0, "startLeftCards": STOCK} if closing == "plain" else closing
        value["closingMsg"] = message if isinstance(message, str) else json.dumps(message)
    return json.dumps(value, ensure_ascii=False).encode()


def records(data: bytes, format: str | None = None) -> list[HandRecord]:
    """Return the records of a file that has nothing wrong with it."""
    entries = list(importers.read(data, "f", format))
    assert [entry.problems for entry in entries] == [()] * len(entries)
    return [entry.record for entry in entries if entry.record]


def one(data: bytes) -> importers.Entry:
    """Return the only entry of a file."""
    (entry,) = importers.read(data, "f")
    return entry


def files() -> dict[str, bytes]:
    """Return a short file of every format and layout, of two hands each but for the Lua client's."""
    hands = records(XXQP)[:2]
    unknown = (UNKNOWN,) * 22
    begun = [replace(h, hands=(h.hands[0], *[unknown[:19]] * 2), stock=unknown, events=h.events[:8]) for h in hands]
    snapshots = json.loads(LUA)
    for player in snapshots[-1]["players"]:
        player.pop("action", None)
    table = json.loads(QIXING)
    deals = [number for number, message in enumerate(table) if message["cmd"] in ("mjhand", "roundEnd")]
    short = [each for begin, end in (deals[:2], deals[2:]) for each in (*table[begin : begin + 8], table[end])]
    lines = XXQP.splitlines()[:2]
    return {
        "xxqp lines": b"\n".join(lines) + b"\n",
        "xxqp array": b"[" + b",".join(lines) + b"]",
        "xxqp play": b"\n".join([round_["play"].encode() for round_ in ROUNDS[:2]]),
        "qixing": json.dumps([table[0], *short]).encode(),
        "lua": json.dumps([*snapshots[:5], snapshots[-1]]).encode(),
        "notation": "\n".join([print_record(hands[0]), print_record(hands[1], ascii=True)]).encode(),
        "json": b"[" + ",".join([to_json(hand) for hand in hands]).encode() + b"]",
        "json lines": "\n".join([to_json(hand) for hand in hands]).encode(),
        "transcript": "\n".join(exporters.write(begun, "transcript")).encode(),
        "sheet": "\n".join(exporters.write(begun, "csv")).encode(),
    }
