"""Events of interviews, and the task that scores one."""

from dataclasses import dataclass

from dayshift.core.events import Event

SCORE = "interviews.score"


@dataclass(frozen=True)
class InterviewPlanned(Event):
    """An appointment for an interview was made or moved."""

    interview_id: str
    moved: bool


@dataclass(frozen=True)
class InterviewCancelled(Event):
    """An interview was cancelled by its candidate, or closed because nobody joined."""

    interview_id: str


@dataclass(frozen=True)
class InterviewScored(Event):
    """An interview has its score and report."""

    interview_id: str


@dataclass(frozen=True)
class InterviewCompleted(Event):
    """An interview was completed; it can be scored."""

    interview_id: str
    user_id: str


@dataclass(frozen=True)
class AnswerCorrected(Event):
    """A person corrected the text of an answer; digests of it `before` and `after`. The answer has both texts."""

    interview_id: str
    user_id: str
    answer: int
    before: str
    after: str


@dataclass(frozen=True)
class ScoringWanted(Event):
    """The person turned AI scoring on after the interview."""

    interview_id: str
