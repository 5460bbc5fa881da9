"""Calendar entries carry names of others, and mail programs and calendars make links of what looks like one."""

from datetime import UTC, date, datetime, timedelta

from icalendar import Calendar

from dayshift.core.names import WORD_JOINER
from dayshift.scheduling.invitation import Appointment, Party, invitation

AT = datetime(2026, 11, 30, 15, tzinfo=UTC)


def test_a_whole_day_has_no_times_and_is_reminded_of_the_evening_before() -> None:
    day = date(2026, 12, 7)
    first = Appointment(
        uid="1@jobs.example", sequence=0, start=AT, end=AT, summary="First day", description="", url="",
        cancelled=False, made_at=AT, day=day,
    )  # fmt: skip
    party = Party("Two Spoons Diner", "no-reply@jobs.example")
    [event] = Calendar.from_ical(invitation(first, party, party, "REQUEST", AT)).walk("VEVENT")
    assert (event.decoded("DTSTART"), event.decoded("DTEND")) == (day, date(2026, 12, 8))
    assert b"DTSTART;VALUE=DATE:20261207" in event.to_ical()
    assert event.walk("VALARM")[0].decoded("TRIGGER") == timedelta(hours=-6)


def test_names_in_calendar_entries_are_no_links() -> None:
    own = "https://jobs.example/applications/1"
    appointment = Appointment(
        uid="1@jobs.example",
        sequence=0,
        start=AT,
        end=AT + timedelta(hours=1),
        summary="Interview with evil.example",
        description=f"With evil.example\n{own}",
        url=own,
        cancelled=False,
        made_at=AT,
    )
    sent = invitation(
        appointment, Party("evil.example", "no-reply@jobs.example"), Party("Maya", "maya@mail.example"), "REQUEST", AT
    )
    [event] = Calendar.from_ical(sent).walk("VEVENT")
    assert event["summary"] == f"Interview with evil.{WORD_JOINER}example"
    assert event["description"] == f"With evil.{WORD_JOINER}example\n{own}"
    assert event["organizer"].params["CN"] == f"evil.{WORD_JOINER}example"
