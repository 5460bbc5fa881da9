"""Whether search engines and job boards can read the open jobs."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from dayshift.core.db import Tx
from dayshift.job_pages.sitemap import EVERY, MAKE, stored_pages
from dayshift.jobs.catalog import catalog_parts, count_jobs


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one connection, in words; `works` None if it is not set up."""

    connection: str
    works: bool | None
    text: str


def check_lists(tx: Tx, public_url: str, at: datetime) -> list[Finding]:
    """Check the sitemap and the job feeds of a server with this public URL."""
    pages, parts = {page.after: page for page in stored_pages(tx)}, catalog_parts(tx)
    jobs = count_jobs(tx, at)
    listed = sum(page.jobs for page in pages.values())
    url = public_url.rstrip("/")
    return [_address(url), _sitemap(url, jobs, listed, missing=len(parts) - len(pages)), _feed(url, jobs)]


def _address(url: str) -> Finding:
    parts = urlsplit(url)
    public = parts.scheme == "https" and parts.hostname not in {"localhost", "127.0.0.1", "::1"}
    hint = "" if public else "; search engines need an https address: set DAYSHIFT_PUBLIC_URL"
    return Finding("public address", public or None, f"{url}{hint}")


def _sitemap(url: str, jobs: int, listed: int, *, missing: int) -> Finding:
    text = f"{url}/sitemap.xml lists {listed:,} of {jobs:,} open jobs"
    if jobs and not listed:
        return Finding("sitemap", False, f"{text}; the task {MAKE} has not run: is a worker running?")
    if missing > 0:
        return Finding("sitemap", False, f"{text}; {missing} pages are missing; the task {MAKE} runs every {EVERY}")
    return Finding("sitemap", True, text)


def _feed(url: str, jobs: int) -> Finding:
    return Finding("job feed", True, f"{url}/feeds/jobs.xml has {jobs:,} jobs")
