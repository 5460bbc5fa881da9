"""Periods of an erasure, as the privacy documents promise them."""

from datetime import timedelta

UNDO = timedelta(days=7)
"""Time in which a person can take the request back."""
FILES_GONE = timedelta(hours=24)
"""Time after an erasure until which every file is deleted."""
CONFIRM_AFTER = timedelta(hours=2)
"""Time after an erasure when the files of uploads that were under way are deleted too (`recordings.STRAGGLERS`)."""
BACKUPS_GONE = timedelta(days=14)
"""Time after an erasure until which every backup that holds the person is removed: `dayshift backup --keep-days`."""
