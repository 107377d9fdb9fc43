"""The command best: the dearest possible hand of a ruleset."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from replay.cards import LANGUAGES
from replay.cli.common import JSON, LANG, put, ruleset_option, say

if TYPE_CHECKING:
    from replay.rulesets import Ruleset
    from replay.scoring import Score, Win
    from replay.scoring.dearest import Found, Search

WORDS: dict[str, tuple[str, str, str]] = {
    "proven": ("已證：再無更貴的牌", "已证：再无更贵的牌", "proven: no hand is dearer"),
    "not_proven": ("未證：至多 {bound}", "未证：至多 {bound}", "not proven: no hand is worth more than {bound}"),
    "nothing": ("尚未尋得", "尚未寻得", "nothing found yet"),
    "stopped": ("未及尋得", "未及寻得", "stopped before the search began"),
    "zhe": ("蟄只計一次", "蛰只计一次", "蟄 is counted once"),
    "zhe_open": (
        "蟄只計一次，且須可於原手或末次吃碰時蟄",
        "蛰只计一次，且须可于原手或末次吃碰时蛰",
        "蟄 is counted once, and only if it can be shown for the hand that wins or at its last claim",
    ),
    "self": ("自己揭得", "自己揭得", "revealed by the winner"),
    "other": ("他人揭出", "他人揭出", "revealed by another"),
    "wei": ("偎而胡", "偎而胡", "won with the 偎"),
    "last": ("海底字", "海底字", "the last card of the stock"),
    "shown": ("先曾蟄", "先曾蛰", "after a 蟄"),
    "three": ("起手有三張{card}", "起手有三张{card}", "dealt three {card}"),
    "dealt": ("起手即成", "起手即成", "dealt complete"),
    "at_deal": ("起手胡最貴", "起手胡最贵", "dearest win at the deal"),
    "xi": ("硬息", "硬息", "硬息"),
    "total": ("總息", "总息", "total"),
    "story": ("一局合法牌譜，終於此手", "一局合法牌谱，终于此手", "a legal hand that ends so"),
}


def word(key: str, lang: str, **facts: object) -> str:
    """Return a phrase in the language."""
    return WORDS[key][LANGUAGES.index(lang)].format(**facts)


@click.command()
@ruleset_option(required=True)
@JSON
@LANG
@click.option("--seconds", type=click.FloatRange(0), help="Stop after so long with the best found so far.")
@click.option("--record", is_flag=True, help="Also print a whole legal hand that ends with this win.")
def best(ruleset_id: str, as_json: bool, lang: str, seconds: float | None, record: bool) -> None:
    """Find the dearest possible hand of a ruleset, and prove it.

    Ctrl-C ends the search with the best found so far and what no hand can exceed. Exit status 1 if it is not proven.
    """
    from replay.record import print_record
    from replay.rulesets import load
    from replay.scoring.dearest import dearest_dealt, story, with_dealt

    rules = load(ruleset_id)
    until = None if seconds is None else time.monotonic() + seconds
    found, special = search(rules, False, until), dearest_dealt(rules)
    at_deal = search(rules, True, until) if found and found.proven else None
    at_deal = with_dealt(at_deal, special) if at_deal else None
    if found is None:
        say(word("stopped", lang))
        sys.exit(1)
    found = with_dealt(found, special)
    path = story(found.win, rules) if found.win and (record or as_json) else None
    line = print_record(path) if path else ""
    if as_json:
        put({**answer(rules, found, at_deal), "record": line})
    else:
        click.echo("\n".join(lines(rules, found, at_deal, lang)))
        if line:
            click.echo(f"{word('story', lang)}:\n{line}")
    sys.exit(0 if found.proven else 1)


def search(rules: Ruleset, at_deal: bool, until: float | None) -> Found | None:
    """Return the dearest hand found until the time given or Ctrl-C, with progress on stderr.

    ``None`` if Ctrl-C came before the search had begun.
    """
    from replay.scoring.dearest import Search

    shown = time.monotonic()
    live = sys.stderr.isatty()

    def go_on(work: Search) -> bool:
        nonlocal shown
        now = time.monotonic()
        if live and now - shown > 0.2:
            shown = now
            click.echo(f"\r\x1b[K{max(work.total, 0)} … ≤ {work.bound}  {work.looked_at}", err=True, nl=False)
        return until is None or now < until

    work = None
    try:
        work = Search(rules, at_deal)
        if go_on(work):
            work.run(go_on)
    except KeyboardInterrupt:
        pass
    finally:
        if live:
            click.echo("\r\x1b[K", err=True, nl=False)
    return work.found() if work else None


def lines(rules: Ruleset, found: Found, at_deal: Found | None, lang: str) -> list[str]:
    """Return what to print for people."""
    proof = word("proven" if found.proven else "not_proven", lang, bound=found.bound)
    texts = [f"{getattr(rules.names, lang)} ({rules.id})  {proof}"]
    if found.win and found.score:
        texts += [f"  {position_text(found.win, lang)}", f"  {score_text(found.score, lang)}"]
    else:
        texts.append(f"  {word('nothing', lang)}")
    if rules.on("zhe"):
        texts.append(f"  {word('zhe_open' if found.zhe_open else 'zhe', lang)}")
    if at_deal and at_deal.win and at_deal.score:
        texts.append(f"{word('at_deal', lang)}:")
        texts += [f"  {position_text(at_deal.win, lang)}", f"  {score_text(at_deal.score, lang)}"]
    return texts


def cards_text(counts: Any) -> str:
    """Return counts by kind as cards."""
    from replay.cards import KINDS, print_cards

    return print_cards(kind for kind in range(KINDS) for _ in range(counts[kind]))


def laid_text(win: Win) -> list[str]:
    """Return the laid sentences as in a position: the claimed card of a 吃 has a * behind it."""
    from replay.cards import NAMES
    from replay.record import CHI, PENG, WEI

    claims = {WEI: "偎", PENG: "碰", CHI: "吃"}
    texts = []
    for sentence in win.laid:
        cards = NAMES[sentence.kind]
        if sentence.claim == CHI:
            cards = "".join(NAMES[kind] + "*" * (kind == sentence.kind) for kind in sentence.cards)
        texts.append(claims[sentence.claim] + cards)
    return texts


def position_text(win: Win, lang: str) -> str:
    """Return a position for people: laid | hand + won card, and how it was won."""
    from replay.cards import NAMES, NONE

    hand = cards_text(win.hand)
    if win.at_deal:
        return f"{hand}  ({word('dealt', lang)})"
    text = " ".join([*laid_text(win), "|", hand])
    how = [word("wei" if win.via_wei else "self" if win.by_self else "other", lang)]
    if win.won != NONE:
        text += f" + {NAMES[win.won]}"
    how += [word("last", lang)] * win.last + [word("shown", lang)] * bool(win.zhe)
    if win.dealt is not None:
        how.append(word("three", lang, card=NAMES[win.won]))
    return f"{text}  ({'; '.join(how)})"


def score_text(score: Score, lang: str) -> str:
    """Return a score for people: 硬息, multiplier, 名堂 and their sum."""
    from replay.rulesets import CATALOGUE

    items = [f"{getattr(CATALOGUE[item.id], lang)} {item.op}{item.value}" for item in score.items]
    return "  ".join([f"{word('xi', lang)} {score.xi}", *items, f"= {word('total', lang)} {score.total}"])


def answer(rules: Ruleset, found: Found, at_deal: Found | None) -> dict[str, Any]:
    """Return the answer as JSON data.

    ``position`` as ``wmq score`` reads it, ``dealt_three`` the kind of which three were dealt where 圓圓丁 hangs on it,
    and the score. ``bound``: no hand is worth more. ``zhe``: ``once``, or ``hand or last claim`` where it is proven for
    such 蟄 only. ``at_deal``: the dearest win at the deal, ``None`` if it was not looked for.
    """
    return {
        "ruleset": rules.id,
        "hash": rules.hash,
        "proven": found.proven,
        "bound": found.bound,
        "zhe": "hand or last claim" if found.zhe_open else "once",
        **found_json(found),
        "at_deal": {"proven": at_deal.proven, "bound": at_deal.bound, **found_json(at_deal)} if at_deal else None,
        "looked_at": found.looked_at,
        "reckoned": found.reckoned,
    }


def found_json(found: Found) -> dict[str, Any]:
    """Return a position and its score as JSON data; ``position`` and ``total`` are ``None`` if nothing was found."""
    from replay.cards import NAMES

    if found.win is None or found.score is None:
        return {"position": None, "total": None}
    three = {} if found.win.dealt is None else {"dealt_three": NAMES[found.win.won]}
    return {"position": position_json(found.win), **three, **score_json(found.score)}


def score_json(score: Score) -> dict[str, Any]:
    """Return a score as JSON data."""
    items = [{"id": item.id, "name": item.name, "op": item.op, "value": item.value} for item in score.items]
    return {"xi": score.xi, "multiplier": score.multiplier, "total": score.total, "items": items}


def position_json(win: Win) -> dict[str, Any]:
    """Return a position as ``wmq score`` reads it."""
    from replay.cards import NAMES, NONE, print_cards

    data: dict[str, Any] = {"exposed": laid_text(win), "hand": cards_text(win.hand)}
    if win.won != NONE:
        data |= {"won": NAMES[win.won], "by": "self" if win.by_self else "other"}
    flags = ("via_wei", "last", "dealer", "at_deal")
    data |= {flag: True for flag in flags if getattr(win, flag)}
    if win.zhe:
        data["zhe"] = [print_cards(shown) for shown in win.zhe]
    return data
