"""What the recorder sends, checked: its JSON becomes a ``HandRecord``, and back.

The shape of a record in JSON::

    {"ruleset": "dazhuo", "dealer": 0, "names": ["甲", …], "hands": [[0, 3, 20], …], "stock": [20, …],
     "events": [{"a": "chi", "s": 1, "k": 2, "c": [3, 4], "t": 1500, "r": "remark"}, …],
     "claimed": {"outcome": "hu", "winner": 1, …} or null, "meta": {…}}

Kinds are 0–19, 20 for an unknown card, -1 for none.
"""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, validate

from replay.cards import NONE, UNKNOWN
from replay.errors import WmqError
from replay.record import ACTIONS, Claimed, Event, HandRecord, parse_record, print_record

# Wide enough for any stored hand that somebody may want to correct.
SEATS_MOST = 4
CARDS_MOST = 200
EVENTS_MOST = 1000
NAME_LENGTH, REMARK_LENGTH = 200, 2000
TIME_MOST = 10**15  # milliseconds
MONEY_MOST = 10**18
BODY_LIMIT = 512 * 1024


class Text(fields.String):
    """A string without NUL and lone surrogates, which neither a database nor UTF-8 takes."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if any(c == "\0" or "\ud800" <= c <= "\udfff" for c in text):
            raise ValidationError("no NUL and no half characters")
        return text


def _whole(low: int, high: int, **more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(low, high), **more)


def _kinds(most: int, low: int = 0, **more: Any) -> fields.List[int]:
    return fields.List(_whole(low, UNKNOWN), validate=validate.Length(max=most), **more)


class Strict(Schema):
    """A schema that takes no key it does not name."""

    class Meta:
        """Refuse what is not named."""

        unknown = RAISE


class EventForm(Strict):
    """One event; see ``replay.record.Event``."""

    a = fields.String(required=True, validate=validate.OneOf(ACTIONS))
    s = _whole(NONE, SEATS_MOST - 1, load_default=NONE)
    k = _whole(NONE, UNKNOWN, load_default=NONE)
    c = _kinds(CARDS_MOST, load_default=list)
    t = _whole(-TIME_MOST, TIME_MOST, load_default=None, allow_none=True)
    r = Text(load_default="", validate=validate.Length(max=REMARK_LENGTH))


class ClaimedForm(Strict):
    """The result that the table counted; see ``replay.record.Claimed``."""

    outcome = fields.String(load_default="", validate=validate.OneOf(["", "hu", "exhausted"]))
    winner = _whole(0, SEATS_MOST - 1, load_default=None, allow_none=True)
    xi = _whole(-MONEY_MOST, MONEY_MOST, load_default=None, allow_none=True)
    multiplier = _whole(-MONEY_MOST, MONEY_MOST, load_default=None, allow_none=True)
    total = _whole(-MONEY_MOST, MONEY_MOST, load_default=None, allow_none=True)
    mingtang = fields.List(
        Text(validate=validate.Length(max=NAME_LENGTH)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=40),
    )
    payments = fields.List(
        _whole(-MONEY_MOST, MONEY_MOST), load_default=None, allow_none=True, validate=validate.Length(max=SEATS_MOST)
    )


class RecordForm(Strict):
    """A hand; see ``replay.record.HandRecord``."""

    ruleset = Text(load_default="", validate=validate.Length(max=NAME_LENGTH))
    dealer = _whole(NONE, SEATS_MOST - 1, load_default=NONE)
    names = fields.List(
        Text(validate=validate.Length(max=NAME_LENGTH)), load_default=list, validate=validate.Length(max=SEATS_MOST)
    )
    hands = fields.List(_kinds(CARDS_MOST), required=True, validate=validate.Length(3, SEATS_MOST))
    stock = _kinds(CARDS_MOST, load_default=list)
    events = fields.List(fields.Nested(EventForm), load_default=list, validate=validate.Length(max=EVENTS_MOST))
    claimed = fields.Nested(ClaimedForm, load_default=None, allow_none=True)
    meta = fields.Dict(keys=Text(), load_default=dict)


class JudgeForm(Strict):
    """A record to judge, and after how many of its events the table is to be shown."""

    record = fields.Nested(RecordForm, required=True)
    at = _whole(0, EVENTS_MOST, load_default=None, allow_none=True)


class DraftForm(Strict):
    """A draft to keep: its content, the version this window last saw, and the window's own name.

    ``started`` is whether the deal is done with; ``clock`` whether events get time stamps, ``begun`` the moment they
    count from; ``own`` the seat whose hand is known, -1 for none and -2 for all.
    """

    record = fields.Nested(RecordForm, required=True)
    started = fields.Boolean(load_default=False)
    clock = fields.Boolean(load_default=False)
    begun = _whole(0, TIME_MOST, load_default=None, allow_none=True)
    own = _whole(-2, SEATS_MOST - 1, load_default=-2)
    origin = _whole(1, 2**31 - 1, load_default=None, allow_none=True)
    base = _whole(0, 2**31, load_default=0)
    writer = fields.String(required=True, validate=validate.Regexp(r"[a-z0-9]{4,32}\Z"))


class FinishForm(Strict):
    """A hand to store in the library: which draft it was, and the stored hand it corrects."""

    record = fields.Nested(RecordForm, required=True)
    key = fields.String(load_default="", validate=validate.Regexp(r"[a-z0-9]{0,40}\Z"))
    origin = _whole(1, 2**31 - 1, load_default=None, allow_none=True)


RECORD, JUDGE, DRAFT, FINISH = RecordForm(), JudgeForm(), DraftForm(), FinishForm()


class Refused(Exception):
    """What was sent cannot be used: each problem as (path, what is wrong)."""

    def __init__(self, *problems: tuple[str, str]) -> None:
        self.problems = problems
        super().__init__(problems)


def read(form: Schema, body: bytes) -> dict[str, Any]:
    """Return the checked content of a JSON body; raises ``Refused`` with all that is wrong."""
    try:
        loaded: dict[str, Any] = form.load(msgspec.json.decode(body))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused(("", str(error))) from None
    except ValidationError as error:
        raise Refused(*_flat(error.messages, "")) from None
    return loaded


def _flat(messages: Any, path: str) -> list[tuple[str, str]]:
    if isinstance(messages, dict):
        parts = [_flat(value, f"{path}.{key}".removesuffix("._schema").lstrip(".")) for key, value in messages.items()]
        return [problem for part in parts for problem in part][:50]
    return [(path, " ".join(str(text) for text in messages) if isinstance(messages, list) else str(messages))]


def record_of(data: dict[str, Any]) -> HandRecord:
    """Return the record of checked data; raises ``Refused`` naming an event that the notation cannot write."""
    claimed = data["claimed"]
    record = HandRecord(
        hands=tuple(tuple(sorted(hand)) for hand in data["hands"]),
        stock=tuple(data["stock"]),
        events=tuple(_event(row) for row in data["events"]),
        dealer=data["dealer"],
        names=tuple(data["names"]) if any(name.strip() for name in data["names"]) else (),
        ruleset=data["ruleset"],
        claimed=Claimed(**{key: _tuple(value) for key, value in claimed.items()}) if claimed else None,
        meta=data["meta"],
    )
    try:
        return parse_record(print_record(record))  # the notation's own reader is the judge of what can be written
    except WmqError as error:
        event = error.place.event
        path = "" if event is None else f"record.events.{event}"
        raise Refused((path, f"{error.found}: {error.expected}" if error.expected else str(error))) from None


def _event(row: dict[str, Any]) -> Event:
    return Event(ACTIONS.index(row["a"]), row["s"], row["k"], tuple(sorted(row["c"])), row["t"], row["r"])


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def data_of(record: HandRecord) -> dict[str, Any]:
    """Return the record as the recorder's JSON; ``record_of`` of it, loaded, gives an equal record back."""
    return {
        "ruleset": record.ruleset,
        "dealer": record.dealer,
        "names": list(record.names),
        "hands": [list(hand) for hand in record.hands],
        "stock": list(record.stock),
        "events": [_row(event) for event in record.events],
        "claimed": None if record.claimed is None else msgspec.to_builtins(record.claimed),
        "meta": record.meta,
    }


def _row(event: Event) -> dict[str, Any]:
    row: dict[str, Any] = {"a": ACTIONS[event.action], "s": event.seat}
    if event.kind != NONE:
        row["k"] = event.kind
    if event.cards:
        row["c"] = list(event.cards)
    if event.time is not None:
        row["t"] = event.time
    if event.remark:
        row["r"] = event.remark
    return row
