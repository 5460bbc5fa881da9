"""API types for operators."""

from datetime import datetime
from typing import Literal

from dayshift.core.http import Reply


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
    """A source's last import; `refused` is the reason if nothing was changed."""

    source: str
    imported_at: datetime
    read: int
    added: int
    changed: int
    removed: int
    quarantined: int
    refused: str | None


class BackupReply(Reply):
    """A backup's outcome; `problem` is what it lacks, or damage in earlier ones."""

    ended_at: datetime
    outcome: Literal["complete", "incomplete", "failed"]
    folder: str | None
    objects: int
    bytes: int
    problem: str | None


class WorkReply(Reply):
    """`late`: tasks that are so overdue that no worker seems to be running.

    `backups_late`: the last complete backup is too old.
    """

    late: int
    backups: list[BackupReply]
    backups_late: bool
    queue: list[QueueReply]
    dead: list[DeadLetterReply]
    imports: list[ImportReply]


class CheckReply(Reply):
    """The result of one settings check."""

    verdict: Literal["ok", "note", "wrong"]
    words: str


class ChecksReply(Reply):
    checks: list[CheckReply]


class ChangedReply(Reply):
    """The number of dead letters affected."""

    changed: int
