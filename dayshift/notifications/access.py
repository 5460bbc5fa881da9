"""What an address wants to hear of, by whoever holds its signed link."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select

from dayshift.kit.db import Tx
from dayshift.kit.signing import opened_by, sign
from dayshift.notifications.models import message_wants

LINK = "messages"


@dataclass(frozen=True, slots=True)
class Wants:
    """The wishes of an address; these are those of one that never said anything."""

    reminders: bool = True
    texts: bool = False  # A text message may cost money: only for those who asked.
    bounced_at: datetime | None = None


_wants = select(*[message_wants.c[name] for name in Wants.__slots__]).where(
    message_wants.c.address == bindparam("address")
)


def wants_of(tx: Tx, address: str) -> tuple[Wants, str]:
    """The wishes of this address, and the key of the link that changes them."""
    row = tx.execute(_wants, {"address": address}).first()
    wants = Wants(*row) if row else Wants()
    return wants if wants.bounced_at is None else _silent(wants), sign(tx, LINK, address)


def open_wants(tx: Tx, key: str) -> tuple[str, Wants]:
    """The address that a signed link is for, and its wishes. Raises `NotFound`."""
    address = opened_by(tx, LINK, key)
    row = tx.execute(_wants, {"address": address}).first()
    return address, Wants(*row) if row else Wants()


def _silent(wants: Wants) -> Wants:
    return Wants(reminders=False, texts=wants.texts, bounced_at=wants.bounced_at)
