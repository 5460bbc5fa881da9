"""Operating an installation: operators and their page, backups and restores, monitoring."""

from dayshift.admin.actions import NotProtected, appoint, appoint_by_email, drop_tasks, retry_tasks
from dayshift.admin.backup import NewBackup, back_up, open_data
from dayshift.admin.dump import EngineFailed, HalfRestored, NotEmpty, refuse_half_restored
from dayshift.admin.employers import close, discard_secrets, give_owner, invite
from dayshift.admin.error_reports import router as error_reports_router
from dayshift.admin.invariants import all_invariants
from dayshift.admin.leaving_routes import router as leaving_router
from dayshift.admin.manifest import Damaged, read_summary
from dayshift.admin.merging import MERGE_REFUSALS, Merged, Preview, merge_employers, preview_merge
from dayshift.admin.merging import handlers as merging_handlers
from dayshift.admin.monitoring import router as monitoring_router
from dayshift.admin.moving import Content, move_database
from dayshift.admin.queries import missing_for_operator, operators_of
from dayshift.admin.restore import Unfit, check_backup, restore_backup
from dayshift.admin.routes import router
from dayshift.admin.settings_check import check, faults_in_words, unknown_variables

__all__ = [
    "MERGE_REFUSALS",
    "Content",
    "Damaged",
    "EngineFailed",
    "HalfRestored",
    "Merged",
    "NewBackup",
    "NotEmpty",
    "NotProtected",
    "Preview",
    "Unfit",
    "all_invariants",
    "appoint",
    "appoint_by_email",
    "back_up",
    "check",
    "check_backup",
    "close",
    "discard_secrets",
    "drop_tasks",
    "error_reports_router",
    "faults_in_words",
    "give_owner",
    "invite",
    "leaving_router",
    "merge_employers",
    "merging_handlers",
    "missing_for_operator",
    "monitoring_router",
    "move_database",
    "open_data",
    "operators_of",
    "preview_merge",
    "read_summary",
    "refuse_half_restored",
    "restore_backup",
    "retry_tasks",
    "router",
    "unknown_variables",
]
