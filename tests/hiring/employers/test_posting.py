"""Posting a job over HTTP: it enters the catalog, is found, changed, renewed and ended."""

import json
import re
import threading
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.jobs.catalog import Feed, import_feed
from dayshift.jobs.catalog.actions import replace_source
from dayshift.jobs.index import Area, jobs_within
from dayshift.knowledge.occupations import locate_zip, occupations
from tests.jobs.catalog.test_catalogue import row
from tests.people import Person, server_services
from tests.staff import Business, StaffMember, applied, business, in_database

COOK = {
    "title": "Line Cook",
    "description": "Cook on the grill station.\n\nClean up after service.",
    "benefits": "Free meal on every shift.",
    "payLow": 19.5,
    "payHigh": 24,
    "payUnit": "hour",
    "employmentType": "full-time",
    "shifts": ["weekday-evenings", "weekends"],
    "openings": 3,
}


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager", "Maria Ortiz", [diner.locations[0]])


def post(member: StaffMember, place: str, key: str = "key-of-one-tap", expect: int = 201, **changes: Any) -> Any:
    body = {**COOK, "locationId": place, **changes}
    return member.ask("POST", "/jobs", body, expect=expect, headers={"Idempotency-Key": key})


def read(member: StaffMember, job: Any) -> Any:
    return member.ask("GET", f"/jobs/{job['id']}")


def markup(client: TestClient, job: Any) -> Any:
    page = client.get(f"/jobs/{job['jobId']}")
    assert page.status_code == 200
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page.text, re.DOTALL)
    assert found
    return json.loads(found[1])


def nearby(client: TestClient, occupation: str) -> list[str]:
    """Ids of the jobs that matching would consider around 10001."""

    def find(tx: Tx) -> list[str]:
        jobs = jobs_within(tx, Area(locate_zip("10001"), 5), [occupation], now())
        return [str(one) for one in jobs.ids(np.arange(len(jobs)))]

    return in_database(client, find)


def test_a_posted_job_is_found_shown_and_can_be_applied_for(
    client: TestClient, person: Person, diner: Business, maria: StaffMember
) -> None:
    job = post(maria, diner.locations[0])
    assert (job["state"], job["version"], job["fields"]["occupation"]) == ("live", 1, "line-cook")
    assert job["jobId"] in nearby(client, "line-cook")
    data = markup(client, job)
    assert data["directApply"] is True
    assert data["hiringOrganization"]["name"] == "Two Spoons Diner"
    assert data["jobLocation"]["address"]["streetAddress"] == "218 9th Ave"
    assert data["baseSalary"]["value"] == {
        "@type": "QuantitativeValue", "minValue": 19.5, "maxValue": 24.0, "unitText": "HOUR",
    }  # fmt: skip
    assert "<p>Clean up after service.</p><p>Free meal on every shift.</p>" in data["description"]
    ends = datetime.fromisoformat(data["validThrough"])
    assert timedelta(days=29, hours=23) < ends - now() <= timedelta(days=30)
    state = person.get(f"/api/applications/states?job={job['jobId']}")["jobs"][0]
    assert (state["state"], state["place"]) == ("open", "218 9th Ave, New York, NY 10001")
    assert applied(client, person, job["jobId"])


def test_a_second_tap_posts_nothing_and_another_key_does(
    client: TestClient, diner: Business, maria: StaffMember
) -> None:
    first = post(maria, diner.locations[0])
    assert post(maria, diner.locations[0]) == first
    assert post(maria, diner.locations[0], expect=409, title="Line Cook, nights")["code"] == "key_reused"
    other = post(maria, diner.locations[0], "key-of-another-tap")
    assert other["id"] != first["id"]
    ana = diner.member("owner", "Ana Whitlock")
    assert post(ana, diner.locations[0])["id"] not in {first["id"], other["id"]}
    assert {first["jobId"], other["jobId"]} <= set(nearby(client, "line-cook"))
    assert maria.call("POST", "/jobs", {**COOK, "locationId": diner.locations[0]}).status_code == 422


def test_two_taps_at_once_post_one_job(client: TestClient, diner: Business, maria: StaffMember) -> None:
    posted: list[Any] = []
    taps = [threading.Thread(target=lambda: posted.append(post(maria, diner.locations[0]))) for _ in range(4)]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()
    assert len(posted) == 4
    assert len({(one["id"], one["jobId"]) for one in posted}) == 1
    assert nearby(client, "line-cook").count(posted[0]["jobId"]) == 1


def test_a_job_ends_after_30_days_unless_it_is_renewed(client: TestClient, diner: Business, maria: StaffMember) -> None:
    job = post(maria, diner.locations[0])
    with time_machine.travel(now() + timedelta(days=29, hours=23), tick=True):
        assert client.get(f"/jobs/{job['jobId']}").status_code == 200
    with time_machine.travel(now() + timedelta(days=30, seconds=5), tick=True):
        assert client.get(f"/jobs/{job['jobId']}").status_code == 410
        assert job["jobId"] not in nearby(client, "line-cook")
        renewed = diner.member("owner", "Ana Whitlock").ask("POST", f"/jobs/{job['id']}/renewal", {"version": 1})
        assert datetime.fromisoformat(renewed["liveUntil"]) - now() > timedelta(days=29, hours=23)
        assert client.get(f"/jobs/{job['jobId']}").status_code == 200
        assert job["jobId"] in nearby(client, "line-cook")


