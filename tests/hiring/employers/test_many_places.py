"""One job for several locations over HTTP: posted, changed, closed and found; and jobs that are always hiring."""

from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.matching.matches import JobSearch, Matches, View, find_matches
from tests.hiring.employers.test_posting import COOK, post, read
from tests.matching.onboarding.test_onboarding import onboard
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database

SEARCH = JobSearch("line cook", "full-time", 3, ("weekday-evenings", "weekends"), 20, "immediately", "10001")
HARLEM = {"name": "Harlem", "street": "100 W 125th St", "zip": "10027"}


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def ana(diner: Business) -> StaffMember:
    return diner.member("owner", "Ana Whitlock")


@pytest.fixture
def places(diner: Business, ana: StaffMember) -> list[str]:
    """Three locations, the last one some miles north of the others."""
    return [*diner.locations, ana.ask("POST", "/locations", HARLEM, expect=201)["id"]]


def search(client: TestClient, search: JobSearch = SEARCH, **exclude: Any) -> Matches:
    return in_database(client, lambda tx: _find(tx, search, **exclude))


def _find(tx: Tx, search: JobSearch, **exclude: Any) -> Matches:
    return find_matches(tx, search, now(), View(limit=100), **exclude)


def jobs_at(member: StaffMember, job: Any) -> dict[str, Any]:
    """All jobs with the text of this one, by location, this one included."""
    found = [read(member, one) for one in [job, *read(member, job)["alsoAt"]]]
    return {one["locationId"]: one for one in found}


def test_each_location_gets_a_job_that_closes_for_itself(
    client: TestClient, person: Person, ana: StaffMember, places: list[str]
) -> None:
    first = post(ana, places[0], alsoAt=places[1:])
    posted = jobs_at(ana, first)
    assert set(posted) == set(places)
    assert {(one["state"], one["fields"]["description"]) for one in posted.values()} == {("live", COOK["description"])}
    sent = applied(client, person, posted[places[1]]["jobId"])
    closed = posted[places[0]]
    ana.ask("POST", f"/jobs/{closed['id']}/state", {"state": "filled", "version": closed["version"]})
    assert client.get(f"/jobs/{closed['jobId']}").status_code == 410
    assert {client.get(f"/jobs/{posted[place]['jobId']}").status_code for place in places[1:]} == {200}
    assert person.get(f"/api/applications/{sent}")["stage"] == "submitted"


def test_a_second_tap_posts_at_no_location_twice(client: TestClient, ana: StaffMember, places: list[str]) -> None:
    first = post(ana, places[0], alsoAt=places[1:])
    assert post(ana, places[0], alsoAt=[*reversed(places[1:]), places[0]]) == first
    for others in ([], places[1:2]):
        assert post(ana, places[0], alsoAt=others, expect=409)["code"] == "key_reused"
    assert sum(one["title"] == "Line Cook" and not one["imported"] for one in ana.ask("GET", "/jobs")["jobs"]) == 3


def test_only_at_locations_where_the_member_hires(diner: Business, ana: StaffMember, places: list[str]) -> None:
    maria = diner.member("manager", "Maria Ortiz", [places[0]])
    post(maria, places[0], alsoAt=[places[1]], expect=404)
    assert all(one["imported"] for one in ana.ask("GET", "/jobs")["jobs"])
    shared = post(ana, places[0], alsoAt=places[1:])
    assert read(maria, shared)["alsoAt"] == []


def test_a_changed_text_reaches_the_other_locations_and_nothing_else_does(ana: StaffMember, places: list[str]) -> None:
    first = post(ana, places[0], alsoAt=places[1:])
    body = {**COOK, "locationId": places[0], "payHigh": 27, "openings": 9}
    ana.ask("PUT", f"/jobs/{first['id']}", {**body, "version": 1, "everywhere": True})
    posted = jobs_at(ana, first)
    assert {place: (one["fields"]["payHigh"], one["openings"]) for place, one in posted.items()} == {
        places[0]: (27, 9), places[1]: (27, 3), places[2]: (27, 3),
    }  # fmt: skip
    ana.ask("PUT", f"/jobs/{first['id']}", {**body, "openings": 2, "version": 2})
    assert len(read(ana, first)["alsoAt"]) == 2


