"""Commands on rules and money: rulesets, evening."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from replay.cli.common import FORMAT, JSON, LANG, Count, entries, pad, put, rules_of, ruleset_option, say

if TYPE_CHECKING:
    from replay.analysis.evening import Evening, Row
    from replay.rulesets import Ruleset


@click.group(invoke_without_command=True)
@click.pass_context
@LANG
def rulesets(context: click.Context, lang: str) -> None:
    """List the rulesets, or compare two of them ('wmq rulesets diff A B')."""
    if context.invoked_subcommand is not None:
        return
    from replay.rulesets import shelf

    held = shelf()
    for id_, rules in sorted(held.rulesets.items()):
        click.echo(f"{id_:14} {getattr(rules.names, lang)}  {rules.source}")
    for broken in held.broken:
        say(str(broken.error))
    sys.exit(2 if held.broken else 0)


@rulesets.command()
@click.argument("first")
@click.argument("second")
@JSON
@LANG
def diff(first: str, second: str, as_json: bool, lang: str) -> None:
    """Show where two rulesets (ids or TOML files) differ."""
    from replay.rulesets import load

    left, right = load(first), load(second)
    if not as_json:
        click.echo(f"{pad('', 40)} {left.id:>14} {right.id:>14}")
    for row in rows_of(left, right, lang):
        if as_json:
            put(row)
        else:
            click.echo(f"{pad(row['name'], 40)} {row['first']!s:>14} {row['second']!s:>14}")


def rows_of(first: Ruleset, second: Ruleset, lang: str) -> Iterator[dict[str, Any]]:
    """Yield what differs: ``kind``, ``id``, ``name``, ``first``, ``second``; a dash where a 名堂 is not played."""
    from replay.rulesets import CATALOGUE
    from replay.rulesets.compare import differences

    for each in differences(first, second):
        name = getattr(CATALOGUE[each.key], lang) if each.key in CATALOGUE else each.key
        values = {"first": "–" if each.left == "" else each.left, "second": "–" if each.right == "" else each.right}
        yield {"kind": each.section, "id": each.key, "name": name, **values}


@click.command()
def rejudge() -> None:
    """Judge stored hands again whose rulesets have changed since they were judged."""
    from replay.rulesets import shelf
    from replay.store import open_engine
    from replay.store import rejudge as judge_again

    held = shelf()
    for broken in held.broken:
        say(str(broken.error))
    done, left = judge_again(open_engine(), held.rulesets)
    click.echo(f"rejudged {done}, left {left}")
    sys.exit(2 if left else 0)


@click.command()
@click.argument("paths", nargs=-1, required=True)
@ruleset_option()
@FORMAT
@JSON
@LANG
@click.option("--pot", type=click.IntRange(0), default=0, show_default=True, help="What the pot holds at the start.")
def evening(
    paths: tuple[str, ...], ruleset_id: str | None, format_: str | None, as_json: bool, lang: str, pot: int
) -> None:
    """Reckon hands in order as one evening: dealers, money, pot, balances."""
    from replay.analysis.evening import evening as reckon
    from replay.engine import audit
    from replay.rulesets import load

    rules = load(ruleset_id) if ruleset_id else None
    count, replays = Count(), []
    for entry in entries(paths, format_, "read"):
        count.add(entry)
        if entry.record is not None:
            rules = rules or rules_of(entry)
            replays.append(audit(entry.record, rules))
    if rules is not None:
        try:
            show_evening(reckon(replays, rules, pot), as_json, lang)
        except ValueError as error:
            say(str(error))
            sys.exit(2)
    say(count.line())
    sys.exit(2 if count.states["rejected"] else 0)


def show_evening(result: Evening, as_json: bool, lang: str) -> None:
    """Print an evening, a hand a line, and the shared rest of the pot."""
    from replay.engine.words import message, seat_name

    if result.rows and not as_json:
        seats = " ".join(seat_name(seat, lang) for seat in range(result.rows[0].outcome.seats))
        click.echo(
            {"hant": f"局 莊  {seats} 收付 | 留子 | 累計", "hans": f"局 庄  {seats} 收付 | 留子 | 累计"}.get(
                lang, f"hand dealer  {seats} payments | pot | balances"
            )
        )
    for row in result.rows:
        if as_json:
            put(row_json(row, lang))
            continue
        paid = " ".join(f"{amount:+d}" for amount in row.settlement.payments)
        sums = " ".join(f"{amount:+d}" for amount in row.balances)
        dealer = seat_name(row.dealer, lang)
        click.echo(f"{row.hand:3} {dealer}  {paid:24} | {row.settlement.pot:5} | {sums}")
        for finding in row.findings:
            click.echo(f"     {finding.code} {message(finding, lang)}")
    if as_json:
        put({"rest": result.rest.amounts, "balances": result.balances})
    else:
        click.echo("  =  " + " ".join(f"{amount:+d}" for amount in result.balances))


def row_json(row: Row, lang: str) -> dict[str, Any]:
    """Return one hand of an evening as JSON data."""
    from replay.engine.words import finding_json

    return {
        "hand": row.hand,
        "dealer": row.dealer,
        "due_dealer": row.due_dealer,
        "payments": row.settlement.payments,
        "deng": row.settlement.deng,
        "pot": row.settlement.pot,
        "parts": row.settlement.parts,
        "balances": row.balances,
        "findings": [finding_json(finding, lang) for finding in row.findings],
    }
