"""Events of questions about jobs."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class JobQuestionAnswered(Event):
    """An employer answered a question about one of its jobs."""

    employer_question_id: str
