"""Views: who opened, watched or read which answer, and for how long.

An opening is what the server itself sent, so it does not depend on what a member's program reports. How long somebody
watched or read only that program can say: it is stored as a view, never longer than the recording, than what was sent
of it, and than the time that passed.

The beginning of a recording may be loaded before somebody opens it, so that it plays at once. That is not an opening:
the audit log has it, and the candidate is told once the answer is opened.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from time import monotonic
from typing import Literal

from sqlalchemy import bindparam, update

from dayshift.core.audit import Action, Details, record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, hold_lock, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.hiring.applications.actions import move
from dayshift.hiring.applications.history import Opening, View, openings_for
from dayshift.hiring.applications.models import openings, views
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.employers import Member
from dayshift.interviews.recordings import find_take
from dayshift.interviews.room import answers_of

ViewKind = Literal["video", "words"]

FASTEST = 2
"""Highest speed of the player."""

VIEW_GRACE = 3.0
"""Seconds that may have been played or read before the server heard of the view, if the answer was open by then."""

PARTS = 16
"""Parts of a recording's file that are told apart in what was sent."""

CHECK_SECONDS = 2.0
"""Interval between checks, while a recording is sent, that its viewer may still watch it."""

COUNTS_FROM = 5.0
"""Seconds of an answer from which it counts as viewed; of a shorter one, half of it is enough."""

WORDS_A_SECOND = 4
"""Reading speed, for the length of an answer that is read."""

VISIT = timedelta(hours=1)
"""Time within which opening answers again is the same visit."""

_insert_view = insert(views)
_insert_opening = insert(openings)
_send_more = (
    update(openings)
    .where(
        openings.c.application_id == bindparam("application"),
        openings.c.viewer_id == bindparam("by"),
        openings.c.answer == bindparam("order"),
        openings.c.ahead == bindparam("early"),
        openings.c.opened_at >= bindparam("since"),
    )
    .values(sent=openings.c.sent.bitwise_or(bindparam("parts")))
)
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

    @property
    def id(self) -> str:
        """The id of the member or of the link."""
        return self.member.id if self.member else self.link_id or ""


def begin_view(tx: Tx, application: Application, viewer: Viewer, answer: int, kind: ViewKind, at: datetime) -> View:
    """Record that somebody begins to watch or read an answer. It counts as viewed from `needed_for` seconds on.

    Raises `NotFound` if the server has not sent it to them.
    """
    if not _opened(tx, application.id, viewer.id, answer, kind):
        raise NotFound
    length = _length(tx, application, answer, kind)
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
        needed=needed_for(length),
        length=length if kind == "video" else None,
        began_at=at,
        last_at=at,
    )
    tx.execute(_insert_view, {name: getattr(view, name) for name in View.__slots__})
    _record(tx, "answer.viewed", application, viewer, {"answer": answer, "kind": kind})
    return view


def is_opened(tx: Tx, application: Application, viewer: Viewer, kind: ViewKind, at: datetime) -> bool:
    """Whether it is stored already that the server gave this viewer videos or texts of answers in this visit."""
    return any(one.opened_at >= at - VISIT for one in openings_for(tx, application.id, viewer.id, kind))


def log_opened(tx: Tx, application: Application, viewer: Viewer, at: datetime) -> None:
    """Store that the server gave the texts of answers to somebody, once a visit, whatever their program shows."""
    hold_lock(tx, f"openings {application.id} {viewer.id}")
    if not is_opened(tx, application, viewer, "words", at):
        _open(tx, application, viewer, "words", at)


@dataclass(slots=True)
class Sending:
    """Stores which parts of a recording the server sends to somebody: each part once a visit, before it is sent.

    `check` raises an error once they may not watch it any more: the candidate withdrew, a link or a role ended.
    `ahead`: the answer is loaded before it is opened. `known`: the parts that it sent them in this visit, when loaded
    ahead or after. `before`: all that they have. `loaded`: what was loaded ahead, which an opening opens, too.
    """

    db: Database
    application: Application
    viewer: Viewer
    answer: int
    check: Callable[[Tx], object]
    ahead: bool = False
    known: int = 0
    before: int = 0
    loaded: int = 0
    checked_at: float = field(default_factory=monotonic)

    async def __call__(self, start: int, end: int, size: int) -> None:
        """Store that bytes `start` to `end` of a file of `size` are sent. Raises the error of `check`."""
        if monotonic() - self.checked_at >= CHECK_SECONDS:
            await self.db.read(self.check)
            self.checked_at = monotonic()
        await self._store(parts_of(start, end, size))

    async def again(self) -> None:
        """Store that the viewer opened what their browser has from an earlier visit."""
        await self._store(self.before)

    async def _store(self, parts: int) -> None:
        parts |= self.loaded
        if parts & ~self.known:
            self.known |= parts
            sent = (self.application, self.viewer, self.answer, parts, now())
            await self.db.write(log_sent, *sent, ahead=self.ahead)


