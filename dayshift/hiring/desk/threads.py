"""Messages of the applications that a member may see, by application."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, tuple_

from dayshift.core.db import Tx
from dayshift.hiring.applications.history import StoredMessage
from dayshift.hiring.applications.models import applications, messages
from dayshift.hiring.applications.queries import COLUMNS, Application, visible_to
from dayshift.hiring.employers import Member, locations_of

PAGE = 30


@dataclass(frozen=True, slots=True)
class Thread:
    """The messages about one application: the last one, and how many of the candidate's are unread."""

    application: Application
    location: str | None
    """The name of its place, which tells people of one name apart."""
    last: StoredMessage
    unread: int


_last = messages.alias("last")
_later = messages.alias("later")
_is_unread = (messages.c.sender == "candidate") & messages.c.read_at.is_(None)
_unread_of = (
    select(messages.c.application_id, func.count())
    .where(messages.c.application_id.in_(bindparam("ids", expanding=True)), _is_unread)
    .group_by(messages.c.application_id)
)


def threads_of(tx: Tx, member: Member, after: str | None) -> tuple[list[Thread], str | None]:
    """Return a page of threads, last written first, and the key of the next page. Raises `ValueError` for a bad key."""
    newer = select(_later.c.id).where(
        _later.c.application_id == _last.c.application_id,
        tuple_(_later.c.sent_at, _later.c.id) > tuple_(_last.c.sent_at, _last.c.id),
    )
    found = (
        select(*COLUMNS, *(_last.c[name].label(f"last_{name}") for name in StoredMessage.__slots__))
        .join(_last, _last.c.application_id == applications.c.id)
        .where(visible_to(member), ~newer.exists())
        .order_by(_last.c.sent_at.desc(), _last.c.id.desc())
        .limit(PAGE + 1)
    )
    if after:
        sent_at, _, message_id = after.partition("~")
        found = found.where(tuple_(_last.c.sent_at, _last.c.id) < (datetime.fromisoformat(sent_at), message_id))
    rows = tx.execute(found).all()
    pairs = [(Application(*row[: len(COLUMNS)]), StoredMessage(*row[len(COLUMNS) :])) for row in rows[:PAGE]]
    unread = {row[0]: row[1] for row in tx.execute(_unread_of, {"ids": [one.id for one, _ in pairs]})}
    key = f"{pairs[-1][1].sent_at.isoformat()}~{pairs[-1][1].id}" if len(rows) > PAGE else None
    places = {one.id: one.name for one in locations_of(tx, member.employer_id)} if pairs else {}
    return [Thread(one, places.get(one.location_id or ""), last, unread.get(one.id, 0)) for one, last in pairs], key


def count_unread(tx: Tx, member: Member) -> int:
    """Return how many applications have messages that no member has read."""
    found = select(func.count(func.distinct(messages.c.application_id))).join(
        applications, applications.c.id == messages.c.application_id
    )
    return tx.execute(found.where(_is_unread, visible_to(member))).scalar_one()
