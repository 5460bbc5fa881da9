"""Operators see which legal rules apply to which jobs, and all legal holds."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.admin.legal import rules_with_jobs
from dayshift.cli import main
from dayshift.core.audit import append_to_chain, entries
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.privacy import Hold, add_hold, end_hold
from dayshift.settings import Settings
from tests.operators import appoint
from tests.people import Person
from tests.privacy.test_erasure import ERASURE, hold_on
from tests.privacy.test_holds import write_note
from tests.staff import applied, business, in_database


@pytest.fixture
def operator(person: Person, settings: Settings) -> Person:
    appoint(settings, "maya@example.com")
    return person


def test_rules_are_listed_with_their_sources_and_the_jobs_of_their_places(client: TestClient, operator: Person) -> None:
    business(client)

    found = {one["id"]: one for one in operator.get("/api/operations/rules")["rules"]}
    york, colorado = found["nyc-ll144"], found["co-notice"]
    assert (york["jobs"], york["inForce"], york["days"]) == (2, True, 10)
    assert york["examples"] == ["Line Cook, Two Spoons Diner", "Restaurant Server, Two Spoons Diner"]
    assert york["source"].startswith("New York City Administrative Code 20-871")
    assert (colorado["jobs"], colorado["examples"], colorado["inForce"]) == (0, [], False)
    assert all(one["readOn"] and one["readFrom"] for one in found.values()), "each rule was compared with its source"
    later = in_database(client, rules_with_jobs, datetime(2027, 1, 1, tzinfo=UTC)).rules
    assert [one.in_force for one in later if one.id == "co-notice"] == [True]


def test_page_of_holds_and_audit_log_agree_about_who_ended_one(client: TestClient, operator: Person) -> None:
    diner, at = business(client), now()

    def make(tx: Tx) -> None:
        add_hold(tx, Hold("a", None, diner.id, "Case 12", "Ana Silva", at, at + timedelta(days=90), None))
        add_hold(tx, Hold("b", operator.id, None, "Case 13", "Ana Silva", at, at + timedelta(days=90), None))
        end_hold(tx, "a", at + timedelta(days=1), "Judge Cole")

    in_database(client, make)
    active, ended = operator.get("/api/operations/holds")["holds"]
    assert (active["on"], active["personId"], active["active"], active["endedBy"]) == (
        "person",
        operator.id,
        True,
        None,
    )
    assert (ended["on"], ended["employer"], ended["reason"]) == ("employer", "Two Spoons Diner", "Case 12")
    assert (ended["madeBy"], ended["endedBy"], ended["active"]) == ("Ana Silva", "Judge Cole", False)
    in_database(client, append_to_chain)
    log = {one.action: json.loads(one.details) for one in in_database(client, entries) if one.subject_id == "a"}
    assert log["hold.added"]["by"] == ended["madeBy"]
    assert log["hold.ended"]["by"] == ended["endedBy"]
    [shown] = diner.member("owner", "Ben Cole").ask("GET", "/holds")["holds"]
    assert (shown["madeBy"], shown["endedBy"], shown["endedAt"]) == ("Ana Silva", "Judge Cole", ended["endedAt"])


def test_page_and_command_show_what_a_hold_keeps_until_it_ends(
    client: TestClient, operator: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    diner = business(client)
    maria = diner.member("manager")
    people = [Person.register(client, f"{name}@example.com") for name in ("ana", "ben", "cal")]
    sent = [applied(client, one, diner.jobs[0]) for one in people]
    hold = hold_on(client, now() + timedelta(days=60), employer_id=diner.id)
    for application in sent[:2]:
        maria.ask("DELETE", f"/applications/{application}/notes/{write_note(maria, application, 'Tall.')}")
    people[2].post(ERASURE, expect=201)

    def listed() -> tuple[Any, str]:
        monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
        command = CliRunner().invoke(main, ["privacy", "hold", "list"])
        return operator.get("/api/operations/holds")["holds"][0], command.output

    page, command = listed()
    assert (page["people"], page["waiting"], page["active"]) == (3, 1, True)
    assert [(one["source"], one["rows"], one["people"]) for one in page["kept"]] == [("notes", 2, 2)]
    assert "people: 3, waiting to be deleted: 1, rows kept: 2 of notes" in command
    assert f"active until {now() + timedelta(days=60):%Y-%m-%d}: employer {diner.id} (Two Spoons Diner)" in command
    in_database(client, end_hold, hold, now(), "Judge Cole")
    page, command = listed()
    assert (page["people"], page["waiting"], page["kept"], page["endedBy"]) == (0, 0, [], "Judge Cole")
    assert "rows kept" not in command
    assert f"ended {now():%Y-%m-%d} by Judge Cole" in command


@pytest.mark.parametrize("option", ["--reason", "--by"])
@pytest.mark.parametrize("text", [" ", "x" * 501])
def test_a_hold_without_a_reason_or_a_name_is_refused(
    client: TestClient, operator: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch, option: str, text: str
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    options = {"--reason": "Case 12", "--by": "Judge Cole", "--until": "2999-01-01", "--person": operator.id} | {
        option: text
    }
    ended = CliRunner().invoke(main, ["privacy", "hold", "add", *[word for one in options.items() for word in one]])
    assert f"{option} needs between 1 and" in str(ended.exception)
    assert operator.get("/api/operations/holds")["holds"] == []
