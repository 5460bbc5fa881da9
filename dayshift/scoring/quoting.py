"""The person's own words as evidence: always verbatim, and never about what an interviewer may not ask."""

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile, pairwise

from dayshift.question_plans import Lexicon, find_first
from dayshift.scoring.evidence import Evidence
from dayshift.scoring.parser import Statement, without_accents

MAX_QUOTE_WORDS = 30
_STOPS = ".!?\n"
SPOKEN_BACK = range(3, 9)
"""How many words of an answer an interviewer may read back."""


# Words, spaces and apostrophes up to the first other character, or to the end.
_PLAIN_START = re.compile(r"[^\W_]+(?:[ '\u2019]+[^\W_]+)*(?=$|[.,;!?])")


class QuoteNotFoundError(Exception):
    """A quote that is not in the answer: a defect of the scorer, never shown to anybody."""


def speaks_of_forbidden(text: str, lexicon: Lexicon) -> bool:
    """Whether a text touches faith, origin, family, gender, age, health, a record or private data."""
    plain = " ".join("".join(c if c.isalnum() or c == "@" else " " for c in without_accents(text.lower())).split())
    return any(find_first(phrases, plain, ()) for phrases in lexicon.forbidden.values())


def choose_quote(evidence: Evidence, places: Iterable[int], lexicon: Lexicon, needs: Sequence[str] = ()) -> str:
    """The strongest of the statements at `places` (not empty), with as much of its sentence as is short.

    Strongest is what shows most of `needs` (as a level has them), then a later one of them, then most.
    """
    first = last = _strongest(evidence, places, lexicon, needs)
    while not _begins_sentence(evidence.statements[first]) and _may_join(evidence, first - 1, last, lexicon):
        first -= 1
    while _may_join(evidence, first, last + 1, lexicon):
        last += 1
    return verbatim(evidence.statements[first], evidence.statements[last], lexicon)


def phrase_to_read_back(evidence: Evidence, places: Iterable[int], lexicon: Lexicon) -> str | None:
    """A few of the person's own words that may be said back to them, or None when none are fit for it."""
    for index in sorted(places, key=lambda place: (-evidence.weight(place), place)):
        statement = evidence.statements[index]
        words = list(dropwhile(lambda word: word.text in lexicon.joining_words, statement.words))
        phrase = _PLAIN_START.match(statement.answer[words[0].start : statement.end]) if words else None
        if statement.own and phrase and len(phrase[0].split()) in SPOKEN_BACK:
            said = statement.answer[statement.start : statement.end]
            return None if speaks_of_forbidden(said, lexicon) else phrase[0]
    return None


def verbatim(first: Statement, last: Statement, lexicon: Lexicon) -> str:
    """The stretch of one answer from one statement to another; raises QuoteNotFoundError without one.

    In the middle of a sentence it begins after the words that join it on ("and", "because").
    """
    words = list(first.words)
    if not _begins_sentence(first):
        words = list(dropwhile(lambda word: word.text in lexicon.joining_words, words)) or words
    quote = first.answer[words[0].start : last.end]
    if not quote or quote not in last.answer:
        raise QuoteNotFoundError
    return quote


def _begins_sentence(statement: Statement) -> bool:
    before = statement.answer[: statement.start].rstrip(" \t\"'\u00bf\u00a1\u201c(-\u2014")
    return not before or before[-1] in _STOPS


def _strongest(evidence: Evidence, places: Iterable[int], lexicon: Lexicon, needs: Sequence[str]) -> int:
    def rank(index: int) -> tuple[bool, int, int, int, int]:
        statement = evidence.statements[index]
        forbidden = speaks_of_forbidden(statement.answer[statement.start : statement.end], lexicon)
        met = [i for i, need in enumerate(needs) if any(index in evidence.found.get(k, ()) for k in need.split("|"))]
        return forbidden, -len(met), -max(met, default=0), -evidence.weight(index), index

    return min(places, key=rank)


def _may_join(evidence: Evidence, first: int, last: int, lexicon: Lexicon) -> bool:
    """Whether the statements from `first` to `last` are one unbroken, short and harmless stretch."""
    if first < 0 or last >= len(evidence.statements):
        return False
    stretch = evidence.statements[first : last + 1]
    same_answer = all(statement.answer is stretch[0].answer for statement in stretch)
    short = sum(len(statement.words) for statement in stretch) <= MAX_QUOTE_WORDS
    if not (same_answer and short):
        return False
    unbroken = all(not _has_words(a.answer[a.end : b.start]) for a, b in pairwise(stretch))
    return unbroken and not speaks_of_forbidden(stretch[0].answer[stretch[0].start : stretch[-1].end], lexicon)


def _has_words(text: str) -> bool:
    # A full stop ends what is quoted together, where the answer has one.
    return any(character.isalnum() or character in _STOPS for character in text)
