"""HTTP: a candidate asks for an accommodation and sees its state."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import StringConstraints

from dayshift.accounts import SignedIn
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Body, Reply
from dayshift.dependencies import Db, Limiter
from dayshift.interviews.reviews.accommodations import Accommodation, Kind, State, accommodations_of, ask_for

router = APIRouter(tags=["reviews"])

ASK = Rule("ask for an accommodation", 20, 3600)


class NewAccommodation(Body):
    """`note`: what the candidate needs, in their words; required for `other`."""

    kind: Kind
    note: Annotated[str, StringConstraints(max_length=1000, strip_whitespace=True)] | None = None
    interview_id: Annotated[str, StringConstraints(max_length=36)] | None = None


class AccommodationReply(Reply):
    """What the candidate asked for. An answer is promised by `dueAt`; `reply` is the answer."""

    id: str
    kind: Kind
    note: str | None
    asked_at: datetime
    due_at: datetime
    state: State
    reply: str | None
    answered_at: datetime | None


class AccommodationsReply(Reply):
    """The candidate's requests, newest first."""

    accommodations: list[AccommodationReply]


@router.get("/api/accommodations", responses=errors(NotSignedIn))
async def list_accommodations(user: SignedIn, db: Db) -> AccommodationsReply:
    """What the signed-in person asked for, newest first."""
    return _reply(await db.read(accommodations_of, user.id))


@router.post("/api/accommodations", status_code=201, responses=errors(NotSignedIn, NotFound, RateLimited))
async def ask_for_accommodation(body: NewAccommodation, user: SignedIn, tries: Limiter, db: Db) -> AccommodationsReply:
    """Ask for an accommodation. Asking again before the answer only changes the note."""
    if body.kind == "other" and not body.note:
        raise InvalidRequest(fields={"note": "Please say what you need"})
    await tries.count(ASK, user.id)

    def ask(tx: Tx) -> list[Accommodation]:
        ask_for(tx, user, body.kind, body.note or None, body.interview_id)
        return accommodations_of(tx, user.id)

    return _reply(await db.write(ask))


def _reply(found: list[Accommodation]) -> AccommodationsReply:
    return AccommodationsReply(accommodations=[AccommodationReply.model_validate(one) for one in found])
