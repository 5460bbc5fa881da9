"""One move for many applications: as complete as one by one, and in a number of statements that does not grow."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.core.tasks import tasks
from dayshift.exchange.webhooks import NOTE_MOVE
from dayshift.hiring.applications import dropped
from dayshift.hiring.applications.actions import drop_pending
from dayshift.hiring.applications.bulk import make_all
from dayshift.hiring.applications.decisions import send, withdraw_all, withdraw_interview, write_message
from dayshift.hiring.applications.history import PendingMove
from dayshift.hiring.applications.models import applications, grants, meetings, messages, moves, pending_moves
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.desk import decision_routes
from dayshift.hiring.desk.decision_routes import MOVE_MANY
from dayshift.hiring.desk.job_routes import StateChange, change_job_state
from dayshift.hiring.employers import find_member, find_posting
from dayshift.settings import Settings
from tests.hiring.applications.many import add_many
from tests.hiring.applications.test_moves import load
from tests.operators import examine
from tests.people import Person
from tests.staff import Business, StaffMember, business, in_database, interviewed
from tests.statements import recorded_statements

pytestmark = pytest.mark.both_engines

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


def send_pending(client: TestClient) -> None:
    """Send everything whose time to undo has passed, as the worker does."""

    def send_all(tx: Tx) -> None:
        for pending in [
            PendingMove(*row) for row in tx.execute(select(*(pending_moves.c[name] for name in PendingMove.__slots__)))
        ]:
            application = any_application(tx, pending.application_id, for_update=True)
            member = find_member(tx, pending.member_id)
            assert application is not None
            assert member is not None
            drop_pending(tx, pending)
            send(tx, application, member, pending.move, now(), key=pending.key)

    in_database(client, send_all)


def test_closing_many_leaves_what_closing_each_leaves(
    client: TestClient, settings: Settings, diner: Business, maria: StaffMember
) -> None:
    ids = fill(client, diner, maria, ["in_review", "chosen", "question_asked", "submitted", "declined", "in_review"])
    wanted = versions(client, ids)
    wanted[5]["version"] -= 1  # Somebody else has changed it.
    body = {"move": {"action": "close", "reason": "filled"}, "applications": wanted}
    headers = {"Idempotency-Key": "close-them-all"}
    before = len(rows(client, tasks, tasks.c.kind == NOTE_MOVE))
    for _ in range(2):  # Idempotent.
        results = maria.ask("POST", "/applications/moves", body, headers=headers)["results"]
        assert [one["error"] for one in results] == [
            None, None, None, "not_viewed", "stage_conflict", "stale_version",
        ]  # fmt: skip
    assert all(one["dueAt"] for one in results[:3])
    assert rows(client, applications, applications.c.stage == "closed") == []
    send_pending(client)
    closed = rows(client, applications, applications.c.stage == "closed")
    assert {one.id for one in closed} == set(ids[:3])
    assert {(one.turn, one.reply_by) for one in closed} == {(None, None)}
    assert all(one.answered_at for one in closed)
    made = rows(client, moves, moves.c.action == "close")
    assert {(one.application_id, one.member_id, one.reason, one.to_stage) for one in made} == {
        (one, maria.id, "filled", "closed") for one in ids[:3]
    }
    assert all(one.number == next(row.version for row in closed if row.id == one.application_id) for one in made)
    assert len(rows(client, tasks, tasks.c.kind == NOTE_MOVE)) == before + 3
    assert [one.state for one in rows(client, meetings)] == ["cancelled"]
    ended = {one.user_id for one in rows(client, grants, grants.c.withdrawn_at.is_not(None))}
    assert ended == {one.user_id for one in closed}
    counters = next(finding for finding in examine(settings) if finding.name == "applications.counters")
    assert counters.broken == []


@pytest.mark.parametrize("how", ["filled", "dropped", "employer closed"])
def test_statements_that_end_a_job_do_not_grow_with_its_applications(
    client: TestClient, diner: Business, maria: StaffMember, how: str
) -> None:
    """SQLite has one writer: while a popular job was marked as filled, nobody's write went through for seconds."""
    other = business(client, "Corner Cafe")
    counts = []
    for employer, times in ((diner, 2), (other, 10)):
        member = maria if employer is diner else other.member("manager")
        ids = fill(client, employer, member, ["in_review", "chosen", "question_asked", "submitted"] * times)

        def end(tx: Tx, employer: Business = employer, member: StaffMember = member) -> None:
            for posting_id in employer.postings:
                posting, staff = find_posting(tx, posting_id), find_member(tx, member.id)
                assert posting is not None
                assert staff is not None
                if how == "filled":
                    change_job_state(tx, staff, posting_id, StateChange(state="filled", version=1), now())
                elif how == "dropped":
                    dropped._close_waiting(tx, posting, now())
            if how == "employer closed":
                dropped.close_applications(tx, employer.id)

        with recorded_statements() as statements:
            in_database(client, end)
        counts.append(len(statements))
        closed = rows(client, applications, applications.c.id.in_(ids), applications.c.stage == "closed")
        assert len(closed) == times * (3 if how == "dropped" else 4)
        letters = rows(client, moves, moves.c.application_id.in_(ids), moves.c.letter.is_not(None))
        assert len(letters) == len(closed)
    assert counts[1] <= counts[0] + 10


