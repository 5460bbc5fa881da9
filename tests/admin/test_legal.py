"""Operators see which legal rules apply to which jobs, and all legal holds."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from dayshift.admin.legal import rules_with_jobs
from dayshift.core.audit import append_to_chain, entries
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.privacy import Hold, add_hold, end_hold
from dayshift.settings import Settings
from tests.operators import appoint
from tests.people import Person
from tests.staff import business, in_database


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
    assert found["us-ugesp"]["readOn"] is None
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
