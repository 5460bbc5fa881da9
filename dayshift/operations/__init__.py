"""Keeping an installation: who looks after it and what they see, backups that can be trusted, the way back from one."""

from dayshift.operations.access import operators_of
from dayshift.operations.actions import appoint, dismiss
from dayshift.operations.backup import back_up, prune
from dayshift.operations.dump import EngineFailed, NotEmpty, load
from dayshift.operations.erase import erase_address, erase_user
from dayshift.operations.manifest import DATABASE, Damaged, Summary, verify
from dayshift.operations.restore import restore_objects
from dayshift.operations.routes import router
from dayshift.operations.settings_check import check, faults_in_words, unknown_variables

__all__ = [
    "DATABASE",
    "Damaged",
    "EngineFailed",
    "NotEmpty",
    "Summary",
    "appoint",
    "back_up",
    "check",
    "dismiss",
    "erase_address",
    "erase_user",
    "faults_in_words",
    "load",
    "operators_of",
    "prune",
    "restore_objects",
    "router",
    "unknown_variables",
    "verify",
]
