"""What can happen on the way from a wish to an interview."""

from typing import Any

from dayshift.accounts import User, update_user
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.onboarding.answers import QuestionType
from dayshift.onboarding.models import job_searches, user_responses
from dayshift.onboarding.queries import JobSearch, UserResponse

LAST_STEP = 5

_insert_search = insert(job_searches)
_insert_response = insert(user_responses)
_upsert_response = _insert_response.on_conflict_do_update(
    index_elements=[user_responses.c.user_id, user_responses.c.question_type],
    set_={"answer": _insert_response.excluded.answer, "updated_at": _insert_response.excluded.updated_at},
).returning(*user_responses.c)


def record_search(tx: Tx, user_id: str, query: str) -> JobSearch:
    """Keep what the person looks for."""
    search = JobSearch(new_id(), user_id, query, now())
    tx.execute(
        _insert_search,
        {
            "id": search.id,
            "user_id": user_id,
            "search_query": query,
            "created_at": search.created_at,
        },
    )
    return search


def record_response(tx: Tx, user_id: str, question: QuestionType, answer: str) -> UserResponse:
    """Keep the answer to one quick question; a second answer replaces the first."""
    values = {
        "id": new_id(),
        "user_id": user_id,
        "question_type": question,
        "answer": answer,
        "updated_at": now(),
    }
    return UserResponse(*tx.execute(_upsert_response, values).one())


def reach_step(tx: Tx, user: User, step: int, facts: dict[str, Any]) -> User:
    """Set the step, and what was learnt on the way. Never takes a completed flow back."""
    return update_user(tx, user.id, {"current_step": step, **facts})


def complete_flow(tx: Tx, user: User) -> User:
    """The onboarding is done: from now on the dashboard is home."""
    return update_user(tx, user.id, {"flow_completed": True, "current_step": LAST_STEP})
