"""Change what an address wants to hear of."""

from typing import Any

from dayshift.kit.clock import now
from dayshift.kit.db import Tx, insert
from dayshift.notifications.access import Wants, open_wants
from dayshift.notifications.models import message_wants

_insert = insert(message_wants)
_DEFAULTS = {"reminders": True, "texts": False}


def change_wants(tx: Tx, key: str, values: dict[str, Any]) -> Wants:
    """Keep the wishes that `values` names, for the address of a signed link. Raises `NotFound`."""
    address, _ = open_wants(tx, key)
    _keep(tx, address, values)
    return open_wants(tx, key)[1]


def note_bounce(tx: Tx, address: str) -> None:
    """Remember that this address refuses our mail for good: no reminders go there any more."""
    _keep(tx, address, {"bounced_at": now()})


def _keep(tx: Tx, address: str, values: dict[str, Any]) -> None:
    if values:
        statement = _insert.on_conflict_do_update(index_elements=[message_wants.c.address], set_=values)
        tx.execute(statement, {"address": address, **_DEFAULTS, **values})
