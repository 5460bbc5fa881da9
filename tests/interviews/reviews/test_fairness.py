"""Fairness report over HTTP: replies on time, time to decide, who decided what, and the decision log."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from dayshift.core import audit
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.actions import move
from dayshift.hiring.applications.models import applications, ratings
from dayshift.hiring.applications.moves import MoveContext
from tests.core.test_audit import without_protection
from tests.hiring.applications.test_moves import load, staff
from tests.interviews.room.test_interviews import drain
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

INVITATION = {"action": "invite", "minutes": 30, "place": "218 9th Ave", "ask_for": "Maria"}


def without_mark(text: str) -> str:
    """A table without the mark by which spreadsheets know UTF-8; every table has it."""
    assert text.startswith("\ufeff")
    return text.removeprefix("\ufeff")


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def decided(client: TestClient, member: StaffMember, application_id: str, action: Any, *, hours: int = 0) -> None:
    """Let a member view and decide, `hours` after the application."""
    viewed(client, member, application_id)

    def work(tx: Tx) -> None:
        at = now() + timedelta(hours=hours)
        body = {**INVITATION, "times": [(at + timedelta(days=1)).isoformat()]} if action == "invite" else None
        move(
            tx,
            load(tx, application_id),
            action,
            MoveContext("member", at, staff(tx, member), reason="times", body=body),
        )

    in_database(client, work)


def report(member: StaffMember, **days: str) -> Any:
    query = "&".join(f"{name}={value}" for name, value in days.items())
    return member.ask("GET", f"/reports/fairness?{query}")


def test_empty_report_has_no_made_up_figures(diner: Business) -> None:
    found = report(diner.member("owner"))
    assert (found["onTime"], found["late"], found["answered"], found["medianHours"]) == (0, 0, 0, None)
    assert found["members"] == []


def test_report_counts_decisions_by_member(client: TestClient, worker: Worker, diner: Business) -> None:
    owner, maria = diner.member("owner", "Ana Whitlock"), diner.member("manager", "=Maria Ortiz")
    people = [Person.register(client, f"rosa{n}@example.com") for n in range(3)]
    ids = [applied(client, person, diner.jobs[0]) for person in people]
    drain(client, worker)
    decided(client, maria, ids[0], "invite", hours=2)
    decided(client, maria, ids[1], "decline", hours=4)

    def look(tx: Tx) -> None:
        move(tx, load(tx, ids[1]), "look_again", MoveContext("candidate", now() + timedelta(hours=5)))

    in_database(client, look)
    decided(client, owner, ids[1], "invite", hours=6)
    tomorrow = (now() + timedelta(days=2)).date().isoformat()
    found = report(owner, last=tomorrow)
    assert (found["onTime"], found["late"], found["answered"], found["forward"]) == (2, 0, 2, 2)
    assert (found["looks"], found["changedByLooks"]) == (1, 1)
    assert found["medianHours"] == pytest.approx(3, abs=0.1)
    assert found["hoursOfNineInTen"] == pytest.approx(4, abs=0.1)
    assert [(one["name"], one["decisions"], one["onTime"]) for one in found["members"]] == [
        ("=Maria Ortiz", 2, 2),
        ("Ana Whitlock", 1, 1),
    ]
    reply = owner.call("GET", f"/reports/decisions.csv?last={tomorrow}")
    rows = list(csv.DictReader(io.StringIO(without_mark(reply.text))))
    assert [(row["decision"], row["by"]) for row in rows] == [
        ("invite", "'=Maria Ortiz"),
        ("decline", "'=Maria Ortiz"),
        ("invite", "Ana Whitlock"),
    ]
    assert "rosa" not in reply.text


def test_agreement_compares_first_levels_with_the_score(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    owner = diner.member("owner")
    application_id = applied(client, person, diner.jobs[0])
    drain(client, worker)
    decided(client, owner, application_id, "decline")
    interview = person.get(f"/api/interviews/{in_database(client, load, application_id).interview_id}")
    levels = {one["competency"]: one["level"] for one in interview["report"]["competencies"]}
    shown = {name: level for name, level in levels.items() if level}

    def rate(tx: Tx) -> None:
        at = now()
        for name in levels:
            row = {"application_id": application_id, "author": owner.id, "author_name": owner.name, "skipped": False}
            given = {"question_id": name, "competency": name, "level": 5, "first_level": 1}
            tx.execute(ratings.insert(), {**row, **given, "rated_at": at, "changed_at": at})

    in_database(client, rate)
    (row,) = report(owner)["members"]
    assert (row["rated"], row["withinOne"]) == (len(shown), sum(level <= 2 for level in shown.values()))


def test_only_owners_read_the_report_of_their_employer(client: TestClient, person: Person, diner: Business) -> None:
    other = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    decided(client, diner.member("manager"), applied(client, person, diner.jobs[0]), "decline")
    others = [diner.member("manager", "Sam Okafor", []), diner.member("reviewer", "Theo Grant")]
    for path in ("/reports/fairness", "/reports/decisions.csv", "/reports/audit.csv"):
        assert [member.call("GET", path).status_code for member in others] == [403, 403]
        assert client.get(f"/api/desk{path}").status_code == 401
        assert person.call("GET", f"/api/desk{path}").status_code == 401
    assert report(other)["answered"] == 0


def audit_log(member: StaffMember) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(without_mark(member.call("GET", "/reports/audit.csv").text))))


def test_audit_log_has_the_acts_of_the_own_employer_only(client: TestClient, person: Person, diner: Business) -> None:
    owner, other = diner.member("owner", "Ana Whitlock"), business(client, "Hotel Marmalade").member("owner", "Vera")
    application_id = applied(client, person, diner.jobs[0])
    decided(client, diner.member("manager", "=Maria Ortiz"), application_id, "decline")
    audit_log(other)
    rows = audit_log(owner)
    assert rows[0]["action"] == "audit.exported"  # This very download.
    assert (rows[0]["by"], rows[0]["name"]) == ("member", "Ana Whitlock")
    assert {"'=Maria Ortiz", "Ana Whitlock"} <= {row["name"] for row in rows}
    assert "application.submitted" in {row["action"] for row in rows}
    assert [row["at"] for row in rows] == sorted((row["at"] for row in rows), reverse=True)
    assert not {"Vera"} & {row["name"] for row in rows}
    text = str(rows)
    assert application_id not in text
    assert person.id not in text
    assert "Torres" not in text
    assert {(row["client"], row["network"]) for row in rows if row["by"] == "candidate"} == {("", "")}


def test_audit_log_shows_which_entries_were_changed(client: TestClient, diner: Business) -> None:
    owner = diner.member("owner", "Ana Whitlock")
    audit_log(owner)
    assert {row["unchanged"] for row in audit_log(owner)} == {""}  # Not in the chain yet.
    in_database(client, lambda tx: audit.append_to_chain(tx) and None)
    assert {row["unchanged"] for row in audit_log(owner)[1:]} == {"yes"}
    tampered = audit_log(owner)[3]["number"]

    def tamper(tx: Tx) -> None:
        entry = select(audit.audit_chain.c.entry_id).where(audit.audit_chain.c.number == int(tampered))
        without_protection(tx)
        tx.execute(update(audit.audit_entries).where(audit.audit_entries.c.id.in_(entry)).values(action="job.posted"))

    in_database(client, tamper)
    assert [row["number"] for row in audit_log(owner) if row["unchanged"] == "no"] == [tampered]


def test_a_missed_promise_stays_missed_in_the_log(client: TestClient, person: Person, diner: Business) -> None:
    owner = diner.member("owner")
    application_id = applied(client, person, diner.jobs[0])
    in_database(client, lambda tx: tx.execute(update(applications).values(missed_at=now())) and None)
    decided(client, owner, application_id, "decline")
    rows = list(csv.DictReader(io.StringIO(without_mark(owner.call("GET", "/reports/decisions.csv").text))))
    assert [row["on_time"] for row in rows] == ["no"]


@pytest.mark.parametrize(
    "days", [{"first": "2026-01-02", "last": "2026-01-01"}, {"first": "2020-01-01", "last": "2026-01-01"}]
)
def test_unusable_periods_are_refused(diner: Business, days: dict[str, str]) -> None:
    query = "&".join(f"{name}={value}" for name, value in days.items())
    assert diner.member("owner").call("GET", f"/reports/fairness?{query}").status_code == 422


@pytest.mark.parametrize("path", ["fairness", "decisions.csv", "audit.csv"])
@pytest.mark.parametrize("days", ["last=0001-01-01", "last=9999-12-31", "first=0001-01-01&last=0001-02-01"])
def test_days_at_the_ends_of_the_calendar_are_refused(diner: Business, path: str, days: str) -> None:
    assert diner.member("owner").call("GET", f"/reports/{path}?{days}").status_code == 422
