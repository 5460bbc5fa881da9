"""HTTP: the marks, the questions, and the page of each job."""

from typing import Annotated
from urllib.parse import parse_qs, quote

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from dayshift.accounts import MaybeSignedIn, SignedIn, User
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import Ok, errors
from dayshift.core.language import COOKIE, LANGUAGES, Reads
from dayshift.core.limits import RateLimited, Rule, client_of
from dayshift.job_pages import Site, Visit, gone_page, job_page, sitemap
from dayshift.jobs import Job, find_job, open_ids, parts_of_jobs
from dayshift.saved_jobs import actions, queries
from dayshift.saved_jobs.errors import TooMany
from dayshift.saved_jobs.schemas import AnswerReply, MarkReply, NewMark, NewQuestion
from dayshift.services import Db, Limiter, ServerServices, services_of

router = APIRouter(tags=["jobs"])

ASK = Rule("ask about a job", 60, 3600)
"""For one account: each question may be kept for an employer."""

READ_MAP = Rule("read the site map", 240, 60)
"""For one address: a part of the map reads thousands of jobs."""

_LONGEST_QUESTION = 300
_MAP_SECONDS = 3600
_YEAR_SECONDS = 31_536_000


@router.get("/api/job-marks", responses=errors(NotSignedIn))
async def list_marks(user: SignedIn, db: Db) -> list[MarkReply]:
    """The jobs that the person has saved or hidden, the latest first."""
    return [_mark(mark) for mark in await db.read(queries.marks_of, user.id, now())]


@router.put("/api/job-marks/{job}", responses=errors(NotSignedIn, NotFound, TooMany))
async def mark_job(job: str, body: NewMark, user: SignedIn, db: Db) -> MarkReply:
    """Save a job, or hide it from the matches; the latest mark of a job counts."""
    return _mark(await db.write(actions.mark_job, user.id, job, body.mark, body.reason, now()))


@router.delete("/api/job-marks/{job}", responses=errors(NotSignedIn))
async def unmark_job(job: str, user: SignedIn, db: Db) -> Ok:
    """Take a mark away; without one nothing happens."""
    await db.write(actions.unmark_job, user.id, job)
    return Ok()


@router.post("/api/jobs/{job}/questions", responses=errors(NotSignedIn, NotFound, TooMany, RateLimited))
async def ask_about_job(
    job: str, body: NewQuestion, user: SignedIn, db: Db, limits: Limiter, language: Reads
) -> AnswerReply:
    """Answer a question from the job's own fields, or keep it for the employer."""
    await limits.count(ASK, user.id)
    answer = await db.write(actions.ask, user.id, job, body.question, language, now())
    return AnswerReply(answer=answer.text if answer else None, topics=list(answer.topics) if answer else [])


async def _site(services: ServerServices, language: Reads) -> Site:
    settings = services.settings
    return Site(settings.product_name, settings.public_url.rstrip("/"), services.stylesheet, language)


OurSite = Annotated[Site, Depends(_site)]


@router.get("/robots.txt", include_in_schema=False)
async def show_robots(site: OurSite) -> PlainTextResponse:
    """Where search engines find the map."""
    return PlainTextResponse(sitemap.robots(site.url))


@router.get("/sitemap.xml", include_in_schema=False)
async def show_map(request: Request, db: Db, site: OurSite, limits: Limiter) -> Response:
    """The map of maps."""
    await limits.count(READ_MAP, client_of(request))
    parts = services_of(request).get(sitemap.PartList)
    return _xml(sitemap.index(site.url, await parts.current(lambda: db.read(parts_of_jobs, sitemap.PART))))


@router.get("/sitemap-pages.xml", include_in_schema=False)
async def show_map_of_pages(site: OurSite) -> Response:
    """The pages that anybody may open."""
    return _xml(sitemap.pages(site.url))


