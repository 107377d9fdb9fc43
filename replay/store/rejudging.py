"""Judging stored hands again under the present rules, where theirs have changed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from replay.engine import audit
from replay.errors import WmqError
from replay.record.notation import parse_record
from replay.rulesets import Ruleset
from replay.store.judging import CHUNK, summary
from replay.store.model import Hand


class Rejudged(NamedTuple):
    """What became of the stale results: ``done`` were computed again, ``left`` could not be."""

    done: int
    left: int


def is_stale(hashes: Mapping[str, str]) -> sa.ColumnElement[bool]:
    """Return the condition that a hand's result was computed under rules that are no more.

    ``hashes`` are those of the present rulesets by id.
    """
    present = [sa.and_(col(Hand.ruleset) == id_, col(Hand.ruleset_hash) == hash_) for id_, hash_ in hashes.items()]
    return sa.not_(sa.or_(*present))


def count_stale(session: Session, hashes: Mapping[str, str]) -> int:
    """Return how many stored results are stale."""
    groups = session.exec(
        select(Hand.ruleset, Hand.ruleset_hash, sa.func.count()).group_by(col(Hand.ruleset), col(Hand.ruleset_hash))
    )
    return sum(number for id_, hash_, number in groups if hashes.get(id_) != hash_)


def rejudge(engine: sa.Engine, rulesets: Mapping[str, Ruleset], hand_id: int | None = None) -> Rejudged:
    """Compute every stale result again under the present rules of its ruleset; or that of one hand alone.

    Only results are written, the records stay as they are. A hand whose ruleset is not among ``rulesets`` (any more),
    or whose record cannot be read, is left as it is.
    """
    where = is_stale({id_: rules.hash for id_, rules in rulesets.items()})
    if hand_id is not None:
        where = sa.and_(where, col(Hand.id) == hand_id)
    done = left = 0
    for rows in _stale(engine, where):
        fresh = [row for row in (_judged(hand, rulesets) for hand in rows) if row]
        left += len(rows) - len(fresh)
        done += len(fresh)
        _write(engine, fresh)
    return Rejudged(done, left)


def _stale(engine: sa.Engine, where: sa.ColumnElement[bool]) -> Iterator[list[Any]]:
    """Yield the hands to be judged again, some at a time, so that nobody waits for the whole library."""
    wanted = sa.select(col(Hand.id), col(Hand.notation), col(Hand.ruleset), col(Hand.file)).where(where)
    last = 0
    while True:
        with engine.connect().execution_options(readonly=True) as connection:
            some = connection.execute(wanted.where(col(Hand.id) > last).order_by(col(Hand.id)).limit(CHUNK)).all()
        if not some:
            return
        last = some[-1][0] or 0
        yield list(some)


def _judged(hand: Any, rulesets: Mapping[str, Ruleset]) -> dict[str, Any] | None:
    id_, notation, ruleset, file = hand
    rules = rulesets.get(ruleset)
    if rules is None:
        return None
    try:
        record = parse_record(notation)
    except WmqError:
        return None
    return {"hand_id": id_, **summary(audit(record, rules), rules, file)}


def _write(engine: sa.Engine, rows: Iterable[dict[str, Any]]) -> None:
    rows = list(rows)
    if not rows:
        return
    names = [name for name in rows[0] if name != "hand_id"]
    update = sa.update(Hand).where(col(Hand.id) == sa.bindparam("hand_id"))
    with engine.begin() as connection:
        connection.execute(update.values({name: sa.bindparam(name) for name in names}), rows)
