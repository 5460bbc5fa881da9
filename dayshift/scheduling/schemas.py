"""API types of bookings."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, StringConstraints
from pydantic_core import PydanticCustomError

from dayshift.accounts import Email
from dayshift.core.names import IsName
from dayshift.core.phones import MAX_TYPED, require_phone
from dayshift.core.schemas import Body, Reply, WireTime, Zone


def _phone(value: str) -> str | None:
    phone = require_phone(value)
    return phone.e164 if phone else None


def _slot(value: datetime) -> datetime:
    if value.second or value.microsecond or value.minute % 15:
        raise PydanticCustomError("slot", "Please pick one of the times shown")
    return value.astimezone(UTC)


Key = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Start = Annotated[WireTime, AfterValidator(_slot)]


class NewHold(Body):
    starts_at: Start
    zone: Zone
    instead: Key | None = None


class NewBooking(Body):
    """`hold` is the key of an earlier hold; without one, or with an expired one, the slot is booked directly."""

    starts_at: Start
    zone: Zone
    name: Annotated[str, StringConstraints(min_length=1, max_length=161), IsName]
    email: Email
    phone_number: Annotated[str, StringConstraints(max_length=MAX_TYPED), AfterValidator(_phone)] | None = None
    hold: Key | None = None
    language: Literal["en", "es"] = "en"


class Move(Body):
    starts_at: Start


class SlotReply(Reply):
    starts_at: datetime
    ends_at: datetime


class SlotsReply(Reply):
    """Free slots in order; `later` says whether the following days may have more.

    `zone` is the time zone of the requested days, in which times are to be displayed.
    """

    zone: str
    slots: list[SlotReply]
    later: bool


class TimeOfferReply(SlotReply):
    """A time that stage 2 of matching offers. The interview itself takes half of the slot."""

    day: Literal["today", "tomorrow", "weekend"]


class OffersReply(Reply):
    """Times offered in the time zone `zone`."""

    zone: str
    offers: list[TimeOfferReply]


class HoldReply(Reply):
    """`key` is sent with the booking; until `held_until` the slot is reserved."""

    key: str
    starts_at: datetime
    zone: str
    held_until: datetime


class BookingReply(Reply):
    """A booking as its candidate sees it; `key` opens it without signing in."""

    key: str
    state: Literal["held", "booked", "cancelled"]
    starts_at: datetime
    ends_at: datetime
    zone: str
    name: str
    email: str | None
    coach_name: str | None
    changeable: bool


class BookingsReply(Reply):
    bookings: list[BookingReply]


class CoachBookingReply(Reply):
    """A booking as its coach sees it; `zone` is the candidate's."""

    id: str
    starts_at: datetime
    ends_at: datetime
    name: str
    email: str | None
    phone: str | None
    zone: str


class CoachReply(Reply):
    name: str
    zone: str
    bookings: list[CoachBookingReply]