@router.get("/sitemap-jobs.xml", include_in_schema=False)
async def show_map_of_jobs(
    request: Request, db: Db, site: OurSite, limits: Limiter, after: Annotated[str, Query(max_length=36)] = ""
) -> Response:
    """One part of the open jobs."""
    await limits.count(READ_MAP, client_of(request))
    return _xml(sitemap.jobs(site.url, await db.read(open_ids, after.replace("\0", ""), sitemap.PART, now())))


def _xml(text: str) -> Response:
    return Response(text, media_type="application/xml", headers={"Cache-Control": f"public, max-age={_MAP_SECONDS}"})


@router.get("/jobs/{job_id}", include_in_schema=False)
async def show_job(job_id: str, user: MaybeSignedIn, db: Db, site: OurSite) -> HTMLResponse:
    """The page of a job, for everybody."""
    return _page(job_id, *await db.read(_seen_by, job_id, user), site, Visit(signed_in=user is not None))


@router.post("/jobs/{job_id}/save", include_in_schema=False)
async def save_by_form(job_id: str, request: Request, user: MaybeSignedIn, db: Db) -> RedirectResponse:
    """Save a job from its page, or take that back."""
    if user is None:
        return RedirectResponse(f"/login?next=/jobs/{job_id}", 303)
    if (await _form(request)).get("saved") == "no":
        await db.write(actions.unmark_job, user.id, job_id)
    else:
        await db.write(actions.mark_job, user.id, job_id, "saved", None, now())
    return RedirectResponse(f"/jobs/{job_id}", 303)


@router.post("/jobs/{job_id}/language", include_in_schema=False)
async def choose_language(job_id: str, request: Request) -> RedirectResponse:
    """Show the page in another language from now on."""
    reply = RedirectResponse(f"/jobs/{quote(job_id, safe='')}", 303)
    chosen = (await _form(request)).get("language")
    if chosen in LANGUAGES:
        reply.set_cookie(COOKIE, chosen, max_age=_YEAR_SECONDS, path="/", samesite="lax")
    return reply


@router.post("/jobs/{job_id}/ask", include_in_schema=False)
async def ask_by_form(
    job_id: str, request: Request, user: MaybeSignedIn, db: Db, site: OurSite, limits: Limiter
) -> HTMLResponse:
    """Answer a question on the job's page."""
    job, saved = await db.read(_seen_by, job_id, user)
    question = (await _form(request)).get("question", "").replace("\0", "").strip()[:_LONGEST_QUESTION]
    if user is None or job is None or len(question) < 2:
        return _page(job_id, job, saved, site, Visit(signed_in=user is not None))
    await limits.count(ASK, user.id)
    answer = await db.write(actions.ask, user.id, job_id, question, site.language, now())
    return _page(job_id, job, saved, site, Visit(True, question=question, answer=answer.text if answer else None))


def _seen_by(tx: Tx, job_id: str, user: User | None) -> tuple[Job | None, bool]:
    saved = user is not None and job_id in queries.marked_ids(tx, user.id).saved
    return find_job(tx, job_id, now()), saved


def _page(job_id: str, job: Job | None, saved: bool, site: Site, visit: Visit) -> HTMLResponse:
    headers = {"Cache-Control": "private, no-cache", "Vary": "Accept-Language, Cookie"}
    if job is None:
        return HTMLResponse(gone_page(quote(job_id, safe=""), site, visit), 404, headers)
    shown = Visit(visit.signed_in, saved, visit.question, visit.answer)
    return HTMLResponse(job_page(job, site, shown), headers=headers)


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form as browsers send it without a script."""
    return {name: values[0] for name, values in parse_qs((await request.body()).decode("utf-8", "replace")).items()}


def _mark(mark: queries.Marked) -> MarkReply:
    job = mark.job
    return MarkReply(
        job_id=mark.job_id,
        mark=mark.mark,
        reason=mark.reason,
        title=mark.title,
        employer=mark.employer,
        marked_at=mark.marked_at,
        open=job is not None,
        pay_low=_dollars(job.pay_low) if job else None,
        pay_high=_dollars(job.pay_high) if job else None,
        city=job.city if job else None,
        remote=job.remote if job else False,
    )


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else cents / 100
