"""Pages of the list, and the neighbors of one application in it, by keys that stay valid while rows come and go."""

import operator
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, bindparam, func, select, tuple_

from dayshift.core.db import Tx
from dayshift.hiring.applications.access import access_with
from dayshift.hiring.applications.models import VIEWED, applications, meetings, pending_moves, views
from dayshift.hiring.applications.queries import COLUMNS, Application, grants_of, hired_for, visible_to
from dayshift.hiring.applications.reply_clock import stopped_ids
from dayshift.hiring.desk.listing import MAX_COUNTED, NEWEST, Segment, Selection
from dayshift.hiring.employers import Location, Member, locations_of

PAGE = 50

Where = Literal["after", "before", "on"]

_id, _reply_by = applications.c.id, applications.c.reply_by


@dataclass(frozen=True, slots=True)
class ApplicationRow:
    """One row, with the key of its place. `viewers` in order of viewing.

    `name`: the first name alone once the candidate no longer shares.
    `viewed`: by this member, who may decide then. `hired_for`: the candidate's other job here. `pending`: a decision of
    `pending_by` that can still be undone.
    """

    key: str
    application: Application
    name: str
    location: Location | None
    viewers: tuple[str, ...]
    viewed: bool
    meets_at: datetime | None
    hired_for: str | None
    pending: str | None
    pending_by: str | None


@dataclass(frozen=True, slots=True)
class KeyedApplication:
    """An application and the key of its place in the list."""

    key: str
    application: Application


@dataclass(frozen=True, slots=True)
class Page:
    """Rows, the keys of the pages around them, and the number of the first row.

    `first`: None behind the first `MAX_COUNTED` rows, and where rows cannot be counted.
    """

    rows: list[ApplicationRow]
    previous_key: str | None
    next_key: str | None
    first: int | None


