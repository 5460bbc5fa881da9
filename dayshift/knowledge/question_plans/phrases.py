"""The small language in which the lexicons say what to look for in plain text (lower case, no accents).

`took|take order*` is two words in a row: one of two, then any word that starts with "order". `#` is a number, `*` any
word. ` + ` joins parts that must all occur, in this order.
"""

import re
from functools import cache


def _option(option: str) -> str:
    if option in {"#", "*"}:
        return {"#": r"\d+", "*": r"\S+"}[option]
    start, end = (r"\S*" if option.startswith("*") else ""), (r"\S*" if option.endswith("*") else "")
    return start + re.escape(option.strip("*")) + end


def _part(words: str) -> str:
    return " ".join(f"(?:{'|'.join(map(_option, word.split('|')))})" for word in words.split())


@cache
def _compiled(phrases: tuple[str, ...]) -> list[tuple[re.Pattern[str], ...]]:
    return [tuple(re.compile(rf"(?<!\S){_part(part)}(?!\S)") for part in phrase.split(" + ")) for phrase in phrases]


@cache
def _screen(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the first part of any of the phrases: one quick search that settles most cases."""
    return re.compile(rf"(?<!\S)(?:{'|'.join(_part(phrase.split(' + ')[0]) for phrase in phrases)})(?!\S)")


def contains_any(phrases: tuple[str, ...], text: str) -> bool:
    """Whether one of the phrases occurs in a plain text."""
    return first_at(phrases, text) is not None


def first_at(phrases: tuple[str, ...], text: str) -> int | None:
    """Where the first of the phrases that occur in a plain text begins; None without one."""
    if not _screen(phrases).search(text):
        return None
    return min((at for parts in _compiled(phrases) if (at := _begin(parts, text)) is not None), default=None)


def _begin(parts: tuple[re.Pattern[str], ...], text: str) -> int | None:
    begin, end = None, 0
    for part in parts:
        match = part.search(text, end)
        if match is None:
            return None
        begin, end = match.start() if begin is None else begin, match.end()
    return begin
