"""The list of applications: views, filters, search by name and counts, in pages that cost the same at any depth.

Sorted by reply date or by age and by nothing else: no score takes part. Every view is one to three segments, each of
which is a range of one index in the order of the list, so a page reads as many rows as it shows. A filter that few
applications pass (a name, a member who viewed few) loads their ids first instead.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, and_, bindparam, exists, func, literal_column, select, tuple_

from dayshift.core.db import Tx
from dayshift.hiring.applications.access import seen_with
from dayshift.hiring.applications.models import (
    ENDED,
    MEETING_AHEAD,
    OWED,
    VIEWED,
    WAITING,
    application_words,
    applications,
    grants,
    meetings,
    pending_moves,
    stage_counts,
    views,
)
from dayshift.hiring.applications.queries import COLUMNS, Application, grants_of, visible_to
from dayshift.hiring.applications.search import readings_of_search, words_of_search
from dayshift.hiring.applications.stages import OPEN, READABLE, STAGES, Stage, end_of
from dayshift.hiring.employers import Location, Member, find_employer, locations_of

ListView = Literal["needs_reply", "due_today", "late", "waiting", "meeting_this_week", "all_open", "ended"]
"""What a member can look at: what they owe (in time or not), what candidates owe, meetings, all, and what is over."""

Sort = Literal["reply_by", "newest"]

LIST_VIEWS: tuple[ListView, ...] = get_args(ListView)

PAGE = 12

MOST_COUNTED = 1000
"""Filtered lists are counted up to here."""

FEW = 1000
"""A search or a viewer with at most this many applications loads and sorts them; others follow the list until a page
is full."""

MOST_COMPARED = 5000
"""Beginnings of words with more matches than this are equally common."""

_OWED_STAGES: frozenset[Stage] = frozenset({"submitted", "in_review", "met"})
"""Stages in which the employer owes a reply, see `stages.MOVES`: counting them needs no row."""

_UNREADABLE = frozenset(STAGES) - READABLE
"""Stages in which nothing is shared any more, names included."""

_id, _reply_by = applications.c.id, applications.c.reply_by
NEWEST = "all~"
"""Begins the keys of pages that are sorted by age."""

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
class Listed:
    """One row. `name` is the first name alone once the candidate no longer shares; `viewers` in order of viewing.

    `viewed`: by this member, who may decide then. `pending`: a decision of `pending_by` that can still be undone.
    """

    application: Application
    name: str
    location: Location | None
    viewers: tuple[str, ...]
    viewed: bool
    meets_at: datetime | None
    pending: str | None
    pending_by: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """Rows and the key of the next page. `total` counts all rows of the filters, None for more than `MOST_COUNTED`."""

    rows: list[Listed]
    next_key: str | None


@dataclass(frozen=True, slots=True)
class _Segment:
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

    `countable` is false for a search by name with more than `FEW` matches.
    """

    sort: Sort
    where: list[ColumnElement[bool]]
    segments: list[_Segment]
    countable: bool


class UnknownKey(ValueError):
    """The key of a page is not one that was given out."""


_viewers = (
    select(views.c.application_id, views.c.viewer, views.c.member_id)
    .where(views.c.application_id.in_(bindparam("ids", expanding=True)), VIEWED)
    .order_by(views.c.application_id, views.c.began_at)
)
_meetings = select(meetings.c.application_id, meetings.c.starts_at).where(
    meetings.c.application_id.in_(bindparam("ids", expanding=True)), meetings.c.state == "chosen"
)
_pending = select(pending_moves.c.application_id, pending_moves.c.member_id, pending_moves.c.move).where(
    pending_moves.c.application_id.in_(bindparam("ids", expanding=True))
)


def selection_of(tx: Tx, member: Member, filters: Filters, at: datetime) -> Selection:
    """Return what these filters select of what a member may list. Names and viewers are looked up here, once."""
    words: list[str] = []
    named: list[str] | None = []
    for words in readings_of_search(filters.search):
        named = _matches(tx, member, words) if words else []
        if named != []:
            break
    return Selection(
        sort=filters.sort,
        where=[visible_to(member), *_conditions(tx, filters), *(_named(words, named, at) if words else [])],
        segments=_segments(tx, member, filters, at),
        countable=named is not None,
    )


def page_of(tx: Tx, member: Member, selection: Selection, after: str | None, at: datetime, size: int = PAGE) -> Page:
    """Return a page of a selection; `after` is the key of the page before. Raises `UnknownKey`.

    A row that stays as it is appears on exactly one page, whatever happens to the others meanwhile.
    """
    load = _newest if selection.sort == "newest" else _by_date
    found, next_key = load(tx, selection.segments, selection.where, after, size)
    return Page(_listed(tx, member, found, at), next_key)


