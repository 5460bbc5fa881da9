"""Record of the notices that people were shown: which one, in which version and language, when, and if they agreed.

Written where the server sends a notice, with the version that it sends; what an app reports is not used. While the
database cannot be written, the app gets a signed receipt instead, which is recorded with the consent.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

import structlog
from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import SQLAlchemyError

from dayshift.accounts.models import shown_notices
from dayshift.accounts.queries import lock_user
from dayshift.core.audit import record
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import AppError, NotFound
from dayshift.core.ids import new_id
from dayshift.core.language import Language
from dayshift.core.signing import opened_by, sign

log = structlog.get_logger()

CONSENT = "consent"
"""The text that asks for consent to an interview."""
PRIVACY = "privacy"
"""The privacy notice."""
RECEIPT = "shown notices"
"""Purpose of the signature of a receipt."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice as it is sent: `CONSENT`, `PRIVACY`, or the id of the legal rule that demands it."""

    name: str
    version: str
    language: Language


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A notice that a person was shown, first at `shown_at`; they first agreed to it at `accepted_at`."""

    name: str
    version: str
    language: Language
    shown_at: datetime
    accepted_at: datetime | None


_one = (
    shown_notices.c.user_id == bindparam("user"),
    shown_notices.c.name == bindparam("notice"),
    shown_notices.c.version == bindparam("in_version"),
)
_of_user = (
    select(*(shown_notices.c[name] for name in ShownNotice.__slots__))
    .where(shown_notices.c.user_id == bindparam("user"))
    .order_by(shown_notices.c.shown_at, shown_notices.c.id)
)
_insert = (
    insert(shown_notices)
    .on_conflict_do_nothing(index_elements=["user_id", "name", "version", "language"])
    .returning(shown_notices.c.id)
)
_accept = (
    update(shown_notices)
    .where(*_one, shown_notices.c.language == bindparam("in_language"), shown_notices.c.accepted_at.is_(None))
    .values(accepted_at=bindparam("at"))
)


def notices_shown_to(tx: Tx, user_id: str) -> list[ShownNotice]:
    """Return the notices that a person was shown, in the order of the first time."""
    return [ShownNotice(*row) for row in tx.execute(_of_user, {"user": user_id})]


def not_shown_yet(tx: Tx, user_id: str, notices: Iterable[Notice]) -> list[Notice]:
    """Return those of the notices that this person is shown for the first time."""
    known = {(one.name, one.version, one.language) for one in notices_shown_to(tx, user_id)}
    return [one for one in notices if (one.name, one.version, one.language) not in known]


def record_shown(tx: Tx, user_id: str, notices: Sequence[Notice], at: datetime) -> None:
    """Record that a person is shown these notices. Idempotent: the first time counts."""
    if not lock_user(tx, user_id, against="deletion"):
        return
    for one in notices:
        values = {"name": one.name, "version": one.version, "language": one.language}
        if tx.execute(_insert, {"id": new_id(), "user_id": user_id, "shown_at": at, **values}).first():
            record(
                tx, "notice.shown", "candidate", user_id, subject="person", subject_id=user_id,
                details={"notice": one.name, "version": one.version, "language": one.language},
            )  # fmt: skip


async def record_if_possible(db: Database, user_id: str, notices: Sequence[Notice], at: datetime) -> bool:
    """Record that a person is shown these notices; False if that is impossible, as on a full disk or in an outage."""
    try:
        await db.write(record_shown, user_id, notices, at)
    except (AppError, SQLAlchemyError):
        log.warning("a shown notice could not be recorded")
        return False
    return True


def receipt_of(tx: Tx, user_id: str, notices: Sequence[Notice], at: datetime) -> str:
    """Return a signed receipt for `record_receipt`."""
    return sign(tx, RECEIPT, json.dumps([user_id, at.isoformat(), [astuple(one) for one in notices]]))


def record_receipt(tx: Tx, user_id: str, receipt: str) -> None:
    """Record the notices of a receipt, at their time. A forged one, or one of somebody else, records nothing."""
    try:
        owner, at, notices = json.loads(opened_by(tx, RECEIPT, receipt))
    except NotFound:
        return
    if owner == user_id:
        record_shown(tx, user_id, [Notice(*one) for one in notices], datetime.fromisoformat(at))


def record_accepted(tx: Tx, user_id: str, notice: Notice, at: datetime) -> None:
    """Record that a person agrees to a notice that they were shown. Idempotent: the first time counts."""
    values = {"user": user_id, "notice": notice.name, "in_version": notice.version, "in_language": notice.language}
    tx.execute(_accept, {**values, "at": at})
