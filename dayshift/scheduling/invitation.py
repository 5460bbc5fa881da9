"""Bookings as iCalendar objects (RFC 5545), with updates and cancellations for calendars (RFC 5546). Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from dayshift.core.names import without_links

if TYPE_CHECKING:
    from icalendar import Calendar, Event, vCalAddress

Method = Literal["REQUEST", "CANCEL"]
EVENING_BEFORE = timedelta(hours=-6)
"""When a whole day is reminded of, from its beginning."""

PRODUCT_ID = "-//Dayshift//Bookings//EN"


@cache
def _library() -> Any:
    """Import the library on first use: it is slow to load, and only emails and feeds need it."""
    import icalendar  # noqa: PLC0415

    return icalendar


@dataclass(frozen=True, slots=True)
class Appointment:
    """A calendar entry. The same `uid` with a higher `sequence` replaces the earlier version.

    `place`: where to go, for maps. `made_at`: when its first version was made. `day`: it takes this whole day, wherever
    the calendar is read.
    """

    uid: str
    sequence: int
    start: datetime
    end: datetime
    summary: str
    description: str
    url: str
    cancelled: bool
    made_at: datetime
    place: str = ""
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """A participant's name and address."""

    name: str
    email: str


def invitation(appointment: Appointment, organizer: Party, attendee: Party, method: Method, at: datetime) -> bytes:
    """Return an invitation to one appointment, with a reminder an hour before, of a whole day the evening before."""
    event = _event(appointment, at)
    event["organizer"] = _address(organizer)
    guest = _address(attendee)
    text = _library().vText
    guest.params["ROLE"] = text("REQ-PARTICIPANT")
    guest.params["PARTSTAT"] = text("ACCEPTED")
    guest.params["RSVP"] = text("FALSE")
    event.add("attendee", guest, encode=False)
    if method == "REQUEST":
        alarm = _library().Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", without_links(appointment.summary))
        alarm.add("trigger", EVENING_BEFORE if appointment.day else timedelta(hours=-1))
        event.add_component(alarm)
    content: bytes = _calendar(event, method).to_ical()
    return content


def feed(name: str, appointments: Iterable[Appointment]) -> bytes:
    """Return all appointments as a calendar feed. The same appointments are the same bytes."""
    calendar = _library().Calendar()
    calendar.add("prodid", PRODUCT_ID)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _one_line(name))
    calendar.add("refresh-interval", timedelta(minutes=15), parameters={"VALUE": "DURATION"})  # RFC 7986
    for appointment in appointments:
        # The time of the last change is not known: a later version has a later stamp.
        stamp = appointment.made_at.replace(microsecond=0) + timedelta(seconds=appointment.sequence)
        calendar.add_component(_event(appointment, stamp))
    content: bytes = calendar.to_ical()
    return content


def _calendar(event: "Event", method: Method) -> "Calendar":
    calendar: Calendar = _library().Calendar()
    calendar.add("prodid", PRODUCT_ID)
    calendar.add("version", "2.0")
    calendar.add("method", method)
    calendar.add_component(event)
    return calendar


def _event(appointment: Appointment, at: datetime) -> "Event":
    event: Event = _library().Event()
    event.add("uid", appointment.uid)
    event.add("dtstamp", at)
    if appointment.day:
        event.add("dtstart", appointment.day)
        event.add("dtend", appointment.day + timedelta(days=1))
    else:
        event.add("dtstart", appointment.start)  # In UTC; calendars convert it to local time.
        event.add("dtend", appointment.end)
    event.add("summary", without_links(appointment.summary))
    event.add("description", _without_links_of_others(appointment.description))
    if appointment.place:
        event.add("location", _one_line(appointment.place))
    if appointment.url:
        event.add("url", appointment.url)
    event.add("sequence", appointment.sequence)
    event.add("status", "CANCELLED" if appointment.cancelled else "CONFIRMED")
    return event


def _address(party: Party) -> "vCalAddress":
    address: vCalAddress = _library().vCalAddress(f"MAILTO:{party.email}")
    address.params["CN"] = _library().vText(without_links(_one_line(party.name)))
    return address


def _without_links_of_others(description: str) -> str:
    """Return the text with links only where they are whole addresses, which are our own: names have none."""
    return "\n".join(line if "://" in line else without_links(line) for line in description.split("\n"))


def _one_line(name: str) -> str:
    """Return a name without control characters: parameters and X- properties have no escapes for them."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())
