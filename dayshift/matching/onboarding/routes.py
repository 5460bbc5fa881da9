"""HTTP: searches, quick answers, steps."""

from fastapi import APIRouter

from dayshift.accounts import SignedIn, UserEnvelope, UserReply, require_self
from dayshift.core.errors import CountryNotServed, InvalidRequest, NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.dependencies import Db, Limiter
from dayshift.matching.onboarding import actions, queries
from dayshift.matching.onboarding.quick_questions import NotAnAnswer, QuestionType, canonical
from dayshift.matching.onboarding.schemas import (
    JobSearchReply,
    NewJobSearch,
    NewUserResponse,
    RedirectReply,
    StepUpdate,
    UserResponseReply,
)

router = APIRouter(tags=["onboarding"])

SEARCH = Rule("save a search", 60, 3600)
"""For one account: every search is kept."""


@router.post("/api/job-searches", status_code=201, responses=errors(NotSignedIn, NotFound, RateLimited))
async def create_job_search(body: NewJobSearch, user: SignedIn, db: Db, limits: Limiter) -> JobSearchReply:
    """Store the user's job search, in their own words."""
    require_self(user, body.user_id)
    await limits.count(SEARCH, user.id)
    return JobSearchReply.model_validate(await db.write(actions.record_search, user.id, body.search_query))


@router.get("/api/job-searches/{user_id}", responses=errors(NotSignedIn, NotFound))
async def list_job_searches(user_id: str, user: SignedIn, db: Db) -> list[JobSearchReply]:
    """The user's searches, newest first."""
    require_self(user, user_id)
    return [JobSearchReply.model_validate(search) for search in await db.read(queries.searches_of, user.id)]


@router.post("/api/user-responses", responses=errors(NotSignedIn, NotFound, CountryNotServed))
async def create_user_response(body: NewUserResponse, user: SignedIn, db: Db) -> UserResponseReply:
    """Answer one quick question; answering again replaces the answer."""
    require_self(user, body.user_id)
    answer = _canonical(body.question_type, body.answer, "answer")
    return UserResponseReply.model_validate(await db.write(actions.record_answer, user.id, body.question_type, answer))


@router.get("/api/user-responses/{user_id}", responses=errors(NotSignedIn, NotFound))
async def list_user_responses(user_id: str, user: SignedIn, db: Db) -> list[UserResponseReply]:
    """The user's answers so far, to prefill the form."""
    require_self(user, user_id)
    return [UserResponseReply.model_validate(answer) for answer in await db.read(queries.quick_answers_of, user.id)]


@router.patch("/api/auth/step", responses=errors(NotSignedIn, CountryNotServed))
async def update_step(body: StepUpdate, user: SignedIn, db: Db) -> UserEnvelope:
    """Record that a step is reached, with the data and the quick answers collected in it: all of it, or nothing."""
    answers = {
        question: _canonical(question, answer, f"answers.{question}")
        for question, answer in (body.answers or {}).items()
    }
    updated = await db.write(actions.reach_step, user, body.step, body.facts(), answers)
    return UserEnvelope(user=UserReply.model_validate(updated))


@router.post("/api/user/complete-flow", responses=errors(NotSignedIn))
async def complete_flow(user: SignedIn, db: Db) -> UserEnvelope:
    """Complete the onboarding."""
    return UserEnvelope(user=UserReply.model_validate(await db.write(actions.complete_flow, user)))


@router.get("/api/user/redirect-destination", responses=errors(NotSignedIn))
async def redirect_destination(user: SignedIn) -> RedirectReply:
    """The page to go to after signing in."""
    return RedirectReply(redirect_url=actions.destination(user))


def _canonical(question: QuestionType, answer: str, field: str) -> str:
    try:
        return canonical(question, answer)
    except NotAnAnswer:
        raise InvalidRequest(fields={field: "Please choose one of the answers"}) from None
