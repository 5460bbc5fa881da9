"""Files for search engines: robots.txt, and the sitemap in the format of sitemaps.org. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from xml.sax.saxutils import escape

PAGE = 10_000
"""Jobs per page; the format allows 50,000, and as many pages."""

_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_PAGES = ("/", "/es", "/signup", "/how-ai-is-used", "/privacy")
_FEEDS = ("/api/calendar-feed/", "/api/desk/calendar/", "/api/coach/")
"""Where private links of calendar feeds are."""


def robots(url: str) -> str:
    """The file `robots.txt`. Google Calendar obeys it, too, when it reads a feed by its private link."""
    feeds = "".join(f"Allow: {path}\n" for path in _FEEDS)
    return f"User-agent: *\n{feeds}Disallow: /api/\n\nSitemap: {url}/sitemap.xml\n"


def index(url: str, firsts: Sequence[str]) -> str:
    """The sitemap index: the pages of the site, and the pages of jobs, which begin with these ids."""
    jobs = [f"{url}/sitemap-jobs.xml?from={first}" for first in firsts[:50_000]]
    return _xml("sitemapindex", "sitemap", [f"{url}/sitemap-pages.xml", *jobs])


def pages(url: str) -> str:
    """The sitemap of the public pages."""
    return _xml("urlset", "url", [url + path for path in _PAGES])


def jobs(url: str, changed: Mapping[str, datetime]) -> str:
    """A page of jobs: when each of these ids changed last."""
    days = {f"{url}/jobs/{job_id}": f"{at:%Y-%m-%d}" for job_id, at in changed.items()}
    return _xml("urlset", "url", days, days)


def _xml(root: str, entry: str, addresses: Iterable[str], days: Mapping[str, str] = MappingProxyType({})) -> str:
    dated = ((address, f"<lastmod>{days[address]}</lastmod>" if address in days else "") for address in addresses)
    entries = "".join(f"<{entry}><loc>{escape(address)}</loc>{day}</{entry}>\n" for address, day in dated)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {_SCHEMA}>\n{entries}</{root}>\n'
