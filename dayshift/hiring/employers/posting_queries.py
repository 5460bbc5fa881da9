"""Load an employer's jobs: postings of its own, and imported ones that it claimed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Select, Subquery, and_, bindparam, func, not_, or_, select

from dayshift.core.db import Tx
from dayshift.core.folding import search_words
from dayshift.hiring.employers.models import employers, postings
from dayshift.hiring.employers.queries import Member

PostingState = Literal["draft", "live", "paused", "filled", "removed"]
ListedState = Literal["live", "paused", "filled", "draft", "ended"]
"""States that a list can be filtered by. `ended`: its time is over, and it is not `live`."""
MAX_SEARCH_WORDS = 8
"""Words of a search that are read."""


@dataclass(frozen=True, slots=True)
class Posting:
    """An employer's job. `job_id` is its id in the catalog, None for a draft; `details` as in the form.

    `removal_due_at`: when it is taken down, unless a member undoes that. `group_id`: shared with the same job at other
    places. `always_hiring`: it has no last opening.
    """

    id: str
    employer_id: str
    location_id: str | None
    job_id: str | None
    title: str
    state: PostingState
    imported: bool
    openings: int
    hired: int
    reply_days: int | None
    details: dict[str, Any]
    version: int
    live_until: datetime | None
    removal_due_at: datetime | None
    group_id: str | None
    always_hiring: bool
    created_by: str | None
    changed_by: str | None
    created_at: datetime
    changed_at: datetime

    @property
    def dropped_at(self) -> datetime | None:
        """When the feed stopped listing the job; None if it lists it, or lists it again."""
        dropped = self.details.get("dropped")
        return datetime.fromisoformat(dropped["at"]) if dropped else None

    def is_open(self, at: datetime) -> bool:
        """Whether candidates can apply, as far as the posting says: a feed's job ends with its row in the catalog."""
        return self.state == "live" and (self.imported or self.live_until is None or self.live_until > at)


@dataclass(frozen=True, slots=True)
class PostingFilters:
    """Which postings a list has. `search`: beginnings of words of the title, in any order."""

    search: str = ""
    location: str | None = None
    state: ListedState | None = None


_posting_columns = [postings.c[name] for name in Posting.__slots__]
_posting = select(*_posting_columns).where(postings.c.id == bindparam("id"))
_postings_of_groups = (
    select(*_posting_columns)
    .where(postings.c.group_id.in_(bindparam("groups", expanding=True)), postings.c.state != "removed")
    .order_by(postings.c.id)
)
_postings_of_jobs = select(*_posting_columns).where(postings.c.job_id.in_(bindparam("jobs", expanding=True)))
_postings = (
    select(*_posting_columns)
    .where(postings.c.employer_id == bindparam("employer"), postings.c.state != "removed")
    .order_by(postings.c.changed_at.desc(), postings.c.id)
)
_is_current = or_(postings.c.live_until.is_(None), postings.c.live_until > bindparam("at"))
_covered_places = postings.c.location_id.in_(bindparam("places", expanding=True))
_page_of_postings = (
    select(*_posting_columns)
    .where(postings.c.employer_id == bindparam("employer"), postings.c.state != "removed")
    .order_by(postings.c.changed_at.desc(), postings.c.id)
    .limit(bindparam("most"))
)
_later_page = _page_of_postings.where(
    or_(
        postings.c.changed_at < bindparam("before"),
        and_(postings.c.changed_at == bindparam("before"), postings.c.id > bindparam("after")),
    )
)
_open_postings = (
    select(postings.c.state, func.count())
    .where(
        postings.c.employer_id == bindparam("employer"),
        postings.c.state.in_(("live", "paused")),
        or_(postings.c.state == "paused", _is_current),
    )
    .group_by(postings.c.state)
)
_live_postings = (
    select(postings.c.job_id, postings.c.title, employers.c.name)
    .join(employers, employers.c.id == postings.c.employer_id)
    .where(
        postings.c.state == "live",
        postings.c.job_id.is_not(None),
        _is_current,
    )
    .order_by(employers.c.name, postings.c.title, postings.c.id)
)
_names_of_postings = (
    select(postings.c.id, postings.c.title, postings.c.location_id)
    .where(postings.c.employer_id == bindparam("employer"), postings.c.state != "removed")
    .order_by(postings.c.changed_at.desc(), postings.c.id)
    .limit(bindparam("most"))
)
_postings_by_id = (
    select(*_posting_columns)
    .where(
        postings.c.employer_id == bindparam("employer"),
        postings.c.state != "removed",
        postings.c.id > bindparam("after"),
    )
    .order_by(postings.c.id)
    .limit(bindparam("most"))
)


def find_posting(tx: Tx, posting_id: str) -> Posting | None:
    """Return a posting of any employer."""
    row = tx.execute(_posting, {"id": posting_id}).first()
    return Posting(*row) if row else None


