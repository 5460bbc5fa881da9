"""HTTP: the sitemap, and the job feeds for job boards, of the whole site and of each employer."""

import asyncio
import gzip
import zlib
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule, client_of
from dayshift.core.schemas import Reply
from dayshift.dependencies import Config, Db, Limiter, services_of
from dayshift.hiring.applications import full_jobs
from dayshift.hiring.employers import ROLE_ERRORS, Employer, Owner, find_employer, postings_of
from dayshift.job_pages import feed, sitemap
from dayshift.jobs.catalog import changes_from, first_ids, jobs_after, last_change, open_jobs
from dayshift.jobs.index import read_index

router = APIRouter(tags=["jobs"])

READ_MAP = Rule("read the site map", 240, 60)
"""Per network address: a page of the sitemap lists thousands of jobs."""

READ_FEED = Rule("read a job feed", 60, 3600)
"""Per network address: a feed reads every open job. Boards read it a few times a day."""

_MAP_SECONDS = 3600
_BATCH = 500
_XML = "application/xml"


class JobFeedReply(Reply):
    """The employer's job feed. `changed_at` is the last change of a job in it, null if it has none."""

    url: str
    jobs: int
    changed_at: datetime | None
    sitemap_url: str


FEEDS_AT_ONCE = 2
"""Feeds that are sent to one network address at the same time."""
RETRY_SECONDS = 60


