"""API types that candidates' and members' routes share: moves and their parts."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from dayshift.core.http import Body, NotBlank, Reply, WholeNumber, WireTime

MAX_TEXT = 2000

Words = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT), NotBlank]
"""A text that the other side will read."""

DeclineReason = Literal["times", "experience", "license", "others", "answers", "other"]
"""Why a member declined; each has its sentence on the screens."""

CloseReason = Literal["filled", "removed"]

Key = Annotated[str, StringConstraints(min_length=8, max_length=80, pattern=r"^[\x21-\x7e]+$")]
"""An idempotency key: a resend with the same key has no further effect."""


class Ask(Body):
    """Ask a question; the reply date moves once."""

    action: Literal["ask"]
    text: Words


class Invite(Body):
    """Offer times to meet. `minutes` each, in the location's zone; the candidate chooses one."""

    action: Literal["invite"]
    times: Annotated[list[WireTime], Field(min_length=1, max_length=8)]
    minutes: Annotated[int, Field(ge=5, le=240), WholeNumber] = 20
    place: Annotated[str, StringConstraints(min_length=1, max_length=300), NotBlank]
    ask_for: Annotated[str, StringConstraints(min_length=1, max_length=120), NotBlank]
    words: Words | None = None


class OfferJob(Body):
    """Offer the job. `pay` in US dollars per hour."""

    action: Literal["offer"]
    pay: Annotated[float, Field(ge=1, le=500)]
    start_on: Annotated[date, Field(strict=False)]
    first_shift: Annotated[str, StringConstraints(min_length=1, max_length=200), NotBlank]
    place: Annotated[str, StringConstraints(min_length=1, max_length=300), NotBlank]
    bring: Annotated[str, StringConstraints(max_length=500)] | None = None
    words: Words | None = None


class Decline(Body):
    """Decline, with a reason from the list and the member's own words."""

    action: Literal["decline"]
    reason: DeclineReason
    words: Words | None = None


class Close(Body):
    """Close because the job was filled or removed."""

    action: Literal["close"]
    reason: CloseReason = "filled"


class Met(Body):
    """Say after a meeting whether the candidate came."""

    action: Literal["meet", "no_show"]


NewMove = Annotated[Ask | Invite | OfferJob | Decline | Close | Met, Field(discriminator="action")]
"""A member's move. Those that can be undone are sent after 30 seconds."""


class MeetingReply(Reply):
    """An invitation. `startsAt` is null until the candidate has chosen one of the `offered` times."""

    offered: list[datetime]
    minutes: int
    zone: str
    place: str
    ask_for: str
    starts_at: datetime | None
    state: Literal["offered", "chosen", "refused", "cancelled", "met", "no_show"]


class OfferReply(Reply):
    """An offer. `pay` in US dollars per hour."""

    pay: float
    start_on: date
    first_shift: str
    place: str
    bring: str | None
    made_at: datetime
    accepted_at: datetime | None


class MessageReply(Reply):
    """A message about an application. `name` is the member's, null for the candidate's messages."""

    id: str
    sender: Literal["candidate", "member"]
    name: str | None
    question: bool
    text: str
    sent_at: datetime
    read_at: datetime | None


class MoveReply(Reply):
    """One entry of the history. `name` is the member's, as on the day of the move."""

    number: int
    action: str
    from_stage: str | None
    to_stage: str
    actor: Literal["candidate", "member", "system"]
    name: str | None
    reason: str | None
    words: str | None
    made_at: datetime


class ViewReply(Reply):
    """Who watched or read an answer: `seconds` of `duration` (null for words), from `beganAt` on."""

    id: str
    name: str
    answer: int
    question_id: str | None
    competency: str | None
    kind: Literal["video", "words"]
    seconds: float
    duration: float | None
    began_at: datetime
    last_at: datetime
