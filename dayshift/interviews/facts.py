"""Facts about interviews that other rooms may react to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class InterviewCompleted:
    """The last answer is in; the interview can be scored and told about."""

    interview_id: str
    user_id: str
