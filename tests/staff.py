"""Test staff: an employer with members who call the desk's API, and candidates who can apply."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from httpx2 import Response
from starlette.testclient import TestClient

from dayshift.accounts import find_user
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications.actions import submit
from dayshift.hiring.applications.grants import Share
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.applications.viewing import Viewer, begin_view, extend_view, log_opened, start_review
from dayshift.hiring.employers import (
    Role,
    add_location,
    add_member,
    adopt_jobs,
    create_employer,
    find_member,
    open_member_session,
    postings_of_jobs,
)
from dayshift.jobs.catalog.actions import replace_source
from tests.interviews.room.test_interviews import answer, begin
from tests.jobs.catalog.test_catalogue import row
from tests.people import Person, server_services

T = TypeVar("T")
ZONE = "America/New_York"


def in_database(client: TestClient, work: Callable[..., T], *arguments: Any) -> T:
    """Run `work(tx, *arguments)` in a transaction of the server that this client calls."""
    assert client.portal is not None
    return client.portal.call(server_services(client).db.write, work, *arguments)


@dataclass
class StaffMember:
    """A member who calls the desk's API with a bearer token."""

    client: TestClient
    id: str
    name: str
    token: str

    def call(self, method: str, path: str, json: Any = None, **more: Any) -> Response:
        """Send a request as this member; `path` begins after /api/desk."""
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        return self.client.request(method, f"/api/desk{path}", json=json, headers=headers, **more)

    def ask(self, method: str, path: str, json: Any = None, *, expect: int = 200, **more: Any) -> Any:
        """Returns the JSON of a request that must return status `expect`."""
        reply = self.call(method, path, json, **more)
        assert reply.status_code == expect, reply.text
        return reply.json() if reply.content else None


@dataclass
class Business:
    """An employer with two locations, one job at each, and a member of each role."""

    client: TestClient
    id: str
    locations: list[str]
    jobs: list[str]
    """Ids in the catalog, one for each location."""
    postings: list[str]

    def member(self, role: Role, name: str = "Maria Ortiz", locations: list[str] | None = None) -> StaffMember:
        """Add a member who is signed in, second factor included."""
        email = f"{name.split(maxsplit=1)[0].lower()}.{role}@{self.id[-8:]}.example"

        def add(tx: Tx) -> tuple[str, str]:
            member = add_member(tx, self.id, email, name, role, locations)
            return member.id, open_member_session(tx, member.id, "Test", 1, confirmed=True, address_proved_at=now())

        member_id, token = in_database(self.client, add)
        return StaffMember(self.client, member_id, name, token)


def business(client: TestClient, name: str = "Two Spoons Diner") -> Business:
    """Create an employer with two locations and two jobs near zip code 10001 that can be applied for."""
    source = f"feed of {name}"
    titles = ("Restaurant Server", "Line Cook")
    rows = [row(f"{name} {title}", title=title, employer=name) for title in titles]
    in_database(client, replace_source, source, rows, now())

    def create(tx: Tx) -> Business:
        from sqlalchemy import select

        from dayshift.jobs.catalog.models import jobs

        found = tx.execute(select(jobs.c.id, jobs.c.title).where(jobs.c.source == source)).all()
        ids = [next(job.id for job in found if job.title == title) for title in titles]
        employer = create_employer(tx, name, ZONE)
        places = [
            add_location(tx, employer, place, street, "10001", ZONE)
            for place, street in (("9th Avenue", "218 9th Ave"), ("Astoria", "31-10 Broadway"))
        ]
        for job, place in zip(ids, places, strict=True):
            adopt_jobs(tx, employer, [job], place, 2)
        made = postings_of_jobs(tx, ids)
        return Business(client, employer, places, ids, [made[job].id for job in ids])

    return in_database(client, create)


def interviewed(person: Person) -> str:
    """The id of a completed interview of this candidate with four typed answers."""
    interview = begin(person)["interview"]
    for order in range(1, 5):
        answer(person, interview, order)
    person.post(f"/api/interviews/{interview['id']}/complete")
    return str(interview["id"])


def applied(client: TestClient, person: Person, job_id: str, interview_id: str | None = None) -> str:
    """The id of a new application that shares everything."""
    interview = interview_id or interviewed(person)

    def apply(tx: Tx) -> str:
        user = find_user(tx, person.id)
        assert user is not None
        share = Share(video=True, words=True, score=True, until=now() + timedelta(days=90))
        return submit(tx, user, postings_of_jobs(tx, [job_id])[job_id], interview, share, now()).id

    return in_database(client, apply)


def viewed(client: TestClient, member: StaffMember, application_id: str, answer: int = 1) -> None:
    """Let a member view an answer of an application, by default the first."""

    def view(tx: Tx) -> None:
        staff = find_member(tx, member.id)
        application = any_application(tx, application_id, for_update=True)
        assert staff is not None
        assert application is not None
        viewer = Viewer(staff.name, staff)
        log_opened(tx, application, viewer, now())
        view = begin_view(tx, application, viewer, answer, "words", now())
        view = extend_view(tx, view, view.needed, now() + timedelta(seconds=5))
        start_review(tx, application, view, staff, now())

    in_database(client, view)
