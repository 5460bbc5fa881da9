"""Files for search engines: robots.txt and the sitemap, whose pages are made ahead and stored.

A page whose jobs expired since it was made is cut off where they begin. A page that a job left in any other way,
because it was paused, filled or removed, is made again before it is served. All other changes wait for the next run of
the task.
"""

import asyncio
import gzip
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, delete, select

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.tasks import Handler, Snooze, Task, keep
from dayshift.job_pages.models import sitemap_pages
from dayshift.jobs.catalog import CatalogPart, PartJob, catalog_parts, find_part, jobs_of_part, split_parts
from dayshift.jobs.index import NEVER, microseconds

PART = 10_000
"""Jobs per page when it begins; a page never has more than five times as many, the format's limit."""

MOST_PAGES = 50_000
"""Maximum pages per index: the format's limit."""

MAKE = "job_pages.make_sitemap"
EVERY = timedelta(minutes=5)

_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_PAGES = ("/", "/es", "/signup", "/how-ai-is-used")
_HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {_SCHEMA}>\n'
_FOOT = "</urlset>\n"

_META = ("after", "url", "revision", "changed_at", "jobs", "first_expiry")
_select_meta = select(*(sitemap_pages.c[name] for name in _META)).order_by(sitemap_pages.c.after)
_select_one = select(*(sitemap_pages.c[name] for name in _META)).where(sitemap_pages.c.after == bindparam("of"))
_select_body = select(sitemap_pages.c.expiries, sitemap_pages.c.body).where(
    sitemap_pages.c.after == bindparam("of"), sitemap_pages.c.revision == bindparam("at_revision")
)
_insert = insert(sitemap_pages)
_store = _insert.on_conflict_do_update(
    index_elements=["after"],
    set_={column.name: column for column in _insert.excluded if column.name != "after"},
    where=sitemap_pages.c.revision <= _insert.excluded.revision,
)
_remove = delete(sitemap_pages).where(sitemap_pages.c.after.in_(bindparam("of", expanding=True)))


class StoredPage(NamedTuple):
    """What is known of a stored page without reading it; `after` names it."""

    after: str
    url: str
    revision: int
    changed_at: datetime
    jobs: int
    first_expiry: datetime | None

    def listed(self, part: CatalogPart | None, url: str) -> bool:
        """Whether the page may be served: no job left its part since it was made."""
        return part is not None and self.url == url and self.revision >= part.left


@dataclass(frozen=True, slots=True)
class Served:
    """A page for a response: compressed XML, and its entity tag."""

    body: bytes
    tag: str
    changed_at: datetime


class Sitemap:
    """The stored pages of one server. At most one page is made at a time."""

    def __init__(self, db: Database, url: str) -> None:
        self._db = db
        self._url = url.rstrip("/")
        self._making = asyncio.Lock()

    async def index(self) -> str:
        """The sitemap index: the pages of the site, and those of the jobs that have any."""
        pages = await self._db.read(stored_pages)
        if not pages:
            await self.make()
            pages = await self._db.read(stored_pages)
        return index(self._url, [page for page in pages if page.jobs])

    async def page(self, after: str) -> Served | None:
        """One page, without jobs that are closed or expired by now; None if there is no such page."""
        served = await self._db.read(_read, after, self._url)
        if served is None:
            async with self._making:
                served = await self._db.read(_read, after, self._url)  # Perhaps another request has made it.
                if served is None:
                    await self._make(after)
                    served = await self._db.read(_read, after, self._url)
        if served is None:
            return None
        page, expiries, body = served
        kept = _kept(expiries, now())
        if kept < page.jobs:
            body = await asyncio.to_thread(_cut, body, page.jobs, kept)
        return Served(body, f'"{page.revision}-{kept}"', page.changed_at)

    async def make(self) -> int:
        """Split the catalog into parts, and make every page that is missing or has changed; return how many."""
        await self._db.write(split_parts, None, PART)
        parts = await self._db.read(catalog_parts)
        stored = {page.after: page for page in await self._db.read(stored_pages)}
        made, at = 0, now()
        for part in parts:
            if _is_due(stored.get(part.after), part, self._url, at):
                async with self._making:
                    await self._make(part.after)
                made += 1
        gone = sorted(stored.keys() - {part.after for part in parts})
        if gone:
            await self._db.write(_forget, gone)
        return made

    async def _make(self, after: str) -> None:
        at = now()
        if not after:  # Perhaps there are no parts yet.
            await self._db.write(split_parts, None, PART)
        part = await self._db.read(find_part, after)
        if part is None:
            return
        jobs = await self._db.read(jobs_of_part, part, 5 * PART + 1, at)
        if len(jobs) > 2 * PART:  # Jobs were listed again, or the part is the last one.
            await self._db.write(split_parts, after, PART)
            part = await self._db.read(find_part, after) or part
            jobs = await self._db.read(jobs_of_part, part, 5 * PART, at)
        row = await asyncio.to_thread(_row, part, self._url, jobs[: 5 * PART], at)
        await self._db.write(_put, row)


