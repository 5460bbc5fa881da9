"""Load a user's own searches and answers."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx
from dayshift.matching.onboarding.models import job_searches, user_responses

LATEST = 50
"""Searches a list shows."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    id: str
    user_id: str
    search_query: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class QuickAnswer:
    id: str
    user_id: str
    question_type: str
    answer: str
    updated_at: datetime


_searches = (
    select(*job_searches.c)
    .where(job_searches.c.user_id == bindparam("user"))
    .order_by(job_searches.c.created_at.desc(), job_searches.c.id.desc())
    .limit(bindparam("most"))
)
_answers = select(*user_responses.c).where(user_responses.c.user_id == bindparam("user"))


def searches_of(tx: Tx, user_id: str, most: int = LATEST) -> list[SavedSearch]:
    """Return the user's searches, newest first."""
    return [SavedSearch(*row) for row in tx.execute(_searches, {"user": user_id, "most": most})]


def latest_search(tx: Tx, user_id: str) -> str | None:
    """Return the text of the user's latest search."""
    searches = searches_of(tx, user_id, 1)
    return searches[0].search_query if searches else None


def quick_answers_of(tx: Tx, user_id: str) -> list[QuickAnswer]:
    """Return the user's answers to the quick questions, at most one per question."""
    return [QuickAnswer(*row) for row in tx.execute(_answers, {"user": user_id})]
