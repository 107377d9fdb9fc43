"""繁體, 简体 and English: which one a page is in, and its words.

The words stand in ``texts/*.json``, one line a word, in the order of ``LANGUAGES``; ``t`` asks those of ``PAGES``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response, g, request, url_for


class Language(NamedTuple):
    """A language of the pages: its tag in addresses, its key in the engine's tables, its own name, its column."""

    tag: str
    key: str
    name: str
    column: int


LANGUAGES = (
    Language("zh-Hant", "hant", "繁體", 0),
    Language("zh-Hans", "hans", "简体", 1),
    Language("en", "en", "English", 2),
)
COOKIE = "lang"
PAGES = ("pages", "reckon", "recorder")  # the tables of ``t``; no word stands in two
# What follows "zh" in a language tag → the script; the libraries' negotiation does not know these (zh-TW, zh-Hant-CN).
_SCRIPTS = {"hant": 0, "hans": 1, "tw": 0, "hk": 0, "mo": 0, "cn": 1, "sg": 1, "my": 1}


def language_of(tag: str | None) -> Language | None:
    """Return the language a tag asks for, or ``None`` when it is none of ours.

    >>> [language_of(tag).tag for tag in ("zh-TW", "zh_Hant_CN", "zh", "en-GB", "hans")], language_of("fr")
    (['zh-Hant', 'zh-Hant', 'zh-Hans', 'en', 'zh-Hans'], None)
    """
    parts = (tag or "").lower().replace("_", "-").split("-")
    if parts[0] == "en":
        return LANGUAGES[2]
    if parts[0] == "zh":
        # The script subtag decides before the region; bare "zh" is 简体.
        found = [_SCRIPTS[part] for part in sorted(parts[1:], key=len, reverse=True) if part in _SCRIPTS]
        return LANGUAGES[found[0] if found else 1]
    return LANGUAGES[_SCRIPTS[parts[0]]] if parts[0] in ("hant", "hans") else None


def current() -> Language:
    """Return the language of this request: the address says it, else the cookie, else it is 繁體."""
    if "language" not in g:
        g.language = language_of(request.args.get("lang")) or language_of(request.cookies.get(COOKIE)) or LANGUAGES[0]
    language: Language = g.language
    return language


@cache
def words(name: str) -> dict[str, tuple[str, str, str]]:
    """Return the table ``texts/<name>.json``: key → the text in the order of ``LANGUAGES``."""
    raw = (Path(__file__).parent / "texts" / f"{name}.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, tuple[str, str, str]])


@cache
def page_words() -> dict[str, tuple[str, str, str]]:
    """Return the words of all pages, key → the text in the order of ``LANGUAGES``."""
    return {key: texts for name in PAGES for key, texts in words(name).items()}


def t(key: str, **values: object) -> str:
    """Return the words for ``key`` in the page's language, with the values put in."""
    text = page_words()[key][current().column]
    return text.format(**values) if values else text


def t_or(key: str, other: str) -> str:
    """Return the words for ``key``, or ``other`` where no table has it."""
    return t(key) if key in page_words() else other


def here(**values: Any) -> str:
    """Return the address of the present page with these values of its query changed; ``None`` takes one out."""
    query = {**request.args.to_dict(), **values}
    if request.method != "GET" or request.endpoint is None:
        return url_for("library.show", **_given(query))
    return url_for(request.endpoint, **(request.view_args or {}), **_given(query))


def _given(query: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in query.items() if value not in (None, "")}


def init_app(app: Flask) -> None:
    """Give the pages their words and keep the language in every address and in a cookie."""
    app.jinja_env.globals.update(zip=zip, t=t, t_or=t_or, here=here, current_language=current, languages=LANGUAGES)
    app.url_defaults(_keep_language)
    app.after_request(_remember)


def _keep_language(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint != "static" and "lang" not in values and request and language_of(request.args.get("lang")):
        values["lang"] = current().tag


def _remember(response: Response) -> Response:
    asked = language_of(request.args.get("lang"))
    if asked and request.cookies.get(COOKIE) != asked.tag:
        response.set_cookie(COOKIE, asked.tag, max_age=365 * 24 * 3600, samesite="Lax", httponly=True)
    return response
