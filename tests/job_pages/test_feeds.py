"""The sitemap and the job feeds over HTTP."""

import asyncio
import re
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.job_pages import FeedLane, feed_routes, sitemap
from dayshift.job_pages.feed_routes import READ_FEED, READ_MAP
from dayshift.jobs.catalog.actions import relist_jobs, replace_source, withdraw_jobs
from tests.jobs.catalog.test_catalogue import row
from tests.people import server_services
from tests.staff import business, in_database

URL = "http://127.0.0.1:8000"
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap, "PAGE", 3)


def import_jobs(client: TestClient, rows: list[dict[str, Any]]) -> None:
    in_database(client, replace_source, "feed", rows, now())


def paths(client: TestClient, path: str) -> list[str]:
    """The paths that a sitemap lists."""
    reply = client.get(path)
    assert (reply.status_code, reply.headers["content-type"]) == (200, "application/xml")
    found = [one.text or "" for one in ET.fromstring(reply.text).iterfind(".//s:loc", NAMES)]
    assert all(one.startswith(URL) for one in found)
    return [one.removeprefix(URL) for one in found]


def listed(client: TestClient) -> list[str]:
    """The ids of the jobs in all pages of the sitemap."""
    pages = paths(client, "/sitemap.xml")
    assert pages[0] == "/sitemap-pages.xml"
    return [job.removeprefix("/jobs/") for page in pages[1:] for job in paths(client, page)]


def test_sitemap_lists_exactly_the_open_jobs(client: TestClient) -> None:
    assert f"Sitemap: {URL}/sitemap.xml" in client.get("/robots.txt").text
    assert listed(client) == []
    soon, past = now() + timedelta(days=1), now() - timedelta(days=1)
    import_jobs(client, [row(f"{number}", expires_at=past if number == 3 else soon) for number in range(8)])
    assert paths(client, "/sitemap-pages.xml") == ["/", "/es", "/signup", "/how-ai-is-used", "/privacy"]
    jobs = listed(client)
    assert (len(jobs), len(set(jobs)), len(paths(client, "/sitemap.xml"))) == (7, 7, 4)
    assert all(client.get(f"/jobs/{job}").status_code == 200 for job in jobs)
    last = paths(client, "/sitemap.xml")[-1]
    assert f"<lastmod>{now():%Y-%m-%d}</lastmod>" in client.get(last).text


def test_expired_jobs_leave_their_page_at_once(client: TestClient) -> None:
    begin = now()
    ends = [begin + timedelta(hours=hours) for hours in (3, 1, 2)]
    import_jobs(client, [row(f"{number}", expires_at=end) for number, end in enumerate(ends)] + [row("always")])
    assert len(listed(client)) == 4
    for hours, left in ((1, 3), (2, 2), (3, 1)):
        with time_machine.travel(begin + timedelta(hours=hours, seconds=1), tick=True):
            jobs = listed(client)
            assert len(jobs) == left
            assert all(client.get(f"/jobs/{job}").status_code == 200 for job in jobs)


def test_removed_and_withdrawn_jobs_leave_their_page_at_once_and_new_ones_follow(client: TestClient) -> None:
    import_jobs(client, [row(f"{number}") for number in range(5)])
    first = listed(client)
    import_jobs(client, [row(f"{number}") for number in range(1, 5)])
    after_removal = listed(client)
    assert len(after_removal) == 4
    in_database(client, withdraw_jobs, [after_removal[0]], now())
    assert listed(client) == after_removal[1:]
    in_database(client, relist_jobs, [after_removal[0]])
    import_jobs(client, [row(f"{number}") for number in range(1, 20)])
    everything = listed(client)
    assert len(everything) == len(set(everything)) == 19
    assert set(after_removal) == set(first) & set(everything)


