"""Erase a person: everything that is theirs, at once in the database and soon after among the files."""

import structlog

from dayshift.accounts import delete_user, find_user
from dayshift.kit.db import Tx
from dayshift.kit.errors import NotFound
from dayshift.notifications import forget_address
from dayshift.recordings import delete_recordings_of
from dayshift.scheduling import erase_bookings

log = structlog.get_logger()


def erase_user(tx: Tx, user_id: str) -> int:
    """Delete the person with everything that hangs on them; returns how many recordings go. Raises `NotFound`."""
    user = find_user(tx, user_id)
    recordings = delete_recordings_of(tx, user_id)
    if user and user.email:
        _forget(tx, user.email)
    delete_user(tx, user_id)
    log.info("person erased", user=user_id, recordings=recordings)  # The id, to erase again after a restore.
    return recordings


def erase_address(tx: Tx, address: str) -> int:
    """Delete what is known of somebody without an account; returns how many bookings. Raises `NotFound`."""
    erased = _forget(tx, address)
    if not erased:
        raise NotFound
    log.info("address erased", bookings=erased)
    return erased


def _forget(tx: Tx, address: str) -> int:
    forget_address(tx, address)
    return erase_bookings(tx, address)
