"""Many applications at once, for tests of lists: rows as moves leave them, without the requests."""

import random
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert

from dayshift.accounts.models import users
from dayshift.core.db import Tx
from dayshift.core.db import insert as upsert
from dayshift.core.ids import new_id
from dayshift.hiring.applications.grants import SHARING_VERSION
from dayshift.hiring.applications.models import (
    application_words,
    applications,
    grants,
    meetings,
    moves,
    stage_counts,
    views,
)
from dayshift.hiring.applications.search import keys_of
from dayshift.hiring.applications.stages import MOVES, Action, Actor, Stage

FIRST = ("Ana", "Ben", "José", "Mariam", "Nina", "Omar", "Rosa", "Zoë")
LAST = ("Álvarez", "Baptiste", "de la Cruz", "Haddad", "Kim", "Novak", "O'Neil", "Sorensen")

HISTORIES: dict[str, list[tuple[Action, Actor]]] = {
    "submitted": [],
    "in_review": [("view", "member")],
    "question_asked": [("view", "member"), ("ask", "member")],
    "invited": [("view", "member"), ("invite", "member")],
    "chosen": [("view", "member"), ("invite", "member"), ("choose_time", "candidate")],
    "met": [("view", "member"), ("invite", "member"), ("choose_time", "candidate"), ("meet", "member")],
    "declined": [("view", "member"), ("decline", "member")],
    "withdrawn": [("withdraw", "candidate")],
}
"""The moves after the first that lead to a state."""


def add_many(
    tx: Tx,
    employer_id: str,
    places: dict[str, tuple[str, str]],
    member: tuple[str, str],
    states: list[str],
    at: datetime,
) -> list[str]:
    """Add one application for each state. `places`: {job: (posting, location)}; `member`: id and name of who acted."""
    chance = random.Random(7)
    ids = []
    for number, state in enumerate(states):
        user, application, job = new_id(), new_id(), chance.choice(sorted(places))
        posting, location = places[job]
        first, last = chance.choice(FIRST), chance.choice(LAST)
        stage, turn, reply_by = _after(HISTORIES[state], at + timedelta(days=chance.randrange(-3, 6)))
        row = {"id": user, "email": f"{user}@example.com", "first_name": first, "last_name": last}
        done = {"phone_verified": False, "profile_completed": False, "interview_completed": False}
        tx.execute(insert(users).values(**row, **done, current_step=1, flow_completed=False, created_at=at))
        values: dict[str, Any] = {
            "id": application, "user_id": user, "job_id": job, "employer_id": employer_id, "posting_id": posting,
            "location_id": location, "name": f"{first} {last}", "first_name": first,
            "title": "Line Cook", "stage": stage,
            "version": len(HISTORIES[state]) + 1, "turn": turn, "reply_by": reply_by, "submitted_at": at,
            "viewed_at": at if ("view", "member") in HISTORIES[state] else None, "changed_at": at,
        }  # fmt: skip
        tx.execute(insert(applications).values(values))
        shared = {"video": True, "words": True, "score": True, "consent_version": SHARING_VERSION}
        grant = {"user_id": user, "employer_id": employer_id, **shared}
        ended = at if state == "withdrawn" else None
        tx.execute(insert(grants).values(**grant, given_at=at, until=at + timedelta(days=90), withdrawn_at=ended))
        for word in keys_of(values["name"]):
            tx.execute(insert(application_words).values(employer_id=employer_id, word=word, application_id=application))
        _record(tx, application, HISTORIES[state], member, at)
        if state == "chosen":
            meeting = {"id": new_id(), "application_id": application, "member_id": member[0], "offered": []}
            where = {"minutes": 20, "zone": "America/New_York", "place": "9th Avenue", "ask_for": "Maria"}
            start = at + timedelta(minutes=number)
            tx.execute(insert(meetings).values(**meeting, **where, starts_at=start, state="chosen", created_at=at))
        count = upsert(stage_counts).values(
            employer_id=employer_id, posting_id=posting, location_id=location, stage=stage, count=1
        )
        keys = ["employer_id", "posting_id", "location_id", "stage"]
        tx.execute(count.on_conflict_do_update(index_elements=keys, set_={"count": stage_counts.c["count"] + 1}))
        ids.append(application)
    return ids


def _after(history: list[tuple[Action, Actor]], reply_by: datetime) -> tuple[Stage, str | None, datetime | None]:
    stage: Stage = "submitted"
    turn: str | None = "employer"
    owed = True
    for action, _ in history:
        move = MOVES[action]
        stage, turn = move.to or stage, move.turn
        owed = turn == "employer" and action != "choose_time"
    return stage, turn, reply_by if owed else None


def _record(
    tx: Tx, application: str, history: list[tuple[Action, Actor]], member: tuple[str, str], at: datetime
) -> None:
    stage: Stage | None = None
    for number, (action, actor) in enumerate([("submit", "candidate"), *history], 1):
        to: Stage = "submitted" if number == 1 else MOVES[action].to or stage or "submitted"  # type: ignore[index]
        who = {"member_id": member[0], "member_name": member[1]} if actor == "member" else {}
        row = {"application_id": application, "number": number, "action": action, "from_stage": stage, "to_stage": to}
        explained = {"explanation": {"member": member[1]}} if action == "decline" else {}
        tx.execute(insert(moves).values(**row, actor=actor, made_at=at, **who, **explained))
        stage = to
        if action == "view":
            seen = {"id": new_id(), "application_id": application, "member_id": member[0], "viewer": member[1]}
            played = {"answer": 1, "kind": "words", "seconds": 3, "began_at": at, "last_at": at}
            tx.execute(insert(views).values(**seen, version=number - 1, **played))
