"""Privacy: erasing people and interviews, legal holds, and what survives a restore."""

from dayshift.privacy.actions import add_hold, end_hold
from dayshift.privacy.archive import write_copy
from dayshift.privacy.desk_routes import router as desk_router
from dayshift.privacy.erase import ApplicationErased, LegalHold, erase, erase_address, erase_again, erase_user
from dayshift.privacy.export_routes import router as export_router
from dayshift.privacy.holds import (
    Hold,
    HoldContent,
    content_of_hold,
    end_of_hold,
    export_rows,
    held_until,
    holds,
    holds_on_employer,
    recording_held_until,
    rows_of_hold,
)
from dayshift.privacy.impact_routes import router as impact_router
from dayshift.privacy.invariants import invariants, why_overdue
from dayshift.privacy.inventory import schema as export_schema
from dayshift.privacy.notice import router as notice_router
from dayshift.privacy.periods import BACKUPS_GONE
from dayshift.privacy.queries import Erasure, erasures, last_erased_before
from dayshift.privacy.routes import router
from dayshift.privacy.tasks import handlers, schedule
from dayshift.privacy.tombstones import all_tombstones, keep_beside_backups, known_digests

__all__ = [
    "BACKUPS_GONE",
    "ApplicationErased",
    "Erasure",
    "Hold",
    "HoldContent",
    "LegalHold",
    "add_hold",
    "all_tombstones",
    "content_of_hold",
    "desk_router",
    "end_hold",
    "end_of_hold",
    "erase",
    "erase_address",
    "erase_again",
    "erase_user",
    "erasures",
    "export_router",
    "export_rows",
    "export_schema",
    "handlers",
    "held_until",
    "holds",
    "holds_on_employer",
    "impact_router",
    "invariants",
    "keep_beside_backups",
    "known_digests",
    "last_erased_before",
    "notice_router",
    "recording_held_until",
    "router",
    "rows_of_hold",
    "schedule",
    "why_overdue",
    "write_copy",
]
