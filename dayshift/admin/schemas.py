"""API types for operators."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from dayshift.accounts import Email
from dayshift.core.language import Language
from dayshift.core.schemas import Body, NotBlank, Reply
from dayshift.hiring.employers import AlikeReply, PersonName


class QueueReply(Reply):
    """Number of tasks of a kind in a state, and the earliest due time among them."""

    kind: str
    state: str
    tasks: int
    first_due_at: datetime


class DeadLetterReply(Reply):
    """A dead task and its last error."""

    id: str
    kind: str
    attempts: int
    created_at: datetime
    last_error: str | None


class ImportReply(Reply):
    """A source's last import; `refused` is the reason if nothing was changed, and `refused_since` the first of the
    imports in a row that were refused.

    `held`: open jobs that the feed lacks; they stay until an operator confirms that they are gone. `confirmed`: so many
    the next import may remove.
    """

    source: str
    imported_at: datetime
    read: int
    added: int
    changed: int
    removed: int
    quarantined: int
    refused: str | None
    refused_since: datetime | None
    held: int
    confirmed: int | None


class RemovalConfirmed(Body):
    """`held` is the number of jobs that the operator saw, and the most that the next import may remove."""

    source: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    held: Annotated[int, Field(gt=0)]


class BackupReply(Reply):
    """A backup's outcome; `problem` is what it lacks, or damage in earlier ones."""

    ended_at: datetime
    outcome: Literal["complete", "incomplete", "failed"]
    folder: str | None
    objects: int
    bytes: int
    problem: str | None


class TranscriptionQueueReply(Reply):
    """Spoken answers that wait to be written down, since when the first does, and in how many seconds the last will be.

    `expected_seconds` is null if that is not known: nothing was written down lately, or they have only just come.
    """

    waiting: int
    oldest_at: datetime | None
    expected_seconds: float | None


class WorkReply(Reply):
    """`late`: tasks that are so overdue that no worker seems to be running.

    `backups_late`: the last complete backup is too old.
    """

    late: int
    backups: list[BackupReply]
    backups_late: bool
    queue: list[QueueReply]
    transcription: TranscriptionQueueReply
    dead: list[DeadLetterReply]
    imports: list[ImportReply]


class CheckReply(Reply):
    """The result of one settings check."""

    verdict: Literal["ok", "note", "wrong"]
    words: str


class ChecksReply(Reply):
    checks: list[CheckReply]


class AccommodationRequestReply(Reply):
    """What a candidate asked for. `late`: the answer was promised earlier."""

    id: str
    name: str
    email: str | None
    phone: str | None
    kind: Literal["more_time", "typed", "person", "other"]
    note: str | None
    asked_at: datetime
    due_at: datetime
    late: bool


class AccommodationRequestsReply(Reply):
    """The requests that wait for an answer, in the order in which they are due."""

    requests: list[AccommodationRequestReply]


class AccommodationAnswer(Body):
    """The answer to a candidate, who gets it by mail and sees it in the app."""

    state: Literal["arranged", "declined"]
    reply: Annotated[str, StringConstraints(min_length=1, max_length=1000, strip_whitespace=True), NotBlank]


class ChangedReply(Reply):
    """The number of dead letters affected."""

    changed: int


class ClaimReply(Reply):
    """An employer's request for imported jobs. `domain` is that of the jobs' own pages; empty if they have none.

    `addressMatches`: the address with which the member signs in is at that domain. `mailedTo`: a link was mailed there.
    `url` is the page of one of the `jobs`; `titles` are the first five.
    """

    id: str
    employer: str
    name: str | None
    email: str | None
    role: str | None
    domain: str
    address_matches: bool
    mailed_to: str | None
    jobs: int
    titles: list[str]
    url: str | None
    created_at: datetime
    expires_at: datetime


class SignUpWaitingReply(Reply):
    """A new employer that waits for approval: who asked, from which proved address, and who may be the same."""

    id: str
    employer: str
    name: str
    email: str
    zip: str
    street: str | None
    proved_at: datetime
    alike: list[AlikeReply]


class SignUpsReply(Reply):
    """The oldest sign-ups that wait; `more`: there are others."""

    sign_ups: list[SignUpWaitingReply]
    more: bool


class ClaimsReply(Reply):
    """Claims that nobody has decided, oldest first. `more`: others follow once these are decided."""

    claims: list[ClaimReply]
    more: bool


class EmployerMemberReply(Reply):
    """An owner, or somebody who is invited. `expired`: their invitation no longer works."""

    id: str
    name: str
    email: str
    role: str
    state: str
    expired: bool


class OperatedEmployerReply(Reply):
    """An employer with its owners and open invitations. `members`: how many are active."""

    id: str
    name: str
    members: int
    closed_at: datetime | None
    people: list[EmployerMemberReply]


class EmployersReply(Reply):
    """The employers that match, those that nobody can sign in to first. `next`: where the next page begins."""

    employers: list[OperatedEmployerReply]
    next: str | None


class NewOwner(Body):
    email: Email
    name: PersonName
    language: Language


class EmployerEnd(Body):
    """The employer's name, typed again: closing cannot be undone."""

    name: str


class EmployerEndedReply(Reply):
    """What ended with an employer."""

    applications: int
    jobs: int
    members: int


class EmployerMerge(Body):
    """The record that stays. `name`, the employer's, is typed to merge; without it, only the numbers are returned."""

    into: Annotated[str, StringConstraints(max_length=36)]
    name: str | None = None


class EmployerMergedReply(Reply):
    """What a merge moves and ends; see `dayshift employers merge`. `done`: whether it was made."""

    done: bool
    jobs: int
    applications: int
    locations: int
    members: int
    same_people: int
    limited: int
    narrowed: int
    ended: int
    unplaced: int


class Refusal(Body):
    """Why a claim or a new employer is refused; the person who asked reads it."""

    reason: Annotated[str, StringConstraints(min_length=1, max_length=500), NotBlank]


class ClaimDecidedReply(Reply):
    """How many jobs now belong to the employer."""

    jobs: Annotated[int, Field(ge=0)]
