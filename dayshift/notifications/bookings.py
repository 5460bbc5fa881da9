"""Letters about bookings: made, moved, cancelled, reminders."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dayshift.accounts import find_user
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.language import date_in_words, time_with_zone
from dayshift.core.names import plain_name, salutation
from dayshift.notifications.letters import Letter, Payload, Recipient
from dayshift.notifications.queries import Preferences, preferences_of, proved_phone
from dayshift.notifications.reminders import is_still_due, schedule_reminders
from dayshift.notifications.sender import Sender
from dayshift.scheduling import (
    Appointment,
    Booking,
    Coach,
    coach_key,
    find_booking,
    find_coach,
    key_of,
)

REMIND = "notifications.booking.remind"
REMIND_BY_TEXT = "notifications.booking.remind_by_text"

_Change = Literal["made", "moved", "cancelled"]


@dataclass(frozen=True, slots=True)
class BookingContext:
    """A booking with everything that messages about it contain."""

    booking: Booking
    coach: Coach | None
    key: str
    preferences: Preferences
    unsubscribe: str
    coach_key: str
    phone: str | None  # Verified, or None.
    full_name: str  # Of the account; empty without one.
    first_name: str


def _load(tx: Tx, booking_id: str) -> BookingContext | None:
    """Return None if the booking was erased in the meantime."""
    try:
        booking = find_booking(tx, booking_id)
    except NotFound:
        return None
    coach = find_coach(tx, booking.coach_id) if booking.coach_id else None
    preferences, unsubscribe = preferences_of(tx, booking.email or "")
    user = find_user(tx, booking.user_id) if booking.user_id else None
    private = coach_key(tx, coach) if coach else ""
    return BookingContext(
        booking, coach, key_of(tx, booking), preferences, unsubscribe, private, proved_phone(user),
        user.full_name if user else "", user.first_name if user else "",
    )  # fmt: skip


def _to_candidate(tx: Tx, sender: Sender, event: Payload, *, name: _Change) -> Letter | None:
    """Send the candidate the invitation, its update or its cancellation."""
    context = _load(tx, event["booking_id"])
    if context is None or _is_outdated(context, name):
        return None  # Canceled in the meantime: the cancellation message is enough.
    appointment = _appointment(sender, context, cancelled=context.booking.state == "cancelled")
    return replace(_candidates(sender, context, f"booking_{name}"), appointment=appointment)


made = partial(_to_candidate, name="made")
moved = partial(_to_candidate, name="moved")
cancelled = partial(_to_candidate, name="cancelled")


def _to_coach(tx: Tx, sender: Sender, event: Payload, *, name: _Change) -> Letter | None:
    """Do the same for the coach."""
    context = _load(tx, event["booking_id"])
    if context is None or context.coach is None or _is_outdated(context, name):
        return None
    return _coachs(sender, context, context.coach, name)


coach_made = partial(_to_coach, name="made")
coach_moved = partial(_to_coach, name="moved")
coach_cancelled = partial(_to_coach, name="cancelled")


def former_coach(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send a cancellation to the coach who had the booking before."""
    context, before = _load(tx, event["booking_id"]), event.get("coach_before")
    if context is None or context.coach is None or not before or before == context.coach.id:
        return None
    return _coachs(sender, context, find_coach(tx, before), "cancelled")


def _is_outdated(context: BookingContext, name: str) -> bool:
    return context.booking.state == "cancelled" and name != "cancelled"


def plan_reminders(tx: Tx, event: Payload) -> None:
    """Schedule the reminders of a booking; moving a booking moves them."""
    context = _load(tx, event["booking_id"])
    if context and context.booking.state == "booked":
        booking = context.booking
        about = ("booking_id", booking.id)
        schedule_reminders(tx, (REMIND, REMIND_BY_TEXT), about, booking.starts_at, booking.zone)


def remind(tx: Tx, sender: Sender, reminder: Payload) -> Letter | None:
    """Send a reminder by email, if the booking was not changed."""
    context = _load_still_due(tx, reminder)
    return _candidates(sender, context, "booking_reminder") if context else None


def remind_by_text(tx: Tx, sender: Sender, reminder: Payload) -> Letter | None:
    """Send a reminder by text message, to a verified number."""
    context = _load_still_due(tx, reminder)
    if context is None or context.phone is None:
        return None
    letter = _candidates(sender, context, "booking_text")
    return replace(letter, to=replace(letter.to, address=context.phone), by_text=True)


def _load_still_due(tx: Tx, reminder: Payload) -> BookingContext | None:
    context = _load(tx, reminder["booking_id"])
    is_booked = context is not None and context.booking.state == "booked"
    return context if context and is_booked and is_still_due(reminder, context.booking.starts_at) else None


def _candidates(sender: Sender, context: BookingContext, name: str) -> Letter:
    """Address an account by its given name. Nobody can tell where that ends in a guest's name."""
    booking = context.booking
    first_name = context.first_name if context.full_name == booking.name else booking.name
    to = Recipient(booking.email or "", plain_name(booking.name), plain_name(first_name), booking.language)
    values = _values(sender, context, booking.zone, booking.language)
    return Letter(name, to, values, context.preferences, context.unsubscribe)


def _coachs(sender: Sender, context: BookingContext, coach: Coach, name: str) -> Letter:
    to = Recipient(coach.email, coach.name, salutation(coach.name), "en")
    appointment = _appointment(sender, context, cancelled=name == "cancelled", for_coach=coach)
    return Letter(f"coach_{name}", to, _values(sender, context, coach.zone, "en"), appointment=appointment)


def _values(sender: Sender, context: BookingContext, zone: str, language: str) -> dict[str, Any]:
    booking, here = context.booking, ZoneInfo(zone)
    return {
        "day": date_in_words(booking.starts_at.astimezone(here), language),
        "time": time_with_zone(booking.starts_at.astimezone(here), language),
        "coach_link": f"{sender.url}/coach?key={context.coach_key}",
        "coach": context.coach.name if context.coach else "",
        "candidate": plain_name(booking.name),
        "candidate_email": booking.email or "",
        "candidate_phone": booking.phone or "",
        "link": f"{sender.url}/book"
        if booking.state == "cancelled"
        else f"{sender.url}/your-booking?key={context.key}",
    }


def _appointment(
    sender: Sender, context: BookingContext, *, cancelled: bool, for_coach: Coach | None = None
) -> Appointment:
    booking = context.booking
    # A coach whose booking went to another one gets the entry of a candidate.
    theirs = for_coach is not None and context.coach is not None and for_coach.email == context.coach.email
    other = plain_name(booking.name) if theirs else (context.coach.name if context.coach else sender.product)
    link = f"{sender.url}/your-booking?key={context.key}"
    contact = "\n".join(filter(None, [booking.email, booking.phone]))
    return Appointment(
        uid=f"{booking.id}@{sender.host}",
        sequence=booking.sequence,
        start=booking.starts_at,
        end=booking.ends_at,
        summary=f"{sender.product}: {other}",
        description=contact if theirs else link,
        url=sender.url if theirs else link,
        cancelled=cancelled,
        made_at=booking.created_at,
    )
