"""An employer's audit log has that a candidate corrected an answer that it may read.

It has digests of both texts, never the texts: nothing is deleted from the log. The answer has both, until the candidate
deletes it, and the page of the application shows the new one as edited.
"""

from sqlalchemy import bindparam, select

from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Task, Write
from dayshift.hiring.applications.models import applications
from dayshift.hiring.applications.queries import find_grant

NOTE_CORRECTION = "applications.note_correction"

_sent_with = select(applications.c.id, applications.c.employer_id).where(
    applications.c.interview_id == bindparam("interview"), applications.c.user_id == bindparam("user")
)


async def note_correction(task: Task) -> Write:
    """Record the correction for each application that was sent with the interview and shares its texts."""
    what = task.payload
    user_id = what["user_id"]

    def write(tx: Tx) -> None:
        for row in tx.execute(_sent_with, {"interview": what["interview_id"], "user": user_id}).all():
            grant = find_grant(tx, user_id, row.employer_id)
            if grant and grant.is_active(now()) and grant.words:
                record(
                    tx, "transcript.corrected", "candidate", user_id, subject="application", subject_id=row.id,
                    employer_id=row.employer_id, details={name: what[name] for name in ("answer", "before", "after")},
                )  # fmt: skip

    return write
