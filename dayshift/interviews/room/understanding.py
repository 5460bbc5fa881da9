"""How surely a spoken answer was understood. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Degree = Literal["heard", "doubtful", "unclear"]
Understood = Literal["heard", "doubtful", "unclear", "silent"]

HEARD: Degree = "heard"
DOUBTFUL: Degree = "doubtful"
UNCLEAR: Degree = "unclear"
SILENT: Understood = "silent"

SURE = 0.65
POOR = 0.45
"""Least confidence of passages that are heard, and that are doubtful. On recordings of native speakers 3 % of the words
above the first are wrong, of learners 6 % and in Spanish 7 %; below it three of ten (docs/scoring.md)."""
MUCH = 0.25
"""Share of unclear words from which a whole answer is unclear."""


def degree(confidence: float | None) -> Degree:
    """Of a passage, by the model's confidence; one without is taken for heard."""
    if confidence is None or confidence >= SURE:
        return HEARD
    return DOUBTFUL if confidence >= POOR else UNCLEAR


@dataclass(frozen=True, slots=True)
class JudgedPassage:
    """A stretch of a transcript, in seconds of the recording, with its words' times, and how surely it is right."""

    begin: float
    end: float | None
    text: str
    degree: Degree
    words: list[dict[str, Any]]
    language: str | None


def judged(passages: Sequence[Mapping[str, Any]]) -> list[JudgedPassage]:
    """The passages of a stored transcript."""
    return [
        JudgedPassage(
            one["begin"],
            one["end"],
            one["text"],
            degree(one.get("confidence")),
            one.get("words", []),
            one.get("language"),
        )
        for one in passages
    ]


def understood(passages: Sequence[Mapping[str, Any]]) -> Understood:
    """Of a whole transcript: of `Passage` as JSON."""
    words = {HEARD: 0, DOUBTFUL: 0, UNCLEAR: 0}
    for passage in passages:
        words[degree(passage.get("confidence"))] += len(passage["text"].split())
    if not any(words.values()):
        return SILENT
    if words[UNCLEAR] > MUCH * sum(words.values()):
        return UNCLEAR
    return HEARD if words[HEARD] == sum(words.values()) else DOUBTFUL
