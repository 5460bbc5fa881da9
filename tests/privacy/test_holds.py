"""What is deleted or changed under a legal hold is hidden as always, and kept as it was until the hold ends."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import func, select, update
from starlette.testclient import TestClient

from dayshift.accounts import release_held
from dayshift.accounts.models import held_rows
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications import drop_old_orders
from dayshift.hiring.applications.legal import drop_old_records
from dayshift.hiring.applications.models import assessment_orders, decision_records, notes
from dayshift.privacy import end_hold
from tests.hiring.applications.test_legal import decline, first_question, run_tasks
from tests.people import Person
from tests.privacy.test_erasure import hold_on
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

pytestmark = pytest.mark.both_engines

DAY = timedelta(days=1)


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def kept(client: TestClient) -> list[tuple[str, Any]]:
    """What a hold keeps: tables, and the rows as they were."""
    found = select(held_rows.c.source, held_rows.c.content).order_by(held_rows.c.id)
    return [(row.source, row.content) for row in in_database(client, lambda tx: tx.execute(found).all())]


@pytest.fixture(params=["nobody", "person", "employer"])
def hold(client: TestClient, person: Person, diner: Business, request: pytest.FixtureRequest) -> str | None:
    """A hold on the person, or on the employer to which they apply."""
    if request.param == "nobody":
        return None
    subject = {"user_id": person.id} if request.param == "person" else {"employer_id": diner.id}
    return hold_on(client, now() + 200 * DAY, **subject)


def write_note(maria: StaffMember, application: str, text: str) -> str:
    path, headers = f"/applications/{application}/notes", {"Idempotency-Key": "the-first-note"}
    found: str = maria.ask("POST", path, {"text": text}, headers=headers, expect=201)["notes"][0]["id"]
    return found


def test_what_is_deleted_or_changed_is_kept_until_the_hold_ends(
    client: TestClient, worker: Worker, diner: Business, person: Person, hold: str | None
) -> None:
    maria = diner.member("manager")
    interview = interviewed(person)
    application = applied(client, person, diner.jobs[0], interview)
    run_tasks(client, worker)
    question = first_question(maria, application)
    rating = f"/applications/{application}/ratings/{question['id']}"
    maria.ask("PUT", rating, {"level": 2, "comment": "Curt."})
    note = write_note(maria, application, "Speaks too fast.")

    answer = f"/api/interviews/{interview}/responses/1"
    changed: dict[str, Callable[[], object]] = {
        "notes": lambda: maria.ask("DELETE", f"/applications/{application}/notes/{note}"),
        "ratings": lambda: maria.ask("PUT", rating, {"level": 4, "comment": "Fine."}),
        "interviews": lambda: person.put(f"/api/interviews/{interview}/ai-scoring", {"wanted": False}),
        "responses": lambda: person.patch(answer, {"responseText": "Another text."}),
        "users": lambda: person.patch("/api/auth/profile", {"firstName": "Mia"}),
    }
    for source, change in changed.items():
        before = len(kept(client))
        change()
        assert (source in [name for name, _ in kept(client)[before:]]) == bool(hold), source
    assert maria.ask("GET", f"/applications/{application}/notes")["notes"] == []
    assert maria.ask("GET", f"/applications/{application}")["questions"][0]["machine"] is None
    if hold is None:
        return
    found = dict(kept(client))
    assert (found["notes"]["text"], found["notes"]["member_name"]) == ("Speaks too fast.", maria.name)
    assert (found["ratings"]["level"], found["ratings"]["comment"]) == (2, "Curt.")
    assert found["responses"]["response_text"] != "Another text."
    assert any(row["report"] and row["report"]["summary"] for name, row in kept(client) if name == "interviews")
    assert found["users"] == {"first_name": "Maya"}
    in_database(client, end_hold, hold, now(), "Judge Park")
    assert kept(client) == []


def test_what_a_hold_kept_goes_when_its_time_is_over(client: TestClient, diner: Business, person: Person) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    hold_on(client, now() + 3 * DAY, user_id=person.id)
    maria.ask("DELETE", f"/applications/{application}/notes/{write_note(maria, application, 'Tall.')}")
    for days, left in ((2, 1), (4, 0)):
        with time_machine.travel(now() + days * DAY):
            in_database(client, release_held)
        assert len(kept(client)) == left
    assert in_database(client, lambda tx: tx.execute(select(func.count()).select_from(notes)).scalar_one()) == 0


@pytest.mark.parametrize("held", [False, True])
def test_templates_of_a_held_employer_are_kept(client: TestClient, diner: Business, held: bool) -> None:
    if held:
        hold_on(client, now() + 3 * DAY, employer_id=diner.id)
    owner = diner.member("owner", "Sam Okafor")
    template = {"name": "No", "purpose": "decline", "en": "You are too old."}
    made = owner.ask("POST", "/text-templates", template, expect=201)
    path = f"/text-templates/{made['id']}"
    owner.ask("PUT", path, {**template, "en": "Sorry."})
    owner.ask("DELETE", path, expect=204)
    texts = [row["en"] for name, row in kept(client) if name == "text_templates"]
    assert texts == (["You are too old.", "Sorry."] if held else [])


def test_records_about_a_held_person_outlive_their_time(
    client: TestClient, worker: Worker, diner: Business, person: Person, hold: str | None
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    decline(client, worker, maria, application, 2)

    def pass_years(tx: Tx) -> int:
        tx.execute(update(decision_records).values(kept_until=now().date() - DAY))
        return drop_old_records(tx, now().date(), [])

    assert in_database(client, pass_years) == (0 if hold else 1)
    if hold:
        in_database(client, end_hold, hold, now(), "Judge Park")
        assert in_database(client, pass_years) == 1


def test_an_ordered_interview_outlives_its_time(
    client: TestClient, diner: Business, person: Person, hold: str | None
) -> None:
    application = applied(client, person, diner.jobs[0])
    order = {
        "id": "an-order", "employer_id": diner.id, "posting_id": diner.postings[0], "fingerprint": b"1",
        "email": "maya@example.com", "first_name": "Maya", "last_name": "Torres", "callback_url": "https://ats.example",
        "state": "done", "user_id": person.id, "application_id": application, "created_at": now(),
        "expires_at": now(), "ended_at": now(), "called_at": now(),
    }  # fmt: skip
    in_database(client, lambda tx: tx.execute(assessment_orders.insert().values(**order)))

    def left() -> int:
        count = select(func.count(assessment_orders.c.id))
        return int(in_database(client, lambda tx: tx.execute(count).scalar_one()))

    for days, kept_by_hold in ((181, True), (201, False)):
        with time_machine.travel(now() + days * DAY):
            in_database(client, drop_old_orders, now())
        assert left() == (1 if hold and kept_by_hold else 0)
