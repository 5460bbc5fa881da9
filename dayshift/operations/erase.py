"""Erase a person: everything that is theirs, at once in the database and soon after among the files."""

import structlog

from dayshift.accounts import delete_user
from dayshift.kit.db import Tx
from dayshift.recordings import delete_recordings_of

log = structlog.get_logger()


def erase_user(tx: Tx, user_id: str) -> int:
    """Delete the person with everything that hangs on them; returns how many recordings go. Raises `NotFound`."""
    recordings = delete_recordings_of(tx, user_id)
    delete_user(tx, user_id)
    log.info("person erased", user=user_id, recordings=recordings)  # The id, to erase again after a restore.
    return recordings
