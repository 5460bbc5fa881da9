"""Erase a user: rows and tasks at once, files by the next background task.

The account is locked first, so nothing that refers to it can be added. Tasks are deleted last: by then, every row for
which a concurrent transaction could have added a task is locked or gone.
"""

from contextlib import suppress

import structlog

from dayshift.accounts import delete_user, find_user, find_user_by_email, lock_user
from dayshift.applications import applications_of, forget_candidate
from dayshift.core.db import Database, Tx
from dayshift.core.errors import NotFound, Unavailable
from dayshift.core.tasks import drop_mentioning
from dayshift.interviews import interview_ids_of
from dayshift.notifications import forget_address
from dayshift.recordings import recording_ids_of, schedule_erasure
from dayshift.scheduling import booking_ids_of, erase_bookings

log = structlog.get_logger()

ATTEMPTS = 10


async def erase(db: Database, person: str) -> int:
    """Erase the user with this email address or id; return the number of recordings. Raises `NotFound`."""
    for _ in range(ATTEMPTS - 1):
        with suppress(Unavailable):  # PostgreSQL aborts one of two deadlocked transactions.
            return await db.write(_erase, person)
    return await db.write(_erase, person)


def _erase(tx: Tx, person: str) -> int:
    user = find_user_by_email(tx, person) if "@" in person else find_user(tx, person)
    if user is not None:
        return erase_user(tx, user.id)
    if "@" not in person:
        raise NotFound
    erase_address(tx, person)  # A guest who booked without an account has no recordings.
    return 0


def erase_user(tx: Tx, user_id: str) -> int:
    """Delete the user and everything that refers to them; return the number of recordings. Raises `NotFound`."""
    if not lock_user(tx, user_id, against="change"):
        raise NotFound
    user = find_user(tx, user_id)
    recordings = recording_ids_of(tx, user_id)
    address, phone = (user.email, user.phone) if user else (None, None)
    sent = applications_of(tx, user_id)
    forget_candidate(tx, sent)
    mentions = [user_id, *interview_ids_of(tx, user_id), *booking_ids_of(tx, address, user_id)]
    mentions += [application.id for application in sent]
    if address:
        _forget(tx, address)
    delete_user(tx, user_id)
    drop_mentioning(tx, [*mentions, *recordings, *filter(None, (address, phone))])
    schedule_erasure(tx, recordings)
    log.info("person erased", user=user_id, recordings=len(recordings))  # The id, to erase again after a restore.
    return len(recordings)


def erase_address(tx: Tx, address: str) -> int:
    """Delete the data of a guest without an account; return the number of bookings. Raises `NotFound`."""
    bookings = booking_ids_of(tx, address)
    erased = _forget(tx, address)
    dropped = drop_mentioning(tx, [address, *bookings])
    if not erased and not dropped:
        raise NotFound
    log.info("address erased", bookings=erased)
    return erased


def _forget(tx: Tx, address: str) -> int:
    forget_address(tx, address)
    return erase_bookings(tx, address)
