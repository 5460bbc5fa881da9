"""HTTP: members write notes about an application for each other."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Body, Reply
from dayshift.dependencies import Db, IdempotencyKey, Limiter
from dayshift.hiring.applications.access import load_for_member
from dayshift.hiring.applications.errors import TooManyNotes
from dayshift.hiring.applications.fair_words import traits_for_audit, unfair_words
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.applications.notes import delete_note, notes_of, readers_of, write_note
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.applications.schemas import Words
from dayshift.hiring.desk.list_routes import Id
from dayshift.hiring.employers import ROLE_ERRORS, Hiring, KeyReused, Member

router = APIRouter(tags=["desk"])

NOTES = "/api/desk/applications/{application_id}/notes"

WRITE = Rule("write a note", 120, 3600)
"""Per member."""
MAX_NOTIFIED = 10


class NoteReply(Reply):
    """A note. `told`: names of the colleagues it was mailed to; `own`: the member may delete it."""

    id: str
    name: str
    told: list[str]
    text: str
    written_at: datetime
    own: bool


class ColleagueReply(Reply):
    """Somebody who can read the notes."""

    id: str
    name: str


class NotesReply(Reply):
    """The notes about an application, newest first, and the colleagues who can read them."""

    notes: list[NoteReply]
    colleagues: list[ColleagueReply]


class NewNote(Body):
    """A note, and the ids of the colleagues to mail it to."""

    text: Words
    tell: Annotated[list[Id], Field(max_length=MAX_NOTIFIED)] = Field(default_factory=list)


@router.get(NOTES, responses=errors(*ROLE_ERRORS, NotFound))
async def read_notes(application_id: str, member: Hiring, db: Db) -> NotesReply:
    """What those who hire have noted about an application."""

    def load(tx: Tx) -> NotesReply:
        return _notes(tx, load_for_member(tx, member, application_id, now()).application, member)

    return await db.read(load)


@router.post(
    NOTES,
    status_code=201,
    responses=errors(*ROLE_ERRORS, NotFound, InvalidRequest, RateLimited, KeyReused, TooManyNotes),
)
async def add_note(
    application_id: str, body: NewNote, member: Hiring, db: Db, limits: Limiter, key: IdempotencyKey
) -> NotesReply:
    """Write a note for those who hire. The audit log keeps which protected traits its words refer to."""
    await limits.count(WRITE, member.id)

    def work(tx: Tx) -> NotesReply:
        at = now()
        application = load_for_member(tx, member, application_id, at, for_update=True).application
        if write_note(tx, application, MoveContext("member", at, member, key), body.text, body.tell):
            record(
                tx, "note.written", "member", member.id, subject="application", subject_id=application_id,
                employer_id=member.employer_id, details=traits_for_audit(unfair_words(body.text)) or None,
            )  # fmt: skip
        return _notes(tx, application, member)

    return await db.write(work)


@router.delete(f"{NOTES}/{{note_id}}", responses=errors(*ROLE_ERRORS, NotFound))
async def remove_note(application_id: str, note_id: str, member: Hiring, db: Db) -> NotesReply:
    """Delete an own note."""

    def work(tx: Tx) -> NotesReply:
        application = load_for_member(tx, member, application_id, now()).application
        delete_note(tx, application, member, note_id)
        record(
            tx, "note.deleted", "member", member.id, subject="application", subject_id=application_id,
            employer_id=member.employer_id,
        )  # fmt: skip
        return _notes(tx, application, member)

    return await db.write(work)


def _notes(tx: Tx, application: Application, member: Member) -> NotesReply:
    return NotesReply(
        notes=[
            NoteReply(
                id=one.id,
                name=one.member_name,
                told=one.told,
                text=one.text,
                written_at=one.written_at,
                own=one.member_id == member.id,
            )
            for one in notes_of(tx, application.id)
        ],
        colleagues=[
            ColleagueReply(id=one.id, name=one.name) for one in readers_of(tx, application) if one.id != member.id
        ],
    )