def test_only_those_who_hire_there_post_there(client: TestClient, diner: Business, maria: StaffMember) -> None:
    stranger = business(client, "Hotel Marmalade")
    for place in (diner.locations[1], stranger.locations[0], "nowhere"):
        post(maria, place, expect=404)
    reviewer = diner.member("reviewer", "Theo Grant")
    post(reviewer, diner.locations[0], expect=403)
    job = post(diner.member("owner", "Ana Whitlock"), diner.locations[1])
    vera = stranger.member("owner", "Vera Lang")
    body = {**COOK, "locationId": diner.locations[0], "version": 1}
    for member in (maria, vera):
        member.ask("GET", f"/jobs/{job['id']}", expect=404)
        member.ask("PUT", f"/jobs/{job['id']}", body, expect=404)
        member.ask("POST", f"/jobs/{job['id']}/renewal", {"version": 1}, expect=404)
        placement = {"locationId": diner.locations[0], "openings": 2, "version": 1}
        member.ask("PUT", f"/jobs/{job['id']}/placement", placement, expect=404)
        hint = f"/pay-hint?title=Line%20Cook&location={diner.locations[1]}"
        member.ask("GET", hint, expect=404)
    mine = post(maria, diner.locations[0])
    maria.ask("PUT", f"/jobs/{mine['id']}", {**body, "locationId": diner.locations[1]}, expect=404)
    assert read(maria, mine)["version"] == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 101}, "title"),
        ({"description": ""}, "description"),
        ({"payLow": 0}, "payLow"),
        ({"payLow": 2, "payHigh": 4}, "payLow"),
        ({"payLow": 24, "payHigh": 19}, "payHigh"),
        ({"payLow": 19, "payUnit": "year"}, "payLow"),
        ({"payUnit": "minute"}, "payUnit"),
        ({"shifts": ["lunch"]}, "shifts.0"),
        ({"openings": 0}, "openings"),
        ({"openings": 501}, "openings"),
        ({"replyDays": 6}, "replyDays"),
        ({"title": "Xyzzy", "occupation": "astronaut"}, "occupation"),
        ({"secret": 1}, "secret"),
    ],
)
def test_the_server_checks_every_field(
    diner: Business, maria: StaffMember, changes: dict[str, Any], field: str
) -> None:
    refused = post(maria, diner.locations[0], expect=422, **changes)
    assert field in refused["fields"]
    assert len(maria.ask("GET", "/jobs")["jobs"]) == 1


def test_pay_for_a_year_is_shown_for_an_hour(client: TestClient, diner: Business, maria: StaffMember) -> None:
    job = post(maria, diner.locations[0], payLow=52_000, payHigh=None, payUnit="year")
    assert markup(client, job)["baseSalary"]["value"]["minValue"] == 25.0
    assert (job["fields"]["payLow"], job["fields"]["payUnit"]) == (52_000, "year")


def test_contact_details_and_markup_stay_out_of_the_public_page(
    client: TestClient, diner: Business, maria: StaffMember
) -> None:
    text = "Call 212-555-0143 or write to maria@diner.example.<script>alert(1)</script>"
    page = client.get(f"/jobs/{post(maria, diner.locations[0], description=text)['jobId']}").text
    assert "555-0143" not in page
    assert "maria@diner.example" not in page
    assert "alert(1)" not in page


def test_an_edit_keeps_the_job_and_a_stale_one_is_refused(
    client: TestClient, person: Person, diner: Business, maria: StaffMember
) -> None:
    job = post(maria, diner.locations[0])
    application = applied(client, person, job["jobId"])
    ana = diner.member("owner", "Ana Whitlock")
    body = {**COOK, "locationId": diner.locations[0], "version": 1}
    changed = ana.ask("PUT", f"/jobs/{job['id']}", {**body, "payHigh": 26, "title": "Grill Cook"})
    assert (changed["version"], changed["changedBy"], changed["jobId"]) == (2, "Ana Whitlock", job["jobId"])
    assert changed["fields"]["occupation"] == "grill-cook"
    assert markup(client, job)["baseSalary"]["value"]["maxValue"] == 26.0
    assert job["jobId"] not in nearby(client, "line-cook")
    assert person.get(f"/api/applications/{application}")["stage"] == "submitted"
    stale = maria.ask("PUT", f"/jobs/{job['id']}", {**body, "openings": 9}, expect=409)
    assert (stale["code"], stale["version"], stale["by"]) == ("stale_job", 2, "Ana Whitlock")
    assert read(maria, job)["openings"] == 3


