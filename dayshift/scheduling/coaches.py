"""Hiring coaches from the operator's TOML file, which is the complete list of coaches who can be booked."""

import tomllib
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator
from sqlalchemy import bindparam, update

from dayshift.accounts import Email
from dayshift.core.clock import find_zone, now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.core.names import IsName
from dayshift.scheduling.availability import DAY_MINUTES, Shift
from dayshift.scheduling.models import coaches
from dayshift.scheduling.queries import Booking, Coach, active_coaches, bookings_of_coach

SAMPLE = Path(__file__).parent / "sample.toml"
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_GRAIN = 15


class CoachesDamaged(ValueError):
    """The coaches file is invalid; the message lists where."""


def _zone(value: str) -> str:
    zone = find_zone(value)
    if zone is None:
        raise ValueError("unknown time zone")
    return zone


class CoachEntry(BaseModel):
    """One `[[coach]]` of the file."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    name: Annotated[str, StringConstraints(min_length=1, max_length=120), IsName]
    email: Email
    zone: Annotated[str, AfterValidator(_zone)]
    hours: dict[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], list[str]]
    days_off: list[date] = []
    buffer_minutes: Annotated[int, Field(ge=0, le=240)] = 0
    daily_limit: Annotated[int, Field(ge=1, le=96)] = 96

    @model_validator(mode="after")
    def _has_hours_that_are_apart(self) -> Self:
        if not any(self.hours.values()):  # Nobody could book them, although it would say so.
            raise ValueError("hours name no time; leave out a coach who cannot be booked")
        for spans in self.shifts().values():
            if any(later[0] < earlier[1] for earlier, later in pairwise(spans)):
                raise ValueError("hours of one day overlap")
        return self

    def shifts(self) -> dict[str, list[Shift]]:
        """Return the hours by weekday as minutes. Raises ValueError."""
        return {str(_DAYS.index(day)): sorted(map(_shift, spans)) for day, spans in self.hours.items()}


def read_coaches(text: str) -> list[CoachEntry]:
    """Parse the coaches file, which names at least one. Raises `CoachesDamaged`."""
    try:
        raw = tomllib.loads(text)
        if unknown := sorted(raw.keys() - {"coach"}):
            raise CoachesDamaged(f"unknown: {', '.join(unknown)}. Each coach is a table [[coach]]")
        if not isinstance(raw.get("coach"), list) or not raw["coach"]:
            raise CoachesDamaged("it has no table [[coach]], so nothing was changed")
        entries = [CoachEntry.model_validate(entry) for entry in raw["coach"]]
    except ValidationError as error:
        places = "; ".join(f"{'.'.join(map(str, at['loc']))}: {at['msg']}" for at in error.errors())
        raise CoachesDamaged(places) from error
    except tomllib.TOMLDecodeError as error:
        raise CoachesDamaged(str(error)) from error
    addresses = [entry.email for entry in entries]
    if len(addresses) != len(set(addresses)):
        raise CoachesDamaged("an address occurs twice")
    return entries


_insert = insert(coaches)
_save = _insert.on_conflict_do_update(
    index_elements=[coaches.c.email],
    set_={
        name: _insert.excluded[name]
        for name in ("name", "zone", "shifts", "days_off", "buffer_minutes", "daily_limit", "active")
    },
)
_retire = (
    update(coaches)
    .where(coaches.c.email.not_in(bindparam("kept", expanding=True)), coaches.c.active)
    .values(active=False, link_version=coaches.c.link_version + 1)
)


def retired_by(tx: Tx, entries: list[CoachEntry], at: datetime) -> list[tuple[Coach, list[Booking]]]:
    """Return the active coaches who are not among `entries`, with their future bookings."""
    kept = {entry.email for entry in entries}
    return [(coach, bookings_of_coach(tx, coach.id, at)) for coach in active_coaches(tx) if coach.email not in kept]


def save_coaches(tx: Tx, entries: list[CoachEntry]) -> list[Coach]:
    """Make exactly these coaches bookable.

    Others keep their existing bookings and get no new ones. Their private links end, and stay so if they come back.
    """
    for entry in entries:
        tx.execute(_save, _values(entry))
    tx.execute(_retire, {"kept": [entry.email for entry in entries]})
    return active_coaches(tx)


def add_sample_coaches(tx: Tx) -> list[Coach]:
    """Add the sample coaches if there are no coaches; return the active coaches."""
    return active_coaches(tx) or save_coaches(tx, read_coaches(SAMPLE.read_text("utf-8")))


def _values(entry: CoachEntry) -> dict[str, Any]:
    return {
        "id": new_id(),
        "email": entry.email,
        "name": entry.name,
        "zone": entry.zone,
        "shifts": entry.shifts(),
        "days_off": [day.isoformat() for day in entry.days_off],
        "buffer_minutes": entry.buffer_minutes,
        "daily_limit": entry.daily_limit,
        "active": True,
        "link_version": 1,
        "created_at": now(),
    }


def _shift(span: str) -> Shift:
    start, dash, end = span.partition("-")
    shift = (_minutes(start), _minutes(end))
    if not dash or shift[0] >= shift[1]:
        raise ValueError(f"'{span}' must look like 09:00-17:00")
    return shift


def _minutes(clock: str) -> int:
    hours, colon, minutes = clock.strip().partition(":")
    if not (colon and hours.isascii() and hours.isdigit() and minutes.isascii() and minutes.isdigit()):
        raise ValueError(f"'{clock}' must look like 09:00")
    found = int(hours) * 60 + int(minutes)
    if found > DAY_MINUTES or int(minutes) > 59 or found % _GRAIN:
        raise ValueError(f"'{clock}' must be a quarter hour, such as 09:15")
    return found
