"""Text files as people save them: which encoding they are in, and which bytes are none of it."""

from __future__ import annotations

import codecs
import re

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_GAME = re.compile("[一二三四五六七八九十壹貳贰叁肆伍陸陆柒捌玖拾出打揭搬摸偎碰吃胡莊庄家局]")
BAD = "\N{REPLACEMENT CHARACTER}"  # stands for bytes that are no text


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16 by its mark, else UTF-8, GB18030 or Big5, whichever fits best.

    Bytes that are no text become U+FFFD, so that the lines around them can still be read.

    >>> decode("甲出三".encode("gb18030")), decode("甲出三".encode("utf-16"))
    ('甲出三', '甲出三')
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace").replace("\0", BAD)
    try:
        return data.decode().replace("\0", BAD)
    except UnicodeDecodeError:
        texts = [data.decode(encoding, "replace") for encoding in ("utf-8", "gb18030", "big5")]
        return max(texts, key=_likely).replace("\0", BAD)


def _likely(text: str) -> int:
    """Return how much the text looks like one of this game, wrongly decoded bytes held against it."""
    return len(_GAME.findall(text)) - text.count(BAD)


def head(data: bytes) -> str:
    """Return the text of the first bytes of a file, which may break off within a character."""
    return decode(data).rstrip(BAD)