def test_pause_renew_and_fill(client: TestClient, person: Person, diner: Business, maria: StaffMember) -> None:
    job = post(maria, diner.locations[0])
    application = applied(client, person, job["jobId"])
    state = f"/jobs/{job['id']}/state"
    maria.ask("POST", state, {"state": "paused", "version": 1})
    assert client.get(f"/jobs/{job['jobId']}").status_code == 410
    assert job["jobId"] not in nearby(client, "line-cook")
    assert person.get(f"/api/applications/{application}")["stage"] == "submitted"

    renewed = maria.ask("POST", f"/jobs/{job['id']}/renewal", {"version": 2})
    assert (renewed["state"], renewed["version"]) == ("live", 3)
    assert renewed["liveUntil"] > job["liveUntil"]
    assert job["jobId"] in nearby(client, "line-cook")
    assert maria.ask("POST", f"/jobs/{job['id']}/renewal", {"version": 2}, expect=409)["code"] == "stale_job"

    maria.ask("POST", state, {"state": "filled", "version": 3})
    assert client.get(f"/jobs/{job['jobId']}").status_code == 410
    assert person.get(f"/api/applications/{application}")["stage"] == "closed"


def test_a_new_name_or_address_reaches_the_jobs(client: TestClient, diner: Business, maria: StaffMember) -> None:
    job = post(maria, diner.locations[0])
    ana = diner.member("owner", "Ana Whitlock")
    ana.ask("PATCH", "/employer", {"name": "Three Spoons Diner"})
    place = {"name": "9th Avenue", "street": "220 9th Ave", "zip": "10011"}
    ana.ask("PUT", f"/locations/{diner.locations[0]}", place)
    data = markup(client, job)
    assert data["hiringOrganization"]["name"] == "Three Spoons Diner"
    assert data["jobLocation"]["address"]["postalCode"] == "10011"


def test_the_feed_says_what_its_jobs_are_like(diner: Business, maria: StaffMember) -> None:
    job = next(one for one in maria.ask("GET", "/jobs")["jobs"] if one["imported"])
    assert read(maria, job)["fields"] is None
    body = {**COOK, "locationId": diner.locations[0], "version": job["version"]}
    assert maria.ask("PUT", f"/jobs/{job['id']}", body, expect=409)["code"] == "job_from_feed"
    renewal = {"version": job["version"]}
    assert maria.ask("POST", f"/jobs/{job['id']}/renewal", renewal, expect=409)["code"] == "job_from_feed"
    placement = {"locationId": diner.locations[0], "openings": 7, "replyDays": 2, "version": job["version"]}
    placed = maria.ask("PUT", f"/jobs/{job['id']}/placement", placement)
    assert (placed["openings"], placed["replyDays"], placed["version"]) == (7, 2, job["version"] + 1)


def test_templates_fit_the_table_of_occupations(diner: Business, maria: StaffMember) -> None:
    from dayshift.hiring.employers.templates import templates
    from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, SHIFTS, occupation_of

    for english, spanish in zip(templates("en"), templates("es"), strict=True):
        assert english.occupation in occupations()
        assert occupation_of(english.title) == english.occupation
        assert set(english.shifts) <= set(SHIFTS)
        assert english.employment_type is None or english.employment_type in EMPLOYMENT_TYPES
        assert english.description != spanish.description
        assert max(len(english.description), len(spanish.description)) < 1000
    assert maria.ask("GET", "/job-templates")["templates"][0]["title"] == "Server"
    maria.ask("PATCH", "/me", {"language": "es"})
    assert maria.ask("GET", "/job-templates")["templates"][0]["title"] == "Mesero"


def test_the_pay_hint_is_the_middle_half_of_five_jobs_or_nothing(
    client: TestClient, diner: Business, maria: StaffMember
) -> None:
    path = f"/pay-hint?title=Dishwasher&location={diner.locations[0]}"

    def around(*cents: int) -> None:
        rows = [
            row(f"dish {number}", title="Dishwasher", occupation="dishwasher", pay_low=pay, pay_high=pay)
            for number, pay in enumerate(cents)
        ]
        unstated = [row("unstated", title="Dishwasher", occupation="dishwasher")]
        in_database(client, replace_source, "dishes", [*rows, *unstated], now())

    around(1600, 1700, 1800, 1900)
    assert maria.ask("GET", path)["pay"] is None
    around(1600, 1700, 1800, 1900, 9000)
    assert maria.ask("GET", path)["pay"] == {
        "occupation": "Dishwasher", "low": 17.0, "high": 19.0, "count": 5, "miles": 5.0,
    }  # fmt: skip
    assert maria.ask("GET", f"/pay-hint?title=Xyzzy&location={diner.locations[0]}")["pay"] is None


def test_no_feed_can_replace_posted_jobs(
    client: TestClient, diner: Business, maria: StaffMember, tmp_path: Any
) -> None:
    job = post(maria, diner.locations[0])
    feed = tmp_path / "feed.csv"
    feed.write_text("external_id,title,employer,zip\n1,Cook,Other,10001\n")
    db = server_services(client).db
    assert client.portal is not None
    report = client.portal.call(lambda: import_feed(db, Feed(feed, "posted"), now(), remove_many=True))
    assert report.refused
    assert client.get(f"/jobs/{job['jobId']}").status_code == 200
