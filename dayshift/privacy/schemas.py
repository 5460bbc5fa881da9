"""API types of this package."""

from datetime import datetime

from dayshift.core.http import Reply


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
