"""Who may look after the installation."""

from sqlalchemy import bindparam, select

from dayshift.accounts import User, find_user
from dayshift.kit.db import Tx
from dayshift.kit.errors import NotFound
from dayshift.operations.models import operators

_one = select(operators.c.user_id).where(operators.c.user_id == bindparam("user"))
_all = select(operators.c.user_id).order_by(operators.c.appointed_at)


def require_operator(tx: Tx, user_id: str) -> None:
    """Raise `NotFound` unless the person is an operator: to others there is no such page."""
    if tx.execute(_one, {"user": user_id}).first() is None:
        raise NotFound


def operators_of(tx: Tx) -> list[User]:
    """All operators, in the order of their appointment."""
    return [user for id_ in tx.execute(_all).scalars() if (user := find_user(tx, id_))]
