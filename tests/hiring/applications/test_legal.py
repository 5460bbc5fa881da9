"""What the law demands of decisions: when AI levels may be shown, explanations, and records that outlive the person."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.legal import drop_old_records
from dayshift.hiring.applications.models import application_reviewers, decision_records, moves
from dayshift.hiring.employers.models import locations
from dayshift.interviews.room.models import interviews
from dayshift.privacy import erase_user
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

SOON = timedelta(seconds=40)
"""After the time to undo a decision."""


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def run_tasks(client: TestClient, worker: Worker, later: timedelta = timedelta(0)) -> None:
    assert client.portal
    with time_machine.travel(now() + later):
        client.portal.call(worker.drain)


def decline(client: TestClient, worker: Worker, member: StaffMember, application: str, version: int) -> None:
    """Decline and let the time to undo pass."""
    headers = {"If-Match": f'"{version}"', "Idempotency-Key": f"key-{application}-{version}"}
    body = {"action": "decline", "reason": "times", "words": "Sorry, Maya Torres."}
    member.ask("POST", f"/applications/{application}/moves", body, headers=headers)
    run_tasks(client, worker, SOON)


def told_before(client: TestClient, ago: timedelta) -> None:
    """Let the candidates have consented to their interviews so long ago."""
    in_database(client, lambda tx: tx.execute(update(interviews).values(consent_at=now() - ago)))


def assign(tx: Tx, application: str, member: str) -> None:
    row = {"application_id": application, "member_id": member, "assigned_at": now()}
    tx.execute(insert(application_reviewers).values(**row))


def records(client: TestClient) -> list[Any]:
    return in_database(client, lambda tx: list(tx.execute(select(decision_records)).mappings()))


def first_question(member: StaffMember, application: str) -> dict[str, Any]:
    found: dict[str, Any] = member.ask("GET", f"/applications/{application}")["questions"][0]
    return found


def test_new_york_hides_levels_for_ten_business_days_unless_the_member_judges_first(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    question = first_question(maria, application)
    path = f"/applications/{application}/ratings/{question['id']}"
    skipped = maria.ask("PUT", path, {"skip": True})
    assert skipped["machine"] is None
    until = datetime.fromisoformat(skipped["machineFrom"])
    assert timedelta(days=11) < until - now() < timedelta(days=20)
    judged = sam.ask("PUT", path, {"level": 3})
    assert judged["machine"]["text"]
    assert judged["machineFrom"] is None
    assert first_question(maria, application)["machine"] is None
    rated = maria.ask("PUT", path, {"level": 2})
    assert (rated["own"]["firstLevel"], rated["own"]["skipped"]) == (2, False)  # It was given before seeing the AI's.
    assert rated["machine"]["text"]
    told_before(client, timedelta(days=20))
    theirs = diner.member("reviewer", "Rita Poe")
    in_database(client, assign, application, theirs.id)
    assert theirs.ask("PUT", path, {"skip": True})["machine"]["text"]


def test_elsewhere_skipping_opens_the_level_at_once(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    def move_away(tx: Tx) -> None:
        tx.execute(update(locations).values(zip="75201", state="TX", city="Dallas"))

    in_database(client, move_away)
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    question = first_question(maria, application)
    path = f"/applications/{application}/ratings/{question['id']}"
    assert maria.ask("PUT", path, {"skip": True})["machine"]["text"]
    in_database(client, lambda tx: tx.execute(update(users).values(zip_code="11201")))  # A candidate from Brooklyn.
    assert first_question(maria, application)["machine"] is None


@pytest.mark.parametrize("part", ["none", "unseen", "seen"])
def test_decline_explains_itself(
    client: TestClient, worker: Worker, diner: Business, person: Person, part: str
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    if part == "none":
        switches = {"video": True, "words": True, "score": False}
        person.call("PUT", f"/api/applications/{application}/shares", switches)
    run_tasks(client, worker)
    viewed(client, maria, application)
    if part == "seen":
        question = first_question(maria, application)
        maria.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 2})
    decline(client, worker, maria, application, 2)
    letter = person.get(f"/api/applications/{application}")["moves"][-1]["letter"]["paragraphs"]
    text = " ".join(letter)
    assert "The hours you can work" in text
    assert "Maria Ortiz decided this after looking at 1 of your 4 answers." in text
    words = {"none": "No AI took part.", "unseen": "didn't look at them", "seen": "saw them only after judging"}
    assert [key for key, one in words.items() if one in text] == [part]
    assert "another look within 30 days" in text
    assert "Your interviews" in text
    [record] = records(client)
    assert (record["ai"], record["viewed"], record["answers"]) == (part, 1, 4)


def test_decline_without_its_explanation_cannot_be_stored(client: TestClient, diner: Business, person: Person) -> None:
    application = applied(client, person, diner.jobs[0])
    row = {"application_id": application, "number": 9, "action": "decline", "to_stage": "declined", "actor": "member"}
    with pytest.raises(IntegrityError):
        in_database(client, lambda tx: tx.execute(insert(moves).values(**row, made_at=now())))


@pytest.mark.parametrize("values", [{"consent_version": None}, {"ai_scoring": False}, {"ai_scoring": None}])
def test_score_without_consent_cannot_be_stored(
    client: TestClient, worker: Worker, person: Person, values: dict[str, Any]
) -> None:
    interviewed(person)
    run_tasks(client, worker)
    assert in_database(client, lambda tx: tx.execute(select(interviews.c.scoring)).scalars().all()) == ["done"]
    with pytest.raises(IntegrityError):
        in_database(client, lambda tx: tx.execute(update(interviews).values(**values)))


def test_record_names_what_took_part_and_outlives_the_person(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    viewed(client, maria, application)
    for question in maria.ask("GET", f"/applications/{application}")["questions"]:
        maria.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 1})
    decline(client, worker, maria, application, 2)
    [record] = records(client)
    assert (record["action"], record["reason"], record["member_name"]) == ("decline", "times", "Maria Ortiz")
    assert [one["member"] for one in record["levels"]] == [1] * 4
    known = [one["ai"] for one in record["levels"] if one["ai"]]
    assert record["overruled"] is (any(level != 1 for level in known) if known else None)
    assert record["shared"] == {"video": True, "words": True, "score": True, "quick_answers": False}
    assert (record["scorer"], record["sharing_version"]) != (None, None)
    assert {"nyc-ll144", "us-ugesp"} <= set(record["rules"])
    made = record["decided_at"]
    assert record["kept_until"] == date(made.year + 4, made.month, made.day)
    in_database(client, erase_user, person.id)
    assert records(client) == [record]
    stored = str(dict(record))
    answers = ("Maya", "Torres", "maya@example.com", person.id, application)
    assert [one for one in answers if one in stored] == []


def test_records_are_deleted_when_their_time_is_over(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    decline(client, worker, maria, application, 2)
    [record] = records(client)
    assert in_database(client, drop_old_records, record["kept_until"], []) == 0
    after = record["kept_until"] + timedelta(days=1)
    assert in_database(client, drop_old_records, after, [diner.id]) == 0
    assert in_database(client, drop_old_records, after, []) == 1
