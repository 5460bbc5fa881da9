"""Store searches and quick answers, and move through the steps of the onboarding."""

from typing import Any

from dayshift.accounts import User, keep_held, update_user
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.matching.onboarding.models import job_searches, user_responses
from dayshift.matching.onboarding.queries import QuickAnswer, SavedSearch
from dayshift.matching.onboarding.quick_questions import QuestionType

ROUTES = {
    1: "/job-search",
    2: "/quick-questions",
    3: "/matching",
    4: "/video-interview-prep",
    5: "/live-interview",
}
LAST_STEP = max(ROUTES)

_insert_search = insert(job_searches)
_insert_answer = insert(user_responses)
_upsert_answer = _insert_answer.on_conflict_do_update(
    index_elements=[user_responses.c.user_id, user_responses.c.question_type],
    set_={"answer": _insert_answer.excluded.answer, "updated_at": _insert_answer.excluded.updated_at},
)
_upsert_one_answer = _upsert_answer.returning(*user_responses.c)


def record_search(tx: Tx, user_id: str, query: str) -> SavedSearch:
    """Store a search."""
    search = SavedSearch(new_id(), user_id, query, now())
    values = {"id": search.id, "user_id": user_id, "search_query": query, "created_at": search.created_at}
    tx.execute(_insert_search, values)
    return search


def record_answer(tx: Tx, user_id: str, question: QuestionType, answer: str) -> QuickAnswer:
    """Store the answer to one quick question; a later answer replaces it."""
    _keep(tx, user_id)
    return QuickAnswer(*tx.execute(_upsert_one_answer, _answer_row(user_id, question, answer)).one())


def _keep(tx: Tx, user_id: str) -> None:
    keep_held(tx, list(user_responses.c), user_responses.c.user_id == user_id, user_id=user_id)


def _answer_row(user_id: str, question: QuestionType, answer: str) -> dict[str, Any]:
    return {"id": new_id(), "user_id": user_id, "question_type": question, "answer": answer, "updated_at": now()}


def destination(user: User) -> str:
    """Return the page that a signed-in user should see next."""
    if not user.has_password:
        return "/set-password"
    if user.operator:
        return "/operations"
    if user.flow_completed:
        return "/dashboard"
    return ROUTES.get(user.current_step, "/job-search")


def reach_step(tx: Tx, user: User, step: int, facts: dict[str, Any], answers: dict[QuestionType, str]) -> User:
    """Set the step, the profile fields learned on the way, and quick answers. Never reopens a completed flow."""
    if answers:
        _keep(tx, user.id)
        tx.execute(_upsert_answer, [_answer_row(user.id, question, answer) for question, answer in answers.items()])
    return update_user(tx, user.id, {"current_step": step, **facts})


def complete_flow(tx: Tx, user: User) -> User:
    """Complete the onboarding: the dashboard becomes the home page."""
    return update_user(tx, user.id, {"flow_completed": True, "current_step": LAST_STEP})
