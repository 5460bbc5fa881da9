"""What crosses the wire to an operator."""

from datetime import datetime
from typing import Literal

from dayshift.core.http import Reply


class QueueReply(Reply):
    """How many tasks of a kind are in a state, and when the first of them was or will be due."""

    kind: str
    state: str
    tasks: int
    first_due_at: datetime


class DeadLetterReply(Reply):
    """A task that was given up, and what its last attempt said."""

    id: str
    kind: str
    attempts: int
    created_at: datetime
    last_error: str | None


class ImportReply(Reply):
    """What the last import of a source did; `refused` says why it changed nothing."""

    source: str
    imported_at: datetime
    read: int
    added: int
    changed: int
    removed: int
    quarantined: int
    refused: str | None


class BackupReply(Reply):
    """How a backup ended; `problem` says what it lacks, or what was wrong with earlier ones."""

    ended_at: datetime
    outcome: Literal["complete", "incomplete", "failed"]
    folder: str | None
    objects: int
    bytes: int
    problem: str | None


class WorkReply(Reply):
    """`late`: tasks that have been due for so long that no worker seems to be there.

    `backups_late`: the last complete backup is too old.
    """

    late: int
    backups: list[BackupReply]
    backups_late: bool
    queue: list[QueueReply]
    dead: list[DeadLetterReply]
    imports: list[ImportReply]


class CheckReply(Reply):
    """What was found of one thing that the settings name."""

    verdict: Literal["ok", "note", "wrong"]
    words: str


class ChecksReply(Reply):
    checks: list[CheckReply]


class ChangedReply(Reply):
    """How many dead letters it was done to."""

    changed: int
