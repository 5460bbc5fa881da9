"""Appoint and dismiss operators: verbs that take the open transaction."""

from sqlalchemy import bindparam, delete

from dayshift.kit.clock import now
from dayshift.kit.db import Tx, insert
from dayshift.operations.models import operators

_appoint = insert(operators).on_conflict_do_nothing(index_elements=[operators.c.user_id])
_dismiss = delete(operators).where(operators.c.user_id == bindparam("user"))


def appoint(tx: Tx, user_id: str) -> None:
    """Make the person an operator. Twice is once."""
    tx.execute(_appoint, {"user_id": user_id, "appointed_at": now()})


def dismiss(tx: Tx, user_id: str) -> bool:
    """The person is no operator any more; returns whether they were one."""
    return bool(tx.execute(_dismiss, {"user": user_id}).rowcount)
