"""Operating an installation: operators and their page, backups and restores, erasing people."""

from dayshift.admin.actions import appoint, dismiss, forget_backups, record_backup
from dayshift.admin.backup import Made, back_up, prune
from dayshift.admin.dump import (
    EngineFailed,
    HalfRestored,
    NotEmpty,
    begin_restore,
    end_restore,
    load,
    refuse_half_restored,
)
from dayshift.admin.erase import erase_address, erase_user
from dayshift.admin.invariants import invariants
from dayshift.admin.manifest import DATABASE, Damaged, read_summary, verify
from dayshift.admin.queries import operators_of
from dayshift.admin.restore import Unfit, check_fit, restore_objects
from dayshift.admin.routes import router
from dayshift.admin.settings_check import check, faults_in_words, unknown_variables

__all__ = [
    "DATABASE",
    "Damaged",
    "EngineFailed",
    "HalfRestored",
    "Made",
    "NotEmpty",
    "Unfit",
    "appoint",
    "back_up",
    "begin_restore",
    "check",
    "check_fit",
    "dismiss",
    "end_restore",
    "erase_address",
    "erase_user",
    "faults_in_words",
    "forget_backups",
    "invariants",
    "load",
    "operators_of",
    "prune",
    "read_summary",
    "record_backup",
    "refuse_half_restored",
    "restore_objects",
    "router",
    "unknown_variables",
    "verify",
]
