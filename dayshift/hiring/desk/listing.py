"""The list of applications: views, filters, search by name and counts. `paging` has its pages.

Sorted by reply date or by age and by nothing else: no score takes part. Every view is one to three segments, each of
which is a range of one index in the order of the list, so a page reads as many rows as it shows. A filter that few
applications pass (a name, a member who viewed few) loads their ids first instead.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, and_, exists, false, func, literal, literal_column, select

from dayshift.accounts import find_user_by_email, has_phone
from dayshift.core.db import Tx, plan_for_values
from dayshift.core.phones import read_phone
from dayshift.hiring.applications.models import (
    ENDED,
    MEETING_AHEAD,
    OWED,
    UNDECIDED,
    VIEWED,
    WAITING,
    application_words,
    applications,
    grants,
    meetings,
    stage_counts,
    views,
)
from dayshift.hiring.applications.queries import visible_to
from dayshift.hiring.applications.reply_clock import runs_but, stopped_ids
from dayshift.hiring.applications.search import readings_of_search, words_of_search
from dayshift.hiring.applications.stages import OPEN, READABLE, STAGES, Stage, end_of
from dayshift.hiring.employers import Member, find_employer, locations_of

ListView = Literal["needs_reply", "due_today", "late", "waiting", "meeting_this_week", "all_open", "ended"]
"""What a member can look at: what they owe (in time or not), what candidates owe, meetings, all, and what is over."""

Sort = Literal["reply_by", "newest"]

LIST_VIEWS: tuple[ListView, ...] = get_args(ListView)

MAX_COUNTED = 1000
"""Filtered lists are counted up to here."""

MAX_SORTED = 1000
"""A search or a viewer with at most this many applications loads and sorts them; others follow the list until a page
is full."""

MAX_READ = 3 * MAX_SORTED
"""Words that a search reads. Of one name, several may begin with it."""

MAX_COMPARED = 5000
"""Beginnings of words with more matches than this are equally common."""

_OWED_STAGES: frozenset[Stage] = frozenset({"submitted", "in_review", "met"})
"""Stages in which the employer owes a reply, see `stages.MOVES`: counting them needs no row."""

_DECIDED = "decided"
"""In counts by stage: how many of those that the employer owes a reply have a decision that can still be undone."""

_UNREADABLE = frozenset(STAGES) - READABLE
"""Stages in which nothing is shared any more, names included."""

_id, _reply_by = applications.c.id, applications.c.reply_by
NEWEST = "all~"
"""Begins the keys of pages that are sorted by age."""

_PHONE = re.compile(r"[+(]?[0-9][0-9 ().+-]{6,30}")

_LAST_LETTER = "\U0010ffff"
_words = application_words.c


@dataclass(frozen=True, slots=True)
class Filters:
    """What a member wants to see. `job` is a posting, `member` somebody who has viewed the application."""

    view: ListView = "needs_reply"
    stage: Stage | None = None
    job: str | None = None
    location: str | None = None
    member: str | None = None
    search: str = ""
    sort: Sort = "reply_by"

    @property
    def narrow(self) -> bool:
        """Whether these show less than the whole view."""
        return bool(self.stage or self.job or self.location or self.member or words_of_search(self.search))


@dataclass(frozen=True, slots=True)
class Segment:
    """Rows that are sorted by the reply date if `dated`, otherwise by age; `name` marks it in keys.

    `stages`: the only ones that its rows can be in, so that a segment of other stages is not searched for one.
    """

    name: str
    where: ColumnElement[bool]
    dated: bool
    stages: frozenset[Stage]

    @property
    def order(self) -> list[ColumnElement[Any]]:
        """The order of its index."""
        return [_reply_by, _id] if self.dated else [_id]


@dataclass(frozen=True, slots=True)
class Selection:
    """What the filters of a member select: conditions on every row, and the segments in the order of the list.

    `countable` is false for a search by name with more than `MAX_SORTED` matches. `stopped`: whose reply date
    does not run.
    """

    sort: Sort
    where: list[ColumnElement[bool]]
    segments: list[Segment]
    countable: bool
    stopped: frozenset[str]


def selection_of(tx: Tx, member: Member, filters: Filters, at: datetime) -> Selection:
    """Return what these filters select of what a member may list. Names and viewers are looked up here, once."""
    plan_for_values(tx)  # A name is rare or common, and a filter passes few rows or nearly all.
    contact, stopped = _contact(tx, filters.search), stopped_ids(tx, member.employer_id)
    if contact is not None:
        where = [visible_to(member), *_conditions(tx, filters), contact, _shared(at)]
        return Selection(filters.sort, where, _segments(tx, member, filters, at, stopped), True, stopped)
    words: list[str] = []
    named: list[str] | None = []
    for words in readings_of_search(filters.search):
        named = _matches(tx, member, words) if words else []
        if named != []:
            break
    return Selection(
        sort=filters.sort,
        where=[visible_to(member), *_conditions(tx, filters), *(_named(words, named, at) if words else [])],
        segments=_segments(tx, member, filters, at, stopped),
        countable=named is not None,
        stopped=stopped,
    )


def view_counts(tx: Tx, member: Member, stopped: frozenset[str], at: datetime) -> dict[ListView, int]:
    """Return how many applications of each view a member may list.

    Kept counters give all but what depends on the clock: late, due today and meetings are short ranges of an index.
    """
    stages = _stage_counts(tx, member)
    seen = visible_to(member)
    zone = find_employer(tx, member.employer_id).zone
    return {
        "needs_reply": sum(stages[stage] for stage in _OWED_STAGES),
        "due_today": _count(tx, seen, OWED, *_due_today(tx, member, zone, stopped, at)),
        "late": _count(tx, seen, OWED, _reply_by <= at, runs_but(stopped)),
        "waiting": sum(stages[stage] for stage in OPEN - _OWED_STAGES) - _count(tx, seen, MEETING_AHEAD),
        "meeting_this_week": _count(tx, seen, MEETING_AHEAD, _meets_within(*_week(zone, at))),
        "all_open": sum(stages[stage] for stage in OPEN),
        "ended": sum(stages[stage] for stage in STAGES if stage not in OPEN),
    }


def count_owed(tx: Tx, member: Member, counted: ColumnElement[bool]) -> int:
    """Return how many applications wait for a reply that a member may give, nearly all from the kept counters.

    `counted`: a condition for those of a reviewer, which no counter covers.
    """
    if member.role == "reviewer":
        return _count(tx, visible_to(member), OWED, UNDECIDED, counted)
    stages = _stage_counts(tx, member)
    return sum(stages[stage] for stage in _OWED_STAGES) - stages[_DECIDED]


def count_late(tx: Tx, member: Member, stopped: frozenset[str], at: datetime) -> int:
    """Return how many applications wait for a reply whose date has passed."""
    return _count(tx, visible_to(member), OWED, UNDECIDED, _reply_by <= at, runs_but(stopped))


def _count(tx: Tx, *where: ColumnElement[bool]) -> int:
    return int(tx.execute(select(func.count()).select_from(applications).where(*where)).scalar_one())


def _stage_counts(tx: Tx, member: Member) -> Mapping[str, int]:
    if member.role == "reviewer":  # Few applications, which no counter covers.
        rows = select(applications.c.stage, func.count()).where(visible_to(member)).group_by(applications.c.stage)
    else:
        total = func.sum(stage_counts.c["count"])
        rows = select(stage_counts.c.stage, total).where(stage_counts.c.employer_id == member.employer_id)
        rows = rows.group_by(stage_counts.c.stage)
        if not member.covers_all:
            rows = rows.where(stage_counts.c.location_id.in_(sorted(member.location_ids)))
    decided = select(literal(_DECIDED), func.count()).where(visible_to(member), OWED, ~UNDECIDED)
    found: dict[str, int] = defaultdict(int)
    for stage, number in tx.execute(rows.union_all(decided)):
        found[stage] = int(number)
    return found


def _segments(tx: Tx, member: Member, filters: Filters, at: datetime, stopped: frozenset[str]) -> list[Segment]:
    asked = OPEN - _OWED_STAGES

    def owed(*where: ColumnElement[bool]) -> Segment:
        return Segment("due", and_(OWED, *where), dated=True, stages=_OWED_STAGES)

    def meeting(*where: ColumnElement[bool]) -> Segment:
        return Segment("met", and_(MEETING_AHEAD, *where), dated=False, stages=asked)

    waiting = Segment("wait", WAITING, dated=False, stages=asked)
    match filters.view:
        case "needs_reply":
            found = [owed()]
        case "due_today":
            zone = find_employer(tx, member.employer_id).zone
            found = [owed(*_due_today(tx, member, zone, stopped, at))]
        case "late":
            found = [owed(_reply_by <= at, runs_but(stopped))]
        case "waiting":
            found = [waiting]
        case "meeting_this_week":
            found = [meeting(_meets_within(*_week(find_employer(tx, member.employer_id).zone, at)))]
        case "all_open":
            found = [owed(), meeting(), waiting]
        case "ended":
            found = [Segment("end", ENDED, dated=False, stages=frozenset(STAGES) - OPEN)]
    if filters.member and filters.stage == "submitted":
        return []  # The first view by a member ends this stage.
    if filters.stage is None:
        return found
    # No date is owed: so the index of stages is in the order of these segments.
    return [
        segment if segment.dated else replace(segment, where=and_(segment.where, _reply_by.is_(None)))
        for segment in found
        if filters.stage in segment.stages
    ]


def _conditions(tx: Tx, filters: Filters) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if filters.stage:
        found.append(applications.c.stage == filters.stage)
    if filters.job:
        found.append(applications.c.posting_id == filters.job)
    if filters.location:
        found.append(applications.c.location_id == filters.location)
    if filters.member:
        found.append(_viewed_by(tx, filters.member))
    return found


def _viewed_by(tx: Tx, member_id: str) -> ColumnElement[bool]:
    """The condition for applications that a member has viewed."""
    viewed = (
        select(views.c.application_id).distinct().where(views.c.member_id == member_id, VIEWED).limit(MAX_SORTED + 1)
    )
    ids = list(tx.execute(viewed).scalars())
    if len(ids) <= MAX_SORTED:
        return _id.in_(ids)
    return exists().where(views.c.member_id == member_id, views.c.application_id == _id, VIEWED)


def _contact(tx: Tx, search: str) -> ColumnElement[bool] | None:
    """The condition for the candidate with a whole email address or phone number; None if the search is neither."""
    text = search.strip()
    if "@" in text:
        user = find_user_by_email(tx, text.lower())
        return applications.c.user_id == user.id if user else false()
    phone = read_phone(text) if _PHONE.fullmatch(text) else None
    if phone is None:
        return None
    number = phone.e164.removeprefix("+")
    return has_phone(applications.c.user_id, [number, number.removeprefix("1")])


def _shared(at: datetime) -> ColumnElement[bool]:
    """The condition for people who still share their name and how to reach them."""
    return and_(
        # Not as a list of the readable stages: SQLite would follow an index of stages instead of the list.
        applications.c.stage.not_in(sorted(_UNREADABLE)),
        exists().where(
            grants.c.user_id == applications.c.user_id,
            grants.c.employer_id == applications.c.employer_id,
            grants.c.withdrawn_at.is_(None),
            grants.c.until > at,
        ),
    )


def _named(words: Sequence[str], ids: list[str] | None, at: datetime) -> list[ColumnElement[bool]]:
    """Conditions for names in which each word begins a key, of people who still share their name.

    `ids`: the result of `_matches`.
    """
    if ids is not None:
        return [_id.in_(ids), _shared(at)]
    # Without the employer: with it, SQLite reads all words of the employer that begin so, for each row.
    return [*(exists().where(_words.application_id == _id, _begins(_words, word)) for word in words), _shared(at)]


def _matches(tx: Tx, member: Member, words: Sequence[str]) -> list[str] | None:
    """Return the applications with names in which each word begins a key, None for more than `MAX_SORTED`.

    Reads the words that begin with the rarest one, and compares the others.
    """
    own = _words.employer_id == member.employer_id
    rarest = min(words, key=lambda word: _commonness(tx, own, word)) if len(words) > 1 else words[0]
    matches = select(_words.application_id).where(own, _begins(_words, rarest))
    for word in words:
        if word != rarest:
            other = application_words.alias()
            matches = matches.where(
                exists().where(other.c.application_id == _words.application_id, _begins(other.c, word))
            )
    # Without DISTINCT, which PostgreSQL computes for all words before it takes the first ones.
    found = list(tx.execute(matches.limit(MAX_READ)).scalars())
    ids = list(dict.fromkeys(found))
    return ids if len(found) < MAX_READ and len(ids) <= MAX_SORTED else None


def _commonness(tx: Tx, own: ColumnElement[bool], word: str) -> int:
    matches = select(literal_column("1")).where(own, _begins(_words, word)).limit(MAX_COMPARED).subquery()
    return int(tx.execute(select(func.count()).select_from(matches)).scalar_one())


def _begins(words: Any, begin: str) -> ColumnElement[bool]:
    """The condition for words that begin so, as a range of the index."""
    return and_(words.word >= begin, words.word < begin + _LAST_LETTER)


def _due_today(
    tx: Tx, member: Member, employer_zone: str, stopped: frozenset[str], at: datetime
) -> list[ColumnElement[bool]]:
    """Conditions for promises that end with today, wherever the work is: they end at midnight there."""
    zones = {employer_zone, *(one.zone for one in locations_of(tx, member.employer_id))}
    until = max(end_of(at.astimezone(ZoneInfo(zone)).date(), zone) for zone in zones)
    return [_reply_by > at, _reply_by <= until, runs_but(stopped)]


def _week(employer_zone: str, at: datetime) -> tuple[datetime, datetime]:
    """Monday to Monday around `at`, in the employer's zone."""
    zone = ZoneInfo(employer_zone)
    today = at.astimezone(zone).date()
    monday = today - timedelta(days=today.weekday())
    first, last = (datetime.combine(day, time(0), zone) for day in (monday, monday + timedelta(days=7)))
    return first, last


def _meets_within(first: datetime, last: datetime) -> ColumnElement[bool]:
    return exists().where(
        meetings.c.application_id == _id,
        meetings.c.state == "chosen",
        meetings.c.starts_at >= first,
        meetings.c.starts_at < last,
    )
