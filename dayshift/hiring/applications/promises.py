"""What employers promise about their replies, and how many of those promises they keep."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, func, select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications.models import reply_days
from dayshift.hiring.applications.stages import reply_by
from dayshift.hiring.employers import (
    Employer,
    Location,
    Posting,
    postings_of_jobs,
    several_employers,
    several_locations,
)


@dataclass(frozen=True, slots=True)
class Promise:
    """What an employer promises for a posting: working days, and the zone in which they are counted.

    A holiday at the location is no working day; without a location, only the federal ones are known.
    """

    employer: Employer
    location: Location | None
    days: int
    zone: str

    def from_(self, start: datetime) -> datetime:
        """The instant at which a promise that begins at `start` is broken."""
        return reply_by(start, self.days, self.zone, self.location.state if self.location else None)


def promise_of(tx: Tx, posting: Posting) -> Promise:
    """The promise of a posting: its own reply time or its employer's, in the zone of its location."""
    return promises_of(tx, [posting])[posting.id]


def promises_of(tx: Tx, postings: Collection[Posting]) -> dict[str, Promise]:
    """The promises of several postings, by posting."""
    employers = several_employers(tx, {one.employer_id for one in postings})
    locations = several_locations(tx, {one.location_id for one in postings if one.location_id})
    found = {}
    for one in postings:
        employer, location = employers[one.employer_id], locations.get(one.location_id or "")
        days, zone = one.reply_days or employer.reply_days, location.zone if location else employer.zone
        found[one.id] = Promise(employer, location, days, zone)
    return found


REPLY_RATE_DAYS = 90

MIN_REPLIES = 5
"""Minimum number of answered or missed promises before a rate is shown."""


@dataclass(frozen=True, slots=True)
class ReplyRate:
    """How many promises an employer kept and broke within the last 90 days."""

    on_time: int
    late: int

    @property
    def percent(self) -> int | None:
        """The share kept, in percent; None for fewer than five."""
        total = self.on_time + self.late
        return round(100 * self.on_time / total) if total >= MIN_REPLIES else None


_rate = select(func.coalesce(func.sum(reply_days.c.on_time), 0), func.coalesce(func.sum(reply_days.c.late), 0)).where(
    reply_days.c.employer_id == bindparam("employer"), reply_days.c.day > bindparam("since")
)

_rates = (
    select(reply_days.c.employer_id, func.sum(reply_days.c.on_time), func.sum(reply_days.c.late))
    .where(reply_days.c.employer_id.in_(bindparam("employers", expanding=True)), reply_days.c.day > bindparam("since"))
    .group_by(reply_days.c.employer_id)
)


def reply_rate(tx: Tx, employer_id: str, since: Any) -> ReplyRate:
    """How many promises an employer kept and broke after the day `since`."""
    row = tx.execute(_rate, {"employer": employer_id, "since": since}).one()
    return ReplyRate(int(row[0]), int(row[1]))


def reply_rates(tx: Tx, employer_ids: Sequence[str], since: Any) -> dict[str, ReplyRate]:
    """The same for several employers, by id; those without any promise are left out."""
    rows = tx.execute(_rates, {"employers": list(employer_ids), "since": since})
    return {row[0]: ReplyRate(int(row[1]), int(row[2])) for row in rows}


def reply_percents(tx: Tx, job_ids: Sequence[str]) -> dict[str, int]:
    """Return the public reply rate of each job's employer in percent, for `matching`; jobs without one are left out."""
    postings = postings_of_jobs(tx, job_ids)
    if not postings:
        return {}
    since = now().date() - timedelta(days=REPLY_RATE_DAYS)
    rates = reply_rates(tx, sorted({posting.employer_id for posting in postings.values()}), since)
    found = {job: rates.get(posting.employer_id) for job, posting in postings.items()}
    return {job: rate.percent for job, rate in found.items() if rate and rate.percent is not None}
