"""What search engines are told: which addresses there are, and which of them are none of their business. Pure."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from xml.sax.saxutils import escape

PART = 10_000
"""Jobs that one part of the map names; the format allows 50,000."""

_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_PAGES = ("/", "/es", "/signup")


def robots(url: str) -> str:
    """The file `robots.txt`."""
    return f"User-agent: *\nDisallow: /api/\n\nSitemap: {url}/sitemap.xml\n"


def index(url: str, borders: Iterable[str]) -> str:
    """The map of maps: the pages, and the jobs after each of `borders`, the ids where parts begin."""
    parts = [f"{url}/sitemap-pages.xml", *(f"{url}/sitemap-jobs.xml?after={border}" for border in borders)]
    return _xml("sitemapindex", "sitemap", parts)


def pages(url: str) -> str:
    """The map of the pages that anybody may open."""
    return _xml("urlset", "url", [url + path for path in _PAGES])


def jobs(url: str, changed: Iterable[tuple[str, datetime]]) -> str:
    """The map of these jobs, by their ids, with the day on which each last changed."""
    days = {f"{url}/jobs/{job_id}": f"{at:%Y-%m-%d}" for job_id, at in changed}
    return _xml("urlset", "url", days, days)


def _xml(root: str, entry: str, addresses: Iterable[str], days: Mapping[str, str] = MappingProxyType({})) -> str:
    dated = ((address, f"<lastmod>{days[address]}</lastmod>" if address in days else "") for address in addresses)
    entries = "".join(f"<{entry}><loc>{escape(address)}</loc>{day}</{entry}>\n" for address, day in dated)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {_SCHEMA}>\n{entries}</{root}>\n'