def load_sent(tx: Tx, sending: Sending) -> None:
    """Load which parts of the recording its viewer has already."""
    this_visit = now() - VISIT
    for ahead in (False, True):
        for one in openings_for(tx, sending.application.id, sending.viewer.id, "video", ahead=ahead):
            if one.answer != sending.answer:
                continue
            sending.before |= one.sent
            if ahead and not sending.ahead:
                sending.loaded |= one.sent
            if ahead == sending.ahead and one.opened_at >= this_visit:
                sending.known |= one.sent


def log_sent(  # noqa: PLR0913  (what is sent has these parts)
    tx: Tx, application: Application, viewer: Viewer, answer: int, parts: int, at: datetime, *, ahead: bool = False
) -> None:
    """Store that the server sends these parts of an answer's recording to somebody; `ahead`: before they open it."""
    hold_lock(tx, f"openings {application.id} {viewer.id}")
    values = {"application": application.id, "by": viewer.id, "order": answer, "since": at - VISIT, "early": ahead}
    if not tx.execute(_send_more, {**values, "parts": parts}).rowcount:
        _open(tx, application, viewer, "video", at, answer=answer, sent=parts, ahead=ahead)


def parts_of(start: int, end: int, size: int) -> int:
    """Return the parts of a file of `size` bytes that the bytes from `start` to `end` touch, as bits."""
    first, last = start * PARTS // size, (end - 1) * PARTS // size
    return (1 << last + 1) - (1 << first) if end > start else 0


def extend_view(tx: Tx, view: View, seconds: float, at: datetime) -> View:
    """Record how much of an answer was played until now, in seconds without repeated parts; return the view after it.

    Nobody can have played more than the server sent, and more than fits into the time since the view began.
    """
    viewer_id = view.member_id or view.link_id or ""
    opened = _opened(tx, view.application_id, viewer_id, view.answer, view.kind)
    played = min(seconds, _possible(view, opened, at))
    tx.execute(_extend_view, {"view": view.id, "played": played, "at": at})
    return replace(view, seconds=max(played, view.seconds))


def _possible(view: View, opened: Sequence[Opening], at: datetime) -> float:
    """Return how many seconds of an answer can have been played or read in a view."""
    first = min((one.opened_at for one in opened), default=view.began_at)
    earlier = min((view.began_at - first).total_seconds(), VIEW_GRACE)
    since = (at - view.began_at).total_seconds()
    if view.kind == "words":
        return since + earlier
    possible = (since + earlier) * FASTEST
    return possible if view.length is None else min(possible, view.length * _sent(opened).bit_count() / PARTS)


def _sent(opened: Sequence[Opening]) -> int:
    return reduce(or_, (one.sent for one in opened), 0)


def _opened(tx: Tx, application_id: str, viewer_id: str, answer: int, kind: str) -> list[Opening]:
    """Return the openings that a view of an answer needs."""
    found = openings_for(tx, application_id, viewer_id, kind)
    return [one for one in found if one.answer in (answer, None)]


def _open(  # noqa: PLR0913  (an opening has these parts)
    tx: Tx, application: Application, viewer: Viewer, kind: ViewKind, at: datetime,
    *, answer: int | None = None, sent: int = 0, ahead: bool = False,
) -> None:  # fmt: skip
    """Store an opening. The audit log has one of each kind a visit, and each answer that was loaded ahead."""
    if ahead:
        _record(tx, "answer.loaded", application, viewer, {"kind": kind, "answer": answer})
    elif not is_opened(tx, application, viewer, kind, at):
        _record(tx, "answer.opened", application, viewer, {"kind": kind})
    opening = Opening(new_id(), application.id, viewer.id, viewer.name, kind, answer, sent, at, ahead)
    tx.execute(_insert_opening, {name: getattr(opening, name) for name in Opening.__slots__})


def _record(tx: Tx, action: Action, application: Application, viewer: Viewer, details: Details) -> None:
    record(
        tx, action, "member" if viewer.member else "link", viewer.id,
        subject="application", subject_id=application.id, employer_id=application.employer_id, details=details,
    )  # fmt: skip


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
