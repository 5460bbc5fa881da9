"""Invariants of the onboarding: known steps, possible answers."""

from sqlalchemy import bindparam, select

from dayshift.accounts import people_at_other_steps
from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Invariant, Violation, found_by_page
from dayshift.matching.onboarding.actions import ROUTES
from dayshift.matching.onboarding.models import user_responses
from dayshift.matching.onboarding.quick_questions import NotAnAnswer, canonical

PAGE = 1000
"""Answers per page."""

_answers = (
    select(user_responses.c.id, user_responses.c.user_id, user_responses.c.question_type, user_responses.c.answer)
    .where(user_responses.c.id > bindparam("after"))
    .order_by(user_responses.c.id)
    .limit(PAGE)
)


def invariants(db: Database) -> list[Invariant]:
    """The invariants of the onboarding."""

    async def steps() -> list[Violation]:
        return await db.read(_find_lost_people)

    async def answers() -> list[Violation]:
        return await found_by_page(db, _load_page)

    return [
        Invariant("onboarding.steps", "every person is at an existing step", steps),
        Invariant("onboarding.answers", "every quick answer is one that can be given", answers),
    ]


def _find_lost_people(tx: Tx) -> list[Violation]:
    return [Violation(user, f"is at step {step}") for user, step in people_at_other_steps(tx, list(ROUTES))]


def _load_page(tx: Tx, after: str) -> tuple[list[Violation], str] | None:
    """Violations among the answers after `after`, and the last id; None at the end."""
    rows = tx.execute(_answers, {"after": after}).all()
    if not rows:
        return None
    broken = [
        Violation(row.user_id, f"has an answer to {row.question_type} that nobody can give")
        for row in rows
        if not _can_be_given(row.question_type, row.answer)
    ]
    return broken, rows[-1].id


def _can_be_given(question: str, answer: str) -> bool:
    try:
        return canonical(question, answer) == answer  # type: ignore[arg-type]  # an unknown question is what we look for
    except NotAnAnswer:
        return False
