"""Keeping an installation: backups that can be trusted, and the way back from one."""

from dayshift.operations.backup import back_up, prune
from dayshift.operations.dump import EngineFailed, NotEmpty, load
from dayshift.operations.erase import erase_address, erase_user
from dayshift.operations.manifest import DATABASE, Damaged, Summary, verify
from dayshift.operations.restore import restore_objects

__all__ = [
    "DATABASE",
    "Damaged",
    "EngineFailed",
    "NotEmpty",
    "Summary",
    "back_up",
    "erase_address",
    "erase_user",
    "load",
    "prune",
    "restore_objects",
    "verify",
]
