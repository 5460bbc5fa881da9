"""Messages about bookings: made, moved, cancelled, reminders. Each is a task."""

from dataclasses import dataclass, replace
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dayshift.accounts import find_user
from dayshift.core.clock import now
from dayshift.core.dates import date_in_words, time_in_words
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.person_names import salutation
from dayshift.core.plain import plain_name
from dayshift.core.tasks import Task, Write
from dayshift.notifications.queries import Preferences, preferences_of, proved_phone
from dayshift.notifications.reminders import is_still_due, schedule_reminders
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail, word_text
from dayshift.providers import email, sms
from dayshift.scheduling import (
    Appointment,
    Booking,
    Coach,
    Party,
    coach_key,
    find_booking,
    find_coach,
    invitation,
    key_of,
)

MADE = "notifications.booking.made"
MOVED = "notifications.booking.moved"
CANCELLED = "notifications.booking.cancelled"
COACH_MADE = "notifications.coach.made"
COACH_MOVED = "notifications.coach.moved"
COACH_CANCELLED = "notifications.coach.cancelled"
PLAN = "notifications.booking.plan"
REMIND = "notifications.booking.remind"
REMIND_BY_TEXT = "notifications.booking.remind_by_text"


@dataclass(frozen=True, slots=True)
class Recipient:
    """The recipient of a message, with their time zone and language."""

    party: Party
    first_name: str
    zone: str
    language: str


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


async def tell_candidate(sender: Sender, task: Task, name: Literal["made", "moved", "cancelled"]) -> None:
    """Send the candidate the invitation, its update or its cancellation."""
    context = await sender.db.read(_load, task.payload["booking_id"])
    if context is None:
        return
    booking = context.booking
    cancelled = booking.state == "cancelled"
    if booking.email is None or (cancelled and name != "cancelled"):
        return  # Canceled in the meantime: the cancellation message is enough.
    method: Literal["REQUEST", "CANCEL"] = "CANCEL" if cancelled else "REQUEST"
    to = _candidate(context, booking.email)
    message = _message(sender, task, context, to, f"booking_{name}")
    await sender.post(replace(message, invitation=_invitation(sender, context, to.party, method)))


async def tell_coach(sender: Sender, task: Task, name: Literal["made", "moved", "cancelled"]) -> None:
    """Do the same for the coach. A coach whose booking went to another one gets a cancellation."""
    context = await sender.db.read(_load, task.payload["booking_id"])
    if context is None:
        return
    before = task.payload.get("coach_before")
    if name == "moved" and before and context.coach and before != context.coach.id:
        former = await sender.db.read(find_coach, before)
        await _to_coach(sender, task, context, former, "cancelled")
    if context.coach and not (context.booking.state == "cancelled" and name != "cancelled"):
        await _to_coach(sender, task, context, context.coach, name)


async def _to_coach(sender: Sender, task: Task, context: BookingContext, coach: Coach, name: str) -> None:
    to = Recipient(Party(coach.name, coach.email), salutation(coach.name), coach.zone, "en")
    method: Literal["REQUEST", "CANCEL"] = "CANCEL" if name == "cancelled" else "REQUEST"
    message = _message(sender, task, context, to, f"coach_{name}")
    invitation = _invitation(sender, context, to.party, method)
    await sender.post(replace(message, id=f"{task.id}-{coach.id[-6:]}", invitation=invitation))


async def plan_reminders(sender: Sender, task: Task) -> Write | None:
    """Schedule the reminders of a booking; moving a booking moves them."""
    context = await sender.db.read(_load, task.payload["booking_id"])
    if context is None or context.booking.state != "booked":
        return None
    booking = context.booking
    about = ("booking_id", booking.id)
    return lambda tx: schedule_reminders(tx, (REMIND, REMIND_BY_TEXT), about, booking.starts_at, booking.zone)


