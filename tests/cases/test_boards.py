"""Feeds of boards and careers sites, and lists of postings whose texts are elsewhere."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from dayshift.jobs.feeds import FeedDamaged, local_copy
from tests.cases.test_feeds import feed, feed_at

JOB = {
    "@type": "JobPosting", "identifier": {"@type": "PropertyValue", "value": "1"}, "title": "Baker",
    "description": "&lt;p&gt;Bread.&lt;/p&gt;", "hiringOrganization": {"name": "Elm Bakery"}, "jobLocationType": None,
    "jobLocation": [{"address": {"addressLocality": "Tulsa", "addressRegion": "OK", "addressCountry": "US"}}],
}  # fmt: skip
RSS = """<?xml version="1.0"?>
<rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>Elm Bakery</title><item>
<title>Baker</title><description>&lt;p&gt;Bread.&lt;/p&gt;</description><guid isPermaLink="false">1</guid>
<pubDate>Mon, 02 Nov 2026 10:00:00 +0100</pubDate><link>https://elm.example/jobs/1</link>
<remoteStatus>none</remoteStatus><tt:locations><tt:location><tt:name>Bakery</tt:name><tt:zip>74103</tt:zip>
<tt:city>Tulsa</tt:city><tt:country>United States</tt:country></tt:location></tt:locations></item></channel></rss>"""
OPENING = {"id": "1", "jobOpeningName": "Baker", "employmentStatusLabel": "Part-Time",
           "location": {"city": "Tulsa", "state": "Oklahoma"}, "atsLocation": {"city": None}, "isRemote": None,
           "locationType": "0"}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("jobs.json", json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": [
            {"id": "x", "url": "https://elm.example/jobs/1", "title": "Baker", "_jobposting": JOB}]})),
        ("jobs.rss", RSS),
        ("list.json", json.dumps({"meta": {"totalCount": 1}, "result": [OPENING]})),
    ],
)  # fmt: skip
def test_careers_sites_are_read(tmp_path: Path, name: str, document: str) -> None:
    rows, told = feed(tmp_path, name, document)
    found = [(row["title"], row["employer"], row["city"], row["state"]) for row in rows.values()]
    assert (list(rows), found, told) == (["1"], [("Baker", "Elm Bakery", "Tulsa", "OK")], [])


def greenhouse(**job: Any) -> dict[str, Any]:
    given = {"id": 1, "title": "Baker", "company_name": "Elm Bakery", "location": {"name": "Tulsa, OK"}, **job}
    return {"jobs": [given], "meta": {"total": 1}}


def lever(**job: Any) -> list[dict[str, Any]]:
    return [{"id": "1", "text": "Baker", "country": "US", "categories": {"location": "Tulsa, OK"}, **job}]


def cents(low: int, high: int, title: str) -> dict[str, Any]:
    return {"min_cents": low, "max_cents": high, "currency_type": "USD", "title": title}


@pytest.mark.parametrize(
    ("board", "places", "pay"),
    [
        (greenhouse(pay_input_ranges=[cents(1700, 1900, "Salary Range")]), ["Tulsa"], (1700, 1900)),
        (greenhouse(pay_input_ranges=[cents(1700, 1900, "Base pay for this year")]), ["Tulsa"], (None, None)),
        (
            greenhouse(pay_input_ranges=[cents(2400, 2600, "Denver"), cents(1700, 1900, "Tulsa")]),
            ["Tulsa"],
            (1700, 1900),
        ),
        (greenhouse(pay_input_ranges=[cents(2400, 2600, "A"), cents(1700, 1900, "B")]), ["Tulsa"], (None, None)),
        (greenhouse(location={"name": "In-Office"}, offices=[{"name": "HQ", "location": "Tulsa, Oklahoma"}]), ["Tulsa"],
         (None, None)),
        (lever(salaryRange={"min": 1500, "max": 1600, "interval": "semi-month-salary"}), ["Tulsa"], (1731, 1846)),
        (lever(salaryDescriptionPlain="$17 to $19 an hour"), ["Tulsa"], (1700, 1900)),
        ({"name": "Elm Bakery", "jobs": [{"shortcode": "1", "title": "Baker", "telecommuting": False,
          "locations": [{"countryCode": "US", "city": "Tulsa", "region": "Oklahoma"},
                        {"countryCode": "US", "city": "Dallas", "region": "Texas", "hidden": True}]}]},
         ["Tulsa"], (None, None)),
        ({"totalFound": 1, "content": [{"id": "1", "name": "Baker", "company": {"name": "Elm Bakery"},
          "location": {"city": "Tulsa", "region": "OK", "country": "us"}}]}, ["Tulsa"], (None, None)),
        ({"SearchResult": {"SearchResultItems": [{"MatchedObjectId": "1", "MatchedObjectDescriptor": {
          "PositionTitle": "Baker", "OrganizationName": "Elm Bakery", "PositionRemuneration": [
          {"MinimumRange": "17.00", "MaximumRange": "19.00", "RateIntervalCode": "PH"}],
          "PositionLocation": [{"LocationName": "Tulsa, Oklahoma", "CountryCode": "United States"}]}}]}},
         ["Tulsa"], (1700, 1900)),
        ({"offers": [{"id": 1, "slug": "baker", "title": "Baker", "company_name": "Elm Bakery", "city": "Tulsa",
          "state_code": "OK", "country_code": "US"}]}, ["Tulsa"], (None, None)),
        ([{"id": "1", "friendly_id": "1-baker", "name": "Baker", "company": {"name": "Elm Bakery"},
          "location": {"city": "Tulsa", "state": {"id": "OK"}, "country": {"id": "US"}}, "salary": "$17 - $19 / hr"}],
         ["Tulsa"], (1700, 1900)),
    ],
)  # fmt: skip
def test_boards(tmp_path: Path, board: Any, places: list[str], pay: tuple[int | None, int | None]) -> None:
    rows, _ = feed(tmp_path, "board.json", json.dumps(board))
    assert [row["city"] for row in rows.values()] == places
    assert (rows["1"]["pay_low"], rows["1"]["pay_high"]) == pay


def test_all_texts_of_a_board_are_kept(tmp_path: Path) -> None:
    board = lever(
        description="<p>Bread.</p>", additional="<p>Bring an apron.</p>", salaryDescriptionPlain="$17 an hour"
    )
    rows, _ = feed(tmp_path, "board.json", json.dumps(board))
    assert rows["1"]["description"].split() == ["Bread.", "Bring", "an", "apron.", "$17", "an", "hour"]


def test_a_list_that_is_not_whole_says_so(tmp_path: Path) -> None:
    _, told = feed(tmp_path, "board.json", json.dumps({**greenhouse(), "meta": {"total": 40}}))
    assert told == [("more_pages", 2, "")]


@pytest.mark.parametrize(
    "xml",
    [
        "<workzag-jobs><position><id>1</id><office>Tulsa, OK</office><name>Baker</name></position></workzag-jobs>",
        "<source><job><referencenumber>1</referencenumber><title>Baker</title><city>Tulsa, OK</city></job></source>",
        "<jobs><job><reference_id>1</reference_id><title>Baker</title><location>Tulsa, OK</location></job></jobs>",
        '<jobs><job id="1"><name>Baker</name><region>Tulsa, OK</region></job></jobs>',
    ],
)
def test_the_xml_of_partners_is_read(tmp_path: Path, xml: str) -> None:
    rows, told = feed(tmp_path, "feed.xml", xml)
    assert ([(row["title"], row["city"]) for row in rows.values()], told) == ([("Baker", "Tulsa")], [])


@pytest.mark.parametrize(("text", "cause"), [("Elm & Sons", "&amp;"), ("Elm&nbsp;Bakery", "&nbsp;")])
def test_damaged_xml_is_refused_with_its_cause(tmp_path: Path, text: str, cause: str) -> None:
    xml = f"<source>\n<job><referencenumber>1</referencenumber><company>{text}</company></job></source>"
    with pytest.raises(FeedDamaged, match="line 2") as caught:
        feed(tmp_path, "feed.xml", xml)
    assert cause in str(caught.value)


def posting(at: int) -> dict[str, Any]:
    place = {"city": "Tulsa", "region": "OK", "country": "us"}
    company = {"identifier": "Elm", "name": "Elm Bakery"}
    return {"id": str(at), "name": "Baker", "company": company, "releasedDate": "2026-11-02", "location": place}


@contextmanager
def board(count: int, gone: int | None = None, broken: int | None = None) -> Iterator[str]:
    """Serves a list of postings in pages of two, each with its texts at a URL of its own; yields the list's URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            offset = int(parse_qs(url.query).get("offset", ["0"])[0])
            last = url.path.rpartition("/")[2]
            page = [posting(at) for at in range(offset, min(offset + 2, count))]
            body: dict[str, Any] = {"offset": offset, "limit": 2, "totalFound": count, "content": page}
            status = 200
            if last != "postings":
                text = {"jobDescription": {"title": "Job", "text": f"<p>Bread {last}.</p>"}}
                body = {**posting(int(last)), "jobAd": {"sections": text},
                        "compensation": {"min": 17, "max": 19, "currency": "USD", "period": "HOURLY"}}  # fmt: skip
                status = {gone: 404, broken: 503}.get(int(last), 200)
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/companies/Elm/postings?status=PUBLIC"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(("gone", "ids"), [(None, ["0", "1", "2", "3", "4"]), (3, ["0", "1", "2", "4"])])
def test_all_pages_of_a_list_and_the_texts_of_its_postings_are_fetched(gone: int | None, ids: list[str]) -> None:
    with board(5, gone=gone) as address, local_copy(address) as path:
        rows, told = feed_at(path)
    assert (sorted(rows), told) == (ids, [])
    assert [rows[one]["description"] for one in ids] == [f"Bread {one}." for one in ids]
    assert {(row["pay_low"], row["pay_high"]) for row in rows.values()} == {(1700, 1900)}


def test_a_list_with_a_posting_that_is_not_sent_is_refused() -> None:
    with board(3, broken=1) as address, pytest.raises(FeedDamaged, match="503"), local_copy(address):
        pass


def test_a_list_without_postings_is_an_empty_feed() -> None:
    with board(0) as address, local_copy(address) as path:
        assert feed_at(path) == ({}, [])
