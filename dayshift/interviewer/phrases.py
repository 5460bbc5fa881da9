"""The small language in which the data files say what to look for.

`took|take order*` is two words in a row: one of two, then any word that starts with "order". `#` is a number, `*` any
word. ` + ` joins parts that must all stand in one statement, in any order.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Phrase:
    """One compiled phrase: every part must be found."""

    parts: tuple[re.Pattern[str], ...]

    def find(self, text: str, negation: re.Pattern[str]) -> tuple[int, int] | None:
        """Character span of the first occurrence in a statement's plain text, or None.

        What follows a `negation` in the same statement was denied, so it is not found, unless a negation belongs to
        the phrase itself ("nobody waited").
        """
        matches = [part.search(text) for part in self.parts]
        spans = [match.span() for match in matches if match]
        if len(spans) < len(self.parts):
            return None
        start, end = min(spans)[0], max(end for _, end in spans)
        denied = negation.search(text, 0, start) and not negation.search(text[start:end])
        return None if denied else (start, end)


def _word(word: str) -> str:
    escaped = "|".join(re.escape(option).replace(r"\*", r"\S*") for option in word.split("|"))
    return r"\d+" if word == "#" else r"\S+" if word == "*" else f"(?:{escaped})".replace(r"\#", r"\d+")


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S){' '.join(_word(word) for word in words.split())}(?!\S)")


@cache
def compile_phrase(written: str) -> Phrase:
    return Phrase(tuple(_pattern(part) for part in written.split(" + ")))


@cache
def compile_words(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern that finds any one of these words."""
    return _pattern("|".join(words))


def find_first(phrases: Iterable[str], text: str, negations: tuple[str, ...]) -> tuple[int, int] | None:
    """Span of the first of the written phrases that stands in `text` and is not denied there, or None."""
    negation = compile_words(negations)
    return next((span for written in phrases if (span := compile_phrase(written).find(text, negation))), None)
