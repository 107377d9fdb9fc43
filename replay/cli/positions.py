"""Commands on positions: score, perft."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import msgspec

from replay.cards import LANGUAGES
from replay.cli.common import JSON, LANG, put, ruleset_option, say
from replay.errors import WmqError

if TYPE_CHECKING:
    from replay.rulesets import Ruleset
    from replay.scoring import Win


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
@LANG
@click.option("--explain", is_flag=True, help="With --json, also the readings weighed and what was just missed.")
@click.argument("source", metavar="[FILE|-]", type=click.File("rb"), default="-")
def score(ruleset_id: str, as_json: bool, lang: str, explain: bool, source: Any) -> None:
    """Reckon winning positions, one JSON object a line: 硬息, 名堂 and total.

    With 'all' as ruleset each position is reckoned under every one.
    """
    from replay.rulesets import available, load
    from replay.scoring import position

    every = [load(id_) for id_ in (available() if ruleset_id == "all" else (ruleset_id,))]
    bad = 0
    for number, line in lines_of(source):
        try:
            win = position.parse(line.decode(errors="replace"), number)
        except WmqError as error:
            bad += 1
            say(str(error.at(line=number)))
            if as_json:
                put({"error": str(error), "code": error.code, "line": number})
            continue
        for rules in every:
            if as_json:
                put(score_json(win, rules, len(every) > 1, explain))
            elif len(every) > 1:
                click.echo(f"{rules.id:14} {brief(win, rules)}")
            else:
                click.echo(explained(win, rules, lang))
    sys.exit(2 if bad else 0)


def score_json(win: Win, rules: Ruleset, several: bool, explain: bool) -> dict[str, Any]:
    """Return a reckoned position as JSON data."""
    from replay.scoring import best, position
    from replay.scoring.explain import alternatives
    from replay.scoring.nearmiss import near_misses

    found = best(win, rules)
    answer = position.answer(win, found, rules)
    if several:
        answer = {"ruleset": rules.id, **answer}
    if explain and found is not None:
        weighed = [{"xi": s.xi, "total": s.total, "items": s.items} for s in alternatives(win, rules)]
        answer |= {"readings": weighed, "near_misses": near_misses(found, rules)}
    return answer


def brief(win: Win, rules: Ruleset) -> str:
    """Return a reckoned position as one line."""
    from replay.scoring import best, position

    answer = position.answer(win, best(win, rules), rules)
    if not answer["win"]:
        return f"– ({answer['reason']}: {answer['xi']} / {answer['needed']})"
    items = " ".join(f"{item['name']}{item['op']}{item['value']}" for item in answer["items"])
    return f"{answer['xi']} × {answer['multiplier']} → {answer['total']:4}  {items}".rstrip()


def explained(win: Win, rules: Ruleset, lang: str) -> str:
    """Return a reckoned position point by point: groups, 名堂, the readings weighed, what was just missed."""
    from replay.cards import print_cards
    from replay.rulesets import CATALOGUE
    from replay.scoring import best
    from replay.scoring.because import because
    from replay.scoring.explain import GROUP_NAMES, alternatives, groups
    from replay.scoring.nearmiss import COUNTED, near_misses

    column = LANGUAGES.index(lang)
    found = best(win, rules)
    lines = [brief(win, rules)]
    if found is None or found.reading is None:
        return lines[0]
    for group in groups(found.reading):
        parts = " + ".join(f"{GROUP_NAMES[name][column]} {xi}" for name, xi in group.parts)
        lines.append(f"  {print_cards(group.cards)}  {GROUP_NAMES[group.type][column]}  {group.xi}  {parts}".rstrip())
    for item in found.items:
        why = because(item.id, found.reading)
        held = "" if why is None else print_cards(why.kinds) or str(why.count or "")
        lines.append(f"  {getattr(CATALOGUE[item.id], lang)}  {item.op}{item.value}  {held}".rstrip())
    for other in alternatives(win, rules)[1:4]:
        names = " ".join(getattr(CATALOGUE[item.id], lang) for item in other.items)
        lines.append(f"  ({other.xi} → {other.total}  {names})")
    for miss in near_misses(found, rules):
        name = getattr(CATALOGUE[miss.id], lang)
        lines.append(f"  ✗ {name}: {COUNTED[miss.what][column]} {miss.have} / {miss.need}")
    return "\n".join(lines)


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
