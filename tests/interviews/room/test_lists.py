"""Interview lists: contents, pagination and query count; cleanup of interviews that never started."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.testclient import TestClient

from dayshift.accounts import find_user
from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.interviews.room import schedule
from dayshift.interviews.room.appointments import MAX_KEPT, InterviewRequest, create_interview
from dayshift.interviews.room.errors import TooManyPlanned
from dayshift.interviews.room.models import interviews
from dayshift.knowledge.question_plans import plan_for
from tests.interviews.room.test_interviews import CONSENT, answer, begin, drain, make, start
from tests.people import Person
from tests.statements import recorded_statements


def listed(person: Person, **params: int) -> Any:
    query = "&".join(f"{name}={value}" for name, value in params.items())
    return person.get(f"/api/users/{person.id}/interviews?{query}")


def test_interview_is_listed_after_consent(person: Person) -> None:
    before = person.get("/api/auth/me")
    made = make(person)
    assert listed(person) == []
    assert person.get("/api/auth/me") == before
    assert made["consentVersion"] is None
    person.post(f"/api/interviews/{made['id']}/consent", CONSENT)
    [one] = listed(person)
    assert (one["id"], one["status"], one["consentVersion"]) == (made["id"], "scheduled", CONSENT["version"])


def test_consent_is_recorded_once(person: Person) -> None:
    made = make(person)
    path = f"/api/interviews/{made['id']}"
    given = person.post(f"{path}/consent", CONSENT)["interview"]
    assert given["consentAt"]
    again = person.post(f"{path}/consent", CONSENT)["interview"]
    assert again["consentAt"] == given["consentAt"]
    start(person, made["id"])
    assert person.get(path)["consentAt"] == given["consentAt"]
    assert start(person, made["id"])["interview"]["consentVersion"] == CONSENT["version"]


@pytest.mark.parametrize("consents", [False, True])
def test_interview_that_never_started_is_deleted(
    person: Person, app: FastAPI, client: TestClient, worker: Worker, consents: bool
) -> None:
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False) as clock:
        made = make(person, scheduledAt="2026-03-02T15:00:00Z")
        started = begin(person)["interview"]
        if consents:
            person.post(f"/api/interviews/{made['id']}/consent", CONSENT)
        assert client.portal is not None
        client.portal.call(app.state.services.db.write, schedule)
        clock.shift(3 * 3600)
        drain(client, worker)
        assert person.call("GET", f"/api/interviews/{made['id']}").status_code == 404
        assert [(one["id"], one["status"]) for one in listed(person)] == [(started["id"], "in-progress")]


def test_list_is_paginated_and_omits_answers(person: Person) -> None:
    made = [begin(person)["interview"] for _ in range(3)]
    answer(person, made[0], 1, "x" * 20_000)
    pages = [listed(person, limit=2), listed(person, limit=2, offset=2)]
    assert [len(page) for page in pages] == [2, 1]
    assert {one["id"] for page in pages for one in page} == {one["id"] for one in made}
    assert "xxx" not in str(pages)
    assert {"responses", "questions", "takes"}.isdisjoint(pages[0][0])
    assert person.call("GET", f"/api/users/{person.id}/interviews?limit=101").status_code == 422


def test_list_uses_a_constant_number_of_queries(person: Person) -> None:
    counts = []
    for more in (1, 9):
        for _ in range(more):
            begin(person)
        with recorded_statements() as executed:
            assert len(listed(person)) == sum((1, 9)[: (1, 9).index(more) + 1])
        counts.append(len(executed))
    assert counts[0] == counts[1] <= 5


@pytest.mark.parametrize("field", ["jobTitle", "companyName", "candidateName"])
@pytest.mark.parametrize("link_text", ["Win at evil.example", "http://evil", "mail me@evil", "www.evil.example"])
def test_links_in_names_are_rejected(person: Person, field: str, link_text: str) -> None:
    body = {"userId": person.id, "jobTitle": "Cook", "scheduledAt": now().isoformat(), field: link_text}
    assert set(person.post("/api/interviews", body, expect=422)["fields"]) == {field}


def test_candidate_email_must_be_the_accounts_address(person: Person) -> None:
    body = {"userId": person.id, "jobTitle": "Cook", "scheduledAt": now().isoformat()}
    rejected = person.post("/api/interviews", {**body, "candidateEmail": "victim@example.com"}, expect=422)
    assert set(rejected["fields"]) == {"candidateEmail"}
    assert make(person, candidateEmail="Maya@Example.com")["candidateEmail"] == "maya@example.com"


def test_concurrent_creations_respect_appointment_limit(client: TestClient, app: FastAPI, person: Person) -> None:
    assert client.portal is not None
    user = client.portal.call(app.state.services.db.read, find_user, person.id)
    plan = plan_for("Cook")
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False):

        async def one(hour: int) -> bool:
            at = now() + timedelta(days=1 + hour % 4, minutes=hour)
            try:
                await app.state.services.db.write(
                    create_interview, user, InterviewRequest("Cook", None, at, zone="UTC"), plan
                )
            except TooManyPlanned:
                return False
            return True

        async def race() -> int:
            return sum(await asyncio.gather(*map(one, range(20))))

        assert client.portal.call(race) == 5


def test_number_of_interviews_per_account_is_limited(client: TestClient, app: FastAPI, person: Person) -> None:
    assert client.portal is not None
    user = client.portal.call(app.state.services.db.read, find_user, person.id)
    plan = plan_for("Cook")

    def fill(tx: Any) -> int:
        for _ in range(MAX_KEPT):
            create_interview(tx, user, InterviewRequest("Cook", None, now()), plan)
        return int(tx.execute(select(func.count(interviews.c.id))).scalar_one())

    assert client.portal.call(app.state.services.db.write, fill) == MAX_KEPT
    body = {"userId": person.id, "jobTitle": "Cook", "scheduledAt": now().isoformat()}
    assert person.post("/api/interviews", body, expect=429)["code"] == "rate_limited"