def test_a_text_that_changes_at_one_location_only_makes_a_job_of_its_own(
    client: TestClient, ana: StaffMember, places: list[str]
) -> None:
    first = post(ana, places[0], alsoAt=places[1:])
    others = read(ana, first)["alsoAt"]
    ana.ask("PUT", f"/jobs/{first['id']}", {**COOK, "locationId": places[0], "payHigh": 27, "version": 1})
    assert read(ana, first)["alsoAt"] == []
    assert [len(read(ana, one)["alsoAt"]) for one in others] == [1, 1]
    ids = {one.job.external_id for one in search(client).matches}
    assert first["id"] in ids
    assert len(ids & {one["id"] for one in others}) == 1


def test_a_manager_changes_the_text_where_they_hire(diner: Business, ana: StaffMember, places: list[str]) -> None:
    maria = diner.member("manager", "Maria Ortiz", places[:2])
    first = post(ana, places[0], alsoAt=places[1:])
    body = {**COOK, "locationId": places[0], "payHigh": 27, "version": 1, "everywhere": True}
    maria.ask("PUT", f"/jobs/{first['id']}", body)
    posted = jobs_at(ana, first)
    assert {place: one["fields"]["payHigh"] for place, one in posted.items()} == {places[0]: 27, places[1]: 27}


def test_candidates_see_one_card_with_the_places_near_them(
    client: TestClient, ana: StaffMember, places: list[str]
) -> None:
    alone = search(client).total_matches
    posted = jobs_at(ana, post(ana, places[0], alsoAt=places[1:]))
    ids = {posted[place]["jobId"]: place for place in places}
    found = search(client)
    assert (found.total_matches, found.shown) == (alone + 1, alone + 1)
    [card] = [one for one in found.matches if one.job.id in ids]
    assert ids[card.job.id] in places[:2]
    also = [(ids[one.job.id], one.distance_miles) for one in card.also_at]
    assert {place for place, _ in also} == set(places) - {ids[card.job.id]}
    assert also[-1][0] == places[2]
    assert also[-1][1] > 3

    [uptown] = [one for one in search(client, replace(SEARCH, zip_code="10027")).matches if one.job.id in ids]
    assert ids[uptown.job.id] == places[2]
    [second] = [one for one in search(client, exclude=[card.job.id]).matches if one.job.id in ids]
    assert len(second.also_at) == 1


def test_a_card_over_http_says_where_else_and_that_the_job_is_always_hiring(
    client: TestClient, person: Person, ana: StaffMember, places: list[str]
) -> None:
    job = post(ana, places[0], alsoAt=places[1:2], alwaysHiring=True)
    onboard(person, "line cook")
    cards = [one for one in person.get("/api/matches")["jobs"] if one["title"] == "Line Cook" and one["alsoAt"]]
    assert [(one["alwaysHiring"], [other["street"] for other in one["alsoAt"]]) for one in cards] in (
        [(True, ["31-10 Broadway"])], [(True, ["218 9th Ave"])],
    )  # fmt: skip
    page = client.get(f"/jobs/{job['jobId']}").text
    assert "Always hiring." in page
    assert "Contratación continua." in client.get(f"/jobs/{job['jobId']}", headers={"Accept-Language": "es"}).text


def test_a_job_that_is_always_hiring_is_never_filled(ana: StaffMember, places: list[str]) -> None:
    job = post(ana, places[0], alwaysHiring=True)
    state = f"/jobs/{job['id']}/state"
    assert "state" in ana.ask("POST", state, {"state": "filled", "version": 1}, expect=422)["fields"]
    [listed] = [one for one in ana.ask("GET", "/jobs")["jobs"] if one["id"] == job["id"]]
    assert (listed["state"], listed["alwaysHiring"]) == ("live", True)
    ana.ask("PUT", f"/jobs/{job['id']}", {**COOK, "locationId": places[0], "version": 1})
    assert ana.ask("POST", state, {"state": "filled", "version": 2})["state"] == "filled"
