"""Load reviews: a candidate's through their own interview, all of them for the operator."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx
from dayshift.interviews.reviews.models import reviews


@dataclass(frozen=True, slots=True)
class Review:
    """One review. It is open until `settled_at`; `ratings` as [{competency, level}]."""

    id: str
    interview_id: str
    asked_at: datetime | None
    note: str | None
    settled_at: datetime | None
    reviewer: str | None
    ratings: list[dict[str, Any]] | None
    total: int | None
    comment: str | None


_columns = [reviews.c[name] for name in Review.__slots__]
_of = select(*_columns).where(reviews.c.interview_id == bindparam("interview")).order_by(reviews.c.id)
_open = select(*_columns).where(reviews.c.settled_at.is_(None))
_settled = select(*_columns).where(reviews.c.settled_at.is_not(None)).order_by(reviews.c.id)


def reviews_of(tx: Tx, interview_id: str) -> list[Review]:
    """Return the reviews of an interview, oldest first; the caller has checked access."""
    return [Review(*row) for row in tx.execute(_of, {"interview": interview_id})]


def open_reviews(tx: Tx) -> dict[str, Review]:
    """Return the open reviews that candidates requested, by interview."""
    return {review.interview_id: review for review in (Review(*row) for row in tx.execute(_open))}


def settled_reviews(tx: Tx) -> list[Review]:
    """All completed reviews, oldest first."""
    return [Review(*row) for row in tx.execute(_settled)]
