"""Events of questions about jobs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class JobQuestionAnswered:
    """An employer answered a question about one of its jobs."""

    employer_question_id: str
