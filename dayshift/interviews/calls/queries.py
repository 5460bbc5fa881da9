"""Load calls: permissions to watch, and who has watched."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.signing import opened_by, sign, signer
from dayshift.interviews.calls.models import declines, visits
from dayshift.interviews.room import AiServices, Interview, any_interview, going_on, in_progress_of
from dayshift.providers.video import ROOM_LIFE
from dayshift.scheduling import Coach, find_coach, has_booked, is_booked_by

WATCH_LINK = "watch"


@dataclass(frozen=True, slots=True)
class Watcher:
    """A person who may watch one interview with a signed link."""

    name: str
    interview: Interview
    declined: bool

    @property
    def can_join(self) -> bool:
        return not self.declined and is_live(self.interview)


@dataclass(frozen=True, slots=True)
class Visit:
    """A watcher's visit; `role` is 'interviewer' or 'observer'."""

    watcher: str
    role: str
    joined_at: datetime


_declined = select(declines.c.interview_id).where(declines.c.interview_id.in_(bindparam("ids", expanding=True)))
_visits = (
    select(*[visits.c[name] for name in Visit.__slots__])
    .where(visits.c.interview_id == bindparam("interview"))
    .order_by(visits.c.joined_at, visits.c.id)
)


def is_live(interview: Interview) -> bool:
    """Whether the interview has a room at a video provider now. The embedded provider's room is a page of ours, which
    only records."""
    at_provider = interview.room_url is not None and not interview.room_url.startswith("/")
    started = interview.started_at
    return interview.status == "in-progress" and at_provider and started is not None and now() - started < ROOM_LIFE


def visits_of(tx: Tx, interview_id: str) -> list[Visit]:
    """Return all past and present watchers of an interview; the caller has checked access."""
    return [Visit(*row) for row in tx.execute(_visits, {"interview": interview_id})]


def live_now(tx: Tx) -> list[Interview]:
    """Return all live interviews whose candidates have not declined watchers."""
    return _undeclined(tx, going_on(tx))


def live_for(tx: Tx, coach: Coach, helpers: AiServices) -> list[tuple[Interview, str]]:
    """Return the live interviews of candidates who have booked this coach, each with the key of its call."""
    running = [one for one in in_progress_of(tx, sorted(has_booked(tx, coach.id))) if _agreed(one, helpers)]
    key_for = signer(tx, WATCH_LINK)
    return [(one, key_for(f"coach:{coach.id}:{coach.link_version}:{one.id}")) for one in _undeclined(tx, running)]


def guest_key(tx: Tx, interview_id: str, name: str, until: datetime) -> str:
    """Return a key with which a named person may watch one interview until it expires."""
    who = urlsafe_b64encode(name.encode()).decode().rstrip("=")
    return sign(tx, WATCH_LINK, f"guest:{who}:{int(until.timestamp())}:{interview_id}")


def open_watch(tx: Tx, key: str, helpers: AiServices) -> Watcher:
    """Return the watcher of a key. Raises `NotFound` for a key that is forged, expired or revoked, and for an
    interview whose candidate has not consented."""
    kind, who, until, interview_id = _parts(opened_by(tx, WATCH_LINK, key))
    interview = any_interview(tx, interview_id)
    if interview is None or not _agreed(interview, helpers):
        raise NotFound
    name = _coach_of(tx, who, until, interview) if kind == "coach" else _guest(who, until)
    return Watcher(name, interview, declined=tx.execute(_declined, {"ids": [interview.id]}).first() is not None)


def _undeclined(tx: Tx, interviews: list[Interview]) -> list[Interview]:
    live = [one for one in interviews if is_live(one)]
    declined = set(tx.execute(_declined, {"ids": [one.id for one in live]}).scalars())
    return [one for one in live if one.id not in declined]


def _agreed(interview: Interview, helpers: AiServices) -> bool:
    return helpers.allows_watching(interview.consent_version)


def _parts(subject: str) -> list[str]:
    parts = subject.split(":")
    if len(parts) != 4:
        raise NotFound
    return parts


def _coach_of(tx: Tx, coach_id: str, version: str, interview: Interview) -> str:
    coach = find_coach(tx, coach_id)
    if str(coach.link_version) != version or not is_booked_by(tx, coach.id, interview.user_id):
        raise NotFound
    return coach.name


def _guest(who: str, until: str) -> str:
    if int(until) < now().timestamp():
        raise NotFound
    return urlsafe_b64decode(who + "=" * (-len(who) % 4)).decode()
