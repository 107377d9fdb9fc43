"""Commands on positions: score, perft."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click
import msgspec

from replay.cli.common import JSON, put, ruleset_option, say
from replay.errors import WmqError


def lines_of(source: Any) -> Iterator[tuple[int, bytes]]:
    """Yield the non-empty lines of a file or stdin with their numbers."""
    for number, line in enumerate(source, 1):
        if line.strip():
            yield number, line


def json_line(line: bytes, number: int) -> Any:
    """Return the JSON value of a line. Raises ``WmqError`` naming the line."""
    from replay.errors import PositionError

    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = line.decode(errors="replace").strip()
        raise PositionError("not_json", text, "one JSON object a line", str(error)).at(line=number) from None


@click.command()
@ruleset_option(required=True)
@JSON
@click.argument("source", metavar="[FILE|-]", type=click.File("rb"), default="-")
def score(ruleset_id: str, as_json: bool, source: Any) -> None:
    """Reckon winning positions, one JSON object a line: 硬息, 名堂 and total."""
    from replay.rulesets import load
    from replay.scoring import best, position

    rules = load(ruleset_id)
    bad = 0
    for number, line in lines_of(source):
        try:
            win = position.parse(line.decode(errors="replace"), number)
            answer = position.answer(win, best(win, rules), rules)
        except WmqError as error:
            error.at(line=number)
            bad += 1
            say(str(error))
            answer = {"error": str(error), "code": error.code, "line": number}
        if as_json:
            put(answer)
        elif "error" not in answer:
            click.echo(score_text(answer))
    sys.exit(2 if bad else 0)


def score_text(answer: dict[str, Any]) -> str:
    """Return a reckoned position for people: one line."""
    if not answer["win"]:
        return f"不胡 ({answer['reason']}, 硬息 {answer['xi']})"
    items = " ".join(f"{item['name']}{item['op']}{item['value']}" for item in answer["items"])
    return f"硬息 {answer['xi']} × {answer['multiplier']} → 總息 {answer['total']}  {items}".rstrip()


@click.command()
@click.option("--depth", type=click.IntRange(1, 12), required=True, help="Longest sequence to count.")
@JSON
@click.option("--ruleset", "ruleset_id", metavar="ID", default="jiben", show_default=True)
@click.argument("source", metavar="[FILE|-]", type=click.File("rb"), default="-")
def perft(depth: int, as_json: bool, ruleset_id: str, source: Any) -> None:
    """Count legal event sequences from a position, one JSON object a line."""
    from replay.engine import perft as count
    from replay.engine.perft import position
    from replay.rulesets import load

    rules = load(ruleset_id)
    bad = 0
    for number, line in lines_of(source):
        try:
            counts = count(position(json_line(line, number), rules), depth)
        except WmqError as error:
            error.at(line=number)
            bad += 1
            say(str(error))
            if as_json:
                put({"error": str(error), "code": error.code, "line": number})
            continue
        if as_json:
            put({"perft": counts})
        else:
            click.echo(" ".join(map(str, counts)))
    sys.exit(2 if bad else 0)
