"""A position of one line, as JSON, to a ``Win``, and the answer to it.

``{"exposed": ["吃捌玖拾", "碰肆", "偎九"], "hand": "六六六四五壹壹壹一一", "won": "三", "by": "other", "last": false}``

``exposed``: 吃 and its three cards (the claimed one may be told by a ``*`` behind it, a card revealed by oneself by
``自吃``), 碰 or 偎 and the kind. ``hand``: the cards before the winning one. ``won``: ``null`` or left out after a 偎,
which is then the last of ``exposed``. ``by``: ``self`` or ``other`` revealed it. Further keys, all optional: ``last``,
``dealer``, ``at_deal`` (20 cards, nothing laid, nothing won), ``zhe`` (a list of the kinds shown by each 蟄).
"""

from __future__ import annotations

import json
import re
from typing import Any

from replay.cards import COPIES, KINDS, NAMES, NONE, UNKNOWN, count_kinds, parse_cards, print_cards
from replay.errors import Place, PositionError
from replay.melds.laid import Laid
from replay.record import CHI, PENG, WEI
from replay.rulesets import Ruleset
from replay.scoring.best import why_not
from replay.scoring.explain import groups
from replay.scoring.win import Score, Win

_KEYS = ("exposed", "hand", "won", "by", "via_wei", "last", "dealer", "at_deal", "zhe")
_IGNORED = ("expect", "id", "note")
_CLAIMS = {"吃": CHI, "碰": PENG, "對": PENG, "对": PENG, "偎": WEI, "煨": WEI, "栽": WEI}
_CARDS = 20


def parse(source: str | dict[str, Any], line: int | None = None) -> Win:
    """Return the position written in ``source`` (a line of JSON, or the object it stands for).

    Raises ``PositionError`` that names ``line`` and the key at fault for anything that cannot arise at a table.
    """
    try:
        return _win(_object(source) if isinstance(source, str) else source)
    except PositionError as error:
        raise error.at(line=line) from None


def _fail(code: str, path: str, found: object, expected: str, hint: str = "") -> PositionError:
    return PositionError(code, found, expected, hint, Place(path=path))


