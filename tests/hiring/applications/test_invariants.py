"""`dayshift doctor` names every kind of damage to applications, and nothing on healthy ones."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Table, delete, text, update
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.hiring.applications.actions import move, unsubmit
from dayshift.hiring.applications.decisions import choose_time, look_again, send, withdraw
from dayshift.hiring.applications.models import (
    applications,
    grants,
    moves,
    pending_moves,
    reply_days,
    stage_counts,
    views,
)
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.employers import find_member
from dayshift.settings import Settings
from tests.operators import examine
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

Damage = Callable[[Tx, str], Any]


def violations(settings: Settings) -> dict[str, set[str]]:
    """Return what breaks an invariant of applications, by the invariant's name: the reasons."""
    return {
        finding.name: {one.why for one in finding.broken}
        for finding in examine(settings)
        if finding.broken and finding.name.startswith("applications.")
    }


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager")


def make(client: TestClient, application_id: str, member: StaffMember, body: dict[str, Any]) -> None:
    """Let a member make a move that is sent at once."""

    def work(tx: Tx) -> None:
        application, staff = any_application(tx, application_id, for_update=True), find_member(tx, member.id)
        assert application is not None
        assert staff is not None
        send(tx, application, staff, body, now(), key=new_id())

    in_database(client, work)


def invited(client: TestClient, person: Person, maria: StaffMember, application_id: str) -> None:
    """Invite the candidate, who chooses the time."""
    start = now() + timedelta(days=1)
    body = {"action": "invite", "times": [start.isoformat()], "minutes": 20, "place": "9th Avenue", "ask_for": "Maria"}
    make(client, application_id, maria, body)

    def choose(tx: Tx) -> None:
        application = any_application(tx, application_id, for_update=True)
        assert application is not None
        choose_time(tx, application, start, now())

    in_database(client, choose)


@pytest.fixture
def decided(client: TestClient, person: Person, diner: Business, maria: StaffMember) -> str:
    """An application that was viewed, answered, and whose candidate has chosen a time."""
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    invited(client, person, maria, application_id)
    return application_id


def test_healthy_applications_break_nothing(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, decided: str, settings: Settings
) -> None:
    sam = diner.member("owner", "Sam Okafor")
    other = Person.register(client, "rosa@example.com")
    interview = interviewed(other)
    declined = applied(client, other, diner.jobs[0], interview)
    viewed(client, maria, declined)
    make(client, declined, maria, {"action": "decline", "reason": "times"})

    def ask_again(tx: Tx) -> None:
        application = any_application(tx, declined, for_update=True)
        assert application is not None
        look_again(tx, application, None, now())

    in_database(client, ask_again)
    viewed(client, sam, declined)
    make(client, declined, sam, {"action": "decline", "reason": "times"})
    taken_back, ended = applied(client, other, diner.jobs[1], interview), None

    def leave(tx: Tx) -> None:
        application = any_application(tx, taken_back, for_update=True)
        assert application is not None
        unsubmit(tx, application, now())

    in_database(client, leave)
    ended = applied(client, other, diner.jobs[1], interview)

    def stop(tx: Tx) -> None:
        application = any_application(tx, ended, for_update=True)
        assert application is not None
        withdraw(tx, application, now())

    in_database(client, stop)
    assert violations(settings) == {}


def change(table: Table, **values: Any) -> Damage:
    return lambda tx, _: tx.execute(update(table).values(**values))


def change_move(action: str, **values: Any) -> Damage:
    return lambda tx, _: tx.execute(update(moves).where(moves.c.action == action).values(**values))


def add_pending(tx: Tx, application_id: str, *, due: timedelta, stage: str = "invited") -> None:
    """Add a decision that waits to be sent."""
    member = tx.execute(text("SELECT member_id FROM views")).scalar_one()
    at = now() + due
    tx.execute(
        pending_moves.insert().values(
            application_id=application_id, id=new_id(), member_id=member, version=4, move={"action": "close"},
            key=new_id(), made_at=at, due_at=at,
        )
    )  # fmt: skip


def end_with_pending(tx: Tx, application_id: str) -> None:
    """Withdraw, and add a decision that waits after all."""
    application = any_application(tx, application_id, for_update=True)
    assert application is not None
    withdraw(tx, application, now())
    add_pending(tx, application_id, due=timedelta(seconds=30))


def view_after_withdrawal(tx: Tx, application_id: str) -> None:
    """Withdraw, and add a view as a player leaves that was not stopped."""
    application = any_application(tx, application_id, for_update=True)
    assert application is not None
    withdraw(tx, application, now())
    tx.execute(update(views).values(version=application.version + 1))


