"""HTTP: the interpretation of a search, and its matches."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from dayshift.accounts import SignedIn
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import AppError, NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.language import Language
from dayshift.core.limits import RateLimited, Rule, client_of
from dayshift.dependencies import Db, Limiter, ReaderLanguage, services_of
from dayshift.knowledge.occupations import is_served, parse_search, read_typed, title_in
from dayshift.matching.matches.find import Matches, find_matches
from dayshift.matching.matches.full import FullJobs
from dayshift.matching.matches.job_search import job_search_of
from dayshift.matching.matches.prefill import (
    conflicting_questions,
    country_not_served,
    place_to_ask,
    prefilled_answers,
    served_place,
)
from dayshift.matching.matches.replies import ReplyRates, favor_replies
from dayshift.matching.matches.schemas import (
    MatchesReply,
    MatchView,
    OfferReply,
    PlaceReply,
    TitleReply,
    WishReply,
    WishText,
)
from dayshift.matching.matches.serializers import matches_reply
from dayshift.matching.onboarding import quick_answers_of
from dayshift.matching.saved_jobs import marked_ids

router = APIRouter(tags=["matching"])

INTERPRET = Rule("interpret a text", 600, 3600)
"""For one account: a text is interpreted whenever its writer pauses."""

LOOK_UP = Rule("look up a zip code", 600, 3600)
"""For one network address: a zip code is looked up while a form is filled in."""


class AnswersMissing(AppError):
    """Matches require the search and the quick answers that scores depend on."""

    code = "answers_missing"
    status = 409
    message = "Tell us what job you want and answer the quick questions first."


async def _reply_rates(request: Request) -> ReplyRates:
    return services_of(request).get(ReplyRates)


async def _full_jobs(request: Request) -> FullJobs:
    return services_of(request).get(FullJobs)


Rates = Annotated[ReplyRates, Depends(_reply_rates)]
Full = Annotated[FullJobs, Depends(_full_jobs)]


@router.get("/api/matches", responses=errors(NotSignedIn, AnswersMissing))
async def list_matches(
    user: SignedIn,
    db: Db,
    view: Annotated[MatchView, Query()],
    rates: Rates,
    full: Full,
    reads: ReaderLanguage,
) -> MatchesReply:
    """The jobs that fit the user's search, best first, with reasons, without hidden ones and those that are filled."""
    search = job_search_of(user, await db.lookup(quick_answers_of, user.id))
    if search is None:
        raise AnswersMissing
    marks = await db.lookup(marked_ids, user.id)

    def load(tx: Tx) -> tuple[Matches, Mapping[str, int]]:
        found = find_matches(tx, search, now(), view.as_view(), exclude=marks.hidden | set(full.ids(tx)))
        percents = rates.of_jobs(tx, [match.job.id for match in found.matches])
        best = favor_replies(found.matches, percents) if view.sort == "best" else found.matches
        return replace(found, matches=best), percents

    found, percents = await db.read(load)
    return matches_reply(found, search.zip_code, marks, reads, percents)


@router.get("/api/wish", responses=errors(NotSignedIn))
async def read_own_wish(user: SignedIn, db: Db, reads: ReaderLanguage) -> WishReply:
    """The interpretation of the user's search, the quick questions it answers, and the answers it contradicts."""
    saved = {answer.question_type: answer.answer for answer in await db.lookup(quick_answers_of, user.id)}
    return await _interpret(user.job_search_prompt or "", saved, reads)


@router.post("/api/wish", responses=errors(NotSignedIn, RateLimited))
async def read_typed_wish(body: WishText, user: SignedIn, limits: Limiter, reads: ReaderLanguage) -> WishReply:
    """The interpretation of a search that is being typed. Nothing is stored."""
    await limits.count(INTERPRET, user.id)
    return await _interpret(body.text, {}, reads)


@router.get("/api/places/{zip_code}", responses=errors(NotFound, RateLimited))
async def read_place_of_zip(
    zip_code: Annotated[str, Path(pattern="^[0-9]{5}$")], request: Request, limits: Limiter
) -> PlaceReply:
    """The place of a zip code, shown next to it: five digits may be meant for a place in another country."""
    await limits.count(LOOK_UP, client_of(request))
    typed = await asyncio.to_thread(read_typed, zip_code)
    if typed.place is None or not (typed.country and is_served(typed.country)):
        raise NotFound
    return PlaceReply(city=typed.place.city, state=typed.place.state)


async def _interpret(text: str, saved: Mapping[str, str], reads: Language) -> WishReply:
    parsed = await asyncio.to_thread(parse_search, text)
    prefilled = prefilled_answers(parsed)
    place = served_place(parsed)
    return WishReply(
        text=text,
        titles=[TitleReply(title=title_in(reads, title), score=score) for title, score in parsed.work.titles],
        understood=parsed.work.understood,
        suggested=[title_in(reads, title) for title in parsed.work.suggested],
        offers=[OfferReply(question_type=question, answer=answer) for question, answer in prefilled.items()],
        conflicts=conflicting_questions(prefilled, saved),
        city=place.city if place else None,
        place_said=place_to_ask(parsed),
        country=country_not_served(parsed),
    )
