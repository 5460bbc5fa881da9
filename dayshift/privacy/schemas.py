"""API types of this package."""

from datetime import date, datetime

from dayshift.core.schemas import Reply
from dayshift.hiring.applications import CommitmentKind
from dayshift.privacy.export import ExportState


class ErasureReply(Reply):
    """A request for erasure. Everything is deleted at `dueAt`, or later if a legal hold lasts until `heldUntil`.

    `day`: when that is, in the person's zone, as the mail says it.
    """

    requested_at: datetime
    due_at: datetime
    held_until: datetime | None
    day: date


class ErasureStateReply(Reply):
    """The request that can still be undone; null if there is none."""

    pending: ErasureReply | None


class InterviewErasedReply(Reply):
    """The number of applications that were withdrawn because they were sent with the deleted interview."""

    withdrawn: int


class ExportReply(Reply):
    """A person's copy of their data. A ready one has `sizeBytes`, and can be downloaded until `until`."""

    state: ExportState
    requested_at: datetime
    ready_at: datetime | None
    until: datetime | None
    size_bytes: int | None


class ExportStateReply(Reply):
    """The person's only copy; null if there is none."""

    export: ExportReply | None


class DataCounts(Reply):
    """How much is kept about the person."""

    interviews: int
    answers: int
    recordings: int
    applications: int
    messages: int
    saved_jobs: int
    searches: int


class KeptInterview(Reply):
    """An interview that can be deleted."""

    id: str
    job_title: str
    scheduled_at: datetime
    answers: int


class SharedWith(Reply):
    """What an employer may see. It is changed through any application there: `applicationId` is one."""

    application_id: str
    employer: str
    video: bool
    words: bool
    score: bool
    quick_answers: bool
    until: datetime
    active: bool


class CountedOn(Reply):
    """What an employer counts on: `startOn` of somebody `hired`, an open `offer`, or `meetsAt` of a `meeting`.

    `contact`: the employer sees phone and email.
    """

    application_id: str
    employer: str
    title: str
    kind: CommitmentKind
    start_on: date | None
    meets_at: datetime | None
    zone: str | None
    contact: bool


class LookedAt(Reply):
    """Somebody watched ('video') or read ('words') an answer, for so many `seconds`, as their app reports.

    `counts`: for long enough to count as viewed; otherwise they only opened it.
    """

    id: str
    name: str
    employer: str
    title: str
    answer: int
    kind: str
    seconds: float
    counts: bool
    began_at: datetime


class Opened(Reply):
    """The server sent somebody the page with all texts ('words'), or the recording of an `answer` ('video')."""

    id: str
    name: str
    employer: str
    title: str
    answer: int | None
    kind: str
    opened_at: datetime


class ReadByStaff(Reply):
    """Staff of the service read an interview; `exported`: into a file that improves the AI, without a name."""

    id: str
    interview_id: str
    exported: bool
    read_at: datetime


class Retention(Reply):
    """How long data is kept. `heldUntil`: a legal hold keeps everything until then; null without one."""

    recording_days: int
    export_days: int
    undo_days: int
    backup_days: int
    record_years: int
    held_until: datetime | None


class DataReply(Reply):
    """What is kept about a person, who has it and who looked at it. `views` are the newest of `viewCount`."""

    counts: DataCounts
    interviews: list[KeptInterview]
    grants: list[SharedWith]
    commitments: list[CountedOn]
    views: list[LookedAt]
    view_count: int
    openings: list[Opened]
    staff_reads: list[ReadByStaff]
    retention: Retention
