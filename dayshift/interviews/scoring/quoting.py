"""The person's own words as evidence: always verbatim, and not about what an interviewer may not ask."""

from collections.abc import Callable, Iterator, Sequence

from dayshift.interviews.scoring.preprocessing import Sentence, plain_words, searchable
from dayshift.knowledge.question_plans import Lexicon, contains_any

MAX_QUOTE_WORDS = 30


def speaks_of_forbidden(text: str, lexicon: Lexicon) -> bool:
    """Whether a text touches faith, origin, family, gender, age, health, a record or private data."""
    plain = searchable(text)
    return any(contains_any(phrases, plain) for phrases in lexicon.forbidden.values())


def choose_quote(sentences: Sequence[Sentence], strength: Callable[[int, int], float], lexicon: Lexicon) -> str | None:
    """The stretch of the answer that is the strongest evidence, one that touches nothing forbidden if there is one.

    None without sentences. `strength` rates the sentences from the first number to the last.
    """
    best = max(
        _stretches(sentences),
        key=lambda stretch: (not speaks_of_forbidden(stretch[2], lexicon), strength(stretch[0], stretch[1])),
        default=None,
    )
    return best[2] if best else None


def _stretches(sentences: Sequence[Sentence]) -> Iterator[tuple[int, int, str]]:
    """Each sentence, and each two that follow on one another and are short together: (first, last, verbatim text)."""
    for number, sentence in enumerate(sentences):
        yield number, number, sentence.text
        following = sentences[number + 1] if number + 1 < len(sentences) else None
        if following is None or following.answer is not sentence.answer:
            continue
        between = sentence.answer[sentence.end : following.start]
        joined = sentence.answer[sentence.start : following.end]
        if not between.strip() and len(plain_words(joined)) <= MAX_QUOTE_WORDS:
            yield number, number + 1, joined
