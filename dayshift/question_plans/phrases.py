"""The small language in which the data files say what to look for.

`took|take order*` is two words in a row: one of two, then any word that starts with "order" (`*ed`: that ends so).
`help~` is any form of a regular verb, `#` a number, `*` any word. ` + ` joins parts that must all stand in
one statement, in this order.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

DENIED_REACH = 7
"""Without punctuation a statement can run on into the next thought, so a negation does not deny all that
follows."""

MIN_MISSPELT = 6
"""Shorter words are too near to one another to guess which was meant."""


@dataclass(frozen=True)
class Phrase:
    """One compiled phrase: every part must be found."""

    parts: tuple[re.Pattern[str], ...]

    def find(self, text: str, negation: re.Pattern[str]) -> tuple[int, int] | None:
        """Character span of the first occurrence in a statement's plain text, or None.

        What stands within DENIED_REACH words after a `negation` in the same statement was denied, so it is
        not found, unless a negation belongs to the phrase itself ("nobody waited").
        """
        start, end = -1, 0
        for part in self.parts:
            match = part.search(text, end)
            if match is None:
                return None
            start, end = match.start() if start < 0 else start, match.end()
        before = " ".join(text[:start].split()[-DENIED_REACH:])
        denied = negation.search(before) and not negation.search(text[start:end])
        return None if denied else (start, end)


def _word(word: str) -> str:
    return f"(?:{'|'.join(_option(option) for option in word.split('|'))})"


def _option(option: str) -> str:
    if option == "#":
        return r"\d+"
    if option == "*":
        return r"\S+"
    if option.endswith("~"):
        return _verb_forms(option[:-1])
    start, end = (r"\S*" if option.startswith("*") else ""), (r"\S*" if option.endswith("*") else "")
    return start + re.escape(option.strip("*")) + end


def _verb_forms(verb: str) -> str:
    """help -> helps, helped, helping; carry -> carried; move -> moving; stop -> stopped."""
    stem, last = re.escape(verb[:-1]), re.escape(verb[-1])
    if last == "e":
        return f"{stem}(?:e|es|ed|ing)"
    if last == "y":
        return f"{stem}(?:y|ys|ies|yed|ied|ying)"
    return f"{stem}{last}(?:s|es|{last}?ed|{last}?ing)?"


def _words(words: str) -> str:
    return " ".join(_word(word) for word in words.split())


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S){_words(words)}(?!\S)")


@cache
def compile_phrase(written: str) -> Phrase:
    return Phrase(tuple(_pattern(part) for part in written.split(" + ")))


@cache
def compile_words(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern that finds any one of these words; with no words it finds nothing."""
    return _pattern("|".join(words)) if words else re.compile("(?!)")


class Vocabulary:
    """Every single word that some phrase looks for; those that only `known` phrases have are no slips either."""

    def __init__(self, phrases: Iterable[str], known: Iterable[str] = ()) -> None:
        words = _single_words(phrases)
        self._known = _pattern("|".join(sorted(words | _single_words(known))))
        self._pattern = _pattern("|".join(sorted(words)))
        self._near: dict[str, set[str]] = {}
        for word in words:
            plain = word.strip("*~")
            for form in _near(plain) if len(plain) >= MIN_MISSPELT and plain.isalpha() else ():
                self._near.setdefault(form, set()).add(plain)

    def has(self, word: str) -> bool:
        return self._pattern.fullmatch(word) is not None

    def mend(self, word: str) -> str:
        """The one sought word that a long unknown word was meant to be, one slip away; else the word itself."""
        if len(word) < MIN_MISSPELT or not word.isalpha() or self._known.fullmatch(word):
            return word
        meant = {near for form in _near(word) for near in self._near.get(form, ()) if near[0] == word[0]}
        meant = {near for near in meant if abs(len(near) - len(word)) <= 1}
        return meant.pop() if len(meant) == 1 else word


def _single_words(phrases: Iterable[str]) -> set[str]:
    return {word for written in phrases for word in re.split(r"[ |]", written)} - {"", "+", "#", "*"}


def _near(word: str) -> set[str]:
    """The word, and what is left of it without one of its letters: words that share one differ by one slip."""
    return {word} | {word[:i] + word[i + 1 :] for i in range(len(word))}


@cache
def _by_first_word(phrases: tuple[str, ...]) -> tuple[dict[str, list[int]], list[int]]:
    """At which places those phrases stand that begin with a word, by that word; and those that may begin with any."""
    by_word: dict[str, list[int]] = {}
    any_word: list[int] = []
    for place, written in enumerate(phrases):
        forms = [_forms(option) for option in written.split()[0].split("|")]
        if None in forms:
            any_word.append(place)
        else:
            for form in {form for several in forms for form in several or ()}:
                by_word.setdefault(form, []).append(place)
    return by_word, any_word


def _forms(option: str) -> tuple[str, ...] | None:
    """All words that an option of a phrase stands for; None where they cannot be counted."""
    if option == "#" or "*" in option:
        return None
    if not option.endswith("~"):
        return (option,)
    verb, stem, last = option[:-1], option[:-2], option[-2]
    if last == "e":
        return tuple(stem + ending for ending in ("e", "es", "ed", "ing"))
    if last == "y":
        return tuple(stem + ending for ending in ("y", "ys", "ies", "yed", "ied", "ying"))
    return tuple(verb + ending for ending in ("", "s", "es", "ed", "ing", f"{last}ed", f"{last}ing"))


def likely(phrases: tuple[str, ...], text: str) -> Iterator[str]:
    """The phrases whose first word occurs in `text`, in order: only these need a search."""
    by_word, any_word = _by_first_word(phrases)
    places = {place for word in set(text.split()) for place in by_word.get(word, ())}
    return (phrases[place] for place in sorted(places.union(any_word)))


@cache
def _screen(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the first part of any of the phrases: one quick search that settles most cases."""
    starts = (written.split(" + ", maxsplit=1)[0] for written in phrases)
    return re.compile(rf"(?<!\S)(?:{'|'.join(_words(start) for start in starts)})(?!\S)")


def find_first(phrases: tuple[str, ...], text: str, negations: tuple[str, ...]) -> tuple[int, int] | None:
    """Span of the first written phrase that occurs in `text` without a negation, or None."""
    if not _screen(phrases).search(text):
        return None
    negation = compile_words(negations)
    found = (compile_phrase(written).find(text, negation) for written in likely(phrases, text))
    return next((span for span in found if span), None)
