"""Facts about reviews that other rooms may react to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class InterviewReviewed:
    """A person has read an interview, and what they found stands in its report."""

    interview_id: str
    review_id: str
