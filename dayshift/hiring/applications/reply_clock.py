"""Whether a promised reply date runs, on all pages and in all mails, and what waits for a member by that date."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, func, select, true

from dayshift.core.db import Tx, among
from dayshift.hiring.applications.access import others_hiring
from dayshift.hiring.applications.models import DUE, OWED, applications
from dayshift.hiring.applications.queries import COLUMNS, Application, visible_to
from dayshift.hiring.employers import Member, members_of

_looked_for = select(*COLUMNS).where(
    applications.c.employer_id == bindparam("employer"), applications.c.look_asked_at.is_not(None), DUE
)


def is_staffed(members: Collection[Member], application: Application) -> bool:
    """Return whether one of these members hires where the application is. Without one, nobody can reply."""
    here = (one for one in members if one.employer_id == application.employer_id)
    return any(member.hires_at(application.location_id) for member in here)


def is_alone(members: Collection[Member], application: Application) -> bool:
    """Return whether only the member who declined hires there, so that nobody else could take another look."""
    declined_by = application.declined_by
    return declined_by is not None and not others_hiring(members, application, declined_by)


def is_clock_stopped(members: Collection[Member], application: Application) -> bool:
    """Return whether no reply date runs: another look was asked for, and only the member who declined hires there.

    A second no needs somebody else, so that member could keep the date with a yes only.
    """
    owed = application.look_asked_at is not None and application.turn == "employer"
    return owed and is_staffed(members, application) and is_alone(members, application)


def without_stopped_date(members: Collection[Member], application: Application) -> Application:
    """Return the application as both sides see it: without its reply date while that does not run or nobody hires."""
    kept = is_staffed(members, application) and not is_clock_stopped(members, application)
    return application if kept else replace(application, reply_by=None)


def stopped_ids(tx: Tx, employer_id: str) -> frozenset[str]:
    """Return the applications with an employer whose reply date does not run."""
    asked = [Application(*row) for row in tx.execute(_looked_for, {"employer": employer_id})]
    members = members_of(tx, employer_id) if asked else []
    return frozenset(one.id for one in asked if is_clock_stopped(members, one))


def runs_but(stopped: frozenset[str]) -> ColumnElement[bool]:
    """The condition for applications whose reply date runs; `stopped`: those of the employer whose does not."""
    return ~among(applications.c.id, sorted(stopped)) if stopped else true()


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many applications wait for a reply that a member may give; `soon` before the given time, `late` too late."""

    all: int
    soon: int
    late: int


def next_waiting(tx: Tx, member: Member, until: datetime | None, limit: int) -> list[Application]:
    """Return who waits for a reply that a member may give, nearest promise first; `until`: promised by then.

    One whose date does not run has none.
    """
    stopped = stopped_ids(tx, member.employer_id)
    found = select(*COLUMNS).where(OWED, visible_to(member)).order_by(applications.c.reply_by, applications.c.id)
    if until:
        found = found.where(applications.c.reply_by <= until, runs_but(stopped))
    rows = [Application(*row) for row in tx.execute(found.limit(limit))]
    return [replace(one, reply_by=None) if one.id in stopped else one for one in rows]


def waiting_for(tx: Tx, member: Member, soon: datetime, at: datetime) -> Waiting:
    """Count what waits for the replies of a member."""
    running = runs_but(stopped_ids(tx, member.employer_id))
    row = tx.execute(
        select(
            func.count(),
            func.count().filter(running, applications.c.reply_by > at, applications.c.reply_by <= soon),
            func.count().filter(running, applications.c.reply_by <= at),
        ).where(visible_to(member), OWED)
    ).one()
    return Waiting(*row)