class FeedLane:
    """One batch of one feed is read at a time, so that any number of feeds leaves the database to people."""

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(1)
        self.being_sent = Counter[str]()

    async def sent_to(self, client: str, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Count the feed as being sent while it is."""
        self.being_sent[client] += 1
        try:
            async for part in parts:
                yield part
        finally:
            self.being_sent[client] -= 1
            self.being_sent += Counter()  # Removes zeros.


@dataclass(frozen=True, slots=True)
class _Opened:
    """A feed to send: the jobs of these ids, or all if None; its tag changes with the catalog, and every hour."""

    publisher: str
    ids: list[str] | None
    tag: str


@router.get("/robots.txt", include_in_schema=False)
async def show_robots(config: Config) -> PlainTextResponse:
    """Points search engines to the sitemap."""
    return PlainTextResponse(sitemap.robots(config.public_url.rstrip("/")))


@router.get("/sitemap.xml", include_in_schema=False)
async def show_map(request: Request, db: Db, config: Config, limits: Limiter) -> Response:
    """The sitemap index."""
    await limits.count(READ_MAP, client_of(request))
    firsts = await db.read(first_ids, sitemap.PAGE)
    return Response(sitemap.index(config.public_url.rstrip("/"), firsts), media_type=_XML, headers=_cached())


@router.get("/sitemap-pages.xml", include_in_schema=False)
async def show_map_of_pages(config: Config) -> Response:
    """The sitemap of the public pages."""
    return Response(sitemap.pages(config.public_url.rstrip("/")), media_type=_XML, headers=_cached())


@router.get("/sitemap-jobs.xml", include_in_schema=False)
async def show_map_of_jobs(
    request: Request,
    db: Db,
    config: Config,
    limits: Limiter,
    first: Annotated[str, Query(alias="from", max_length=36)] = "",
) -> Response:
    """One page of the sitemap of open jobs."""
    await limits.count(READ_MAP, client_of(request))

    def load(tx: Tx) -> dict[str, datetime]:
        full = full_jobs(tx)
        changed = changes_from(tx, first.replace("\0", ""), sitemap.PAGE, now())
        return {job_id: at for job_id, at in changed.items() if job_id not in full}

    changed = await db.read(load)
    text = await asyncio.to_thread(sitemap.jobs, config.public_url.rstrip("/"), changed)
    if not _accepts_gzip(request):
        return Response(text, media_type=_XML, headers={**_cached(), "Vary": "Accept-Encoding"})
    packed = await asyncio.to_thread(gzip.compress, text.encode(), 1)
    headers = {**_cached(), "Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
    return Response(packed, media_type=_XML, headers=headers)


@router.get("/feeds/jobs.xml", include_in_schema=False)
async def show_feed(request: Request, db: Db, config: Config, limits: Limiter) -> Response:
    """The feed of all open jobs."""
    await limits.count(READ_FEED, client_of(request))
    return _feed(request, config.public_url.rstrip("/"), await db.read(_open_all, config.product_name))


@router.get("/feeds/employers/{employer_id}.xml", include_in_schema=False)
async def show_feed_of_employer(
    employer_id: str, request: Request, db: Db, config: Config, limits: Limiter
) -> Response:
    """The feed of an employer's open jobs."""
    await limits.count(READ_FEED, client_of(request))
    return _feed(request, config.public_url.rstrip("/"), await db.read(_open_employer, employer_id))


@router.get(
    "/api/desk/job-feed",
    tags=["desk"],
    responses=errors(*ROLE_ERRORS, RateLimited),
)
async def show_job_feed(owner: Owner, db: Db, config: Config) -> JobFeedReply:
    """The address of the employer's job feed, and what is in it."""
    url = config.public_url.rstrip("/")

    def read(tx: Tx) -> JobFeedReply:
        ids = _ids_of(tx, owner.employer_id)
        count, changed = last_change(tx, ids, now())
        return JobFeedReply(
            url=f"{url}/feeds/employers/{owner.employer_id}.xml",
            jobs=count,
            changed_at=changed,
            sitemap_url=f"{url}/sitemap.xml",
        )

    return await db.read(read)


def _cached() -> dict[str, str]:
    return {"Cache-Control": f"public, max-age={_MAP_SECONDS}"}


def _open_all(tx: Tx, product: str) -> _Opened:
    return _Opened(product, None, _tag(tx))


def _open_employer(tx: Tx, employer_id: str) -> _Opened:
    employer: Employer = find_employer(tx, employer_id.replace("\0", ""))
    return _Opened(employer.name, _ids_of(tx, employer.id), _tag(tx))


def _ids_of(tx: Tx, employer_id: str) -> list[str]:
    full = full_jobs(tx)
    live = [posting.job_id for posting in postings_of(tx, employer_id) if posting.job_id and posting.state == "live"]
    return [job_id for job_id in live if job_id not in full]


def _tag(tx: Tx) -> str:
    """Jobs expire without a change to the catalog, so a feed is at most an hour old."""
    return f'"{read_index(tx).revision}-{now():%Y%m%d%H}"'


def _feed(request: Request, url: str, opened: _Opened) -> Response:
    headers = {"Cache-Control": "public, no-cache", "ETag": opened.tag, "Vary": "Accept-Encoding"}
    if _has(request, opened.tag):
        return Response(status_code=304, headers=headers)
    services, client = services_of(request), client_of(request)
    lane = services.get(FeedLane)
    if lane.being_sent[client] >= FEEDS_AT_ONCE:
        raise RateLimited(retryAfter=RETRY_SECONDS)
    parts = lane.sent_to(client, _parts(services.db, lane, url, opened))
    if _accepts_gzip(request):
        return StreamingResponse(_compressed(parts), media_type=_XML, headers={**headers, "Content-Encoding": "gzip"})
    return StreamingResponse(parts, media_type=_XML, headers=headers)


async def _parts(db: Database, lane: FeedLane, url: str, opened: _Opened) -> AsyncIterator[bytes]:
    """Yield the feed, a batch of jobs at a time, so that memory stays constant."""
    yield feed.head(opened.publisher, url, now()).encode()
    begin, last = 0, ""
    async with lane.turn:
        full = await db.read(full_jobs)
    while True:
        async with lane.turn:
            if opened.ids is None:
                jobs = await db.read(jobs_after, last, _BATCH, now())
            else:
                jobs = list((await db.read(open_jobs, opened.ids[begin : begin + _BATCH], now())).values())
            shown = [job for job in jobs if job.id not in full]
            part = (await asyncio.to_thread(feed.entries, shown, url)).encode() if shown else b""
        begin, last = begin + _BATCH, jobs[-1].id if jobs else last
        if part:
            yield part
        if not jobs if opened.ids is None else begin >= len(opened.ids):
            break
    yield feed.FOOT.encode()


async def _compressed(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(1, wbits=31)
    async for part in parts:
        if packed := await asyncio.to_thread(packer.compress, part):
            yield packed
    yield packer.flush()


def _has(request: Request, tag: str) -> bool:
    """Whether the client already has this version."""
    sent = request.headers.get("if-none-match", "")
    return sent.strip() == "*" or tag in {one.strip().removeprefix("W/") for one in sent.split(",")}


def _accepts_gzip(request: Request) -> bool:
    """Whether the client can read gzip."""
    for one in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, quality = one.strip().partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
