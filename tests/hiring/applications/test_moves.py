"""Moves in the database: history, counters, promises, undo and conflicts."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.events import subscribers
from dayshift.core.tasks import Worker, open_payloads
from dayshift.hiring.applications.actions import RequestedMove, decide, move, undo
from dayshift.hiring.applications.decisions import send, withdraw, write_message
from dayshift.hiring.applications.errors import DecisionPending, NotViewed, StageConflict, StaleVersion, UndoOver
from dayshift.hiring.applications.events import MessageSent
from dayshift.hiring.applications.history import moves_of, pending_of
from dayshift.hiring.applications.models import applications, reply_days, stage_counts
from dayshift.hiring.applications.moves import MoveContext, miss_reply
from dayshift.hiring.applications.queries import Application, any_application, find_grant
from dayshift.hiring.employers import Member, find_member
from dayshift.privacy.erase import erase
from tests.people import Person, server_services
from tests.staff import Business, StaffMember, applied, business, in_database, viewed


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def load(tx: Tx, application_id: str) -> Application:
    found = any_application(tx, application_id, for_update=True)
    assert found is not None
    return found


def staff(tx: Tx, member: StaffMember) -> Member:
    found = find_member(tx, member.id)
    assert found is not None
    return found


def counts(tx: Tx) -> dict[str, int]:
    found: Counter[str] = Counter()
    for stage, count in tx.execute(select(stage_counts.c.stage, stage_counts.c["count"])):
        found[stage] += count
    return dict(+found)


def choose(client: TestClient, member: StaffMember, application_id: str, move_: dict[str, Any], key: str) -> Any:
    """Let a member decide on the current version."""

    def work(tx: Tx) -> Any:
        application = load(tx, application_id)
        return decide(tx, application, staff(tx, member), RequestedMove(move_, application.version, key), now())

    return in_database(client, work)


def test_a_decision_is_sent_after_the_time_to_undo(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    with pytest.raises(NotViewed):
        choose(client, maria, application_id, {"action": "decline", "reason": "times"}, "key-00001")
    viewed(client, maria, application_id)
    choose(client, maria, application_id, {"action": "decline", "reason": "times"}, "key-00001")
    assert client.portal is not None
    client.portal.call(worker.drain)  # The task is not due yet.
    assert in_database(client, load, application_id).stage == "in_review"
    in_database(client, lambda tx: undo(tx, load(tx, application_id), staff(tx, maria)))
    with pytest.raises(UndoOver):
        in_database(client, lambda tx: undo(tx, load(tx, application_id), staff(tx, maria)))
    assert in_database(client, pending_of, application_id) is None
    assert in_database(client, counts) == {"in_review": 1}


def test_two_managers_at_once(client: TestClient, person: Person, diner: Business) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    viewed(client, sam, application_id)
    first = choose(client, maria, application_id, {"action": "decline", "reason": "times"}, "key-maria")
    again = choose(client, maria, application_id, {"action": "decline", "reason": "times"}, "key-maria")
    assert first == again
    with pytest.raises(DecisionPending):
        choose(client, sam, application_id, {"action": "ask", "text": "When?"}, "key-sam-1")

    def send_first(tx: Tx) -> Application:
        return send(tx, load(tx, application_id), staff(tx, maria), first.move, now(), key="key-maria")

    declined = in_database(client, send_first)
    assert (declined.stage, declined.version) == ("declined", 3)

    def stale(tx: Tx) -> None:
        wanted = RequestedMove({"action": "ask", "text": "When?"}, 2, "key-sam-2")
        decide(tx, load(tx, application_id), staff(tx, sam), wanted, now())

    with pytest.raises(StaleVersion) as error:
        in_database(client, stale)
    assert error.value.data["changes"][0]["by"] == "Maria Ortiz"
    with pytest.raises(StageConflict):
        choose(client, sam, application_id, {"action": "ask", "text": "When?"}, "key-sam-3")


def test_a_message_with_the_same_key_is_stored_and_published_once(
    client: TestClient, person: Person, diner: Business
) -> None:
    application_id = applied(client, person, diner.jobs[0])

    def write(tx: Tx) -> tuple[str, int]:
        by = MoveContext("candidate", now(), key="key-00001")
        message = write_message(tx, load(tx, application_id), by, "When do I start?")
        return message.id, len(open_payloads(tx, subscribers()[MessageSent]))

    first, again = in_database(client, write), in_database(client, write)
    assert first == again


def test_withdrawing_ends_the_grant_with_the_last_application(
    client: TestClient, person: Person, diner: Business
) -> None:
    first = applied(client, person, diner.jobs[0])
    second = applied(client, person, diner.jobs[1], in_database(client, load, first).interview_id)
    assert in_database(client, counts) == {"submitted": 2}
    for application_id, active in ((first, True), (second, False)):
        in_database(client, lambda tx, one=application_id: withdraw(tx, load(tx, one), now()))
        grant = in_database(client, find_grant, person.id, diner.id)
        assert grant is not None
        assert grant.is_active(now()) == active
    assert in_database(client, counts) == {"withdrawn": 2}


def test_a_broken_promise_counts_once_even_if_an_answer_follows(
    client: TestClient, person: Person, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    late = now() + timedelta(days=10)

    def miss(tx: Tx) -> None:
        for _ in range(2):
            miss_reply(tx, load(tx, application_id), late)

    in_database(client, miss)
    in_database(
        client,
        lambda tx: move(
            tx, load(tx, application_id), "decline", MoveContext("member", late, staff(tx, maria), reason="times")
        ),
    )
    rows = in_database(client, lambda tx: [tuple(row) for row in tx.execute(select(reply_days))])
    assert [(row[2], row[3]) for row in rows] == [(0, 1)]
    history = in_database(client, moves_of, application_id)
    assert [one.action for one in history] == ["submit", "view", "decline"]


def test_erasing_a_candidate_leaves_no_application_and_true_counters(
    client: TestClient, person: Person, diner: Business
) -> None:
    applied(client, person, diner.jobs[0])
    other = Person.register(client, "rosa@example.com")
    kept = applied(client, other, diner.jobs[0])
    assert client.portal is not None
    services = server_services(client)
    client.portal.call(erase, services.db, person.id, services.settings.dev_mailbox)
    assert in_database(client, counts) == {"submitted": 1}
    assert in_database(client, lambda tx: [row.id for row in tx.execute(select(applications.c.id))]) == [kept]
