"""Erase a person: their rows and tasks at once, their files with the next background work.

The account is locked first, so nothing that refers to it can be added meanwhile. Tasks go last: by then every row that
a transaction under way could have added a task for is locked or gone.
"""

from contextlib import suppress

import structlog

from dayshift.accounts import delete_user, find_user, find_user_by_email, lock_user
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
    """Erase the person with this email address or id; returns how many recordings go. Raises `NotFound`."""
    for _ in range(ATTEMPTS - 1):
        with suppress(Unavailable):  # PostgreSQL ends one of two transactions that wait for each other.
            return await db.write(_erase, person)
    return await db.write(_erase, person)


def _erase(tx: Tx, person: str) -> int:
    user = find_user_by_email(tx, person) if "@" in person else find_user(tx, person)
    if user is not None:
        return erase_user(tx, user.id)
    if "@" not in person:
        raise NotFound
    erase_address(tx, person)  # Somebody who booked without an account has no recordings.
    return 0


def erase_user(tx: Tx, user_id: str) -> int:
    """Delete the person with everything that refers to them; returns how many recordings go. Raises `NotFound`."""
    if not lock_user(tx, user_id, against="change"):
        raise NotFound
    user = find_user(tx, user_id)
    recordings = recording_ids_of(tx, user_id)
    address, phone = (user.email, user.phone) if user else (None, None)
    mentions = [user_id, *interview_ids_of(tx, user_id), *booking_ids_of(tx, address, user_id)]
    if address:
        _forget(tx, address)
    delete_user(tx, user_id)
    drop_mentioning(tx, [*mentions, *recordings, *filter(None, (address, phone))])
    schedule_erasure(tx, recordings)
    log.info("person erased", user=user_id, recordings=len(recordings))  # The id, to erase again after a restore.
    return len(recordings)


def erase_address(tx: Tx, address: str) -> int:
    """Delete what is known of somebody without an account; returns how many bookings. Raises `NotFound`."""
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