def postings_of_jobs(tx: Tx, job_ids: Sequence[str]) -> dict[str, Posting]:
    """Return the postings of these jobs of the catalog, by job. A job without one belongs to nobody here."""
    rows = tx.execute(_postings_of_jobs, {"jobs": list(job_ids)})
    return {row.job_id: Posting(*row) for row in rows}


def postings_of_groups(tx: Tx, group_ids: Collection[str]) -> list[Posting]:
    """Return the postings that were posted together for several places; removed ones are left out."""
    return [Posting(*row) for row in tx.execute(_postings_of_groups, {"groups": list(group_ids)})]


def postings_of(tx: Tx, employer_id: str) -> list[Posting]:
    """Return an employer's postings, last changed first; removed ones are left out."""
    return [Posting(*row) for row in tx.execute(_postings, {"employer": employer_id})]


def page_of_postings(
    tx: Tx, member: Member, filters: PostingFilters, at: datetime, after: tuple[datetime, str] | None, most: int
) -> list[Posting]:
    """Return postings that the member hires for, last changed first, after this change; without removed ones."""
    values: dict[str, Any] = {"most": most}
    page = _page_of_postings
    if after:
        page = _later_page
        values |= {"before": after[0], "after": after[1]}
    for word in search_words(filters.search)[:MAX_SEARCH_WORDS]:
        page = page.where(postings.c.title_key.contains(f" {word}"))
    if filters.location:
        page = page.where(postings.c.location_id == bindparam("location"))
        values["location"] = filters.location
    if filters.state:
        page = page.where(postings.c.state == ("live" if filters.state == "ended" else filters.state))
    if filters.state in {"live", "ended"}:
        page = page.where(_is_current if filters.state == "live" else not_(_is_current))
        values["at"] = at
    return [Posting(*row) for row in _covered(tx, page, member, values)]


def full_postings(tx: Tx, member: Member, counts: Subquery, most: int) -> list[tuple[Posting, int]]:
    """Return live postings without an opening left that the member hires for, with `waiting` of `counts`, by title."""
    query = (
        select(*_posting_columns, counts.c.waiting)
        .join(counts, counts.c.posting_id == postings.c.id)
        .where(
            postings.c.employer_id == bindparam("employer"),
            postings.c.state == "live",
            postings.c.always_hiring.is_(False),
            postings.c.removal_due_at.is_(None),
            counts.c.hired >= postings.c.openings,
        )
        .order_by(postings.c.title, postings.c.id)
        .limit(most)
    )
    return [(Posting(*row[:-1]), int(row[-1])) for row in _covered(tx, query, member, {})]


def count_open_postings(tx: Tx, member: Member, at: datetime) -> dict[str, int]:
    """Return how many postings that the member hires for are live, and how many paused."""
    return {row.state: row[1] for row in _covered(tx, _open_postings, member, {"at": at})}


@dataclass(frozen=True, slots=True)
class LivePosting:
    """A job that can be applied for, with the name of its employer."""

    job_id: str
    title: str
    employer: str


def live_postings(tx: Tx, at: datetime) -> list[LivePosting]:
    """Return the jobs of all employers that can be applied for."""
    return [LivePosting(*row) for row in tx.execute(_live_postings, {"at": at})]


def names_of_postings(tx: Tx, member: Member, most: int) -> list[tuple[str, str, str | None]]:
    """Return id, title and location of postings, last changed first: what the member hires for; a reviewer's are all.

    Reviewers see assigned applications for any job.
    """
    values = {"most": most}
    if member.role == "reviewer":
        rows: Sequence[Any] = tx.execute(_names_of_postings, {**values, "employer": member.employer_id}).all()
    else:
        rows = _covered(tx, _names_of_postings, member, values)
    return [(row.id, row.title, row.location_id) for row in rows]


def _covered(tx: Tx, query: Select[Any], member: Member, values: dict[str, Any]) -> Sequence[Any]:
    """Run a query of postings, restricted to those that the member hires for."""
    values = {**values, "employer": member.employer_id}
    if not member.covers_all:
        query = query.where(_covered_places)
        values["places"] = sorted(member.location_ids) if member.role == "manager" else []
    return tx.execute(query, values).all()


def postings_after(
    tx: Tx, employer_id: str, location_ids: Sequence[str] | None, after: str, most: int
) -> list[Posting]:
    """Return an employer's postings at these locations, or all, after this id, oldest first; without removed ones."""
    page, values = _postings_by_id, {"employer": employer_id, "after": after, "most": most}
    if location_ids is not None:
        page = page.where(postings.c.location_id.in_(bindparam("places", expanding=True)))
        values["places"] = list(location_ids)
    return [Posting(*row) for row in tx.execute(page, values)]
