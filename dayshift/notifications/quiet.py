"""When a reminder may be sent: not at night by the person's own clock. Pure."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

NIGHT_BEGINS = time(21)
NIGHT_ENDS = time(8)


def wake_hour(due: datetime, zone: ZoneInfo, latest: datetime) -> datetime:
    """The moment to send what is due at `due`.

    By day that is `due`. At night it is the next morning, or if that is after `latest`, the evening
    before: a reminder that comes too late is worse than one that comes early.
    """
    here = due.astimezone(zone)
    if NIGHT_ENDS <= here.time() < NIGHT_BEGINS:
        return due
    evening = here.date() if here.time() >= NIGHT_BEGINS else here.date() - timedelta(days=1)
    morning = datetime.combine(evening + timedelta(days=1), NIGHT_ENDS, zone)
    if morning <= latest:
        return morning.astimezone(due.tzinfo)
    return datetime.combine(evening, NIGHT_BEGINS, zone).astimezone(due.tzinfo) - timedelta(minutes=1)
