"""An employer's jobs over HTTP: pages, counts, pause and resume, and filled jobs that close their applications."""

from datetime import timedelta
from typing import Any

import pytest
from alembic import command
from sqlalchemy import create_engine, insert, text, update
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.folding import search_key
from dayshift.core.ids import new_id
from dayshift.hiring.desk import list_routes
from dayshift.hiring.desk.job_routes import PAGE
from dayshift.hiring.employers.models import postings
from dayshift.tables import _config, migrate
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed
from tests.statements import recorded_statements


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def jobs(member: StaffMember) -> dict[str, Any]:
    return {job["title"]: job for job in member.ask("GET", "/jobs")["jobs"]}


def change(member: StaffMember, job: Any, state: str, *, expect: int = 200) -> Any:
    body = {"state": state, "version": job["version"]}
    return member.ask("POST", f"/jobs/{job['id']}/state", body, expect=expect)


def test_counts_follow_the_applications(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    assert [jobs(maria)["Restaurant Server"][name] for name in ("newCount", "reviewCount", "openings")] == [1, 0, 2]
    viewed(client, maria, application_id)
    assert [jobs(maria)["Restaurant Server"][name] for name in ("newCount", "reviewCount")] == [0, 1]


def test_nobody_applies_for_a_paused_job(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    job = jobs(maria)["Line Cook"]
    change(maria, job, "paused")
    path = f"/api/applications/states?job={diner.jobs[1]}"
    assert person.get(path)["jobs"][0]["state"] == "closed"
    assert change(maria, job, "live", expect=409)["code"] == "stale_job"
    change(maria, jobs(maria)["Line Cook"], "live")
    assert person.get(path)["jobs"][0]["state"] == "open"


def test_a_filled_job_closes_its_open_applications_only(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    other = Person.register(client, "rosa@example.com")
    closed, kept = applied(client, person, diner.jobs[0]), applied(client, other, diner.jobs[1])
    change(maria, jobs(maria)["Restaurant Server"], "filled")
    found = person.get(f"/api/applications/{closed}")
    assert (found["stage"], found["moves"][-1]["reason"]) == ("closed", "filled")
    assert "filled" in found["moves"][-1]["letter"]["paragraphs"][1]
    assert other.get(f"/api/applications/{kept}")["stage"] == "submitted"


def test_locations_and_roles_are_walls(client: TestClient, person: Person, diner: Business) -> None:
    here = diner.member("manager", "Maria Ortiz", [diner.locations[0]])
    assert list(jobs(here)) == ["Restaurant Server"]
    cook = jobs(diner.member("owner", "Ana Whitlock"))["Line Cook"]
    stranger = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    for member in (here, stranger):
        change(member, cook, "filled", expect=404)
    reviewer = diner.member("reviewer", "Theo Grant")
    assert reviewer.call("GET", "/jobs").status_code == 403
    assert person.call("GET", "/api/desk/jobs").status_code == 401


def add_paused(tx: Tx, diner: Business, count: int) -> None:
    """Add paused jobs at the first location; every second one was changed at the same moment as the one before."""
    at = now() - timedelta(days=1)
    values = {"employer_id": diner.id, "location_id": diner.locations[0], "state": "paused", "imported": True}
    values |= {"openings": 1, "details": {}, "version": 1, "created_at": at}
    rows = [
        {
            **values,
            "id": new_id(),
            "title": f"Job {number}",
            "title_key": search_key(f"Job {number}"),
            "changed_at": at - timedelta(seconds=number // 2),
        }
        for number in range(count)
    ]
    tx.execute(insert(postings), rows)


def test_jobs_come_in_pages_and_a_change_loses_none(client: TestClient, diner: Business) -> None:
    ana, here = diner.member("owner", "Ana Whitlock"), diner.member("manager", "Maria Ortiz", [diner.locations[0]])
    in_database(client, add_paused, diner, 2 * PAGE + 1)
    first = ana.ask("GET", "/jobs")
    assert (len(first["jobs"]), first["live"], first["paused"]) == (PAGE, 2, 2 * PAGE + 1)
    assert here.ask("GET", "/jobs")["live"] == 1
    # A job of the first page changes meanwhile: the pages after it stay as they were.
    moved = first["jobs"][-1]
    live = ana.ask("POST", f"/jobs/{moved['id']}/state", {"state": "live", "version": 1})
    assert (live["id"], live["state"]) == (moved["id"], "live")
    found, page = list(first["jobs"]), first
    while page["next"]:
        page = ana.ask("GET", "/jobs", params={"after": page["next"]})
        found += page["jobs"]
    assert len({one["id"] for one in found}) == len(found) == 2 * PAGE + 3
    for after in ("x", "2026-13-40T00:00:00+00:00_1", "2026-01-01T00:00:00_1"):
        ana.ask("GET", "/jobs", params={"after": after}, expect=422)


def titles(member: StaffMember, **filters: str) -> list[str]:
    return sorted(job["title"] for job in member.ask("GET", "/jobs", params=filters)["jobs"])


def test_a_job_whose_time_is_over_counts_as_ended(client: TestClient, diner: Business) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    over = update(postings).where(postings.c.id == diner.postings[0]).values(live_until=now() - timedelta(days=1))
    in_database(client, lambda tx: tx.execute(over) and None)
    assert ana.ask("GET", "/jobs")["live"] == 1
    assert (titles(ana, state="live"), titles(ana, state="ended")) == (["Line Cook"], ["Restaurant Server"])


JOB = {"description": "Cook the line.", "payLow": 22, "shifts": [], "openings": 1, "replyDays": None}


def post(member: StaffMember, title: str, place: str) -> Any:
    headers = {"Idempotency-Key": new_id()}
    return member.ask("POST", "/jobs", {**JOB, "title": title, "locationId": place}, expect=201, headers=headers)


@pytest.mark.parametrize(
    "search",
    ["crêpe", "CREPE chef", "chefs", "chef’s", "Chef's  crepe", "cafe", "jose", "  help ", "crepe/cafe"],
)
def test_search_finds_words_of_a_title_however_they_are_typed(client: TestClient, diner: Business, search: str) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    post(ana, "Chef’s Helper, Crêpe Café (José)", diner.locations[0])
    assert titles(ana, search=search) == ["Chef’s Helper, Crêpe Café (José)"]


def test_search_matches_every_word_at_its_beginning(client: TestClient, diner: Business) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    assert titles(ana, search="cook li") == ["Line Cook"]
    for search in ("ook", "line server", "l%k", "_ook", "nobody"):
        assert titles(ana, search=search) == [], search
    assert titles(ana, search="%") == ["Line Cook", "Restaurant Server"], "without a word it is no search"


def test_search_follows_a_changed_title(client: TestClient, diner: Business) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    job = post(ana, "Barista", diner.locations[0])
    body = {**JOB, "title": "Pâtissier", "locationId": diner.locations[0], "version": job["version"]}
    ana.ask("PUT", f"/jobs/{job['id']}", body)
    assert (titles(ana, search="barista"), titles(ana, search="patis")) == ([], ["Pâtissier"])


@pytest.mark.downgrades
def test_migration_makes_jobs_searchable(database_url: str) -> None:
    migrate(database_url)
    command.downgrade(_config(database_url), "0122")
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    at = {"at": "2026-11-01 10:00:00"}
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO employers (id, name, zone, created_at) VALUES ('e', 'e', 'UTC', :at)"), at)
        connection.execute(
            text(
                "INSERT INTO postings (id, employer_id, title, state, imported, openings, details, version, created_at,"
                " changed_at) VALUES ('p', 'e', 'Chef’s Crêpe-Maker', 'live', true, 1, '{}', 1, :at, :at)"
            ),
            at,
        )
    migrate(database_url)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT title_key FROM postings")).scalar() == " chefs crepe maker"
    engine.dispose()


def test_filters_of_state_and_location(client: TestClient, diner: Business) -> None:
    ana, here = diner.member("owner", "Ana Whitlock"), diner.member("manager", "Maria Ortiz", [diner.locations[0]])
    change(ana, jobs(ana)["Line Cook"], "paused")
    change(ana, jobs(ana)["Restaurant Server"], "filled")
    post(ana, "Dishwasher", diner.locations[0])
    draft = update(postings).where(postings.c.title == "Dishwasher").values(state="draft")
    post(ana, "Barista", diner.locations[1])
    in_database(client, lambda tx: tx.execute(draft) and None)
    found = {state: titles(ana, state=state) for state in ("live", "paused", "filled", "draft", "ended")}
    assert found == {
        "live": ["Barista"], "paused": ["Line Cook"], "filled": ["Restaurant Server"], "draft": ["Dishwasher"],
        "ended": [],
    }  # fmt: skip
    first, second = diner.locations
    assert titles(ana, location=first) == titles(here, location=first) == ["Dishwasher", "Restaurant Server"]
    assert titles(ana, location=second, state="live", search="bar") == ["Barista"]
    assert titles(ana, location=first, state="live") == []
    assert titles(here, location=second) == [], "a location that the member does not hire for"
    stranger = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    assert titles(stranger, location=first) == []
    for wrong in ({"state": "removed"}, {"state": "x"}, {"location": "x y"}, {"search": "x" * 1001}):
        ana.ask("GET", "/jobs", params=wrong, expect=422)


def test_pages_keep_the_filters_in_as_many_statements_for_many_jobs(client: TestClient, diner: Business) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    in_database(client, add_paused, diner, 2 * PAGE + 1)
    filters = {"search": "job", "state": "paused", "location": diner.locations[0]}
    counts, found = [], []
    more = True
    while more:
        with recorded_statements() as executed:
            page = ana.ask("GET", "/jobs", params=filters)
        counts.append(len(executed))
        found += [job["title"] for job in page["jobs"]]
        filters["after"] = more = page["next"]
    assert sorted(found) == sorted(f"Job {number}" for number in range(2 * PAGE + 1))
    assert len(counts) == 3
    assert len(set(counts)) == 1, "for 50 jobs and for one"


def test_counts_add_up_what_was_sent_before_a_job_moved(client: TestClient, person: Person, diner: Business) -> None:
    """Applications keep the location at which they were sent; there is a counter for each location."""
    ana = diner.member("owner", "Ana Whitlock")
    other = Person.register(client, "rosa@example.com")
    applied(client, person, diner.jobs[0])
    body = {"locationId": diner.locations[1], "openings": 2, "replyDays": None, "version": 1}
    ana.ask("PUT", f"/jobs/{diner.postings[0]}/placement", body)
    applied(client, other, diner.jobs[0])
    assert jobs(ana)["Restaurant Server"]["newCount"] == 2


def test_filters_are_bounded_and_say_so(client: TestClient, diner: Business, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, _ = diner.member("owner", "Ana Whitlock"), diner.member("manager")
    assert ana.ask("GET", "/list-choices")["cut"] == []
    in_database(client, add_paused, diner, 2)
    monkeypatch.setattr(list_routes, "MAX_CHOICES", 1)
    choices = ana.ask("GET", "/list-choices")
    assert choices["cut"] == ["jobs", "locations", "members"]
    assert [len(choices[name]) for name in choices["cut"]] == [1, 1, 1]
    assert choices["jobs"][0]["id"] in diner.postings, "the ones that were changed last"
