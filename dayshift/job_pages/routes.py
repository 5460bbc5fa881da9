"""HTTP: the public page of each job with its forms, questions about a job, and how AI is used."""

import asyncio
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import StringConstraints

from dayshift.accounts import (
    MaybeSignedIn,
    Notice,
    SignedIn,
    User,
    has_able_operator,
    not_shown_yet,
    record_if_possible,
)
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.pages import AI_PAGE, Site, choose_language, form_of, html_response
from dayshift.core.schemas import Body, Ok, Reply
from dayshift.dependencies import Config, Db, Limiter, ReaderLanguage, services_of
from dayshift.hiring.applications import Applicable, states_of
from dayshift.hiring.employers import site_of_employer
from dayshift.interviews import scoring
from dayshift.interviews.room import ai_services_of
from dayshift.job_pages import actions
from dayshift.job_pages.employer_questions import AnsweredQuestion, answered_questions, send_question
from dayshift.job_pages.page import PageState, Question, Refused, UsedAi, ai_page, gone_page, job_page
from dayshift.job_pages.posting import Listing
from dayshift.job_pages.queries import similar_jobs
from dayshift.jobs.catalog import Job, find_job, find_jobs
from dayshift.knowledge import question_plans
from dayshift.knowledge.jurisdictions import where
from dayshift.matching.saved_jobs import TooMany, mark_job, marked_ids, unmark_job
from dayshift.services import Services

router = APIRouter(tags=["jobs"])

ASK = Rule("ask about a job", 60, 3600)
"""Per account: each question may be stored for an employer."""

SEND = Rule("send a question to an employer", 10, 86_400)
"""Per account and day: each question costs a manager minutes."""

_MAX_QUESTION = 300


class NewQuestion(Body):
    question: Annotated[str, StringConstraints(min_length=2, max_length=_MAX_QUESTION)]


class AnswerReply(Reply):
    """`answer` is null if the job's own fields do not answer it; the question is then stored under `questionId`.

    `employer` is the one that it can be sent to, null if the employer is not here.
    """

    answer: str | None
    topics: list[str]
    question_id: str | None
    employer: str | None


@router.post("/api/jobs/{job}/questions", responses=errors(NotSignedIn, NotFound, TooMany, RateLimited))
async def ask_about_job(
    job: str, body: NewQuestion, user: SignedIn, db: Db, limits: Limiter, language: ReaderLanguage
) -> AnswerReply:
    """Answer a question from the job's own fields, or store it for the employer."""
    await limits.count(ASK, user.id)
    asked = await db.write(actions.ask, user.id, job, body.question, language, now())
    answer = asked.answer
    return AnswerReply(
        answer=answer.text if answer else None,
        topics=list(answer.topics) if answer else [],
        question_id=asked.question_id,
        employer=asked.employer,
    )


@router.post(
    "/api/job-questions/{question_id}/send",
    responses=errors(NotSignedIn, NotFound, InvalidRequest, TooMany, RateLimited),
)
async def send_to_employer(question_id: str, user: SignedIn, db: Db, limits: Limiter) -> Ok:
    """Send a stored question to the employer of its job, without a name. Idempotent."""
    await limits.count(SEND, user.id)
    await db.write(send_question, user.id, question_id, now())
    return Ok()


async def _site(request: Request, config: Config, language: ReaderLanguage) -> Site:
    sheet, url = services_of(request).stylesheet, config.public_url.rstrip("/")
    return Site(config.product_name, url, sheet, language, config.contact, config.retention_days)


OurSite = Annotated[Site, Depends(_site)]


@router.get("/jobs/{job_id}", include_in_schema=False)
async def show_job(job_id: str, request: Request, user: MaybeSignedIn, db: Db, site: OurSite) -> HTMLResponse:
    """The public page of a job. With `?preview`, as the desk opens it, it offers no sign-in for candidates."""
    seen = await db.read(_seen_by, job_id, user, site)
    if user and seen.new_notices:
        await record_if_possible(db, user.id, seen.new_notices, now())
    return _page(job_id, seen, site, preview="preview" in request.query_params)


@router.post("/jobs/{job_id}/save", include_in_schema=False)
async def save_by_form(job_id: str, request: Request, user: MaybeSignedIn, db: Db) -> RedirectResponse:
    """Save a job from its page, or remove it from the saved jobs."""
    if user is None:
        return RedirectResponse(f"/login?next=/jobs/{job_id}", 303)
    if (await form_of(request)).get("saved") == "no":
        await db.write(unmark_job, user.id, job_id)
    else:
        await db.write(mark_job, user.id, job_id, "saved", None, now())
    return RedirectResponse(f"/jobs/{job_id}", 303)


@router.post("/jobs/{job_id}/language", include_in_schema=False)
async def choose_language_of_job_page(job_id: str, request: Request) -> RedirectResponse:
    """Set the language of the pages."""
    return await choose_language(request, f"/jobs/{quote(job_id, safe='')}")


