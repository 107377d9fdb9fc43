"""What may come in over HTTP: one schema for each page's query or form, and how it is read.

``asked`` is for addresses: what cannot be used is left out and named, so that a page can still be shown and say so.
``sent`` is for forms: what cannot be used ends the request with 400.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from flask import abort, request
from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from replay.engine.codes import CODES
from replay.errors import clip
from replay.web.shelf import shelf

OUTCOMES = ("hu", "exhausted", "incomplete")
CERTAINTIES = ("some", "none")
MOST = 10**9  # no id, page or number of money is larger


class Asked(NamedTuple):
    """What an address asks for: ``values`` by name, defaults where nothing usable stood; ``wrong`` name → that text."""

    values: dict[str, Any]
    wrong: dict[str, str]


class Whole(fields.Field[int]):
    """A whole number from 0, written in ASCII digits alone."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,10}", value) or int(value) >= MOST:
            raise ValidationError("a whole number")
        return int(value)


class RulesetId(fields.Field[str]):
    """The id of a ruleset that can be used; an empty text asks for none."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if value and value not in shelf().rulesets:
            raise ValidationError("no such ruleset")
        return str(value)


class RulesetOrAll(RulesetId):
    """The id of a ruleset, or ``all``."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return "all" if value == "all" else super()._deserialize(value, attr, data, **kwargs)


def text(limit: int) -> fields.String:
    """Return a field for a line of text, without what no database can hold."""
    return fields.String(
        load_default="",
        validate=[validate.Length(max=limit), validate.Regexp("^[^\0\ud800-\udfff]*$", flags=re.DOTALL)],
    )


def choice(*options: str) -> fields.String:
    """Return a field for one of the options, or nothing."""
    return fields.String(load_default="", validate=validate.OneOf(["", *options]))


class Query(Schema):
    """A query: what the page does not know (``lang`` is read elsewhere) is left alone."""

    class Meta:  # noqa: D106
        unknown = EXCLUDE


class LibraryQuery(Query):
    """What the library is asked for."""

    q = text(200)
    outcome = choice(*OUTCOMES)
    ruleset = RulesetId(load_default="")
    findings = choice(*CERTAINTIES, *CODES)
    stale = choice("1")
    upload = Whole(load_default=0)
    page = Whole(load_default=1)
    rejudged = Whole(load_default=None)
    left = Whole(load_default=0)


class HandQuery(Query):
    """Which step of a hand is shown, and under which rules it is judged."""

    event = Whole(load_default=0)
    ruleset = RulesetId(load_default="")


class CompareQuery(Query):
    """Two or three rulesets side by side."""

    a = RulesetId(load_default="")
    b = RulesetId(load_default="")
    c = RulesetId(load_default="")
    differing = choice("1")


class EveningQuery(Query):
    """Which hands make the evening (a file, a table, or numbers of hands), under which rules, with what in the pot."""

    upload = Whole(load_default=0)
    table = text(100)
    hands = text(2000)
    ruleset = RulesetId(load_default="")
    pot = Whole(load_default=0)


class PositionQuery(Query):
    """A winning hand in parts, or in one ``line``; ``rules`` is a ruleset's id, or ``all``."""

    line = text(300)
    laid = text(300)
    hand = text(300)
    won = text(20)
    by = fields.String(load_default="other", validate=validate.OneOf(["other", "self"]))
    last = choice("1")
    dealer = choice("1")
    at_deal = choice("1")
    rules = RulesetOrAll(load_default="")


class UploadForm(Query):
    """How an uploaded file is to be judged."""

    ruleset = RulesetId(load_default="")


def asked(schema: Schema, data: Mapping[str, str] | None = None) -> Asked:
    """Return what the address asks for; ``data`` stands in for its query."""
    given = dict(request.args if data is None else data)
    try:
        return Asked(dict(schema.load(given)), {})
    except ValidationError as error:
        wrong = {key: clip(given[key]) for key in _bad(error) if key in given}
        kept = {key: value for key, value in given.items() if key not in wrong}
        return Asked(dict(schema.load(kept)), wrong)


def _bad(error: ValidationError) -> Iterable[str]:
    return error.messages if isinstance(error.messages, dict) else ()


def sent(schema: Schema) -> dict[str, Any]:
    """Return what the form sent; anything that cannot be used is answered with 400."""
    try:
        return dict(schema.load(request.form.to_dict()))
    except ValidationError:
        abort(400)


LIBRARY, HAND, COMPARE, UPLOAD = LibraryQuery(), HandQuery(), CompareQuery(), UploadForm()
EVENING, POSITION = EveningQuery(), PositionQuery()
