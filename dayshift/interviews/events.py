"""Facts about interviews that other rooms may react to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class InterviewPlanned:
    """Somebody has made an appointment for an interview, or has given one another time."""

    interview_id: str
    moved: bool


@dataclass(frozen=True)
class InterviewCancelled:
    """The appointment is off: called off by its candidate, or closed because nobody came."""

    interview_id: str


@dataclass(frozen=True)
class InterviewScored:
    """The score and its reasons are there."""

    interview_id: str


@dataclass(frozen=True)
class InterviewCompleted:
    """The last answer is in; the interview can be scored and told about."""

    interview_id: str
    user_id: str


@dataclass(frozen=True)
class ScoringWanted:
    """The person wants the AI's score after all."""

    interview_id: str