@dataclass(frozen=True, slots=True)
class Start:
    """Where a page starts: `after` or `before` the row of a key, or at a multiple of the size so that it is `on` it."""

    where: Where
    key: str


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an application in a list, also after it has left it. `number` is None then, and far down."""

    key: str | None
    number: int | None
    previous: KeyedApplication | None
    next: KeyedApplication | None


class UnknownKey(ValueError):
    """The key of a page is not one that was given out."""


_selected = select(*COLUMNS).where(_id.in_(bindparam("ids", expanding=True))).order_by(_id)
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


def page_of(tx: Tx, member: Member, selection: Selection, start: Start | None, at: datetime, size: int = PAGE) -> Page:
    """Return a page of a selection. Raises `UnknownKey`.

    A row that stays as it is appears on exactly one page, whatever happens to the others meanwhile.
    """
    if start is None or start.where == "after":
        rows = _walk(tx, selection, start.key if start else None, size + 1)
    elif start.where == "before":
        rows = _walk(tx, selection, start.key, size, back=True)[::-1]
        rows += _walk(tx, selection, start.key, size + 1 - len(rows), inclusive=True)  # Pages are full.
    else:
        before = _count_before(tx, selection, start.key) or 0
        rows = _walk(tx, selection, start.key, before % size, back=True)[::-1]
        rows += _walk(tx, selection, start.key, size + 1 - len(rows), inclusive=True)
        if not rows:  # The last rows have left the list.
            rows = _walk(tx, selection, start.key, size, back=True)[::-1]
    return _page(tx, member, selection, rows, size, at)


def place_of(tx: Tx, selection: Selection, application_id: str, key: str | None) -> Place:
    """Return the place of an application in a selection. `key`: the one that it had there. Raises `UnknownKey`.

    Without a key, an application outside of the selection is before its first row.
    """
    key = key or _key_now(tx, selection, application_id)
    following = _walk(tx, selection, key, 2, inclusive=True)
    if key is None:
        return Place(None, None, None, next(iter(following), None))
    here = [one for one in following if one.application.id == application_id]
    after = [one for one in following if one.application.id != application_id]
    before = _count_before(tx, selection, key) if here else None
    previous = _walk(tx, selection, key, 1, back=True)
    number = None if before is None else before + 1
    return Place(key, number, previous[0] if previous else None, after[0] if after else None)


def rows_with(tx: Tx, member: Member, application_ids: Sequence[str], at: datetime) -> list[ApplicationRow]:
    """Return these applications as rows, as far as a member may list them."""
    found = tx.execute(_selected.where(visible_to(member)), {"ids": list(application_ids)})
    rows = [KeyedApplication("", Application(*row)) for row in found]
    return _listed(tx, member, rows, stopped_ids(tx, member.employer_id), at)


def count_of(tx: Tx, selection: Selection) -> int | None:
    """Return how many rows a selection has, None for more than `MAX_COUNTED` and for a search that is not narrow."""
    return _count(tx, selection, [(segment, []) for segment in selection.segments])


def _page(
    tx: Tx, member: Member, selection: Selection, rows: Sequence[KeyedApplication], size: int, at: datetime
) -> Page:
    """Return the page with the first of these rows; more of them than the size tell that another page follows."""
    shown = rows[:size]
    if not shown:
        return Page([], None, None, 1)
    begin = shown[0].key
    before = _count_before(tx, selection, begin)
    is_first = before == 0 if before is not None else not _walk(tx, selection, begin, 1, back=True)
    next_key = shown[-1].key if len(rows) > size else None
    return Page(
        _listed(tx, member, shown, selection.stopped, at),
        None if is_first else begin,
        next_key,
        None if before is None else before + 1,
    )


def _walk(
    tx: Tx, selection: Selection, key: str | None, size: int, *, back: bool = False, inclusive: bool = False
) -> list[KeyedApplication]:
    """Return the rows from a key on, without its own unless `inclusive`; `back`: towards the first row."""
    if size <= 0:
        return []
    walk = _newest if selection.sort == "newest" else _by_date
    return walk(tx, selection, key, size, back=back, inclusive=inclusive)


def _by_date(
    tx: Tx, selection: Selection, key: str | None, size: int, *, back: bool, inclusive: bool
) -> list[KeyedApplication]:
    """One segment after the other, each in its own order."""
    found: list[KeyedApplication] = []
    for segment, limits in _from(selection, key, back=back, inclusive=inclusive):
        order = [one.desc() for one in segment.order] if back else segment.order
        rows = _load(tx, [segment.where, *selection.where, *limits], order, size - len(found))
        found += [KeyedApplication(_key(segment, row), row) for row in rows]
        if len(found) == size:
            break
    return found


def _newest(
    tx: Tx, selection: Selection, key: str | None, size: int, *, back: bool, inclusive: bool
) -> list[KeyedApplication]:
    """The newest of all segments. Each is loaded by its own index: a condition for all of them would use none."""
    rows = [
        row
        for segment, limits in _from(selection, key, back=back, inclusive=inclusive)
        for row in _load(tx, [segment.where, *selection.where, *limits], [_id if back else _id.desc()], size)
    ]
    rows.sort(key=lambda row: row.id, reverse=not back)
    return [KeyedApplication(f"{NEWEST}{row.id}", row) for row in rows[:size]]


def _from(
    selection: Selection, key: str | None, *, back: bool, inclusive: bool = False
) -> list[tuple[Segment, list[ColumnElement[bool]]]]:
    """The segments from a key on, in the direction of the walk, with the condition that begins the first one."""
    segments = selection.segments[::-1] if back else selection.segments
    if key is None or not segments:
        return [(segment, []) for segment in segments]
    name, _, rest = key.partition("~")
    if selection.sort == "newest":
        if f"{name}~" != NEWEST:
            raise UnknownKey(key)
        limit = _beyond(_id, rest, more=back, inclusive=inclusive)
        return [(segment, [limit]) for segment in segments]
    names = [segment.name for segment in segments]
    if name not in names:
        raise UnknownKey(key)
    begin, *others = segments[names.index(name) :]
    return [(begin, [_limit(begin, rest, back=back, inclusive=inclusive)]), *((one, []) for one in others)]


def _limit(segment: Segment, key: str, *, back: bool, inclusive: bool) -> ColumnElement[bool]:
    if not segment.dated:
        return _beyond(_id, key, more=not back, inclusive=inclusive)
    day, _, application_id = key.partition("~")
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        raise UnknownKey(key) from None
    if moment.tzinfo is None:
        raise UnknownKey(key)
    return _beyond(tuple_(_reply_by, _id), (moment, application_id), more=not back, inclusive=inclusive)


def _beyond(column: Any, value: Any, *, more: bool, inclusive: bool) -> ColumnElement[bool]:
    compare = (operator.ge if more else operator.le) if inclusive else (operator.gt if more else operator.lt)
    found: ColumnElement[bool] = compare(column, value)
    return found


def _count_before(tx: Tx, selection: Selection, key: str) -> int | None:
    """Return how many rows come before a key, None for more than `MAX_COUNTED`."""
    return _count(tx, selection, _from(selection, key, back=True))


def _count(tx: Tx, selection: Selection, parts: Sequence[tuple[Segment, list[ColumnElement[bool]]]]) -> int | None:
    """Count parts of a selection, up to `MAX_COUNTED`.

    Each segment is counted by its own index: a condition for all of them would use none. Without the order of the
    list, SQLite chooses an index that also has the rows of the other segments.
    """
    if not selection.countable:
        return None
    count = 0
    for segment, limits in parts:
        order = [_id] if selection.sort == "newest" else segment.order
        rows = select(_id).where(*selection.where, segment.where, *limits).order_by(*order)
        rows = rows.limit(MAX_COUNTED + 1 - count)
        count += int(tx.execute(select(func.count()).select_from(rows.subquery())).scalar_one())
    return count if count <= MAX_COUNTED else None


def _load(
    tx: Tx, wanted: Sequence[ColumnElement[bool]], order: Sequence[ColumnElement[Any]], size: int
) -> list[Application]:
    return [Application(*row) for row in tx.execute(select(*COLUMNS).where(*wanted).order_by(*order).limit(size))]


def _key(segment: Segment, row: Application) -> str:
    dated = segment.dated and row.reply_by
    return (
        f"{segment.name}~{row.reply_by.isoformat()}~{row.id}" if dated and row.reply_by else f"{segment.name}~{row.id}"
    )


def _key_now(tx: Tx, selection: Selection, application_id: str) -> str | None:
    """Return the key of an application in a selection; None if it is not in it."""
    for segment in selection.segments:
        rows = _load(tx, [segment.where, *selection.where, _id == application_id], segment.order, 1)
        if rows:
            return f"{NEWEST}{application_id}" if selection.sort == "newest" else _key(segment, rows[0])
    return None


def _listed(
    tx: Tx, member: Member, page: Sequence[KeyedApplication], stopped: frozenset[str], at: datetime
) -> list[ApplicationRow]:
    found = [one.application for one in page]
    ids = {"ids": [one.id for one in found]}
    places = {location.id: location for location in locations_of(tx, member.employer_id)}
    shared = grants_of(tx, member.employer_id, [one.user_id for one in found])
    viewers: dict[str, dict[str, None]] = defaultdict(dict)
    own = set[str]()
    for application_id, viewer, member_id in tx.execute(_viewers, ids):
        viewers[application_id][viewer] = None
        if member_id == member.id:
            own.add(application_id)
    times = {row.application_id: row.starts_at for row in tx.execute(_meetings, ids)}
    pending = {row.application_id: row for row in tx.execute(_pending, ids)}
    hired = hired_for(tx, member, found)
    return [
        ApplicationRow(
            key=keyed.key,
            application=replace(one, reply_by=None) if one.id in stopped else one,
            name=one.shown_name(contact=access_with(one, shared.get(one.user_id), at, contact=True).contact),
            location=places.get(one.location_id or ""),
            viewers=tuple(viewers[one.id]),
            viewed=one.id in own,
            meets_at=times.get(one.id),
            hired_for=hired.get(one.id),
            pending=pending[one.id].move["action"] if one.id in pending else None,
            pending_by=pending[one.id].member_id if one.id in pending else None,
        )
        for keyed in page
        for one in [keyed.application]
    ]
