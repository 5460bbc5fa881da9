"""Views: who watched or read which answer, and for how long."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, update

from dayshift.core.audit import record
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.hiring.applications.actions import move
from dayshift.hiring.applications.history import View
from dayshift.hiring.applications.models import views
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.employers import Member
from dayshift.interviews.recordings import find_take
from dayshift.interviews.room import answers_of

ViewKind = Literal["video", "words"]

FASTEST = 2
"""Highest speed of the player."""

VIEW_GRACE = 3.0
"""Seconds that may have been played before the server heard of the view."""

COUNTS_FROM = 5.0
"""Seconds of an answer from which it counts as viewed; of a shorter one, half of it is enough."""

WORDS_A_SECOND = 4
"""Reading speed, for the length of an answer that is read."""

_insert_view = insert(views)
_extend_view = (
    update(views)
    .where(views.c.id == bindparam("view"), views.c.seconds <= bindparam("played"))
    .values(seconds=bindparam("played"), last_at=bindparam("at"))
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at an answer: a member, or the person of a shared review link."""

    name: str
    member: Member | None = None
    link_id: str | None = None


def begin_view(tx: Tx, application: Application, viewer: Viewer, answer: int, kind: ViewKind, at: datetime) -> View:
    """Record that somebody begins to watch or read an answer. It counts as viewed from `needed_for` seconds on."""
    view = View(
        id=new_id(),
        application_id=application.id,
        member_id=viewer.member.id if viewer.member else None,
        viewer=viewer.name,
        link_id=viewer.link_id,
        version=application.version,
        answer=answer,
        kind=kind,
        seconds=0,
        needed=needed_for(_length(tx, application, answer, kind)),
        began_at=at,
        last_at=at,
    )
    tx.execute(_insert_view, {name: getattr(view, name) for name in View.__slots__})
    record(
        tx, "answer.viewed", "member" if viewer.member else "link",
        viewer.member.id if viewer.member else viewer.link_id,
        subject="application", subject_id=application.id, employer_id=application.employer_id,
        details={"answer": answer, "kind": kind},
    )  # fmt: skip
    return view


def extend_view(tx: Tx, view: View, seconds: float, at: datetime) -> View:
    """Record how much of an answer was played until now, in seconds without repeated parts; return the view after it.

    Nobody can have played more than fits into the time since the view began.
    """
    played = min(seconds, (at - view.began_at).total_seconds() * FASTEST + VIEW_GRACE)
    tx.execute(_extend_view, {"view": view.id, "played": played, "at": at})
    return replace(view, seconds=max(played, view.seconds))


def start_review(tx: Tx, application: Application, view: View, member: Member, at: datetime) -> Application:
    """Let the first answer that counts as viewed by a member start the review. `application` was loaded locked."""
    if view.counts and application.stage == "submitted":
        return move(tx, application, "view", MoveContext("member", at, member))
    return application


def needed_for(length: float | None) -> float:
    """Return the seconds from which an answer of `length` counts as viewed: 5, or half of it if that is less."""
    return COUNTS_FROM if length is None else min(COUNTS_FROM, length / 2)


def _length(tx: Tx, application: Application, answer: int, kind: ViewKind) -> float | None:
    """Return how long an answer takes to watch or read, in seconds; None if that is not known."""
    interview = application.interview_id
    given = answers_of(tx, [interview])[interview] if interview else []
    one = next((one for one in given if one.response_order == answer), None)
    if one is None or interview is None:
        return None
    if kind == "words":
        return len(one.response_text.split()) / WORDS_A_SECOND if one.response_text else None
    take = find_take(tx, interview, one.take_number) if one.take_number else None
    return take.duration_seconds if take else None
