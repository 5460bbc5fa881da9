"""Which jobs are listed: what an employer pauses, fills or removes here leaves searches, pages and lists at once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.models import stage_counts
from dayshift.hiring.employers.models import postings
from dayshift.jobs.catalog.actions import replace_source
from tests.hiring.applications.test_decide import after_undo
from tests.job_pages.shapes import data_of
from tests.jobs.catalog.test_catalogue import row
from tests.matching.onboarding.test_onboarding import onboard
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def change_state(owner: StaffMember, posting: str, state: str) -> None:
    (version,) = [one["version"] for one in owner.ask("GET", "/jobs")["jobs"] if one["id"] == posting]
    owner.ask("POST", f"/jobs/{posting}/state", {"state": state, "version": version})


def matched(person: Person) -> set[str]:
    return {job["id"] for job in person.get("/api/matches")["jobs"]}


def import_again(client: TestClient, **changes: Any) -> None:
    """The feed lists the same two jobs again, with changes."""
    name = "Two Spoons Diner"
    rows = [
        row(f"{name} {title}", title=title, employer=name, **changes) for title in ("Restaurant Server", "Line Cook")
    ]
    in_database(client, replace_source, f"feed of {name}", rows, now())


@pytest.mark.parametrize("state", ["paused", "filled", "removed"])
def test_closed_job_of_a_feed_leaves_matches_page_and_sitemap_at_once(
    client: TestClient, person: Person, worker: Worker, diner: Business, state: str
) -> None:
    onboard(person)
    job, other = diner.jobs
    assert {job, other} <= matched(person)
    assert f"/jobs/{job}<" in client.get("/sitemap-jobs.xml").text
    change_state(diner.member("owner"), diner.postings[0], state)
    if state == "removed":
        after_undo(client, worker)
    assert matched(person) & {job, other} == {other}
    page = client.get(f"/jobs/{job}")
    assert page.status_code == 410
    assert "ld+json" not in page.text
    assert 'content="noindex"' in page.text
    listed = client.get("/sitemap-jobs.xml").text
    assert f"/jobs/{job}<" not in listed
    assert f"/jobs/{other}<" in listed


def test_feed_does_not_list_a_paused_job_again_but_its_employer_does(
    client: TestClient, person: Person, diner: Business
) -> None:
    onboard(person)
    job = diner.jobs[0]
    owner = diner.member("owner")
    change_state(owner, diner.postings[0], "paused")
    import_again(client, pay_low=2000, pay_high=2200)
    assert job not in matched(person)
    assert client.get(f"/jobs/{job}").status_code == 410
    change_state(owner, diner.postings[0], "live")
    assert job in matched(person)
    page = client.get(f"/jobs/{job}")
    assert page.status_code == 200
    assert '$20–$22<small class="unit">/hour' in page.text
    import_again(client, pay_low=2100, pay_high=2200)
    assert job in matched(person)
    assert '$21–$22<small class="unit">/hour' in client.get(f"/jobs/{job}").text


def test_saved_job_that_is_paused_is_shown_as_closed(client: TestClient, person: Person, diner: Business) -> None:
    onboard(person)
    person.call("PUT", f"/api/job-marks/{diner.jobs[0]}", {"mark": "saved", "reason": None})
    change_state(diner.member("owner"), diner.postings[0], "paused")
    (mark,) = person.get("/api/job-marks?mark=saved")["marks"]
    assert mark["open"] is False


def test_page_of_a_closed_job_leads_to_the_own_application(client: TestClient, person: Person, diner: Business) -> None:
    application = applied(client, person, diner.jobs[0])
    change_state(diner.member("owner"), diner.postings[0], "paused")
    page = person.client.get(f"/jobs/{diner.jobs[0]}", headers={"Authorization": f"Bearer {person.token}"})
    assert page.status_code == 410
    assert f'href="/application?id={application}"' in page.text


def test_claimed_job_lives_as_long_as_its_feed_says(client: TestClient, person: Person, diner: Business) -> None:
    onboard(person)
    job = diner.jobs[0]
    interview = interviewed(person)
    import_again(client, expires_at=now() + timedelta(days=1))
    in_database(client, lambda tx: tx.execute(postings.update().values(live_until=now() + timedelta(days=1))))
    import_again(client, expires_at=now() + timedelta(days=9))
    with time_machine.travel(now() + timedelta(days=8), tick=True):
        assert job in matched(person)
        assert data_of(client.get(f"/jobs/{job}").text)["directApply"] is True
    with time_machine.travel(now() + timedelta(days=10), tick=True):
        assert client.get(f"/jobs/{job}").status_code == 410
        consent = {"employerId": diner.id, "video": True, "words": True, "score": True}
        body = {"jobIds": [job], "interviewId": interview, "shares": [consent]}
        (result,) = person.post("/api/applications", body)["results"]
        assert (result["applicationId"], result["error"]) == (None, "job_closed")


def test_full_job_takes_no_applications_until_it_has_more_openings(
    client: TestClient, person: Person, diner: Business
) -> None:
    job, posting = diner.jobs[0], diner.postings[0]
    interview = interviewed(person)
    consent = {"employerId": diner.id, "video": True, "words": True, "score": True}
    body = {"jobIds": [job], "interviewId": interview, "shares": [consent]}

    def openings(number: int) -> None:
        values = {"openings": number, "always_hiring": False}
        in_database(client, lambda tx: tx.execute(postings.update().where(postings.c.id == posting).values(values)))

    hired = {"posting_id": posting, "employer_id": diner.id, "location_id": "", "stage": "hired", "count": 1}
    columns = {key: value for key, value in hired.items() if key in stage_counts.c}
    in_database(client, lambda tx: tx.execute(stage_counts.insert().values(columns)))
    openings(1)
    page = client.get(f"/jobs/{job}")
    assert page.status_code == 410
    assert "All places are filled for now" in page.text
    assert "the employer removed it" not in page.text
    assert person.get(f"/api/applications/states?job={job}")["jobs"][0]["state"] == "closed"
    (result,) = person.post("/api/applications", body)["results"]
    assert (result["applicationId"], result["error"]) == (None, "job_full")
    onboard(person)
    state = person.get(f"/api/applications/states?job={job}")["jobs"][0]
    assert (state["state"], state["filled"]) == ("closed", True)
    lists = ("/sitemap-jobs.xml", "/feeds/jobs.xml", f"/feeds/employers/{diner.id}.xml", f"/jobs/{diner.jobs[1]}")
    assert [job in client.get(one).text for one in lists] == [False] * 4
    assert job not in matched(person)
    openings(2)
    assert [job in client.get(one).text for one in lists[:3]] == [True] * 3
    assert job in matched(person)
    assert data_of(client.get(f"/jobs/{job}").text)["directApply"] is True
    (result,) = person.post("/api/applications", body)["results"]
    assert result["applicationId"]
