"""Load calls: permissions to watch, current watchers, and signaling mailboxes."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.signing import opened_by, sign, signer
from dayshift.interviews.calls.models import calls, signals, visits
from dayshift.interviews.room import Interview, allows_watching, any_interview, in_progress_of
from dayshift.scheduling import Coach, find_coach, has_booked, is_booked_by

WATCH_LINK = "watch"

BEAT = timedelta(seconds=15)
"""Interval of a connected participant's heartbeat."""
GONE = timedelta(seconds=50)
"""Time without a heartbeat after which a participant counts as disconnected."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A person who may watch one interview with a signed link."""

    name: str
    interview: Interview


@dataclass(frozen=True, slots=True)
class Visit:
    """A watcher's visit; `role` is 'interviewer' or 'observer'."""

    id: str
    watcher: str
    role: str
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class Call:
    """The state of a call: whether the candidate is present, and whether they declined watchers."""

    present: bool
    declined: bool


_call = select(calls.c.seen_at, calls.c.declined).where(calls.c.interview_id == bindparam("interview"))
_calls = select(calls.c.interview_id, calls.c.seen_at, calls.c.declined).where(
    calls.c.interview_id.in_(bindparam("ids", expanding=True))
)
_there = (
    select(*[visits.c[name] for name in Visit.__slots__])
    .where(visits.c.interview_id == bindparam("interview"), visits.c.seen_at > bindparam("since"))
    .where(visits.c.left_at.is_(None))
    .order_by(visits.c.joined_at, visits.c.id)
)
_ever = (
    select(*[visits.c[name] for name in Visit.__slots__])
    .where(visits.c.interview_id == bindparam("interview"))
    .order_by(visits.c.joined_at, visits.c.id)
)
_waiting = select(signals.c.id).where(signals.c.mailbox == bindparam("mailbox")).limit(1)


def call_of(tx: Tx, interview_id: str) -> Call:
    """Return the state of the call of an interview."""
    row = tx.execute(_call, {"interview": interview_id}).first()
    if row is None:
        return Call(present=False, declined=False)
    return Call(present=row.seen_at > now() - GONE, declined=row.declined)


def calls_of(tx: Tx, interview_ids: Sequence[str]) -> dict[str, Call]:
    """Return the calls of several interviews, in one statement."""
    since = now() - GONE
    found = tx.execute(_calls, {"ids": list(interview_ids)})
    return {row.interview_id: Call(present=row.seen_at > since, declined=row.declined) for row in found}


def watching(tx: Tx, interview_id: str) -> list[Visit]:
    """Return the current watchers of an interview, in the order they joined."""
    found = tx.execute(_there, {"interview": interview_id, "since": now() - GONE})
    return [Visit(*row) for row in found]


def visits_of(tx: Tx, interview_id: str) -> list[Visit]:
    """Return all past and present watchers of an interview; the caller has checked access."""
    return [Visit(*row) for row in tx.execute(_ever, {"interview": interview_id})]


def has_mail(tx: Tx, mailbox: str) -> bool:
    """Whether a mailbox has messages."""
    return tx.execute(_waiting, {"mailbox": mailbox}).first() is not None


def live_for(tx: Tx, coach: Coach) -> list[tuple[Interview, str]]:
    """Return the live interviews of candidates who have booked this coach, each with the key of its call."""
    running = in_progress_of(tx, sorted(has_booked(tx, coach.id)))
    present = calls_of(tx, [interview.id for interview in running])
    key_for = signer(tx, WATCH_LINK)
    return [
        (interview, key_for(f"coach:{coach.id}:{coach.link_version}:{interview.id}"))
        for interview in running
        if (call := present.get(interview.id))
        and call.present
        and not call.declined
        and allows_watching(interview.consent_version)
    ]


def guest_key(tx: Tx, interview_id: str, name: str, until: datetime) -> str:
    """Return a key with which a named person may watch one interview until it expires."""
    who = urlsafe_b64encode(name.encode()).decode().rstrip("=")
    return sign(tx, WATCH_LINK, f"guest:{who}:{int(until.timestamp())}:{interview_id}")


def open_watch(tx: Tx, key: str) -> Watcher:
    """Return the watcher of a key. Raises `NotFound` for a key that is forged, expired or revoked, and for an
    interview whose candidate has not consented."""
    kind, who, until, interview_id = _parts(opened_by(tx, WATCH_LINK, key))
    interview = any_interview(tx, interview_id)
    if interview is None or not allows_watching(interview.consent_version):
        raise NotFound
    name = _coach_of(tx, who, until, interview) if kind == "coach" else _guest(who, until)
    return Watcher(name, interview)


def _parts(subject: str) -> list[str]:
    parts = subject.split(":")
    if len(parts) != 4:
        raise NotFound
    return parts


def _coach_of(tx: Tx, coach_id: str, version: str, interview: Interview) -> str:
    coach = find_coach(tx, coach_id)
    if str(coach.link_version) != version or not is_booked_by(tx, coach.id, interview.user_id):
        raise NotFound
    return coach.name


def _guest(who: str, until: str) -> str:
    if int(until) < now().timestamp():
        raise NotFound
    return urlsafe_b64decode(who + "=" * (-len(who) % 4)).decode()


def as_watchers(there: list[Visit]) -> list[dict[str, Any]]:
    """Return the watchers as shown to the candidate."""
    return [{"id": visit.id, "name": visit.watcher, "role": visit.role} for visit in there]