async def remind(sender: Sender, task: Task) -> None:
    """Send a reminder by email, if the booking was not changed and the user wants it."""
    context = await _load_still_due(sender, task)
    if context is None or not context.booking.email or not context.preferences.reminders:
        return
    to = _candidate(context, context.booking.email)
    message = _message(sender, task, context, to, "booking_reminder")
    await sender.post(replace(message, unsubscribe=_unsubscribe_url(sender, context)))


async def remind_by_text(sender: Sender, task: Task) -> None:
    """Send a reminder by text message, to a verified number and only if wanted."""
    context = await _load_still_due(sender, task)
    if context is None or not context.phone or not context.preferences.texts:
        return
    values = _values(sender, context, context.booking.zone, context.booking.language)
    text = word_text(context.booking.language, "booking_text", **values).strip()
    await sender.text(sms.TextMessage(task.id, context.phone, text))


async def _load_still_due(sender: Sender, task: Task) -> BookingContext | None:
    context = await sender.db.read(_load, task.payload["booking_id"])
    is_booked = context is not None and context.booking.state == "booked"
    return context if context and is_booked and is_still_due(task, context.booking.starts_at) else None


def _candidate(context: BookingContext, address: str) -> Recipient:
    """Address an account by its given name. Nobody can tell where that ends in a guest's name."""
    booking = context.booking
    first_name = context.first_name if context.full_name == booking.name else booking.name
    return Recipient(Party(plain_name(booking.name), address), plain_name(first_name), booking.zone, booking.language)


def _message(sender: Sender, task: Task, context: BookingContext, to: Recipient, name: str) -> email.Message:
    words = word_mail(
        to.language,
        name,
        first_name=to.first_name,
        unsubscribe=f"{sender.url}/unsubscribe?key={context.unsubscribe}",
        **_values(sender, context, to.zone, to.language),
    )
    return email.Message(task.id, to.party.email, to.party.name, words.subject, words.text, words.html)


def _values(sender: Sender, context: BookingContext, zone: str, language: str) -> dict[str, Any]:
    booking, here = context.booking, ZoneInfo(zone)
    return {
        "product": sender.product,
        "url": sender.url,
        "day": date_in_words(booking.starts_at.astimezone(here), language),
        "time": time_in_words(booking.starts_at.astimezone(here), language),
        "zone": zone.rpartition("/")[2].replace("_", " "),
        "coach_link": f"{sender.url}/coach?key={context.coach_key}",
        "coach": context.coach.name if context.coach else "",
        "candidate": plain_name(booking.name),
        "candidate_email": booking.email or "",
        "candidate_phone": booking.phone or "",
        "link": f"{sender.url}/book"
        if booking.state == "cancelled"
        else f"{sender.url}/your-booking?key={context.key}",
    }


def _unsubscribe_url(sender: Sender, context: BookingContext) -> str:
    return f"{sender.url}/api/notifications/unsubscribe/{context.unsubscribe}"


def _invitation(
    sender: Sender, context: BookingContext, to: Party, method: Literal["REQUEST", "CANCEL"]
) -> email.Invitation:
    booking = context.booking
    for_coach = context.coach is not None and to.email == context.coach.email
    other = plain_name(booking.name) if for_coach else (context.coach.name if context.coach else sender.product)
    link = f"{sender.url}/your-booking?key={context.key}"
    contact = "\n".join(filter(None, [booking.email, booking.phone]))
    appointment = Appointment(
        uid=f"{booking.id}@{sender.host}",
        sequence=booking.sequence,
        start=booking.starts_at,
        end=booking.ends_at,
        summary=f"{sender.product}: {other}",
        description=contact if for_coach else link,
        url=sender.url if for_coach else link,
        cancelled=method == "CANCEL",
        made_at=booking.created_at,
    )
    organizer = Party(sender.product, sender.mail_from)
    return email.Invitation(method, invitation(appointment, organizer, to, method, now()))
