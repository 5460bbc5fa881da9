"""Notes about an application are for those who hire, and the candidate gets them with the copy of their data."""

import json
from typing import Any

import pytest
from sqlalchemy import insert, select
from starlette.testclient import TestClient

from dayshift.core.audit import audit_entries
from dayshift.hiring.applications.models import notes
from dayshift.hiring.applications.notes import MAX_NOTES
from tests.notifications.test_interviews import mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database

__all__ = ["mails"]


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager")


@pytest.fixture
def application(client: TestClient, person: Person, diner: Business) -> str:
    return applied(client, person, diner.jobs[0])


def write(member: StaffMember, application: str, text: str, key: str = "the-first-note", **more: Any) -> Any:
    headers = {"Idempotency-Key": key}
    return member.ask("POST", f"/applications/{application}/notes", {"text": text, **more}, headers=headers, expect=201)


def test_a_note_is_read_by_those_who_hire_and_deleted_by_its_author(
    diner: Business, maria: StaffMember, application: str
) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    path = f"/applications/{application}/notes"
    assert ana.ask("GET", path) == {"notes": [], "colleagues": [{"id": maria.id, "name": maria.name}]}
    [note] = write(maria, application, "Calls back after four.")["notes"]
    assert (note["name"], note["text"], note["told"], note["own"]) == (maria.name, "Calls back after four.", [], True)
    [seen] = ana.ask("GET", path)["notes"]
    assert (seen["id"], seen["own"]) == (note["id"], False)
    ana.ask("DELETE", f"{path}/{note['id']}", expect=404)
    assert maria.ask("DELETE", f"{path}/{note['id']}")["notes"] == []
    maria.ask("DELETE", f"{path}/{note['id']}", expect=404)


def test_a_repeated_request_writes_one_note(maria: StaffMember, application: str) -> None:
    for _ in range(2):
        written = write(maria, application, "Twice")
    assert len(written["notes"]) == 1
    again = maria.call(
        "POST", f"/applications/{application}/notes", {"text": "Other"}, headers={"Idempotency-Key": "the-first-note"}
    )
    assert (again.status_code, again.json()["code"]) == (409, "key_reused")


def test_newest_note_is_first(maria: StaffMember, application: str) -> None:
    for number in range(3):
        written = write(maria, application, f"Note {number}", key=f"note-number-{number}")
    assert [note["text"] for note in written["notes"]] == ["Note 2", "Note 1", "Note 0"]


def test_an_application_has_so_many_notes_until_one_is_deleted(
    client: TestClient, maria: StaffMember, application: str
) -> None:
    path = f"/applications/{application}/notes"
    written = write(maria, application, "The first")
    row = in_database(client, lambda tx: tx.execute(select(notes)).mappings().one())
    more = [{**row, "id": f"note-{number}", "key": f"key-{number}"} for number in range(MAX_NOTES - 1)]
    in_database(client, lambda tx: tx.execute(insert(notes), more) and None)
    again = {"Idempotency-Key": "the-first-note"}
    assert maria.call("POST", path, {"text": "The first"}, headers=again).status_code == 201  # Sent again, not new.
    refused = maria.call("POST", path, {"text": "One more"}, headers={"Idempotency-Key": "one-more-note"})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_notes")
    maria.ask("DELETE", f"{path}/{written['notes'][-1]['id']}")
    assert len(write(maria, application, "One more", key="one-more-note")["notes"]) == MAX_NOTES


def test_only_colleagues_who_can_read_it_are_told(
    client: TestClient, diner: Business, maria: StaffMember, application: str
) -> None:
    ana, elsewhere = diner.member("owner", "Ana Whitlock"), diner.member("manager", "Lee Park", [diner.locations[1]])
    reviewer, stranger = diner.member("reviewer", "Theo Bright"), business(client, "Blue Door Cafe").member("owner")
    assert write(maria, application, "Look at this", tell=[ana.id])["notes"][0]["told"] == ["Ana Whitlock"]
    for other in (elsewhere, reviewer, stranger, maria):
        reply = maria.call(
            "POST",
            f"/applications/{application}/notes",
            {"text": "Look", "tell": [other.id]},
            headers={"Idempotency-Key": other.id},
        )
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid_request")
    assert len(maria.ask("GET", f"/applications/{application}/notes")["notes"]) == 1


def test_nobody_else_reads_or_writes_notes(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, application: str
) -> None:
    path = f"/applications/{application}/notes"
    write(maria, application, "Between us")
    stranger = business(client, "Blue Door Cafe").member("owner")
    elsewhere = diner.member("manager", "Lee Park", [diner.locations[1]])
    reviewer = diner.member("reviewer", "Theo Bright")
    for other, status in ((stranger, 404), (elsewhere, 404), (reviewer, 403)):
        assert other.call("GET", path).status_code == status
        assert (
            other.call("POST", path, {"text": "x"}, headers={"Idempotency-Key": "another-note"}).status_code == status
        )
    assert person.call("GET", f"/api/desk{path}").status_code == 401
    assert "Between us" not in person.call("GET", f"/api/applications/{application}").text


@pytest.mark.parametrize(
    "body", [{"text": ""}, {"text": "  "}, {"text": "a" * 2001}, {"text": "a", "tell": ["x"] * 11}]
)
def test_bad_notes_are_refused(maria: StaffMember, application: str, body: dict[str, Any]) -> None:
    reply = maria.call("POST", f"/applications/{application}/notes", body, headers={"Idempotency-Key": "another-note"})
    assert reply.status_code == 422


def test_the_audit_log_keeps_who_wrote_and_which_traits_were_named(
    client: TestClient, maria: StaffMember, application: str
) -> None:
    [note] = write(maria, application, "Her accent is strong.")["notes"]
    maria.ask("DELETE", f"/applications/{application}/notes/{note['id']}")
    entry = audit_entries.c
    wanted = (
        select(entry.action, entry.actor_id, entry.details).where(entry.action.startswith("note.")).order_by(entry.id)
    )
    kept = in_database(
        client, lambda tx: [(row.action, row.actor_id, json.loads(row.details)) for row in tx.execute(wanted)]
    )
    assert kept == [("note.written", maria.id, {"traits": "language"}), ("note.deleted", maria.id, {})]


def test_a_colleague_is_told_by_mail_without_the_words(
    diner: Business, maria: StaffMember, application: str, mails: Any
) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    mails()
    write(maria, application, "Between us: too slow", tell=[ana.id])
    [mail] = mails()
    assert mail["To"].startswith("Ana Whitlock")
    assert mail["Subject"].startswith("Maria Ortiz left you a note about ")
    text = mail.get_body(("plain",)).get_content()
    assert f"/desk/applications/{application}" in text
    assert "too slow" not in text


def test_a_colleague_who_left_meanwhile_is_not_told(
    diner: Business, maria: StaffMember, application: str, mails: Any
) -> None:
    ana, lee = diner.member("owner", "Ana Whitlock"), diner.member("manager", "Lee Park")
    mails()
    write(maria, application, "Look at this", tell=[lee.id])
    ana.ask("POST", f"/members/{lee.id}/deactivate")
    assert not [mail for mail in mails() if "left you a note" in mail["Subject"]]


def test_a_note_that_was_deleted_meanwhile_is_not_told(
    diner: Business, maria: StaffMember, application: str, mails: Any
) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    mails()
    [note] = write(maria, application, "Wrong person", tell=[ana.id])["notes"]
    maria.ask("DELETE", f"/applications/{application}/notes/{note['id']}")
    assert not [mail for mail in mails() if "left you a note" in mail["Subject"]]
