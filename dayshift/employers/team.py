"""Changes to an employer's members and locations."""

from typing import Any

from sqlalchemy import bindparam, update

from dayshift.core.db import Tx
from dayshift.employers.models import members
from dayshift.employers.queries import Member, find_member

_update_member = update(members).where(members.c.id == bindparam("member"))


def update_member(tx: Tx, member_id: str, values: dict[str, Any]) -> Member:
    """Change a member's own settings; return the member."""
    if values:
        tx.execute(_update_member.values(values), {"member": member_id})
    member = find_member(tx, member_id)
    assert member is not None  # noqa: S101  (signed in)
    return member
