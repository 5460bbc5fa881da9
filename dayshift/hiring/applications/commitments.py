"""What employers count on from a candidate: first days ahead, open offers and agreed meetings."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx
from dayshift.hiring.applications.history import Offer
from dayshift.hiring.applications.meetings import is_ahead, open_meetings
from dayshift.hiring.applications.models import applications, offers
from dayshift.hiring.applications.queries import COLUMNS, Application, find_grant
from dayshift.hiring.employers import find_employer

CommitmentKind = Literal["hired", "offer", "meeting"]


@dataclass(frozen=True, slots=True)
class Commitment:
    """One of them. `start_on`: the first day of somebody hired. `meets_at`: of a meeting, with its zone.

    `contact`: the employer sees phone and email.
    """

    application: Application
    employer: str
    kind: CommitmentKind
    contact: bool
    start_on: date | None = None
    meets_at: datetime | None = None
    zone: str | None = None


_first_days = (
    select(*COLUMNS, *(offers.c[name].label(f"offer_{name}") for name in Offer.__slots__))
    .join(offers, offers.c.application_id == applications.c.id)
    .where(
        applications.c.user_id == bindparam("user"),
        applications.c.stage == "hired",
        offers.c.start_on >= bindparam("first"),
    )
    .order_by(offers.c.start_on, applications.c.id)
)
_begun = (
    select(*COLUMNS)
    .where(applications.c.user_id == bindparam("user"), applications.c.stage.in_(["invited", "offered"]))
    .order_by(applications.c.stage.desc(), applications.c.id)
)


def first_days_of_user(tx: Tx, user_id: str, first: date) -> list[tuple[Application, Offer]]:
    """Return the jobs that a candidate took whose first day is `first` or later, earliest first."""
    rows = tx.execute(_first_days, {"user": user_id, "first": first})
    return [(Application(*row[: len(COLUMNS)]), Offer(*row[len(COLUMNS) :])) for row in rows]


def commitments_of(tx: Tx, user_id: str, at: datetime) -> list[Commitment]:
    """Return what employers count on from a candidate: first days, then offers, then meetings."""
    hired = first_days_of_user(tx, user_id, at.date())
    begun = [Application(*row) for row in tx.execute(_begun, {"user": user_id})]
    ids = [one.id for one in begun]
    meetings = {one.application_id: one for one in (open_meetings(tx, ids) if ids else []) if is_ahead(one, at)}
    employers = {one.employer_id for one in [*begun, *(job for job, _ in hired)]}
    names = {one: find_employer(tx, one).name for one in employers}
    grants = {one: find_grant(tx, user_id, one) for one in employers}
    shared = {employer_id for employer_id, grant in grants.items() if grant and grant.is_active(at)}

    def commitment(one: Application, kind: CommitmentKind, **more: Any) -> Commitment:
        return Commitment(one, names[one.employer_id], kind, one.employer_id in shared, **more)

    return [
        *(commitment(one, "hired", start_on=offer.start_on) for one, offer in hired),
        *(commitment(one, "offer") for one in begun if one.stage == "offered"),
        *(
            commitment(one, "meeting", meets_at=meetings[one.id].starts_at, zone=meetings[one.id].zone)
            for one in begun
            if one.id in meetings
        ),
    ]
