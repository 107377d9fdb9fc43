"""Cards, seats, events and rules in words of the page's language."""

from __future__ import annotations

import re

from flask import Flask

from replay.cards import IS_RED, NAMES, UNKNOWN, is_big, rank
from replay.engine.codes import CODES
from replay.engine.finding import Finding
from replay.engine.words import SEAT_NAMES, message
from replay.errors import Place
from replay.record import ACTIONS, EXHAUSTED, Event, HandRecord
from replay.web.languages import current, t, words


def init_app(app: Flask) -> None:
    """Let every page tell problems in its language."""
    app.jinja_env.globals.update(expected_text=expected_text, found_text=found_text, place_text=place_text)


def seat_mark(seat: int) -> str:
    """Return the seat's mark, as findings name it: 甲 乙 丙 丁, or A B C D."""
    return SEAT_NAMES[current().key][seat]


def seat_names(record: HandRecord) -> list[str]:
    """Return a name for every seat: the recorded one, else "Seat 1" and so on."""
    names = record.names or ("",) * record.seats
    return [name.strip() or t("seat.name", number=seat + 1) for seat, name in enumerate(names)]


def face(kind: int) -> str:
    """Return what is printed on the card."""
    return NAMES[kind] if 0 <= kind < UNKNOWN else "?"


def card_look(kind: int) -> str:
    """Return the classes that draw the card."""
    return f"{'big' if is_big(kind) else 'small'} {'red' if IS_RED[kind] else 'black'}" if kind < UNKNOWN else "unknown"


def card_name(kind: int) -> str:
    """Return the card in words, for those who do not see it: "貳，大二，紅字"."""
    if not 0 <= kind < UNKNOWN:
        return t("board.unknown")
    size = t("card.big" if is_big(kind) else "card.small", rank=_rank(kind))
    comma = "，" if current().column < 2 else ", "
    return comma.join((NAMES[kind], size, t("card.red" if IS_RED[kind] else "card.black")))


def _rank(kind: int) -> str:
    return NAMES[kind % 10] if current().column < 2 else str(rank(kind))


def event_text(event: Event) -> str:
    """Return one event as a line, as "甲 吃 三（四五）"."""
    if event.action == EXHAUSTED:
        return t("act.exhausted")
    parts = [seat_mark(event.seat)] if event.seat >= 0 else []
    parts.append(t(f"act.{ACTIONS[event.action]}"))
    if event.kind >= 0:
        parts.append(face(event.kind))
    text = " ".join(parts)
    if event.cards:
        with_ = "".join(face(kind) for kind in event.cards)
        text += f"（{with_}）" if current().column < 2 else f" ({with_})"
    return text


def place_text(place: Place) -> str:
    """Return where in the user's file something stands, as "night.jsonl，#3，第 4 行"."""
    parts = [place.file] if place.file else []
    parts += [f"#{place.hand}"] if place.hand is not None else []
    parts += [t("place.line", n=place.line)] if place.line is not None else []
    parts += [t("place.column", n=place.column)] if place.column is not None else []
    parts += [place.path] if place.path else []
    parts += [t("place.event", n=place.event)] if place.event is not None else []
    return ("，" if current().column < 2 else ", ").join(parts)


def expected_text(text: str) -> str:
    """Return what should have stood there, or a hint, in the page's language; as it is where we have no words."""
    texts = words("expected")
    column = current().column
    if text in texts:
        return texts[text][column]
    start = next((start for start in texts if start.endswith(" ") and text.startswith(start)), "")
    return texts[start][column] + text[len(start) :] if start else text


def found_text(text: str) -> str:
    """Return what stood there instead; only our own counts have words."""
    counted = re.fullmatch(r"(\d+) cards", text)
    return t("found.cards", count=counted[1]) if counted else expected_text(text)


def finding_name(code: str) -> str:
    """Return the name of a finding's code."""
    return CODES[code].names[current().column]


def finding_text(finding: Finding) -> str:
    """Return the finding as a sentence."""
    return message(finding, current().key)


def rules_of(code: str) -> list[tuple[str, str]]:
    """Return the rules a code cites, each with its id and its text in short.

    "R5–R9" stands for all of them.
    """
    ids: list[str] = []
    for first, last in re.findall(r"(R\d+|§[\d.]+)(?:–R(\d+))?", CODES[code].rule):
        if last:
            ids += [f"R{number}" for number in range(int(first[1:]), int(last) + 1)]
        else:
            ids.append(first)
    texts = words("rules")
    return [(id_, texts[id_.lstrip("§")][current().column]) for id_ in ids if id_.lstrip("§") in texts]
