"""The result of scoring, as others see it."""

from dataclasses import dataclass
from typing import Any, Literal

Recommendation = Literal["HIRE", "SECOND_INTERVIEW", "NO_HIRE", "INSUFFICIENT_EVIDENCE"]
Confidence = Literal["low", "medium", "high"]

NO_RESPONSE = "(No response provided)"
"""What is stored when somebody goes on without an answer."""


@dataclass(frozen=True)
class Answer:
    """What was said to one question, which was asked in the words of `question_text`."""

    question_id: str
    question_text: str
    answer_text: str
    language: str | None = None
    """In which it was given, where that is known; None: that of the plan."""
    unclear: bool = False
    """A transcript that the speech recognition doubts, and the person has not confirmed. It gives no level."""


@dataclass(frozen=True)
class CompetencyResult:
    """One competency: its level (1 to 5, None for not enough evidence) and the reason for it."""

    competency: str
    question: str
    level: int | None
    level_text: str
    quote: str | None
    """The person's own words, verbatim; None exactly when there is no level."""
    confidence: Confidence
    would_raise: str
    """What would have earned a higher level, addressed to the person."""
    ratings: tuple[int | None, ...] = ()
    """With a language model: the embedded level and then those of its passes."""
    needs_person: bool = False
    """Nobody is sure enough of a level, so a person reads the answer."""


@dataclass(frozen=True)
class Report:
    """Scores and recommendation for one interview, for the candidate and the person who decides."""

    plan_id: str
    plan_version: int
    scorer: str
    """Name and version of the method: the same answers with the same scorer and plan give the same report."""
    total: int | None
    """Percent, 0 to 100; None when there is not enough evidence."""
    recommendation: Recommendation
    summary: str
    competencies: tuple[CompetencyResult, ...]
    model: str | None = None
    """The language model that took part and the version of what it was told, or None."""

    @property
    def needs_person(self) -> bool:
        """Whether a person has to read one of the answers."""
        return any(result.needs_person for result in self.competencies)

    def as_summary_json(self) -> dict[str, Any]:
        """The content of an interview's `aiSummary`."""
        return {
            "summary": self.summary,
            "recommendation": self.recommendation,
            "competencies": [
                {
                    "competency": result.competency,
                    "question": result.question,
                    "level": result.level,
                    "levelText": result.level_text,
                    "quote": result.quote,
                    "confidence": result.confidence,
                    "raise": result.would_raise,
                    "ratings": list(result.ratings),
                    "needsPerson": result.needs_person,
                }
                for result in self.competencies
            ],
            "plan": self.plan_id,
            "planVersion": self.plan_version,
            "scorer": self.scorer,
            "model": self.model,
            "needsPerson": self.needs_person,
        }
