"""Views: who watched or read which answer, and for how long."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, update

from dayshift.applications.actions import By, move
from dayshift.applications.events import AnswerViewed
from dayshift.applications.models import views
from dayshift.applications.queries import Application, View
from dayshift.core.audit import record
from dayshift.core.db import Tx, insert
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.employers import Member

ViewKind = Literal["video", "words"]

FASTEST = 2
"""Highest speed of the player."""

VIEW_GRACE = 3.0
"""Seconds that may have been played before the server heard of the view."""

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
    """Record that somebody begins to watch or read an answer. The first view by a member starts the review."""
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
    publish(tx, AnswerViewed(application.id, view.id))
    if viewer.member and application.stage == "submitted":
        move(tx, application, "view", By("member", at, viewer.member))
    return view


def extend_view(tx: Tx, view: View, seconds: float, at: datetime) -> float:
    """Record how much of an answer was played until now, in seconds without repeated parts; return it.

    Nobody can have played more than fits into the time since the view began.
    """
    played = min(seconds, (at - view.began_at).total_seconds() * FASTEST + VIEW_GRACE)
    tx.execute(_extend_view, {"view": view.id, "played": played, "at": at})
    return played