def _by_date(
    tx: Tx, segments: list[_Segment], wanted: list[ColumnElement[bool]], after: str | None, size: int
) -> tuple[list[Application], str | None]:
    """One segment after the other, each in its own order."""
    name, _, key = after.partition("~") if after else ("", "", "")
    names = [segment.name for segment in segments]
    if after:
        if name not in names:
            raise UnknownKey(after)
        segments = segments[names.index(name) :]
    found: list[Application] = []
    last = ""
    for segment in segments:
        begin = [_after(segment, key)] if key else []
        key = ""
        rows = _load(tx, [segment.where, *wanted, *begin], segment.order, size + 1 - len(found))
        found += rows
        shown = rows if len(found) <= size else rows[:-1]
        if shown:
            last = f"{segment.name}~{_key(segment, shown[-1])}"
        if len(found) > size:
            return found[:size], last
    return found, None


def _newest(
    tx: Tx, segments: list[_Segment], wanted: list[ColumnElement[bool]], after: str | None, size: int
) -> tuple[list[Application], str | None]:
    """The newest of all segments. Each is loaded by its own index: a condition for all of them would use none."""
    if after and not after.startswith(NEWEST):
        raise UnknownKey(after)
    older = [_id < after.removeprefix(NEWEST)] if after else []
    loaded = [_load(tx, [segment.where, *wanted, *older], [_id.desc()], size + 1) for segment in segments]
    found = sorted((row for rows in loaded for row in rows), key=lambda row: row.id, reverse=True)
    shown = found[:size]
    return shown, f"{NEWEST}{shown[-1].id}" if len(found) > size else None


def count_of(tx: Tx, selection: Selection) -> int | None:
    """Return how many rows a selection has, None for more than `MOST_COUNTED` and for a search that is not narrow.

    Each segment is counted by its own index: a condition for all of them would use none. Without the order of the
    list, SQLite chooses an index that also has the rows of the other segments.
    """
    if not selection.countable:
        return None
    count = 0
    for segment in selection.segments:
        rows = select(_id).where(*selection.where, segment.where).order_by(*segment.order)
        rows = rows.limit(MOST_COUNTED + 1 - count)
        count += int(tx.execute(select(func.count()).select_from(rows.subquery())).scalar_one())
    return count if count <= MOST_COUNTED else None


def view_counts(tx: Tx, member: Member, at: datetime) -> dict[ListView, int]:
    """Return how many applications of each view a member may list.

    Kept counters give all but what depends on the clock: late, due today and meetings are short ranges of an index.
    """
    stages = _stage_counts(tx, member)
    seen = visible_to(member)

    def count(*where: ColumnElement[bool]) -> int:
        return int(tx.execute(select(func.count()).select_from(applications).where(seen, *where)).scalar_one())

    return {
        "needs_reply": sum(stages[stage] for stage in _OWED_STAGES),
        "due_today": count(OWED, *_due_today(tx, member, at)),
        "late": count(OWED, _reply_by <= at),
        "waiting": sum(stages[stage] for stage in OPEN - _OWED_STAGES) - count(MEETING_AHEAD),
        "meeting_this_week": count(MEETING_AHEAD, _meets_within(*_week(tx, member, at))),
        "all_open": sum(stages[stage] for stage in OPEN),
        "ended": sum(stages[stage] for stage in STAGES if stage not in OPEN),
    }


def count_owed(tx: Tx, member: Member) -> int:
    """Return how many applications wait for a reply that a member may give, from the kept counters."""
    stages = _stage_counts(tx, member)
    return sum(stages[stage] for stage in _OWED_STAGES)


def _stage_counts(tx: Tx, member: Member) -> Mapping[str, int]:
    if member.role == "reviewer":  # Few applications, which no counter covers.
        rows = select(applications.c.stage, func.count()).where(visible_to(member)).group_by(applications.c.stage)
    else:
        total = func.sum(stage_counts.c["count"])
        rows = select(stage_counts.c.stage, total).where(stage_counts.c.employer_id == member.employer_id)
        rows = rows.group_by(stage_counts.c.stage)
        if not member.covers_all:
            rows = rows.where(stage_counts.c.location_id.in_(sorted(member.location_ids)))
    found: dict[str, int] = defaultdict(int)
    for stage, number in tx.execute(rows):
        found[stage] = int(number)
    return found


def _segments(tx: Tx, member: Member, filters: Filters, at: datetime) -> list[_Segment]:
    asked = OPEN - _OWED_STAGES

    def owed(*where: ColumnElement[bool]) -> _Segment:
        return _Segment("due", and_(OWED, *where), dated=True, stages=_OWED_STAGES)

    def meeting(*where: ColumnElement[bool]) -> _Segment:
        return _Segment("met", and_(MEETING_AHEAD, *where), dated=False, stages=asked)

    waiting = _Segment("wait", WAITING, dated=False, stages=asked)
    match filters.view:
        case "needs_reply":
            found = [owed()]
        case "due_today":
            found = [owed(*_due_today(tx, member, at))]
        case "late":
            found = [owed(_reply_by <= at)]
        case "waiting":
            found = [waiting]
        case "meeting_this_week":
            found = [meeting(_meets_within(*_week(tx, member, at)))]
        case "all_open":
            found = [owed(), meeting(), waiting]
        case "ended":
            found = [_Segment("end", ENDED, dated=False, stages=frozenset(STAGES) - OPEN)]
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