def _object(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise _fail("too_deep", "", text, "a position") from None
    except ValueError as error:
        raise _fail("not_json", "", text, f"one JSON object ({error})") from None


def _win(data: Any) -> Win:
    if not isinstance(data, dict):
        raise _fail("bad_value", "", data, "a JSON object")
    for key in data:
        if key not in _KEYS and key not in _IGNORED:
            raise _fail("bad_token", str(key), key, f"one of {', '.join(_KEYS)}")
    if "hand" not in data:
        raise _fail("missing_value", "hand", "", "the cards in hand")
    exposed = data.get("exposed")
    if exposed is None:
        exposed = []
    if not isinstance(exposed, list):
        raise _fail("bad_value", "exposed", exposed, "a list of laid sentences")
    laid = tuple(_laid(text, f"exposed[{index}]") for index, text in enumerate(exposed))
    by = data.get("by", "other")
    if by not in ("self", "other"):
        raise _fail("bad_value", "by", by, "self or other")
    hand = count_kinds(_cards(data["hand"], "hand"))
    won = data.get("won")
    win = Win(
        laid=laid,
        hand=tuple(hand[:KINDS]),
        won=NONE if won is None else _card(won, "won"),
        by_self=by == "self" or (data.get("via_wei") is True and "by" not in data),
        via_wei=_flag(data, "via_wei"),
        last=_flag(data, "last"),
        dealer=_flag(data, "dealer"),
        at_deal=_flag(data, "at_deal"),
        zhe=_zhe(data.get("zhe")),
    )
    _check_course(win, "by" in data)
    _check_cards(win)
    return win


def _flag(data: dict[str, Any], key: str) -> bool:
    value = data.get(key)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise _fail("bad_value", key, value, "true or false")
    return value


def _cards(text: Any, path: str) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise _fail("bad_value", path, text, "cards written one after the other")
    try:
        kinds = parse_cards(text)
    except ValueError as error:
        raise _fail("unknown_card", path, error, "cards such as 一二貳拾 or s1b10") from None
    if UNKNOWN in kinds:
        raise _fail("impossible_position", path, "?", "known cards", "A hidden card cannot be scored.")
    return kinds


def _card(text: Any, path: str) -> int:
    kinds = _cards(text, path)
    if len(kinds) != 1:
        raise _fail("bad_value", path, text, "one card")
    return kinds[0]


def _zhe(value: Any) -> tuple[tuple[int, ...], ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise _fail("bad_value", "zhe", value, "a list of the kinds shown")
    return tuple(_cards(shown, f"zhe[{index}]") for index, shown in enumerate(value))


def _laid(text: Any, path: str) -> Laid:
    if not isinstance(text, str) or not text:
        raise _fail("bad_value", path, text, "吃, 碰 or 偎 and its cards")
    own = text.startswith("自吃")
    rest = text[1:] if own else text
    claim = _CLAIMS.get(rest[0])
    if claim is None:
        raise _fail("unknown_action", path, rest[0], "吃, 碰 or 偎")
    if claim == CHI:
        return _chi(rest[1:], own, path)
    kinds = _cards(rest[1:], path)
    if len(kinds) not in (1, 3) or len(set(kinds)) != 1:
        raise _fail("impossible_position", path, rest, "one kind, or three equal cards")
    return Laid(claim, kinds[0], (kinds[0],) * 3, claim == WEI)


def _chi(text: str, own: bool, path: str) -> Laid:
    kinds = _cards(text.replace("*", ""), path)
    low, middle, high = sorted(kinds) if len(kinds) == 3 else (0, 0, 0)
    if (low + 1, low + 2) != (middle, high) or low // 10 != high // 10:
        raise _fail("impossible_position", path, text, "three consecutive cards of one size")
    claimed = NONE
    if "*" in text:
        marked = re.fullmatch(r"([^*]+)\*[^*]*", text)
        if not marked:
            raise _fail("bad_token", path, text, "one * behind the claimed card")
        claimed = _cards(marked[1], path)[-1]
    return Laid(CHI, claimed, (low, middle, high), own)


def _check_course(win: Win, told_by: bool) -> None:
    """Refuse what no course of play leads to."""
    if win.at_deal:
        if win.laid or win.via_wei or win.won != NONE:
            raise _fail("contradictory", "at_deal", "true", "nothing laid and nothing won at the deal")
    elif win.via_wei:
        if not win.laid or win.laid[-1].claim != WEI:
            raise _fail("impossible_position", "exposed", "", "a 偎 as the last laid sentence, since via_wei is true")
        if win.won != NONE:
            raise _fail("contradictory", "won", NAMES[win.won], "null: after a 偎 that is the winning card")
        if told_by and not win.by_self:
            raise _fail("contradictory", "by", "other", "self: a 偎 is made of a card one revealed oneself (R7)")
    elif win.won == NONE:
        raise _fail("missing_value", "won", "", "the winning card (or via_wei, or at_deal)")
    elif win.by_self and win.hand[win.won] >= 2:
        raise _fail("impossible_position", "won", NAMES[win.won], "a 偎: with two in hand one's own card must be (R7)")


def _check_cards(win: Win) -> None:
    """Refuse a wrong number of cards and five of a kind."""
    counts = list(win.hand)
    for sentence in win.laid:
        for kind in sentence.cards:
            counts[kind] += 1
    if win.won != NONE:
        counts[win.won] += 1
    total = sum(counts)
    if total != _CARDS:
        raise _fail("impossible_position", "hand", f"{total} cards", f"{_CARDS} with the laid and the winning ones")
    for kind, count in enumerate(counts):
        if count > COPIES:
            raise _fail("impossible_position", "hand", f"{count} × {NAMES[kind]}", f"at most {COPIES} of a kind (R1)")


def answer(win: Win, score: Score | None, ruleset: Ruleset) -> dict[str, Any]:
    """Return the answer as JSON data.

    A win: ``win`` (true), ``xi``, ``multiplier``, ``total``, ``items`` of ``id``, ``name``, ``op``, ``value``, and
    ``groups`` of ``type``, ``cards``, ``xi``, ``reason``, ``laid``, ``won``. No win: ``win`` (false), ``reason``
    (``incomplete`` or ``short``), ``xi`` (the most it counts) and ``needed``.
    """
    if score is None:
        lack = why_not(win, ruleset)
        reason, xi = (lack.reason, lack.xi) if lack else ("short", 0)
        return {"win": False, "reason": reason, "xi": xi, "needed": ruleset.min_xi}
    return {
        "win": True,
        "xi": score.xi,
        "multiplier": score.multiplier,
        "total": score.total,
        "items": [{"id": i.id, "name": i.name, "op": i.op, "value": i.value} for i in score.items],
        "groups": [
            {
                "type": group.type,
                "cards": print_cards(group.cards),
                "xi": group.xi,
                "reason": group.reason,
                "laid": group.laid,
                "won": group.won,
            }
            for group in (groups(score.reading) if score.reading else ())
        ],
    }
