"""Webhook messages of external calendars, and their signatures. Pure.

Calendly signs 'TIME.BODY' (https://developer.calendly.com/api-docs/ZG9jOjM2MzE2MDM4-webhook-signatures), Cal.com the
body alone (https://cal.com/docs/developing/guides/automation/webhooks): both by HMAC-SHA256 with a secret they share
with us. Repeated messages change nothing.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hmac import compare_digest, new
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from dayshift.accounts import Email
from dayshift.core.clock import find_zone
from dayshift.core.names import full_name, one_line
from dayshift.core.schemas import WireTime

Source = Literal["calendly", "cal.com"]

STALE = timedelta(minutes=10)
"""Maximum age of a signed message."""


@dataclass(frozen=True, slots=True)
class ExternalBooking:
    """A booking in an external calendar. `replaces` is the external id of the booking it replaces.

    `moved`: the person chose another time. If this is `cancelled`, the booking at that time is another one.
    `time_asked`: it is cancelled because its host asks for another time.
    """

    source: Source
    external_id: str
    cancelled: bool
    starts_at: datetime
    ends_at: datetime
    name: str
    email: str
    zone: str
    replaces: str | None = None
    moved: bool = False
    time_asked: bool = False


MAX_NAME = 161


def _optional(value: object) -> str:
    """Return a text; '' for null, which calendars send for what the person left out. A name may be in two parts."""
    if isinstance(value, dict):
        return full_name(_optional(value.get("firstName")), _optional(value.get("lastName")))
    return value if isinstance(value, str) else ""


_Optional = BeforeValidator(_optional)
_NameText = Annotated[str, _Optional, AfterValidator(lambda name: " ".join(one_line(name).split())[:MAX_NAME])]
_ZoneText = Annotated[str, _Optional, AfterValidator(lambda name: find_zone(name) or "UTC")]


class _Calendly(BaseModel):
    class Invitee(BaseModel):
        class Event(BaseModel):
            start_time: WireTime
            end_time: WireTime

        uri: str = Field(max_length=200)
        name: _NameText = ""
        first_name: _NameText = ""
        last_name: _NameText = ""
        email: Email
        timezone: _ZoneText = "UTC"
        scheduled_event: Event
        rescheduled: bool | None = None
        old_invitee: str | None = Field(None, max_length=200)
        new_invitee: str | None = Field(None, max_length=200)

    payload: Invitee


class _CalCom(BaseModel):
    class Booking(BaseModel):
        class Attendee(BaseModel):
            name: _NameText = ""
            email: Email
            timeZone: _ZoneText = "UTC"  # noqa: N815  (their name)

        uid: str = Field(max_length=200)
        startTime: WireTime  # noqa: N815
        endTime: WireTime  # noqa: N815
        attendees: list[Attendee] = Field(min_length=1)
        rescheduleUid: str | None = Field(None, max_length=200)  # noqa: N815
        rescheduledToUid: str | None = Field(None, max_length=200)  # noqa: N815
        requestReschedule: bool | None = None  # noqa: N815
        rescheduleRequested: bool | None = None  # noqa: N815
        cancelledBy: str | None = None  # noqa: N815

    payload: Booking


_CALENDLY = {"invitee.created": False, "invitee.canceled": True}
_CAL_COM = {"BOOKING_CREATED": False, "BOOKING_RESCHEDULED": False, "BOOKING_CANCELLED": True}


def signed_by_calendly(header: str, body: bytes, secret: str, at: datetime) -> bool:
    """Whether 't=SECONDS,v1=HEX' is a valid, recent signature of this body."""
    parts = dict(part.strip().partition("=")[::2] for part in header.split(","))
    moment, given = parts.get("t", ""), parts.get("v1", "")
    if not (moment.isascii() and moment.isdigit() and len(moment) <= 11):
        return False
    if abs(at - datetime.fromtimestamp(int(moment), UTC)) > STALE:
        return False
    return _is_signature(given, f"{moment}.".encode() + body, secret)


def signed_by_cal_com(header: str, body: bytes, secret: str) -> bool:
    """Whether HEX is a valid signature of this body."""
    return _is_signature(header, body, secret)


def read_calendly(message: dict[str, Any]) -> ExternalBooking | None:
    """Parse a message; None if it is not about a booking. Raises `ValidationError`."""
    cancelled = _CALENDLY.get(str(message.get("event")))
    if cancelled is None:
        return None
    said = _Calendly.model_validate(message).payload
    event, replaces = said.scheduled_event, said.old_invitee
    moved = bool(said.rescheduled or said.new_invitee) if cancelled else replaces is not None
    return ExternalBooking(
        "calendly", said.uri, cancelled, event.start_time, event.end_time,
        said.name or full_name(said.first_name, said.last_name), said.email, said.timezone,
        replaces, moved,
    )  # fmt: skip


def read_cal_com(message: dict[str, Any]) -> ExternalBooking | None:
    """Parse a message; None if it is not about a booking. Raises `ValidationError`."""
    cancelled = _CAL_COM.get(str(message.get("triggerEvent")))
    if cancelled is None:
        return None
    said = _CalCom.model_validate(message).payload
    who = said.attendees[0]
    replaces = said.rescheduleUid if said.rescheduleUid != said.uid else None
    moved = replaces is not None or message["triggerEvent"] == "BOOKING_RESCHEDULED"
    # Cal.com also says so when a guest gives up one of several seats.
    by_guest = said.cancelledBy is not None and said.cancelledBy.casefold() == who.email
    asked = cancelled and not by_guest and bool(said.requestReschedule or said.rescheduleRequested)
    return ExternalBooking(
        "cal.com", said.uid, cancelled, said.startTime, said.endTime, who.name, who.email, who.timeZone,
        None if cancelled else replaces, said.rescheduledToUid is not None if cancelled else moved, asked,
    )  # fmt: skip


def _is_signature(given: str, signed: bytes, secret: str) -> bool:
    return compare_digest(given.encode(), new(secret.encode(), signed, "sha256").hexdigest().encode())
