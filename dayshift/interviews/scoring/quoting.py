"""The person's own words as evidence: always verbatim, and not about what an interviewer may not ask."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dayshift.interviews.scoring.preprocessing import Sentence, searchable
from dayshift.knowledge.question_plans import Lexicon, contains_any

MAX_QUOTE_WORDS = 120
"""An occasion, what was done, and how it came out: judges often missed one of them in shorter quotes."""
APART = " … "
"""Stands for what a quote leaves out."""

Numbers = tuple[int, ...]
"""Of sentences of an answer, rising."""


def speaks_of_forbidden(text: str, lexicon: Lexicon) -> bool:
    """Whether a text touches faith, origin, family, gender, age, health, a record or private data."""
    plain = searchable(text)
    return any(contains_any(phrases, plain) for phrases in lexicon.forbidden.values())


def longest_quotes(sentences: Sequence[Sentence], allowed: Numbers) -> Iterator[Numbers]:
    """The longest quotes of allowed sentences, from each of them on, without those that another one contains."""
    reached = -1
    for start in range(len(allowed)):
        end = start + 1
        while end < len(allowed) and len(quoted(sentences, allowed[start : end + 1]).split()) <= MAX_QUOTE_WORDS:
            end += 1
        if end > reached:
            reached = end
            yield allowed[start:end]


def quoted(sentences: Sequence[Sentence], numbers: Numbers) -> str:
    """These sentences verbatim, as they follow on each other in the answer."""
    text = sentences[numbers[0]].text
    for before, number in pairwise(numbers):
        last, following = sentences[before], sentences[number]
        joined = last.answer is following.answer and not last.answer[last.end : following.start].strip()
        text += last.answer[last.end : following.end] if joined else APART + following.text
    return text
