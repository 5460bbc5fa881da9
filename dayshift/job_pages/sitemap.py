"""Files for search engines: robots.txt and the sitemap, in parts of limited size."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from xml.sax.saxutils import escape

PART = 10_000
"""Jobs per part of the sitemap; the format allows 50,000."""

MOST_PARTS = 50_000
"""Maximum parts per index: the format's limit."""
KEPT_SECONDS = 3600

_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_PAGES = ("/", "/es", "/signup", "/how-ai-is-used")


class PartList:
    """The ids where parts of the jobs begin, computed at most once an hour and by one request at a time.

    A stale list is served while a new one is computed: ids only grow, so its parts remain valid.
    """

    def __init__(self) -> None:
        self._computing = asyncio.Lock()
        self._borders: Sequence[str] = ()
        self._fresh_until = 0.0

    async def current(self, compute: Callable[[], Awaitable[Sequence[str]]]) -> Sequence[str]:
        """Return the list; calls `compute` if it is missing or stale."""
        if self._is_fresh() or (self._borders and self._computing.locked()):
            return self._borders
        async with self._computing:
            if not self._is_fresh():
                self._borders = (await compute())[:MOST_PARTS]
                self._fresh_until = time.monotonic() + KEPT_SECONDS
        return self._borders

    def _is_fresh(self) -> bool:
        return time.monotonic() < self._fresh_until


def robots(url: str) -> str:
    """The file `robots.txt`."""
    return f"User-agent: *\nDisallow: /api/\n\nSitemap: {url}/sitemap.xml\n"


def index(url: str, borders: Iterable[str]) -> str:
    """Return the sitemap index: the pages, and the jobs after each of `borders`, the ids where parts begin."""
    parts = [f"{url}/sitemap-pages.xml", *(f"{url}/sitemap-jobs.xml?after={border}" for border in borders)]
    return _xml("sitemapindex", "sitemap", parts)


def pages(url: str) -> str:
    """Return the sitemap of the public pages."""
    return _xml("urlset", "url", [url + path for path in _PAGES])


def jobs(url: str, changed: Iterable[tuple[str, datetime]]) -> str:
    """Return the sitemap of these jobs (id, last change)."""
    days = {f"{url}/jobs/{job_id}": f"{at:%Y-%m-%d}" for job_id, at in changed}
    return _xml("urlset", "url", days, days)


def _xml(root: str, entry: str, addresses: Iterable[str], days: Mapping[str, str] = MappingProxyType({})) -> str:
    dated = ((address, f"<lastmod>{days[address]}</lastmod>" if address in days else "") for address in addresses)
    entries = "".join(f"<{entry}><loc>{escape(address)}</loc>{day}</{entry}>\n" for address, day in dated)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {_SCHEMA}>\n{entries}</{root}>\n'
