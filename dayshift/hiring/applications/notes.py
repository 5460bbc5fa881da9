"""Notes that members write about an application for each other. The candidate reads them in the copy of their data."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select

from dayshift.accounts import keep_held
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.hiring.applications.errors import TooManyNotes
from dayshift.hiring.applications.events import NoteWritten
from dayshift.hiring.applications.models import notes
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.employers import KeyReused, Member, members_of

MAX_NOTES = 200
"""About one application."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note; `member_name` and `told`, the colleagues it was mailed to, by their names on that day."""

    id: str
    member_id: str | None
    member_name: str
    told: list[str]
    text: str
    written_at: datetime


_columns = [notes.c[name] for name in Note.__slots__]
_insert = insert(notes)
_of_application = (
    select(*_columns)
    .where(notes.c.application_id == bindparam("application"))
    .order_by(notes.c.written_at.desc(), notes.c.id.desc())
    .limit(MAX_NOTES)
)
_count = select(func.count()).select_from(notes).where(notes.c.application_id == bindparam("application"))
_by_key = select(notes.c.text).where(
    notes.c.application_id == bindparam("application"),
    notes.c.member_id == bindparam("member"),
    notes.c.key == bindparam("key"),
)
_delete = (
    delete(notes)
    .where(
        notes.c.id == bindparam("id"),
        notes.c.application_id == bindparam("application"),
        notes.c.member_id == bindparam("member"),
    )
    .returning(notes.c.id)
)


def notes_of(tx: Tx, application_id: str) -> list[Note]:
    """Return the notes about an application, newest first."""
    return [Note(*row) for row in tx.execute(_of_application, {"application": application_id})]


def readers_of(tx: Tx, application: Application) -> list[Member]:
    """Return the members who can read notes about an application: those who hire at its place."""
    return [
        one
        for one in members_of(tx, application.employer_id)
        if one.state == "active" and one.covers(application.location_id)
    ]


def write_note(tx: Tx, application: Application, by: MoveContext, text: str, tell: Collection[str]) -> bool:
    """Store a note and have it mailed to the colleagues `tell`; returns False for one with a key that is known.

    The application is locked, so two requests with one key follow each other.

    Raises `InvalidRequest` for somebody who cannot read it, `KeyReused` for another text, and `TooManyNotes`.
    """
    member = by.member
    assert member is not None  # noqa: S101  (only members write notes)
    known = tx.execute(_by_key, {"application": application.id, "member": member.id, "key": by.key}).scalar()
    if known is not None and known != text:
        raise KeyReused
    if known is not None:
        return False
    if tx.execute(_count, {"application": application.id}).scalar_one() >= MAX_NOTES:
        raise TooManyNotes
    told = [one for one in readers_of(tx, application) if one.id in tell and one.id != member.id]
    if len(told) != len(set(tell)):
        raise InvalidRequest(fields={"tell": "Unknown colleague"})
    note = {
        "id": new_id(),
        "application_id": application.id,
        "member_id": member.id,
        "member_name": member.name,
        "told": [one.name for one in told],
        "text": text,
        "written_at": by.at,
        "key": by.key,
    }
    tx.execute(_insert, note)
    publish(tx, *[NoteWritten(str(note["id"]), application.id, member.name, one.id) for one in told])
    return True


def delete_note(tx: Tx, application: Application, member: Member, note_id: str) -> None:
    """Delete one of the member's own notes. Under a legal hold, a copy is kept. Raises `NotFound`."""
    row = {"id": note_id, "application": application.id, "member": member.id}
    mine = (notes.c.id == note_id, notes.c.application_id == application.id, notes.c.member_id == member.id)
    keep_held(tx, list(notes.c), *mine, user_id=application.user_id)
    if tx.execute(_delete, row).first() is None:
        raise NotFound
