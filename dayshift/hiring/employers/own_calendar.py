"""A member's own calendar: its secret address, and the busy times that were read there last. No titles are kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, cast
from urllib.parse import urljoin, urlsplit

from sqlalchemy import bindparam, delete, select, update

from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.core.outgoing import Outgoing, OutgoingFailed, OutgoingRefused, ReplyTooBig
from dayshift.hiring.employers.errors import CalendarUnreadable
from dayshift.hiring.employers.models import employers, member_calendars, members
from dayshift.providers import calendars

MAX_BYTES = 4 << 20
MAX_REDIRECTS = 3
PAST, AHEAD = timedelta(days=1), timedelta(days=90)
"""Busy times that are kept."""

Problem = Literal["gone", "unreachable", "not_calendar", "too_big"]


@dataclass(frozen=True, slots=True)
class OwnCalendar:
    """A connected calendar. `problem`: why it could not be read since `read_at`."""

    member_id: str
    host: str
    version: str
    busy: list[list[str]]
    read_at: datetime
    problem: Problem | None

    @property
    def times(self) -> list[calendars.Busy]:
        """When the member is busy, in order."""
        return [(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in self.busy]


_find = select(*(member_calendars.c[name] for name in OwnCalendar.__slots__)).where(
    member_calendars.c.member_id == bindparam("member")
)
_address = select(member_calendars.c.address).where(member_calendars.c.member_id == bindparam("member"))
_zone = (
    select(employers.c.zone)
    .join(members, members.c.employer_id == employers.c.id)
    .where(members.c.id == bindparam("id"))
)
_put = insert(member_calendars)
_put = _put.on_conflict_do_update(
    index_elements=[member_calendars.c.member_id],
    set_={c.name: c for c in _put.excluded if c.name != "member_id"},
)
_update = update(member_calendars).where(
    member_calendars.c.member_id == bindparam("member"), member_calendars.c.version == bindparam("same")
)
_delete = delete(member_calendars).where(member_calendars.c.member_id == bindparam("member"))


def find_own_calendar(tx: Tx, member_id: str) -> OwnCalendar | None:
    """Return a member's connected calendar."""
    row = tx.execute(_find, {"member": member_id}).first()
    return OwnCalendar(*row) if row else None


def address_of(tx: Tx, member_id: str) -> str:
    """Return the secret address of a connected calendar."""
    return str(tx.execute(_address, {"member": member_id}).scalar_one())


def busy_elsewhere(tx: Tx, member_id: str, first: datetime, until: datetime) -> list[calendars.Busy]:
    """When a member's own calendar has something, between two instants."""
    found = find_own_calendar(tx, member_id)
    return [(begin, end) for begin, end in found.times if begin < until and end > first] if found else []


def put_own_calendar(tx: Tx, member_id: str, address: str, busy: Sequence[calendars.Busy], at: datetime) -> None:
    """Connect a calendar, in place of the one before."""
    values = {"member_id": member_id, "address": address, "host": host_of(address), "version": new_id()}
    tx.execute(_put, {**values, "busy": _as_text(busy), "created_at": at, "read_at": at, "problem": None})


def note_reading(tx: Tx, before: OwnCalendar, busy: Sequence[calendars.Busy], at: datetime) -> bool:
    """Keep what was read; return whether it is still this calendar."""
    values = {"busy": _as_text(busy), "read_at": at, "problem": None}
    found = tx.execute(_update.values(values), {"member": before.member_id, "same": before.version})
    return bool(found.rowcount)


def note_problem(tx: Tx, before: OwnCalendar, problem: Problem) -> None:
    """Say why a calendar could not be read. The times of the last reading stay."""
    tx.execute(_update.values(problem=problem), {"member": before.member_id, "same": before.version})


def remove_own_calendar(tx: Tx, member_id: str) -> None:
    """Disconnect a member's calendar: the address and the busy times go. Idempotent."""
    tx.execute(_delete, {"member": member_id})


def zone_of_member(tx: Tx, member_id: str) -> str:
    """Return the zone of times that name none."""
    return str(tx.execute(_zone, {"id": member_id}).scalar_one())


def plain_address(typed: str) -> str:
    """Return an address with the scheme that it is read with: calendars are also shared as `webcal://`."""
    scheme, colon, rest = typed.strip().partition(":")
    return f"https:{rest}" if colon and scheme.lower() in {"webcal", "webcals"} else typed.strip()


def host_of(address: str) -> str:
    """Return the host of an address, to name it without its secret."""
    return (urlsplit(address).hostname or "")[:253]


async def read_busy_times(outgoing: Outgoing, address: str, zone: str, own: str) -> list[calendars.Busy]:
    """Return the busy times at an address. Raises `CalendarUnreadable`. Waits: never call it in a transaction.

    `outgoing` has `MAX_BYTES`. `own` is the host of our own invitations, which are left out.
    """
    at = now()
    try:
        content = await _download(outgoing, address)
        return await calendars.read_busy(content, zone, at - PAST, at + AHEAD, own)
    except calendars.CalendarUnreadable as error:
        raise CalendarUnreadable(problem=error.problem) from None
    except ReplyTooBig:
        raise CalendarUnreadable(problem="too_big") from None
    except (OutgoingFailed, OutgoingRefused, ValueError):
        raise CalendarUnreadable(problem="unreachable") from None


async def _download(outgoing: Outgoing, address: str) -> bytes:
    """Return what is at an address, or where it redirects: each address is checked like the first."""
    headers = {"Accept": "text/calendar, */*;q=0.1", "Accept-Encoding": "identity"}
    for _ in range(MAX_REDIRECTS + 1):
        reply = await outgoing.send("GET", address, headers=headers)
        if reply.status in {301, 302, 303, 307, 308} and reply.location:
            address = urljoin(address, reply.location)
            continue
        if reply.status in {401, 403, 404, 410}:
            raise CalendarUnreadable(problem="gone")
        if reply.status != 200:
            raise CalendarUnreadable(problem="unreachable")
        return reply.body
    raise CalendarUnreadable(problem="unreachable")


def problem_of(error: CalendarUnreadable) -> Problem:
    """Return why a calendar could not be read."""
    return cast("Problem", error.data["problem"])


def _as_text(busy: Sequence[calendars.Busy]) -> list[list[Any]]:
    return [[begin.isoformat(), end.isoformat()] for begin, end in busy]
