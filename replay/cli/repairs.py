"""The command that proposes repairs of recorded hands. It changes nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from replay.cli.common import FORMAT, JSON, LANG, Count, entries, put, rules_of, ruleset_option, say

if TYPE_CHECKING:
    from importers import Entry
    from replay.analysis.verdict import Verdict


@click.command()
@click.argument("paths", nargs=-1, required=True)
@ruleset_option()
@click.option("--limit", type=click.IntRange(1, 100), default=5, show_default=True, help="Repairs shown for a hand.")
@FORMAT
@JSON
@LANG
def repair(
    paths: tuple[str, ...], ruleset_id: str | None, limit: int, format_: str | None, as_json: bool, lang: str
) -> None:
    """Show what small changes would make recorded hands legal: slips of the pen, or offences?

    Nothing is changed. Hands with nothing to repair are only counted (with --json they are printed, too).
    """
    from replay.analysis.repair_words import verdict_json
    from replay.analysis.verdict import CLEAN, verdict
    from replay.rulesets import load

    forced = load(ruleset_id) if ruleset_id else None
    count, found, clean = Count(), False, 0
    for entry in entries(paths, format_, "examined"):
        count.add(entry)
        if entry.record is None:
            continue
        rules = forced or rules_of(entry)
        judged = verdict(entry.record, rules, limit)
        found = found or judged.word != CLEAN
        clean += judged.word == CLEAN and not judged.search.repairs
        if as_json:
            source = {"source": {"file": entry.file, "index": entry.index}, "ruleset": rules.id}
            put(source | verdict_json(judged, lang))
        elif judged.word != CLEAN or judged.search.repairs:
            click.echo(verdict_text(entry, judged, lang))
    say(count.line())
    say(f"nothing to repair: {clean}")
    sys.exit(2 if count.states["rejected"] else 1 if found else 0)


def verdict_text(entry: Entry, judged: Verdict, lang: str) -> str:
    """Return the verdict for people: a line, its findings, what speaks for each reading, the numbered repairs."""
    from replay.analysis.repair_words import VERDICTS, reason_text, repair_text
    from replay.cards import LANGUAGES
    from replay.engine.words import message

    column = LANGUAGES.index(lang)
    lines = [f"{entry.file}#{entry.index} {VERDICTS[judged.word][column]}"]
    for finding in judged.findings:
        where = "—" if finding.event is None else str(finding.event)
        lines.append(f"  {where:>4} {finding.code} {message(finding, lang)}")
    for word, reasons in (("slip", judged.slip), ("offence", judged.offence)):
        if reasons:
            lines.append(f"  {VERDICTS[word][column]}: " + "; ".join(reason_text(reason, lang) for reason in reasons))
    for number, each in enumerate(judged.search.repairs, 1):
        left = f" [{len(each.remaining)} ✗]" if each.remaining else ""
        lines.append(f"  {number}. {repair_text(each, lang)}{left}")
    return "\n".join(lines)