def _load(
    tx: Tx, wanted: Sequence[ColumnElement[bool]], order: Sequence[ColumnElement[Any]], size: int
) -> list[Application]:
    return [Application(*row) for row in tx.execute(select(*COLUMNS).where(*wanted).order_by(*order).limit(size))]


def _key(segment: _Segment, last: Application) -> str:
    return f"{last.reply_by.isoformat()}~{last.id}" if segment.dated and last.reply_by else last.id


def _after(segment: _Segment, key: str) -> ColumnElement[bool]:
    if not segment.dated:
        return _id > key
    day, _, application_id = key.partition("~")
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        raise UnknownKey(key) from None
    if moment.tzinfo is None:
        raise UnknownKey(key)
    return tuple_(_reply_by, _id) > (moment, application_id)


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
    viewed = select(views.c.application_id).distinct().where(views.c.member_id == member_id, VIEWED).limit(FEW + 1)
    ids = list(tx.execute(viewed).scalars())
    if len(ids) <= FEW:
        return _id.in_(ids)
    return exists().where(views.c.member_id == member_id, views.c.application_id == _id, VIEWED)


def _named(words: Sequence[str], ids: list[str] | None, at: datetime) -> list[ColumnElement[bool]]:
    """Conditions for names in which each word begins a key, of people who still share their name.

    `ids`: the result of `_matches`.
    """
    shared = and_(
        # Not as a list of the readable stages: SQLite would follow an index of stages instead of the list.
        applications.c.stage.not_in(sorted(_UNREADABLE)),
        exists().where(
            grants.c.user_id == applications.c.user_id,
            grants.c.employer_id == applications.c.employer_id,
            grants.c.withdrawn_at.is_(None),
            grants.c.until > at,
        ),
    )
    if ids is not None:
        return [_id.in_(ids), shared]
    # Without the employer: with it, SQLite reads all words of the employer that begin so, for each row.
    return [*(exists().where(_words.application_id == _id, _begins(_words, word)) for word in words), shared]


def _matches(tx: Tx, member: Member, words: Sequence[str]) -> list[str] | None:
    """Return the applications with names in which each word begins a key, None for more than `FEW`.

    Reads the words that begin with the rarest one, and compares the others.
    """
    own = _words.employer_id == member.employer_id
    rarest = min(words, key=lambda word: _commonness(tx, own, word)) if len(words) > 1 else words[0]
    matches = select(_words.application_id).distinct().where(own, _begins(_words, rarest))
    for word in words:
        if word != rarest:
            other = application_words.alias()
            matches = matches.where(
                exists().where(other.c.application_id == _words.application_id, _begins(other.c, word))
            )
    ids = list(tx.execute(matches.limit(FEW + 1)).scalars())
    return ids if len(ids) <= FEW else None


def _commonness(tx: Tx, own: ColumnElement[bool], word: str) -> int:
    matches = select(literal_column("1")).where(own, _begins(_words, word)).limit(MOST_COMPARED).subquery()
    return int(tx.execute(select(func.count()).select_from(matches)).scalar_one())


def _begins(words: Any, begin: str) -> ColumnElement[bool]:
    """The condition for words that begin so, as a range of the index."""
    return and_(words.word >= begin, words.word < begin + _LAST_LETTER)


def _due_today(tx: Tx, member: Member, at: datetime) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Conditions for promises that end with today, wherever the work is: they end at midnight there."""
    zones = {find_employer(tx, member.employer_id).zone, *(one.zone for one in locations_of(tx, member.employer_id))}
    return _reply_by > at, _reply_by <= max(end_of(at.astimezone(ZoneInfo(zone)).date(), zone) for zone in zones)


def _week(tx: Tx, member: Member, at: datetime) -> tuple[datetime, datetime]:
    """Monday to Monday around `at`, in the employer's zone."""
    zone = ZoneInfo(find_employer(tx, member.employer_id).zone)
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


def _listed(tx: Tx, member: Member, page: Sequence[Application], at: datetime) -> list[Listed]:
    ids = {"ids": [one.id for one in page]}
    places = {location.id: location for location in locations_of(tx, member.employer_id)}
    shared = grants_of(tx, member.employer_id, [one.user_id for one in page])
    viewers: dict[str, dict[str, None]] = defaultdict(dict)
    own = set[str]()
    for application_id, viewer, member_id in tx.execute(_viewers, ids):
        viewers[application_id][viewer] = None
        if member_id == member.id:
            own.add(application_id)
    times = {row.application_id: row.starts_at for row in tx.execute(_meetings, ids)}
    pending = {row.application_id: row for row in tx.execute(_pending, ids)}
    return [
        Listed(
            application=one,
            name=one.name if seen_with(one, shared.get(one.user_id), at, contact=True).contact else one.first_name,
            location=places.get(one.location_id or ""),
            viewers=tuple(viewers[one.id]),
            viewed=one.id in own,
            meets_at=times.get(one.id),
            pending=pending[one.id].move["action"] if one.id in pending else None,
            pending_by=pending[one.id].member_id if one.id in pending else None,
        )
        for one in page
    ]