@router.post("/jobs/{job_id}/ask", include_in_schema=False)
async def ask_by_form(
    job_id: str, request: Request, user: MaybeSignedIn, db: Db, site: OurSite, limits: Limiter
) -> HTMLResponse:
    """Answer a question on the job's page."""
    seen = await db.read(_seen_by, job_id, user, site)
    question = (await form_of(request)).get("question", "").replace("\0", "").strip()[:_MAX_QUESTION]
    if user is None or seen.job is None or len(question) < 2:
        return _page(job_id, seen, site)
    await limits.count(ASK, user.id)
    asked = await db.write(actions.ask, user.id, job_id, question, site.language, now())
    return _page(job_id, seen, site, Question(question, asked))


@router.post("/jobs/{job_id}/ask/send", include_in_schema=False)
async def send_by_form(
    job_id: str, request: Request, user: MaybeSignedIn, db: Db, site: OurSite, limits: Limiter
) -> HTMLResponse:
    """Send a question from the job's page to the employer."""
    seen = await db.read(_seen_by, job_id, user, site)
    form = await form_of(request)
    question_id, question = form.get("id", "").replace("\0", ""), form.get("question", "").replace("\0", "")
    if user is None or seen.job is None or not question_id:
        return _page(job_id, seen, site)
    await limits.count(SEND, user.id)
    try:
        await db.write(send_question, user.id, question_id, now())
    except (InvalidRequest, TooMany) as error:
        refused: Refused = "contact" if isinstance(error, InvalidRequest) else "too_many"
        return _page(job_id, seen, site, Question(question[:_MAX_QUESTION], refused=refused))
    except NotFound:
        return _page(job_id, seen, site)
    return _page(job_id, seen, site, Question(question[:_MAX_QUESTION], sent=True))


@router.get(AI_PAGE, include_in_schema=False)
async def show_use_of_ai(request: Request, user: MaybeSignedIn, db: Db, site: OurSite) -> HTMLResponse:
    """The public page that says how AI is used here."""
    used = await asyncio.to_thread(_used_ai, services_of(request))  # The first call loads the network.
    able = await db.lookup(has_able_operator)
    return html_response(ai_page(site, used, human_review=able, signed_in=user is not None))


@router.post(f"{AI_PAGE}/language", include_in_schema=False)
async def choose_language_of_ai_page(request: Request) -> RedirectResponse:
    """Set the language of the pages."""
    return await choose_language(request, AI_PAGE)


def _used_ai(services: Services) -> UsedAi:
    helpers = ai_services_of(services)
    model, transcriber = helpers.model, helpers.transcriber
    voice_host = transcriber.host if transcriber else None
    plans = [question_plans.newest(plan) for plan, _ in question_plans.packaged()]
    return UsedAi(
        scorer=scoring.scorer_version(),
        plans=sorted({plan.version for plan in plans if plan}),
        consent=helpers.version,
        model=model.name if model else None,
        model_host=model.host if model else None,
        voice="none" if transcriber is None else "host" if voice_host else "here",
        voice_host=voice_host,
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one viewer sees of a job; `job` is None unless it is open. `same_as` is the employer's own site."""

    job: Job | None
    apply: Applicable | None
    signed_in: bool
    saved: bool
    answered: list[AnsweredQuestion]
    same_as: str | None
    similar: list[Job]
    notices: list[str]
    new_notices: list[Notice]
    """Those that the viewer is shown for the first time."""


def _seen_by(tx: Tx, job_id: str, user: User | None, site: Site) -> _Seen:
    saved = user is not None and job_id in marked_ids(tx, user.id).saved
    at = now()
    apply = next(iter(states_of(tx, user.id if user else None, [job_id], at)), None)
    closed = apply is not None and apply.state == "closed"
    job = None if closed else find_job(tx, job_id, at)
    same_as = site_of_employer(tx, job_id) if job else None
    like = job or find_jobs(tx, [job_id]).get(job_id)
    similar = similar_jobs(tx, like, at) if like else []
    place = where(job.zip, job.state, user.zip_code if user else None) if job else None
    notices = place.notices(at, site.language, site.recording_days) if place else []
    sent = [Notice(one.rule, one.version, site.language) for one in notices]
    new = not_shown_yet(tx, user.id, sent) if user and sent else []
    texts = [one.words for one in notices]
    return _Seen(job, apply, user is not None, saved, answered_questions(tx, job_id), same_as, similar, texts, new)


def _page(
    job_id: str, seen: _Seen, site: Site, question: Question | None = None, *, preview: bool = False
) -> HTMLResponse:
    state = PageState(seen.signed_in, seen.saved, seen.apply, question, seen.answered, seen.notices, preview)
    if seen.job is None:
        status = 404 if seen.apply is None else 410
        return html_response(gone_page(quote(job_id, safe=""), site, state, seen.similar), status)
    direct = seen.apply is not None and seen.apply.state == "open"
    listing = Listing(f"{site.url}/jobs/{seen.job.id}", direct, seen.same_as, now())
    return html_response(job_page(seen.job, site, state, listing, seen.similar))
