"""Decisions that could not be sent after the time to undo: the member hears of each, and what was written is kept."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from sqlalchemy import select, update
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import MAX_ATTEMPTS
from dayshift.hiring.applications import tasks as pending_tasks
from dayshift.hiring.applications.decisions import withdraw, withdraw_all
from dayshift.hiring.applications.history import PendingMove
from dayshift.hiring.applications.models import applications, moves
from dayshift.hiring.applications.unsent import keep_unsent
from dayshift.hiring.desk.job_routes import StateChange, change_job_state
from dayshift.hiring.employers import find_posting
from dayshift.hiring.employers.models import members
from tests.hiring.applications.test_moves import load, staff
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

__all__ = ["mails"]

MONDAY = "2026-03-02T15:00:00Z"
MOVES: dict[str, dict[str, Any]] = {
    "ask": {"action": "ask", "text": "Can you work Sundays?"},
    "invite": {
        "action": "invite", "times": ["2026-03-05T20:00:00Z"], "place": "218 9th Ave", "askFor": "Maria", "words": "Hi!"
    },
    "offer": {
        "action": "offer", "pay": 21, "startOn": "2026-03-09", "firstShift": "4 PM", "place": "218 9th Ave",
        "words": "Welcome!",
    },
    "decline": {"action": "decline", "reason": "times", "words": "We need Sundays."},
}  # fmt: skip


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def send_later(member: StaffMember, one: str, action: str) -> None:
    version = member.ask("GET", f"/applications/{one}/options")["version"]
    headers = {"If-Match": str(version), "Idempotency-Key": f"{action}-{member.id}"}
    member.ask("POST", f"/applications/{one}/moves", MOVES[action], headers=headers)


def fill(tx: Tx, one: str, member: StaffMember) -> None:
    posting = find_posting(tx, load(tx, one).posting_id)
    assert posting is not None
    change_job_state(tx, staff(tx, member), posting.id, StateChange(state="filled", version=posting.version), now())


def deactivate(tx: Tx, member: StaffMember) -> None:
    tx.execute(update(members).where(members.c.id == member.id).values(state="deactivated"))


def stop(client: TestClient, clock: Any, one: str, maria: StaffMember, sam: StaffMember, reason: str) -> None:
    """Let something happen within the 30 seconds."""
    match reason:
        case "withdrawn":
            in_database(client, lambda tx: withdraw(tx, load(tx, one), now()) and None)
        case "all_withdrawn":  # As when the account is about to be deleted.
            in_database(client, lambda tx: withdraw_all(tx, load(tx, one).user_id, now()))
        case "closed":
            in_database(client, fill, one, sam)
        case "no_access":
            in_database(client, deactivate, maria)
        case "changed":
            changed = update(applications).where(applications.c.id == one).values(stage="offered", turn="candidate")
            in_database(client, lambda tx: tx.execute(changed) and None)
        case "times":  # The worker was down until the offered time was over.
            clock.move_to("2026-03-05T20:30:00Z")


@pytest.mark.parametrize(
    ("action", "happens", "reason"),
    [
        ("ask", "withdrawn", "withdrawn"),
        ("invite", "all_withdrawn", "withdrawn"),
        ("offer", "closed", "closed"),
        ("decline", "no_access", "no_access"),
        ("ask", "changed", "changed"),
        ("invite", "times", "times"),
        ("decline", "failed", "failed"),
    ],
)
def test_the_member_hears_of_a_decision_that_was_not_sent(  # noqa: PLR0917
    client: TestClient,
    person: Person,
    mails: Callable[[], list[Any]],
    diner: Business,
    clock: Any,
    monkeypatch: pytest.MonkeyPatch,
    action: str,
    happens: str,
    reason: str,
) -> None:
    maria, sam = diner.member("manager"), diner.member("manager", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    if action == "offer":
        met = update(applications).where(applications.c.id == one).values(stage="met")
        in_database(client, lambda tx: tx.execute(met) and None)
    send_later(maria, one, action)
    mails()
    if happens == "failed":

        def fail(*_: Any, **__: Any) -> None:
            raise RuntimeError("a fault of ours")

        monkeypatch.setattr(pending_tasks, "send", fail)
    stop(client, clock, one, maria, sam, happens)
    for _ in range(MAX_ATTEMPTS if happens == "failed" else 1):
        clock.shift(1200 if happens == "failed" else 31)
        mails()
    clock.shift(180)  # One mail collects what happened together.
    if happens == "times":
        maria = diner.member("owner", "Ana Whitlock")  # Sessions end; mails still go to who decided.
    found = [mail for mail in mails() if mail["Subject"].startswith("Not sent:")]
    told = sam if reason == "no_access" else maria
    if happens not in {"times", "failed"}:
        [notice] = told.ask("GET", "/unsent")["unsent"]
        assert (notice["applicationId"], notice["action"], notice["reason"]) == (one, action, reason)
        assert notice["by"] == ("Maria Ortiz" if reason == "no_access" else None)
        written = MOVES[action].get("words") or MOVES[action].get("text")
        assert written in notice["move"].values()
        if told is maria:
            assert sam.ask("GET", "/unsent")["unsent"] == []
            sam.ask("DELETE", f"/unsent/{notice['id']}", expect=404)
        told.ask("DELETE", f"/unsent/{notice['id']}", expect=204)
        assert told.ask("GET", "/unsent")["unsent"] == []
    to = {mail["To"].addresses[0].addr_spec.split("@")[0] for mail in found}
    assert to == ({"sam.manager"} if reason == "no_access" else {"maria.manager"})
    assert found[0]["Subject"] == "Not sent: your decision about Maya, Restaurant Server (9th Avenue)"
    can_decide = reason not in {"withdrawn", "closed"}
    assert ("What was written is kept, so you can decide again." in mail_bodies(found[0])[0]) is can_decide
    assert in_database(client, lambda tx: tx.execute(select(moves.c.action)).scalars().all())[-1] != action


def test_bulk_decisions_that_were_not_sent_are_one_mail(
    client: TestClient, mails: Callable[[], list[Any]], diner: Business, clock: Any
) -> None:
    maria, sam = diner.member("manager"), diner.member("manager", "Sam Okafor")
    people = [Person.register(client, f"rosa{number}@example.com") for number in range(3)]
    sent = [applied(client, person, diner.jobs[0]) for person in people]
    for one in sent:
        viewed(client, maria, one)
    body = {"move": MOVES["ask"], "applications": [{"id": one, "version": 2} for one in sent]}
    results = maria.ask("POST", "/applications/moves", body, headers={"Idempotency-Key": "decision-1"})["results"]
    assert all(one["dueAt"] for one in results)
    in_database(client, fill, sent[0], sam)
    clock.shift(31)
    mails()
    clock.shift(180)
    [mail] = [mail for mail in mails() if mail["Subject"].startswith("Not sent:")]
    assert mail["Subject"] == "Not sent: 3 decisions"
    assert len(maria.ask("GET", "/unsent")["unsent"]) == 3


@pytest.mark.parametrize("action", ["invite", "decline"])
def test_another_decision_of_the_member_settles_the_notice(
    client: TestClient, person: Person, mails: Callable[[], list[Any]], diner: Business, clock: Any, action: str
) -> None:
    maria, sam = diner.member("manager"), diner.member("manager", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    viewed(client, sam, one)
    lost = PendingMove(one, "lost", maria.id, 2, MOVES["invite"], "key", now(), now())
    in_database(client, lambda tx: keep_unsent(tx, [(lost, load(tx, one), "times")], now()))
    mails()

    send_later(sam, one, "ask")  # A colleague's decision says nothing about Maria's.
    clock.shift(31)
    mails()
    assert len(maria.ask("GET", "/unsent")["unsent"]) == 1
    send_later(maria, one, action)
    clock.shift(31)
    mails()
    assert maria.ask("GET", "/unsent")["unsent"] == []
    clock.shift(180)
    assert not [mail for mail in mails() if mail["Subject"].startswith("Not sent:")]


def test_a_close_of_many_that_was_sent_after_all_settles_the_notices(
    client: TestClient, person: Person, mails: Callable[[], list[Any]], diner: Business, clock: Any
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    lost = PendingMove(one, "lost", maria.id, 2, {"action": "close", "reason": "filled"}, "key", now(), now())
    in_database(client, lambda tx: keep_unsent(tx, [(lost, load(tx, one), "failed")], now()))
    body = {"move": {"action": "close", "reason": "filled"}, "applications": [{"id": one, "version": 2}]}
    maria.ask("POST", "/applications/moves", body, headers={"Idempotency-Key": "decision-1"})
    assert len(maria.ask("GET", "/unsent")["unsent"]) == 1
    clock.shift(31)
    mails()
    assert maria.ask("GET", "/unsent")["unsent"] == []
