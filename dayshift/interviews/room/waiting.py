"""How long spoken answers wait to be written down: the queue, and when the texts of an interview will be there."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Backlog, backlog, due_times

TRANSCRIBE = "interviews.hear"
"""The task that transcribes one answer."""

LATEST = timedelta(minutes=15)
"""Longest interval between checks whether a recording has arrived."""
LONG = timedelta(minutes=10)
"""Waits longer than this are told to the person and to those who read the answer."""
WINDOW = timedelta(minutes=10)
MIN_WINDOW = timedelta(minutes=1)
"""Time over which the speed of the queue is measured: only while answers wait, so that idle time does not count."""


@dataclass(frozen=True, slots=True)
class TranscriptionQueue:
    """Answers that wait to be written down, since when the first does, and in how long the last will be."""

    waiting: int
    oldest_at: datetime | None
    expected: timedelta | None
    """None if it is not known: nothing was written down lately, or the queue is too young."""


@dataclass(frozen=True, slots=True)
class WritingDelay:
    """Texts of an interview are late: they will be there at `expected_at`; None if nobody knows."""

    expected_at: datetime | None


def task_key(interview_id: str, order: int) -> str:
    """The key of the task that transcribes an answer."""
    return f"{TRANSCRIBE}:{interview_id}:{order}"


def transcription_queue(tx: Tx) -> TranscriptionQueue:
    """The queue of answers whose recordings are here."""
    at = now()
    found = backlog(tx, TRANSCRIBE, at, at - WINDOW)
    return TranscriptionQueue(found.waiting, found.oldest_at, _time_for(tx, found, found.waiting, at))


def writing_delay(tx: Tx, interview_id: str, orders: Collection[int]) -> WritingDelay | None:
    """When the last of these answers will be written down, if it waits for longer than `LONG` in all."""
    due = due_times(tx, [task_key(interview_id, order) for order in orders]) if orders else []
    if not due:
        return None
    at, last = now(), max(due)
    if last > at + LATEST:  # The account's share of today is used up.
        return WritingDelay(last)
    found = backlog(tx, TRANSCRIBE, last, at - WINDOW)
    expected = _time_for(tx, found, found.waiting, at)
    if expected is None:
        return WritingDelay(None) if last < at - LONG else None
    return WritingDelay(at + expected) if at + expected - last > LONG else None


def _time_for(tx: Tx, found: Backlog, tasks: int, at: datetime) -> timedelta | None:
    """Time for so many tasks at the speed of the time since the oldest waits; None if that is not known."""
    if found.oldest_at is None:
        return timedelta(0)
    window = min(at - found.oldest_at, WINDOW)
    if window < MIN_WINDOW:
        return None
    done = found.done if window == WINDOW else backlog(tx, TRANSCRIBE, at, at - window).done
    return window * tasks / done if done else None