def test_sitemap_page_is_compressed(client: TestClient) -> None:
    import_jobs(client, [row("a")])
    reply = client.get("/sitemap-jobs.xml", headers={"Accept-Encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    plain = client.get("/sitemap-jobs.xml", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == reply.text


def test_sitemap_requests_are_rate_limited(client: TestClient) -> None:
    answers = [client.get("/sitemap-jobs.xml?from=x").status_code for _ in range(READ_MAP.times + 1)]
    assert set(answers[:-1]) == {200}
    assert answers[-1] == 429
    assert client.get(f"/sitemap-jobs.xml?from={'x' * 37}").status_code == 422


def feed(client: TestClient, path: str = "/feeds/jobs.xml") -> list[dict[str, str]]:
    reply = client.get(path)
    assert (reply.status_code, reply.headers["content-type"]) == (200, "application/xml")
    root = ET.fromstring(reply.text)
    assert root.tag == "source"
    assert root.findtext("publisherurl") == URL
    return [{field.tag: field.text or "" for field in job} for job in root.iterfind("job")]


def test_feed_lists_open_jobs_with_what_they_state(client: TestClient) -> None:
    ends = now() + timedelta(days=2)
    stated = {"title": "Cook ]]> & <more>\x01", "description": "Carry\x0b plates.", "pay_low": 1750, "pay_high": 2100}
    rows = [
        row("a", **stated, employment_type="part-time", expires_at=ends),
        row("gone", expires_at=now() - timedelta(days=1)),
        *(row(f"{number}") for number in range(3)),
    ]
    import_jobs(client, rows)
    jobs = feed(client)
    assert len(jobs) == 4
    (cook,) = [job for job in jobs if job["title"].startswith("Cook")]
    assert cook["title"] == "Cook ]]> & <more>"
    assert cook["url"] == f"{URL}/jobs/{cook['referencenumber']}"
    expected = {"company": "Two Spoons Diner", "country": "US", "postalcode": "10001", "jobtype": "parttime"}
    assert {name: cook[name] for name in expected} == expected
    assert cook["salary"] == "$17.50–$21 an hour"
    assert cook["description"] == "<p>Carry plates.</p>"
    assert client.get(f"/jobs/{cook['referencenumber']}").status_code == 200


def test_feed_of_an_employer_has_its_own_live_jobs_only(client: TestClient) -> None:
    diner, other = business(client), business(client, "Corner Bakery")
    path = f"/feeds/employers/{diner.id}.xml"
    assert {job["referencenumber"] for job in feed(client, path)} == set(diner.jobs)
    owner = diner.member("owner")
    (version,) = [one["version"] for one in owner.ask("GET", "/jobs")["jobs"] if one["id"] == diner.postings[0]]
    owner.ask("POST", f"/jobs/{diner.postings[0]}/state", {"state": "paused", "version": version})
    assert [job["referencenumber"] for job in feed(client, path)] == diner.jobs[1:]
    everywhere = {job["referencenumber"] for job in feed(client)}
    assert everywhere == {diner.jobs[1], *other.jobs}
    assert client.get("/feeds/employers/nobody.xml").status_code == 404


def test_feed_is_conditional_compressed_and_limited(client: TestClient) -> None:
    import_jobs(client, [row(f"{number}") for number in range(1200)])
    reply = client.get("/feeds/jobs.xml", headers={"Accept-Encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert len(re.findall("<job>", reply.text)) == 1200
    tag = {"If-None-Match": reply.headers["etag"]}
    assert client.get("/feeds/jobs.xml", headers=tag).status_code == 304
    import_jobs(client, [row(f"{number}") for number in range(1199)])
    changed = client.get("/feeds/jobs.xml", headers={**tag, "Accept-Encoding": "identity"})
    assert changed.status_code == 200
    tag = {"If-None-Match": changed.headers["etag"]}
    answers = [client.get("/feeds/jobs.xml", headers=tag).status_code for _ in range(READ_FEED.times)]
    assert set(answers[:-1]) <= {304, 429}
    assert answers[-1] == 429


def test_owners_see_the_address_of_their_feed(client: TestClient) -> None:
    diner = business(client)
    seen = diner.member("owner").ask("GET", "/job-feed")
    assert seen["jobs"] == 2
    assert len(feed(client, seen["url"].removeprefix(URL))) == 2
    assert seen["changedAt"] is not None
    diner.member("manager", "Ana Whitlock", diner.locations).ask("GET", "/job-feed", expect=403)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_feeds_read_one_batch_at_a_time_and_one_address_gets_two(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_jobs(client, [row(f"{number}") for number in range(6)])
    services = server_services(client)
    lane = services.get(FeedLane)
    monkeypatch.setattr(feed_routes, "_BATCH", 2)
    reading, most = 0, 0
    read = services.db.read

    async def counted(fn: Any, *more: Any) -> Any:
        nonlocal reading, most
        reading += 1
        most = max(most, reading)
        try:
            return await read(fn, *more)
        finally:
            reading -= 1

    monkeypatch.setattr(services.db, "read", counted)

    async def feeds() -> list[bytes]:
        opened = feed_routes._Opened("Diner", None, "")

        async def one() -> bytes:
            return b"".join([part async for part in feed_routes._parts(services.db, lane, URL, opened)])

        return await asyncio.gather(*(one() for _ in range(5)))

    assert client.portal is not None
    assert [one.count(b"<job>") for one in client.portal.call(feeds)] == [6] * 5
    assert most == 1
    assert client.get("/feeds/jobs.xml").status_code == 200
    assert not lane.being_sent
    lane.being_sent["testclient"] = feed_routes.FEEDS_AT_ONCE
    refused = client.get("/feeds/jobs.xml")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
