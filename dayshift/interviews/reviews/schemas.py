"""API types of reviews."""

from datetime import datetime
from typing import Annotated

from pydantic import StringConstraints

from dayshift.core.schemas import Body, Reply


class AskForReview(Body):
    """`note`: what the reviewer should look at, in the candidate's words."""

    note: Annotated[str, StringConstraints(max_length=1000, strip_whitespace=True)] | None = None


class RatingReply(Reply):
    """The level that a person gave: 1 to 5, null for not enough evidence."""

    competency: str
    level: int | None
    level_text: str


class ReviewReply(Reply):
    """A request for review and its result; `settled_at` is null until the review is done."""

    asked_at: datetime | None
    note: str | None
    settled_at: datetime | None
    reviewer: str | None
    ratings: list[RatingReply]
    total: int | None
    comment: str | None


class ReviewEnvelope(Reply):
    """The latest review of an interview. `awaits_person`: a person will still review it."""

    awaits_person: bool
    review: ReviewReply | None
