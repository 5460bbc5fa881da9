"""API types of this package."""

from datetime import datetime

from dayshift.core.http import Reply
from dayshift.privacy.export import ExportState


class ErasureReply(Reply):
    """A request for erasure. Everything is deleted at `dueAt`, or later if a legal hold lasts until `heldUntil`."""

    requested_at: datetime
    due_at: datetime
    held_until: datetime | None


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
