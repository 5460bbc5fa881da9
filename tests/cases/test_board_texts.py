"""What boards write in their fields: places without commas, units with a number, offices of another country's jobs."""

import json
from pathlib import Path
from typing import Any

import pytest

from dayshift.jobs.feeds import Posting
from dayshift.jobs.feeds.posting import PostedPay, PostedPlace
from tests.cases.test_feeds import feed, read


@pytest.mark.parametrize(
    ("text", "cities"),
    [
        ("Tampa Florida United States", ["Tampa, FL"]),
        ("Kansas City Missouri USA", ["Kansas City, MO"]),
        ("Charleston West Virginia US", ["Charleston, WV"]),
        ("New York United States", []),
        ("Minneapolis\u2013St. Paul, MN", ["Minneapolis, MN", "Saint Paul, MN"]),
        ("Raleigh-Durham, NC", ["Raleigh, NC", "Durham, NC"]),
        ("Winston-Salem, NC", ["Winston-Salem, NC"]),
        ("Wilkes-Barre, PA", ["Wilkes-Barre, PA"]),
        ("SF Bay Area", ["San Francisco, CA"]),
        ("Boston, MA; Remote-Friendly (Travel-Required) | New York City, NY", ["Boston, MA", "New York City, NY"]),
        ("Tbilisi, Georgia", []),
        ("2 Locations", []),
    ],
)
def test_places_as_boards_write_them(text: str, cities: list[str]) -> None:
    rows, told = read(Posting(line=1, places=[PostedPlace(text=text)]))
    assert [f"{row['city']}, {row['state']}" for row in rows] == cities
    assert cities or told == ["unknown_place"]


@pytest.mark.parametrize(
    ("name", "city"),
    [("Hybrid", "Seattle"), ("In-Office", "Seattle"), ("Distributed", "Seattle"), ("Remote India", "")],
)
def test_offices_are_no_place_of_work_in_another_country(tmp_path: Path, name: str, city: str) -> None:
    job = {"id": 1, "title": "Cook", "company_name": "Elm", "absolute_url": "https://x.example/1"}
    job |= {
        "location": {"name": name},
        "offices": [{"name": "Seattle", "location": "Seattle, Washington, United States"}],
    }
    rows, told = feed(tmp_path, "board.json", json.dumps({"jobs": [job], "meta": {"total": 1}}))
    assert [row["city"] for row in rows.values()] == ([city] if city else [])
    assert [reason for reason, _, _ in told] == ([] if city else ["foreign_place"])


@pytest.mark.parametrize(
    ("interval", "low", "cents"),
    [
        ("1 HOUR", 18, 1800),
        ("1 DAY", 160, 2000),
        ("1 WEEK", 800, 2000),
        ("2 WEEK", 1600, 2000),
        ("0.5 MONTH", 1600, 1846),
        ("1 MONTH", 3200, 1846),
        ("6 MONTH", 20_000, 1923),
        ("1 YEAR", 40_000, 1923),
        ("1 TIME", 40_000, None),
    ],
)
def test_intervals_with_a_number(tmp_path: Path, interval: str, low: int, cents: int | None) -> None:
    part = {"compensationType": "Salary", "interval": interval, "currencyCode": "USD", "minValue": low, "maxValue": low}
    pay = {"compensationTiers": [{"components": [part]}]}
    job = {"id": "1", "title": "Cook", "location": "Chicago, IL", "isListed": True, "compensation": pay}
    rows, _ = feed(tmp_path, "board.json", json.dumps({"apiVersion": "1", "jobs": [job]}))
    assert [(row["pay_low"], row["pay_high"]) for row in rows.values()] == [(cents, cents)]


@pytest.mark.parametrize("text", ["$120-150k", "$120k-150", "$120k - 150k", "$120,000 - $150,000", "120-150K USD"])
def test_thousands_are_said_once_for_both(text: str) -> None:
    rows, told = read(Posting(line=1, pay=PostedPay(text=text)))
    assert ([(row["pay_low"], row["pay_high"]) for row in rows], told) == ([(5769, 7212)], [])


@pytest.mark.parametrize(
    "salary",
    [
        {"currency": "USD", "value": {"value": "$18 - $22", "unitText": "HOURLY"}},
        {"currency": "USD", "value": {"minValue": "18.00", "maxValue": "22.00", "unitText": "per hour"}},
        {"value": "$720 - $880", "unitText": "WEEK"},
        "18-22 USD/hr",
    ],
)
def test_salaries_as_pages_mark_them(tmp_path: Path, salary: Any) -> None:
    job = {"@type": "JobPosting", "title": "Cook", "identifier": "1", "hiringOrganization": "Elm", "baseSalary": salary}
    job |= {"jobLocation": {"address": "Kirkland, WA 98033"}}
    page = f'<html><script type="application/ld+json">{json.dumps(job)}</script></html>'
    rows, told = feed(tmp_path, "page.html", page)
    assert ([(row["pay_low"], row["pay_high"]) for row in rows.values()], told) == ([(1800, 2200)], [])


def test_a_list_without_texts_says_so_and_each_posting_has_its_own(tmp_path: Path) -> None:
    job = {"id": "7", "name": "Cook", "company": {"name": "Elm", "identifier": "Elm"}, "releasedDate": "2026-11-01"}
    job |= {"location": {"city": "Chicago", "region": "IL", "country": "us"}}
    rows, told = feed(tmp_path, "list.json", json.dumps({"totalFound": 1, "content": [job]}))
    assert ([row["title"] for row in rows.values()], [reason for reason, _, _ in told]) == (["Cook"], ["no_texts"])
    sections = {
        "jobDescription": {"title": "Job", "text": "<p>Cook on the line</p>"},
        "qualifications": {"text": "<p>Two years</p>"},
    }
    rows, told = feed(tmp_path, "7.json", json.dumps({**job, "jobAd": {"sections": sections}}))
    assert rows["7"]["description"].split() == ["Cook", "on", "the", "line", "Two", "years"]
    assert told == []
