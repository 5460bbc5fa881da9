"""Whether search engines and job boards can read the open jobs."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from dayshift.core.db import Tx
from dayshift.jobs.catalog import count_jobs


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one connection, in words; `works` None if it is not set up."""

    connection: str
    works: bool | None
    text: str


def check_lists(tx: Tx, public_url: str, at: datetime) -> list[Finding]:
    """Check the sitemap and the job feeds of a server with this public URL."""
    jobs, url = count_jobs(tx, at), public_url.rstrip("/")
    return [
        _address(url),
        Finding("sitemap", True, f"{url}/sitemap.xml lists {jobs:,} jobs"),
        Finding("job feed", True, f"{url}/feeds/jobs.xml has {jobs:,} jobs"),
    ]


def _address(url: str) -> Finding:
    parts = urlsplit(url)
    public = parts.scheme == "https" and parts.hostname not in {"localhost", "127.0.0.1", "::1"}
    hint = "" if public else "; search engines need an https address: set DAYSHIFT_PUBLIC_URL"
    return Finding("public address", public or None, f"{url}{hint}")