@pytest.mark.parametrize("what", ["everything", "interview"])
def test_statements_of_a_withdrawal_do_not_grow_with_the_applications(
    client: TestClient, diner: Business, maria: StaffMember, what: str
) -> None:
    counts = []
    for times in (2, 10):
        person = Person.register(client, f"maya{times}@example.com")
        interview = interviewed(person)
        ids = fill(client, diner, maria, ["in_review", "chosen", "submitted", "declined"] * times)

        def give(tx: Tx, person: Person = person, interview: str = interview, ids: list[str] = ids) -> None:
            for number, one in enumerate(ids):
                values = {"user_id": person.id, "interview_id": interview, "job_id": f"{number}"}
                tx.execute(applications.update().where(applications.c.id == one).values(values))

        in_database(client, give)
        with recorded_statements() as statements:
            if what == "everything":
                in_database(client, withdraw_all, person.id, now())
            else:
                assert in_database(client, withdraw_interview, person.id, interview, now()) == 3 * times
        counts.append(len(statements))
        withdrawn = rows(client, applications, applications.c.id.in_(ids), applications.c.stage == "withdrawn")
        assert len(withdrawn) == 3 * times
    assert counts[1] <= counts[0] + 10


@pytest.mark.parametrize("move", [CLOSE, ASK], ids=["close", "ask"])
def test_deciding_for_many_is_pending_and_can_be_undone(
    client: TestClient, diner: Business, maria: StaffMember, move: dict[str, Any]
) -> None:
    ids = fill(client, diner, maria, ["in_review"] * 3)
    given = {name: value for name, value in move.items() if value is not None}
    body = {"move": given, "applications": versions(client, ids)}
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


@pytest.mark.parametrize("move", [CLOSE, ASK], ids=["close", "ask"])
def test_deciding_for_many_marks_their_messages_as_read(
    client: TestClient, diner: Business, maria: StaffMember, move: dict[str, Any]
) -> None:
    *ids, untouched = fill(client, diner, maria, ["in_review"] * 3)

    def write(tx: Tx) -> None:
        for one in (*ids, untouched):
            write_message(tx, load(tx, one), MoveContext("candidate", now()), "When do you decide?")

    in_database(client, write)
    stale = [{**one, "version": one["version"] + 1} for one in versions(client, [untouched])]
    given = {name: value for name, value in move.items() if value is not None}
    body = {"move": given, "applications": [*versions(client, ids), *stale]}
    results = maria.ask("POST", "/applications/moves", body, headers={"Idempotency-Key": "ask-them-all"})["results"]
    assert [one["error"] is None for one in results] == [True, True, False]
    read = {one.application_id for one in rows(client, messages, messages.c.read_at.is_not(None))}
    assert read == set(ids)  # The next message of the third is not the first that nobody has read.


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


def test_moves_are_limited_for_each_member_by_the_number_of_applications(
    diner: Business, maria: StaffMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision_routes, "MOVE_MANY", replace(MOVE_MANY, times=100))

    def close_unknown(member: StaffMember, count: int) -> int:
        move = {"action": "close", "reason": "filled"}
        body = {"move": move, "applications": [{"id": new_id(), "version": 1} for _ in range(count)]}
        headers = {"Idempotency-Key": new_id()}
        return member.call("POST", "/applications/moves", body, headers=headers).status_code

    assert {close_unknown(maria, 1) for _ in range(90)} == {200}  # Many requests, as of invitations at other times.
    assert [close_unknown(maria, 10), close_unknown(maria, 1)] == [200, 429]
    theo = diner.member("manager", "Theo Grant")
    assert [close_unknown(theo, 100), close_unknown(theo, 1)] == [200, 429]
