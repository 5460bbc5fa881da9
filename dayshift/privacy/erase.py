"""Erase a person, a guest or an interview: rows and tasks at once, files by the next background task.

The account is locked first, so nothing that refers to it can be added. Tasks are deleted last: by then, every row for
which a concurrent transaction could have added a task is locked or gone. What was erased leaves a tombstone.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import structlog

from dayshift.accounts import delete_user, find_user, find_user_by_email, lock_user, user_ids
from dayshift.core.audit import operator_or_system, record
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.errors import AppError, NotFound, Unavailable
from dayshift.core.events import Event, publish
from dayshift.core.tasks import delete_tasks_of
from dayshift.hiring.applications import (
    applications_of,
    forget_candidate,
    forget_orders,
    order_ids_of,
    withdraw_interview,
)
from dayshift.interviews.recordings import recording_ids_of, schedule_erasure
from dayshift.interviews.room import all_interview_ids, delete_interview, interview_ids_of
from dayshift.notifications import forget_address, remove_copies
from dayshift.privacy.export import delete_export, find_export_of
from dayshift.privacy.holds import held_until, orders_held_until
from dayshift.privacy.tombstones import add_tombstones, with_tombstone
from dayshift.scheduling import address_of_booking, all_booking_ids, booking_ids_of, erase_bookings

log = structlog.get_logger()

ATTEMPTS = 10


class LegalHold(AppError):
    """A legal hold forbids to delete this before `until`."""

    code = "legal_hold"
    status = 409
    message = "The law requires us to keep this for now."


@dataclass(frozen=True)
class ApplicationErased(Event):
    """An application was erased with its candidate. Its id is the last trace: employers erase their copies by it."""

    application_id: str
    employer_id: str


async def erase(db: Database, person: str, mailbox: Path) -> int:
    """Erase the user with this email address or id; return the number of recordings.

    Their messages in the developer mailbox, a folder, go with them.
    Raises `NotFound`, and `LegalHold` for somebody whose data is held.
    """
    mentions = await db.read(mentions_of, person)
    for attempt in range(ATTEMPTS):
        try:
            recordings = await db.write(_erase, person)
            break
        except Unavailable:  # PostgreSQL aborts one of two deadlocked transactions.
            if attempt == ATTEMPTS - 1:
                raise
    await asyncio.to_thread(remove_copies, mailbox, mentions)
    await db.purge_deleted()
    return recordings


def mentions_of(tx: Tx, person: str) -> list[str]:
    """Return what messages to or about a person contain: their addresses, and the ids that links in them hold."""
    user = find_user_by_email(tx, person) if "@" in person else find_user(tx, person)
    if user is None:
        return [person] if "@" in person else []
    addresses = [one for one in (user.email, user.phone) if one]
    sent = [application.id for application in applications_of(tx, user.id)]
    return [user.id, *addresses, *sent, *interview_ids_of(tx, user.id), *booking_ids_of(tx, user.email, user.id)]


def _erase(tx: Tx, person: str) -> int:
    user = find_user_by_email(tx, person) if "@" in person else find_user(tx, person)
    if user is not None:
        if until := held_until(tx, user.id, now()):
            raise LegalHold(until=until.isoformat())
        return len(erase_user(tx, user.id))
    if "@" not in person:
        raise NotFound
    if until := orders_held_until(tx, order_ids_of(tx, person), now()):
        raise LegalHold(until=until.isoformat())
    erase_address(tx, person)  # A guest who booked without an account has no recordings.
    return 0


def erase_user(tx: Tx, user_id: str) -> list[str]:
    """Delete the user and everything that refers to them; return the ids of their recordings. Raises `NotFound`."""
    if not lock_user(tx, user_id, against="change"):
        raise NotFound
    user = find_user(tx, user_id)
    recordings = recording_ids_of(tx, user_id)
    address, phone = (user.email, user.phone) if user else (None, None)
    sent = applications_of(tx, user_id)
    forget_candidate(tx, sent)
    mentions = [user_id, *interview_ids_of(tx, user_id), *booking_ids_of(tx, address, user_id)]
    mentions += [application.id for application in sent]
    orders = order_ids_of(tx, address if user and user.email_verified else None, user_id)
    forget_orders(tx, orders)
    if address:
        _forget(tx, address)
    if export := find_export_of(tx, user_id):
        delete_export(tx, export.id)
    delete_user(tx, user_id)
    delete_tasks_of(tx, [*mentions, *orders, *recordings, *filter(None, (address, phone))])
    schedule_erasure(tx, recordings)
    publish(tx, *[ApplicationErased(application.id, application.employer_id) for application in sent])
    add_tombstones(tx, "person", [user_id], now())
    record(
        tx, "person.erased", operator_or_system(),
        subject="person", subject_id=user_id, details={"recordings": len(recordings)},
    )  # fmt: skip
    log.info("person erased", recordings=len(recordings))
    return recordings


def erase_address(tx: Tx, address: str) -> int:
    """Delete the data of a guest without an account; return the number of bookings. Raises `NotFound`."""
    bookings = booking_ids_of(tx, address)
    orders = order_ids_of(tx, address)
    forget_orders(tx, orders)
    erased = _forget(tx, address)
    dropped = delete_tasks_of(tx, [address, *bookings, *orders])
    if not erased and not orders and not dropped:
        raise NotFound
    add_tombstones(tx, "booking", bookings, now())
    record(tx, "address.erased", operator_or_system(), subject="address", details={"bookings": erased})
    log.info("address erased", bookings=erased)
    return erased


def erase_interview(tx: Tx, user_id: str, interview_id: str, at: datetime) -> int:
    """Delete one interview of a user with its answers, score and recording; return how many applications it ends.

    Applications that were sent with it are withdrawn first. Raises `NotFound` and `LegalHold`.
    """
    lock_user(tx, user_id, against="change")
    if until := held_until(tx, user_id, at):
        raise LegalHold(until=until.isoformat())
    withdrawn = withdraw_interview(tx, user_id, interview_id, at)
    delete_interview(tx, user_id, interview_id)
    delete_tasks_of(tx, [interview_id])
    schedule_erasure(tx, [interview_id])
    add_tombstones(tx, "interview", [interview_id], at)
    record(
        tx, "interview.erased", "candidate", user_id,
        subject="interview", subject_id=interview_id, details={"withdrawn": withdrawn},
    )  # fmt: skip
    return withdrawn


def erase_again(tx: Tx, digests: Collection[str]) -> int:
    """Erase everything that has a tombstone among `digests`, after a restore; return how much there was."""
    erased = 0
    for user_id in with_tombstone(user_ids(tx), digests):
        erase_user(tx, user_id)
        erased += 1
    for interview_id, user_id in all_interview_ids(tx):
        if with_tombstone([interview_id], digests):
            with suppress(LegalHold, NotFound):  # Not found: erased with its owner.
                erase_interview(tx, user_id, interview_id, now())
                erased += 1
    for booking_id in with_tombstone(all_booking_ids(tx), digests):
        with suppress(NotFound):  # Another booking with the same address came first.
            if address := address_of_booking(tx, booking_id):
                erase_address(tx, address)
                erased += 1
    return erased


def _forget(tx: Tx, address: str) -> int:
    forget_address(tx, address)
    return erase_bookings(tx, address)
