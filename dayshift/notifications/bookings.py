"""Messages about bookings: made, moved, cancelled, soon. Each is a task of its own."""

from dataclasses import dataclass, replace
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dayshift.accounts import find_user
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.tasks import Task, Write
from dayshift.notifications.queries import Wants, proved_phone, wants_of
from dayshift.notifications.reminders import put_on_times, still_to_come
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import date_in_words, plain_name, time_in_words, word_mail, word_text
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
class Loaded:
    """A booking with all that a message about it says."""

    booking: Booking
    coach: Coach | None
    key: str
    wants: Wants
    unsubscribe: str
    coach_key: str
    phone: str | None  # Proved to be the candidate's, or None.


def _load(tx: Tx, booking_id: str) -> Loaded | None:
    """Everything that a message about the booking says; None if it was erased meanwhile."""
    try:
        booking = find_booking(tx, booking_id)
    except NotFound:
        return None
    coach = find_coach(tx, booking.coach_id) if booking.coach_id else None
    wants, unsubscribe = wants_of(tx, booking.email or "")
    user = find_user(tx, booking.user_id) if booking.user_id else None
    private = coach_key(tx, coach) if coach else ""
    return Loaded(booking, coach, key_of(tx, booking), wants, unsubscribe, private, proved_phone(user))


async def tell_candidate(sender: Sender, task: Task, name: Literal["made", "moved", "cancelled"]) -> None:
    """The invitation, its change, or its end."""
    loaded = await sender.db.read(_load, task.payload["booking_id"])
    if loaded is None:
        return
    booking = loaded.booking
    cancelled = booking.state == "cancelled"
    if booking.email is None or (cancelled and name != "cancelled"):
        return  # What has been called off meanwhile is told once, by its own message.
    method: Literal["REQUEST", "CANCEL"] = "CANCEL" if cancelled else "REQUEST"
    to = Party(plain_name(booking.name), booking.email)
    message = _message(sender, task, loaded, to, f"booking_{name}", booking.zone, booking.language)
    await sender.post(replace(message, invitation=_invitation(sender, loaded, to, method)))


async def tell_coach(sender: Sender, task: Task, name: Literal["made", "moved", "cancelled"]) -> None:
    """The same for the coach; one who has lost the booking to another coach hears that it is off."""
    loaded = await sender.db.read(_load, task.payload["booking_id"])
    if loaded is None:
        return
    before = task.payload.get("coach_before")
    if name == "moved" and before and loaded.coach and before != loaded.coach.id:
        former = await sender.db.read(find_coach, before)
        await _to_coach(sender, task, loaded, former, "cancelled")
    if loaded.coach and not (loaded.booking.state == "cancelled" and name != "cancelled"):
        await _to_coach(sender, task, loaded, loaded.coach, name)


async def _to_coach(sender: Sender, task: Task, loaded: Loaded, coach: Coach, name: str) -> None:
    to = Party(coach.name, coach.email)
    method: Literal["REQUEST", "CANCEL"] = "CANCEL" if name == "cancelled" else "REQUEST"
    message = _message(sender, task, loaded, to, f"coach_{name}", coach.zone, "en")
    about = replace(message, id=f"{task.id}-{coach.id[-6:]}", invitation=_invitation(sender, loaded, to, method))
    await sender.post(about)


async def plan_reminders(sender: Sender, task: Task) -> Write | None:
    """Put the reminders of a booking on their times; one that was moved has its reminders moved."""
    loaded = await sender.db.read(_load, task.payload["booking_id"])
    if loaded is None or loaded.booking.state != "booked":
        return None
    booking = loaded.booking
    about = ("booking_id", booking.id)
    return lambda tx: put_on_times(tx, (REMIND, REMIND_BY_TEXT), about, booking.starts_at, booking.zone)


async def remind(sender: Sender, task: Task) -> None:
    """A reminder by mail, if the booking still stands where it stood and the person wants it."""
    loaded = await _still_to_come(sender, task)
    if loaded is None or not loaded.booking.email or not loaded.wants.reminders:
        return
    booking = loaded.booking
    to = Party(plain_name(booking.name), booking.email or "")
    message = _message(sender, task, loaded, to, "booking_reminder", booking.zone, booking.language)
    await sender.post(replace(message, unsubscribe=_unsubscribe_url(sender, loaded)))


async def remind_by_text(sender: Sender, task: Task) -> None:
    """A reminder by text message, to a number that is proved and only if wanted."""
    loaded = await _still_to_come(sender, task)
    if loaded is None or not loaded.phone or not loaded.wants.texts:
        return
    values = _values(sender, loaded, loaded.booking.zone, loaded.booking.language)
    text = word_text(loaded.booking.language, "booking_text", **values).strip()
    await sender.text(sms.TextMessage(task.id, loaded.phone, text))


async def _still_to_come(sender: Sender, task: Task) -> Loaded | None:
    loaded = await sender.db.read(_load, task.payload["booking_id"])
    stands = loaded is not None and loaded.booking.state == "booked"
    return loaded if loaded and stands and still_to_come(task, loaded.booking.starts_at) else None


def _message(  # noqa: PLR0913, PLR0917  (one parameter for each thing that varies)
    sender: Sender, task: Task, loaded: Loaded, to: Party, name: str, zone: str, language: str
) -> email.Message:
    values = _values(sender, loaded, zone, language)
    first_name = to.name.split(" ")[0]
    words = word_mail(
        language,
        name,
        first_name=first_name,
        unsubscribe=f"{sender.url}/unsubscribe?key={loaded.unsubscribe}",
        **values,
    )
    return email.Message(task.id, to.email, to.name, words.subject, words.text, words.html)


def _values(sender: Sender, loaded: Loaded, zone: str, language: str) -> dict[str, Any]:
    booking, here = loaded.booking, ZoneInfo(zone)
    return {
        "product": sender.product,
        "url": sender.url,
        "day": date_in_words(booking.starts_at.astimezone(here), language),
        "time": time_in_words(booking.starts_at.astimezone(here), language),
        "zone": zone.rpartition("/")[2].replace("_", " "),
        "coach_link": f"{sender.url}/coach?key={loaded.coach_key}",
        "coach": loaded.coach.name if loaded.coach else "",
        "candidate": plain_name(booking.name),
        "candidate_email": booking.email or "",
        "candidate_phone": booking.phone or "",
        "link": f"{sender.url}/book" if booking.state == "cancelled" else f"{sender.url}/your-booking?key={loaded.key}",
    }


def _unsubscribe_url(sender: Sender, loaded: Loaded) -> str:
    return f"{sender.url}/api/notifications/unsubscribe/{loaded.unsubscribe}"


def _invitation(sender: Sender, loaded: Loaded, to: Party, method: Literal["REQUEST", "CANCEL"]) -> email.Invitation:
    booking = loaded.booking
    for_coach = loaded.coach is not None and to.email == loaded.coach.email
    other = plain_name(booking.name) if for_coach else (loaded.coach.name if loaded.coach else sender.product)
    link = f"{sender.url}/your-booking?key={loaded.key}"
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
    )
    organizer = Party(sender.product, sender.mail_from)
    return email.Invitation(method, invitation(appointment, organizer, to, method, now()))
