"""Whether search engines and job boards can read the open jobs, and whether feeds of jobs arrive."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from dayshift.core.db import Tx
from dayshift.jobs.catalog import SAMPLE, Import, count_jobs, count_without_end, last_imports
from dayshift.jobs.feeds import is_of_connection


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one connection, in words; `works` None if it is not set up.

    `by_people`: the connection does its part, and what does not work has to be corrected by somebody.
    """

    connection: str
    works: bool | None
    text: str
    by_people: bool = False


def check_lists(tx: Tx, public_url: str, at: datetime) -> list[Finding]:
    """Check the sitemap and the job feeds of a server with this public URL."""
    jobs, url = count_jobs(tx, at), public_url.rstrip("/")
    return [
        _address(url),
        Finding("sitemap", True, f"{url}/sitemap.xml lists {jobs:,} jobs"),
        Finding("job feed", True, f"{url}/feeds/jobs.xml has {jobs:,} jobs"),
    ]


def check_feeds(tx: Tx, at: datetime) -> list[Finding]:
    """Check the last import of each feed, and what its jobs lack."""
    without_end = count_without_end(tx, at)
    feeds = [one for one in last_imports(tx) if one.source != SAMPLE]
    found = [one for last in feeds for one in _feed(last, without_end.get(last.source, 0))]
    return found or [Finding("feeds", None, "no feed of jobs is imported")]


def _feed(last: Import, without_end: int) -> list[Finding]:
    name, when = f"feed {last.source}", f"{last.imported_at:%Y-%m-%d %H:%M} UTC"
    if last.refused:
        by_people = not is_of_connection(last.refused)
        return [Finding(name, False, f"the import at {when} changed nothing: {last.refused}", by_people)]
    found = [Finding(name, True, f"{last.read:,} jobs were read at {when}")]
    lacks = {
        f"jobs that it no longer lists stay until an operator confirms: {last.held:,}": last.is_waiting,
        f"jobs with faults were left out: {last.quarantined:,}": last.quarantined,
        f"open jobs have no end date: {without_end:,}": without_end,
    }
    return [*found, *(Finding(name, False, text, by_people=True) for text, count in lacks.items() if count)]


def _address(url: str) -> Finding:
    parts = urlsplit(url)
    public = parts.scheme == "https" and parts.hostname not in {"localhost", "127.0.0.1", "::1"}
    hint = "" if public else "; search engines need an https address: set DAYSHIFT_PUBLIC_URL"
    return Finding("public address", public or None, f"{url}{hint}")