def handlers(sitemap: Sitemap) -> dict[str, Handler]:
    """The task that keeps the pages current."""

    async def make(_task: Task) -> None:
        await sitemap.make()
        raise Snooze(EVERY)

    return {MAKE: make}


def schedule(tx: Tx) -> None:
    """Schedule the task, which repeats itself."""
    keep(tx, MAKE, {}, key=MAKE)


def stored_pages(tx: Tx) -> list[StoredPage]:
    """Return the stored pages in order, without their text."""
    return [StoredPage(*row) for row in tx.execute(_select_meta)]


_FEEDS = ("/api/calendar-feed/", "/api/desk/calendar/", "/api/coach/")
"""Where private links of calendar feeds are."""


def robots(url: str) -> str:
    """The file `robots.txt`. Google Calendar obeys it, too, when it reads a feed by its private link."""
    feeds = "".join(f"Allow: {path}\n" for path in _FEEDS)
    return f"User-agent: *\n{feeds}Disallow: /api/\n\nSitemap: {url}/sitemap.xml\n"


def index(url: str, pages: Sequence[StoredPage]) -> str:
    """Return the sitemap index: the pages of the site, and these pages of jobs."""
    days = {f"{url}/sitemap-jobs.xml?after={page.after}": f"{page.changed_at:%Y-%m-%d}" for page in pages[:MOST_PAGES]}
    return _xml("sitemapindex", "sitemap", [f"{url}/sitemap-pages.xml", *days], days)


def pages(url: str) -> str:
    """Return the sitemap of the public pages."""
    return _xml("urlset", "url", [url + path for path in _PAGES])


def _read(tx: Tx, after: str, url: str) -> tuple[StoredPage, bytes, bytes] | None:
    row = tx.execute(_select_one, {"of": after}).first()
    page = StoredPage(*row) if row else None
    if page is None or not page.listed(find_part(tx, after), url):
        return None
    expiries, body = tx.execute(_select_body, {"of": after, "at_revision": page.revision}).one()
    return page, expiries, body


def _is_due(page: StoredPage | None, part: CatalogPart, url: str, at: datetime) -> bool:
    if page is None or page.url != url or page.revision < part.revision:
        return True
    return page.first_expiry is not None and page.first_expiry <= at


def _row(part: CatalogPart, url: str, jobs: Sequence[PartJob], at: datetime) -> dict[str, object]:
    """Render a page."""
    ordered = sorted(jobs, key=lambda job: int(NEVER) if job[2] is None else microseconds(job[2]), reverse=True)
    ends = [int(NEVER) if expiry is None else microseconds(expiry) for _, _, expiry in ordered]
    lines = "".join(_line(url, job_id, changed) for job_id, changed, _ in ordered)
    dated = [expiry for _, _, expiry in jobs if expiry is not None]
    return {
        "after": part.after,
        "url": url,
        "revision": part.revision,
        "changed_at": at,
        "jobs": len(ordered),
        "first_expiry": min(dated, default=None),
        "expiries": np.array(ends, dtype="<i8").tobytes(),
        "body": gzip.compress(f"{_HEAD}{lines}{_FOOT}".encode(), 4, mtime=0),
    }


def _line(url: str, job_id: str, changed: datetime) -> str:
    """One entry; all entries of a page have the same length."""
    return f"<url><loc>{escape(url)}/jobs/{job_id}</loc><lastmod>{changed:%Y-%m-%d}</lastmod></url>\n"


def _put(tx: Tx, row: Mapping[str, object]) -> None:
    """Store a page; one that did not become different keeps the time of its last change."""
    old = tx.execute(_select_one, {"of": row["after"]}).first()
    if old is not None:
        same = tx.execute(_select_body, {"of": row["after"], "at_revision": old.revision}).one()
        if bytes(same.body) == row["body"]:
            row = {**row, "changed_at": old.changed_at}
    tx.execute(_store, row)


def _forget(tx: Tx, afters: Sequence[str]) -> None:
    tx.execute(_remove, {"of": list(afters)})


def _kept(expiries: bytes, at: datetime) -> int:
    """Return how many lines, from the first one, are not expired."""
    ends: NDArray[np.int64] = np.frombuffer(expiries, "<i8")
    return int(np.searchsorted(-ends, -microseconds(at), "left"))


def _cut(body: bytes, jobs: int, kept: int) -> bytes:
    """Remove the last lines of a page."""
    text = gzip.decompress(body)
    length = (len(text) - len(_HEAD) - len(_FOOT)) // jobs
    return gzip.compress(text[: len(_HEAD) + kept * length] + _FOOT.encode(), 1, mtime=0)


def _xml(root: str, entry: str, addresses: Iterable[str], days: Mapping[str, str] = MappingProxyType({})) -> str:
    dated = ((address, f"<lastmod>{days[address]}</lastmod>" if address in days else "") for address in addresses)
    entries = "".join(f"<{entry}><loc>{escape(address)}</loc>{day}</{entry}>\n" for address, day in dated)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {_SCHEMA}>\n{entries}</{root}>\n'
