"""Job pages validated by a SHACL engine, and the speed of the sitemap with many jobs."""

import asyncio
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2

from dayshift.core.clock import now
from dayshift.core.db import open_database
from dayshift.jobs.catalog.actions import serialize, store_jobs
from dayshift.knowledge.occupations import locate_zip
from dayshift.tables import migrate
from tests.faults.processes import TIMEOUT, Installation
from tests.job_pages.shapes import data_of, violations_of

REQUESTS = 200
"""Fewer than the sitemap's limit for one address and minute."""

_BATCH = 5000
_ZIPS = ("10001", "11201", "60601", "59301", "90012", "77002", "33101", "98101")


def job_pages(_jobs: int) -> dict[str, str]:
    """Validate every job page of the sample catalog."""
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation.make(Path(folder) / "data", f"sqlite:///{folder}/sample.sqlite3")
        done = installation.run("sample")
        assert done.returncode == 0, done.stderr
        with _served(installation) as client:
            paths = _paths(client.get("/sitemap-jobs.xml").text)
            pages = [client.get(path) for path in paths]
    assert {page.status_code for page in pages} == {200}, Counter(page.status_code for page in pages)
    found = violations_of(data_of(page.text) for page in pages)
    print(f"job pages: {len(pages)} of the sample catalog, {len(found)} violations {sorted(set(found))}")
    assert pages
    return {"shacl_violations": str(len(found))}


def sitemap(jobs: int) -> dict[str, str]:
    """Request random pages of the sitemap from a server with this many jobs."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/many.sqlite3"
        migrate(url)
        installation = Installation.make(Path(folder) / "data", url)
        asyncio.run(_fill(url, jobs))
        with _served(installation) as client:
            index_ms = _milliseconds(client, "/sitemap.xml")
            index = client.get("/sitemap.xml")
            pages = [path for path in _paths(index.text) if "sitemap-jobs" in path]
            listed = _paths(client.get(pages[-1]).text)
            elapsed = [_milliseconds(client, path) for path in random.Random(1).choices(pages, k=REQUESTS)]
    print(
        f"sitemap: {len(pages)} pages, the last with {len(listed)} jobs; p50 {statistics.median(elapsed):.1f} ms, "
        f"p95 {_p95(elapsed):.1f} ms, slowest {max(elapsed):.1f} ms; index {index_ms:.1f} ms"
    )
    return {"sitemap_ms": f"{_p95(elapsed):.1f}"}


def _p95(elapsed: list[float]) -> float:
    return statistics.quantiles(elapsed, n=20)[-1]


async def _fill(url: str, jobs: int) -> None:
    db, start = open_database(url), time.perf_counter()
    try:
        for begin in range(0, jobs, _BATCH):
            rows = [serialize(_row(number)) for number in range(begin, min(jobs, begin + _BATCH))]
            await db.write(store_jobs, "many", rows, (), now())
        print(f"filled: {jobs:,} jobs in {time.perf_counter() - start:.0f} s")
    finally:
        db.close()


def _row(number: int) -> dict[str, Any]:
    place = locate_zip(_ZIPS[number % len(_ZIPS)])
    assert place is not None
    optional = ("street", "pay_text", "shifts", "experience_years", "start", "licence", "url", "posted_at")
    return dict.fromkeys(optional) | {
        "external_id": str(number),
        "title": f"Server {number}",
        "occupation": "server",
        "employer": f"Diner {number % 9973}",
        "category": "restaurants-bars",
        "description": "Carry plates, take orders and keep the tables clean.",
        "city": place.city,
        "state": place.state,
        "zip": place.zip,
        "lat": place.lat,
        "lon": place.lon,
        "remote": False,
        "pay_low": 1500 + number % 900,
        "pay_high": 2500,
        "employment_type": "full-time",
        "expires_at": now() + timedelta(seconds=60 + number * 7919 % 2_592_000),  # Some expire during the run.
    }


def _paths(text: str) -> list[str]:
    """Return the paths that a sitemap lists, with their query."""
    locations = [urlsplit(part.partition("</loc>")[0]) for part in text.split("<loc>")[1:]]
    return [f"{one.path}?{one.query}" if one.query else one.path for one in locations]


def _milliseconds(client: httpx2.Client, path: str) -> float:
    start = time.perf_counter()
    reply = client.get(path)
    took = (time.perf_counter() - start) * 1000
    assert reply.status_code == 200, reply.status_code
    return took


@contextmanager
def _served(installation: Installation) -> Iterator[httpx2.Client]:
    process = installation.start("serve")
    try:
        with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
            _until_ready(client)
            yield client
    finally:
        process.terminate()
        process.wait(TIMEOUT)


def _until_ready(client: httpx2.Client) -> None:
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            if client.get("/readyz").status_code == 200:
                return
        except httpx2.HTTPError:
            pass
        assert time.monotonic() < end, "the server does not start"
        time.sleep(0.1)
