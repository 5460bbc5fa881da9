"""When an appointment for an interview may be, by the candidate's own clock. Pure."""

from datetime import datetime, time, timedelta, tzinfo

OPENS = time(9)
CLOSES = time(18)
FRIDAY = 4

TOO_SOON = "Please pick a time from tomorrow, 9:00 AM."
CLOSED = "Interviews are available Monday-Friday, 9:00 AM - 6:00 PM"


def earliest(at: datetime, zone: tzinfo) -> datetime:
    """The first moment that can be had: 9:00 of the next day, as the clock in `zone` shows it."""
    tomorrow = at.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, OPENS, zone)


def objection(wanted: datetime, at: datetime, zone: tzinfo) -> str | None:
    """What speaks against an appointment at `wanted`, asked for at `at`; None if nothing does."""
    if wanted < earliest(at, zone):
        return TOO_SOON
    here = wanted.astimezone(zone)
    return None if here.weekday() <= FRIDAY and OPENS <= here.time() < CLOSES else CLOSED