def decline_twice(tx: Tx, application_id: str) -> None:
    """Decline, let the candidate ask for another look, and store a second decline by the same member."""
    member = find_member(tx, tx.execute(text("SELECT member_id FROM views")).scalar_one())
    steps: list[tuple[Any, MoveContext]] = [
        ("decline", MoveContext("member", now(), member, reason="times")),
        ("look_again", MoveContext("candidate", now())),
    ]
    for action, by in steps:
        application = any_application(tx, application_id, for_update=True)
        assert application is not None
        move(tx, application, action, by)
    tx.execute(update(applications).values(declined_by=None))  # So that the second one is not refused.
    application = any_application(tx, application_id, for_update=True)
    assert application is not None
    move(tx, application, "decline", MoveContext("member", now(), member, reason="times"))


DAMAGES: list[tuple[str, str, Damage]] = [
    ("history", "has no submission as its first move", change_move("submit", actor="member")),
    ("history", "has a gap in its moves", lambda tx, _: tx.execute(delete(moves).where(moves.c.number == 2))),
    (
        "history",
        "has a move that begins at another stage than the one before led to",
        change_move("invite", from_stage="question_asked"),
    ),
    ("history", "has a move that is not allowed", change_move("invite", actor="candidate")),
    ("history", "has a version that differs from its moves", change(applications, version=9)),
    ("history", "has a version that differs from its moves", change(applications, version=2)),
    ("history", "has a stage that differs from its moves", change(applications, stage="met")),
    ("history", "has a turn that differs from its moves", change(applications, turn="candidate")),
    ("promises", "owes no reply and has a reply date", change(applications, reply_by=now())),
    ("views", "was viewed without a grant", lambda tx, _: tx.execute(delete(grants))),
    ("views", "was viewed when it had ended", view_after_withdrawal),
    (
        "views",
        "was viewed after its grant had ended",
        lambda tx, _: tx.execute(
            update(grants).values(given_at=now() - timedelta(days=9), until=now() - timedelta(days=1))
        ),
    ),
    ("decisions", "has a decision without a name", change_move("invite", member_name=None, member_id=None)),
    ("decisions", "was decided by a member who had not viewed it", lambda tx, _: tx.execute(delete(views))),
    ("decisions", "was decided by a member who had not viewed it", change(views, version=3)),
    ("decisions", "was declined again by the member who had declined it", decline_twice),
    ("pending", "has a decision that was never sent", lambda tx, one: add_pending(tx, one, due=-timedelta(hours=1))),
    ("pending", "has a decision that waits and cannot be made", end_with_pending),
    ("counters", "counts 1 too few invited", lambda tx, _: tx.execute(delete(stage_counts))),
    (
        "counters",
        "counts 2 too many invited",
        lambda tx, _: tx.execute(update(stage_counts).where(stage_counts.c.stage == "invited").values(count=3)),
    ),
    ("counters", "has replies that were not counted", lambda tx, _: tx.execute(delete(reply_days))),
]


@pytest.mark.parametrize(("name", "why", "damage"), DAMAGES, ids=[f"{name}: {why}" for name, why, _ in DAMAGES])
def test_damage_is_named(
    client: TestClient, decided: str, settings: Settings, name: str, why: str, damage: Damage
) -> None:
    in_database(client, damage, decided)
    assert why in violations(settings)[f"applications.{name}"]


def test_missing_reply_date_is_named(client: TestClient, person: Person, diner: Business, settings: Settings) -> None:
    applied(client, person, diner.jobs[0])
    in_database(client, lambda tx: tx.execute(update(applications).values(reply_by=None)))
    assert violations(settings) == {"applications.promises": {"owes a reply and has no reply date"}}


def test_second_application_for_a_job_is_named(
    client: TestClient, person: Person, diner: Business, settings: Settings
) -> None:
    interview = interviewed(person)
    first, second = (applied(client, person, job, interview) for job in diner.jobs)
    if settings.sqlite_file:
        with closing(sqlite3.connect(settings.sqlite_file)) as raw, raw:  # Does not enforce foreign keys.
            (table,) = raw.execute("SELECT sql FROM sqlite_master WHERE name = 'applications'").fetchone()
            constraint = r",\s*CONSTRAINT uq_applications_user_id_job_id UNIQUE \(user_id, job_id\)"
            without = re.sub(constraint, "", table).replace("applications", "copy", 1)
            assert "user_id, job_id" not in without
            raw.executescript(
                f"{without}; INSERT INTO copy SELECT * FROM applications; DROP TABLE applications;"
                "PRAGMA legacy_alter_table = ON; ALTER TABLE copy RENAME TO applications;"
            )
    else:
        drop = text("ALTER TABLE applications DROP CONSTRAINT uq_applications_user_id_job_id")
        in_database(client, lambda tx: tx.execute(drop))
    same = update(applications).where(applications.c.id == second).values(job_id=diner.jobs[0])
    in_database(client, lambda tx: tx.execute(same))
    assert violations(settings) == {"applications.unique": {"applied more than once for a job"}}
    assert first != second
