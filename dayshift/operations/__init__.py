"""Keeping an installation: backups that can be trusted, and the way back from one."""

from dayshift.operations.backup import back_up, prune
from dayshift.operations.dump import EngineFailed, NotEmpty, load
from dayshift.operations.erase import erase_address, erase_user
from dayshift.operations.manifest import DATABASE, Damaged, Summary, verify
from dayshift.operations.restore import restore_objects
from dayshift.operations.settings_check import check, faults_in_words, unknown_variables

__all__ = [
    "DATABASE",
    "Damaged",
    "EngineFailed",
    "NotEmpty",
    "Summary",
    "back_up",
    "check",
    "erase_address",
    "erase_user",
    "faults_in_words",
    "load",
    "prune",
    "restore_objects",
    "unknown_variables",
    "verify",
]
