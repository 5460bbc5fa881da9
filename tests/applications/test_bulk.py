"""One move for many applications: as complete as one by one, and in a number of statements that does not grow."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, select
from starlette.testclient import TestClient

from dayshift.applications.bulk import make_all
from dayshift.applications.decision_routes import MOVE_MANY
from dayshift.applications.models import applications, grants, meetings, moves, pending_moves
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.core.tasks import tasks
from dayshift.employers import find_member
from dayshift.settings import Settings
from tests.applications.many import add_many
from tests.operators import examine
from tests.staff import Business, StaffMember, business, in_database

CLOSE = {"action": "close", "reason": "filled", "words": None}
ASK = {"action": "ask", "text": "Can you start on Monday?", "words": None}


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager")


def fill(client: TestClient, diner: Business, member: StaffMember, states: list[str]) -> list[str]:
    places = {job: (diner.postings[i], diner.locations[i]) for i, job in enumerate(diner.jobs)}
    return in_database(client, add_many, diner.id, places, (member.id, member.name), states, now())


def versions(client: TestClient, ids: list[str]) -> list[dict[str, Any]]:
    def load(tx: Tx) -> list[dict[str, Any]]:
        found = tx.execute(select(applications.c.id, applications.c.version).where(applications.c.id.in_(ids)))
        return [{"id": one.id, "version": one.version} for one in found]

    return sorted(in_database(client, load), key=lambda one: ids.index(one["id"]))


def rows(client: TestClient, table: Any, *where: Any) -> list[Any]:
    return in_database(client, lambda tx: tx.execute(select(table).where(*where)).all())


def test_closing_many_leaves_what_closing_each_leaves(
    client: TestClient, settings: Settings, diner: Business, maria: StaffMember
) -> None:
    ids = fill(client, diner, maria, ["in_review", "chosen", "question_asked", "submitted", "declined", "in_review"])
    wanted = versions(client, ids)
    wanted[5]["version"] -= 1  # Somebody else has changed it.
    body = {"move": {"action": "close", "reason": "filled"}, "applications": wanted}
    headers = {"Idempotency-Key": "close-them-all"}
    before = len(rows(client, tasks, tasks.c.kind == "fact.ApplicationMoved"))
    for _ in range(2):  # Idempotent.
        results = maria.ask("POST", "/applications/moves", body, headers=headers)["results"]
        assert [one["error"] for one in results] == [
            None, None, None, "not_viewed", "stage_conflict", "stale_version",
        ]  # fmt: skip
    assert [one["stage"] for one in results[:3]] == ["closed"] * 3
    closed = rows(client, applications, applications.c.stage == "closed")
    assert {one.id for one in closed} == set(ids[:3])
    assert {(one.turn, one.reply_by) for one in closed} == {(None, None)}
    assert all(one.answered_at for one in closed)
    made = rows(client, moves, moves.c.action == "close")
    assert {(one.application_id, one.member_id, one.reason, one.to_stage) for one in made} == {
        (one, maria.id, "filled", "closed") for one in ids[:3]
    }
    assert all(one.number == next(row.version for row in closed if row.id == one.application_id) for one in made)
    assert len(rows(client, tasks, tasks.c.kind == "fact.ApplicationMoved")) == before + 3
    assert [one.state for one in rows(client, meetings)] == ["cancelled"]
    ended = {one.user_id for one in rows(client, grants, grants.c.withdrawn_at.is_not(None))}
    assert ended == {one.user_id for one in closed}
    counters = next(finding for finding in examine(settings) if finding.name == "applications.counters")
    assert counters.broken == []


def test_deciding_for_many_is_pending_and_can_be_undone(
    client: TestClient, diner: Business, maria: StaffMember
) -> None:
    ids = fill(client, diner, maria, ["in_review"] * 3)
    body = {"move": {"action": "ask", "text": "Can you start on Monday?"}, "applications": versions(client, ids)}
    for _ in range(2):  # Idempotent.
        results = maria.ask("POST", "/applications/moves", body, headers={"Idempotency-Key": "ask-them-all"})["results"]
        assert [one["error"] for one in results] == [None] * 3
    waiting = rows(client, pending_moves)
    assert Counter(one.application_id for one in waiting) == dict.fromkeys(ids, 1)
    sending = rows(client, tasks, tasks.c.kind == "applications.pending")
    assert {one.payload["pending_id"] for one in sending} == {one.id for one in waiting}
    assert all(one.due_at > now() + timedelta(seconds=20) for one in sending)
    again = {"move": {"action": "close", "reason": "filled"}, "applications": versions(client, ids)}
    results = maria.ask("POST", "/applications/moves", again, headers={"Idempotency-Key": "close-them"})["results"]
    assert [one["error"] for one in results] == ["decision_pending"] * 3
    assert maria.ask("POST", "/applications/moves/undo", {"ids": ids}) == {"ids": sorted(ids)}
    assert rows(client, pending_moves) == []


def test_a_member_can_invite_but_not_close_those_they_declined(
    client: TestClient, diner: Business, maria: StaffMember
) -> None:
    [one] = fill(client, diner, maria, ["in_review"])

    def look_asked(tx: Tx) -> None:
        found = applications.update().where(applications.c.id == one)
        tx.execute(found.values(declined_by=maria.id, look_asked_at=now()))

    in_database(client, look_asked)
    start = (now() + timedelta(days=2)).isoformat()
    invite = {"action": "invite", "times": [start], "minutes": 20, "place": "9th Avenue", "askFor": "Maria"}
    body = {"move": invite, "applications": versions(client, [one])}
    closing = {**body, "move": {"action": "close"}}
    [result] = maria.ask("POST", "/applications/moves", closing, headers={"Idempotency-Key": "closing1"})["results"]
    assert result["error"] == "decided_by_same"
    [result] = maria.ask("POST", "/applications/moves", body, headers={"Idempotency-Key": "invite-1"})["results"]
    assert (result["error"], result["dueAt"] is None) == (None, False)


@pytest.mark.parametrize("move", [CLOSE, ASK], ids=["close", "ask"])
def test_the_number_of_statements_does_not_grow(
    client: TestClient, diner: Business, maria: StaffMember, move: dict[str, Any]
) -> None:
    def count(number: int) -> int:
        ids = fill(client, diner, maria, ["in_review"] * number)
        wanted = [(one["id"], one["version"]) for one in versions(client, ids)]
        statements = []

        def work(tx: Tx) -> None:
            member = find_member(tx, maria.id)
            assert member is not None
            begun = lambda *_: statements.append(1)  # noqa: E731
            event.listen(tx, "before_cursor_execute", begun)
            try:
                assert not [one for one in make_all(tx, member, move, wanted, new_id(), now()) if one.refused]
            finally:
                event.remove(tx, "before_cursor_execute", begun)

        in_database(client, work)
        return len(statements)

    assert count(40) == count(10) < 25


def test_moves_are_limited_for_each_member(diner: Business, maria: StaffMember) -> None:
    def close_unknown(member: StaffMember, number: int) -> int:
        move = {"action": "close", "reason": "filled"}
        body = {"move": move, "applications": [{"id": new_id(), "version": 1}]}
        headers = {"Idempotency-Key": f"close-unknown-{number}"}
        return member.call("POST", "/applications/moves", body, headers=headers).status_code

    assert {close_unknown(maria, number) for number in range(MOVE_MANY.times)} == {200}
    assert close_unknown(maria, MOVE_MANY.times) == 429
    assert close_unknown(diner.member("manager", "Theo Grant"), 0) == 200
