"""The JSON form of a record: an envelope with its line of notation, and its meta as JSON beside it.

>>> record = from_json('{"weimaque":1,"log":"偎麻雀/1 起甲:一 起乙:二 起丙:三 底:? ｜ 甲出一","meta":{"table":7}}')
>>> to_json(record)
'{"weimaque":1,"log":"偎麻雀/1 起甲:一 起乙:二 起丙:三 底:? ｜ 甲出一","meta":{"table":7}}'
"""

from __future__ import annotations

from typing import Any

import msgspec

from replay.errors import NotationError, Place
from replay.record.model import HandRecord
from replay.record.notation import MAX_DEPTH, depth, parse_record, print_record

VERSION = 1


class Envelope(msgspec.Struct, omit_defaults=True):
    """``weimaque`` is the version of the form, ``log`` the line of notation, ``meta`` the record's free data.

    Other keys are ignored.
    """

    weimaque: int
    log: str
    meta: dict[str, Any] = {}


_DECODER = msgspec.json.Decoder(Envelope)
_ENCODER = msgspec.json.Encoder()


def to_json(record: HandRecord, ascii: bool = False) -> str:
    """Return the envelope as one line of JSON; with ``ascii`` its log is in ASCII words."""
    log = print_record(msgspec.structs.replace(record, meta={}) if record.meta else record, ascii)
    return _ENCODER.encode(Envelope(VERSION, log, record.meta)).decode()


def from_json(text: str | bytes, place: Place | None = None) -> HandRecord:
    """Return the record of an envelope.

    Raises ``NotationError``: not JSON, not an envelope of this version, or its log breaks the grammar.
    """
    where = place or Place()
    try:
        envelope = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise NotationError("bad_value", reason, '{"weimaque":1,"log":"…"}', place=where).at(path=path) from None
    except RecursionError:
        raise NotationError("too_deep", "", f"at most {MAX_DEPTH} levels", place=where) from None
    except msgspec.DecodeError as error:
        raise NotationError("not_json", str(error), '{"weimaque":1,"log":"…"}', place=where) from None
    if envelope.weimaque != VERSION:
        raise NotationError("bad_value", envelope.weimaque, "version 1", place=where).at(path="$.weimaque")
    if envelope.meta and depth(_ENCODER.encode(envelope.meta).decode()) > MAX_DEPTH:
        raise NotationError("too_deep", "", f"at most {MAX_DEPTH} levels", place=where).at(path="$.meta")
    record = parse_record(envelope.log, where if where.path else msgspec.structs.replace(where, path="$.log"))
    return msgspec.structs.replace(record, meta={**record.meta, **envelope.meta}) if envelope.meta else record
