"""HTTP: searches, quick answers, steps."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from dayshift.accounts import SignedIn, UserEnvelope, UserReply, require_self
from dayshift.core.clock import now
from dayshift.core.errors import InvalidRequest, NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.language import Reads
from dayshift.core.limits import RateLimited, Rule
from dayshift.job_index import Cells
from dayshift.matching import find_matches, read_wish
from dayshift.occupations import title_in
from dayshift.onboarding import actions, queries
from dayshift.onboarding.answers import NotAnAnswer, canonical
from dayshift.onboarding.errors import AnswersMissing
from dayshift.onboarding.matches import MatchesReply, MatchView, matches_reply, wish_of
from dayshift.onboarding.offers import conflicts_of, offers_of, place_to_ask
from dayshift.onboarding.schemas import (
    JobSearchReply,
    NewJobSearch,
    NewUserResponse,
    OfferReply,
    RedirectReply,
    StepUpdate,
    TitleReply,
    UserResponseReply,
    WishReply,
)
from dayshift.onboarding.steps import destination
from dayshift.saved_jobs import marked_ids
from dayshift.services import Db, Limiter, services_of

router = APIRouter(tags=["onboarding"])

SEARCH = Rule("save a search", 60, 3600)
"""For one account: every search is kept."""


@router.post("/api/job-searches", status_code=201, responses=errors(NotSignedIn, NotFound, RateLimited))
async def create_job_search(body: NewJobSearch, user: SignedIn, db: Db, limits: Limiter) -> JobSearchReply:
    """Keep what the person looks for, in their own words."""
    require_self(user, body.user_id)
    await limits.count(SEARCH, user.id)
    return JobSearchReply.model_validate(await db.write(actions.record_search, user.id, body.search_query))


@router.get("/api/job-searches/{user_id}", responses=errors(NotSignedIn, NotFound))
async def list_job_searches(user_id: str, user: SignedIn, db: Db) -> list[JobSearchReply]:
    """The person's searches, newest first."""
    require_self(user, user_id)
    return [JobSearchReply.model_validate(search) for search in await db.read(queries.searches_of, user.id)]


@router.get("/api/wish", responses=errors(NotSignedIn))
async def read_own_wish(user: SignedIn, db: Db, reads: Reads) -> WishReply:
    """What is understood of the person's wish, the quick questions it answers, and the answers it contradicts."""
    text = user.job_search_prompt or ""
    reading = await asyncio.to_thread(read_wish, text)
    offers = offers_of(reading)
    saved = {answer.question_type: answer.answer for answer in await db.lookup(queries.responses_of, user.id)}
    place = reading.place.place if reading.place else None
    return WishReply(
        text=text,
        titles=[TitleReply(title=title_in(reads, title), score=score) for title, score in reading.titles],
        understood=reading.understood,
        suggested=[title_in(reads, title) for title in reading.suggested],
        offers=[OfferReply(question_type=question, answer=answer) for question, answer in offers.items()],
        conflicts=conflicts_of(offers, saved),
        city=place.city if place else None,
        place_said=place_to_ask(reading),
    )


@router.post("/api/user-responses", responses=errors(NotSignedIn, NotFound))
async def create_user_response(body: NewUserResponse, user: SignedIn, db: Db) -> UserResponseReply:
    """Answer one quick question; answering again replaces the answer."""
    require_self(user, body.user_id)
    try:
        answer = canonical(body.question_type, body.answer)
    except NotAnAnswer:
        raise InvalidRequest(fields={"answer": "Please choose one of the answers"}) from None
    return UserResponseReply.model_validate(
        await db.write(actions.record_response, user.id, body.question_type, answer)
    )


@router.get("/api/user-responses/{user_id}", responses=errors(NotSignedIn, NotFound))
async def list_user_responses(user_id: str, user: SignedIn, db: Db) -> list[UserResponseReply]:
    """The person's answers so far, so that the form comes back filled."""
    require_self(user, user_id)
    return [UserResponseReply.model_validate(answer) for answer in await db.read(queries.responses_of, user.id)]


@router.patch("/api/auth/step", responses=errors(NotSignedIn))
async def update_step(body: StepUpdate, user: SignedIn, db: Db) -> UserEnvelope:
    """Record that a step is reached, with what was learnt on the way."""
    updated = await db.write(actions.reach_step, user, body.step, body.facts())
    return UserEnvelope(user=UserReply.model_validate(updated))


@router.post("/api/user/complete-flow", responses=errors(NotSignedIn))
async def complete_flow(user: SignedIn, db: Db) -> UserEnvelope:
    """The onboarding is done."""
    return UserEnvelope(user=UserReply.model_validate(await db.write(actions.complete_flow, user)))


async def _cells(request: Request) -> Cells:
    return services_of(request).get(Cells)


@router.get("/api/matches", responses=errors(NotSignedIn, AnswersMissing))
async def list_matches(
    user: SignedIn, db: Db, view: Annotated[MatchView, Query()], cells: Annotated[Cells, Depends(_cells)], reads: Reads
) -> MatchesReply:
    """The jobs that fit what the person said, best first, with the reasons; without those that they have hidden."""
    wish = wish_of(user, await db.lookup(queries.responses_of, user.id))
    if wish is None:
        raise AnswersMissing
    marks = await db.lookup(marked_ids, user.id)
    found = await db.read(find_matches, wish, now(), view.as_view(), but=marks.hidden, cells=cells)
    return matches_reply(found, wish.zip_code, marks, reads)


@router.get("/api/user/redirect-destination", responses=errors(NotSignedIn))
async def redirect_destination(user: SignedIn) -> RedirectReply:
    """The page to go to after signing in."""
    return RedirectReply(redirect_url=destination(user))
