"""Sample staff, and applications in every stage, spread over the days before now."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Column, select, update

from dayshift.accounts import find_user_by_email
from dayshift.core.db import Instant, Tx
from dayshift.hiring.applications.actions import submit
from dayshift.hiring.applications.decisions import answer_offer, answer_question, choose_time, send, withdraw
from dayshift.hiring.applications.grants import Share
from dayshift.hiring.applications.meetings import meeting_of
from dayshift.hiring.applications.moves import miss_reply
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.applications.viewing import (
    COUNTS_FROM,
    PARTS,
    Viewer,
    begin_view,
    extend_view,
    log_sent,
    parts_of,
    start_review,
)
from dayshift.hiring.employers import (
    Member,
    add_member,
    add_sample_employers,
    find_location,
    locations_of,
    postings_of_jobs,
    sample_id,
    set_member_password,
)
from dayshift.interviews.recordings import takes_by_recording
from dayshift.interviews.recordings.models import recordings, takes
from dayshift.interviews.room import answers_of, completed_of
from dayshift.interviews.room.models import interviews, responses
from dayshift.jobs.catalog import SAMPLE, jobs_of_source

STORY = Path(__file__).with_name("desk.toml")
GRANT = timedelta(days=90)
STEP = timedelta(hours=3)
"""Time between two steps of an application."""
ZONE = "America/New_York"
OPENS, CLOSES = 9, 18
"""Hours of the day in which people of the demo do something, where they live."""

_QUESTION = "Can you open at six on weekdays?"
_ANSWER = "Yes, any weekday. I live ten minutes away."
_PLACE = "Two Spoons Diner, at the counter"


def add_staff_and_applications(tx: Tx, password_hash: str, at: datetime) -> list[str]:
    """Add the staff and the applications of `desk.toml`; return a line for each member who can sign in."""
    story = tomllib.loads(STORY.read_text("utf-8"))
    at = by_daylight(at)
    add_sample_employers(tx, at)
    members = [_add_member(tx, story["employer"], one, password_hash) for one in story["staff"]]
    for number, person in enumerate(sorted({one["person"] for one in story["application"]})):
        days = max(one["days"] for one in story["application"] if one["person"] == person) + 1
        _date_interview(tx, person, (at - timedelta(days=days)).astimezone(ZoneInfo(ZONE)).replace(hour=OPENS + number))
    for application in story["application"]:
        _apply(tx, story["employer"], application, {member.role: member for member in reversed(members)}, at)
    return [f"{member.email:<30}{member.role} of {story['employer']}: /desk" for member in members]


def _date_interview(tx: Tx, person: str, started_at: datetime) -> None:
    """Date the interviews of a person back, with answers and recordings: all were given a moment ago."""
    user = find_user_by_email(tx, f"{person}@demo.example")
    for interview in completed_of(tx, user.id) if user else []:
        assert interview.started_at is not None  # noqa: S101  (completed)
        earlier = interview.started_at - started_at
        for key in (interviews.c.id, responses.c.interview_id, recordings.c.id, takes.c.recording_id):
            _date_back(tx, key, interview.id, earlier)


def _date_back(tx: Tx, key: Column[str], value: str, earlier: timedelta) -> None:
    times = [column for column in key.table.c if isinstance(column.type, Instant)]
    rows = tx.execute(select(*key.table.primary_key, *times).where(key == value)).mappings().all()
    for row in rows:
        moved = {column.name: row[column.name] - earlier for column in times if row[column.name]}
        same = [column == row[column.name] for column in key.table.primary_key]
        tx.execute(update(key.table).where(*same).values(moved))


def _add_member(tx: Tx, employer: str, entry: Mapping[str, Any], password_hash: str) -> Member:
    employer_id = sample_id(employer)
    places = [one.id for one in locations_of(tx, employer_id) if one.zip == entry.get("zip")]
    email = f"{entry['name'].split()[0].lower()}@twospoons.demo.example"
    member = add_member(tx, employer_id, email, entry["name"], entry["role"], places or None)
    set_member_password(tx, member.id, password_hash)
    return member


def _apply(tx: Tx, employer: str, entry: Mapping[str, Any], members: Mapping[str, Member], at: datetime) -> None:
    user = find_user_by_email(tx, f"{entry['person']}@demo.example")
    job = next(
        one for one in jobs_of_source(tx, SAMPLE)
        if one.employer == employer and one.title == entry["job"] and one.zip == "10027"
    )  # fmt: skip
    if user is None:
        return
    interview = completed_of(tx, user.id)[0]
    moment = at - timedelta(days=entry["days"])
    share = Share(video=True, words=True, score=True, until=at + GRANT, quick_answers=True)
    application = submit(tx, user, postings_of_jobs(tx, [job.id])[job.id], interview.id, share, moment)
    seen = 0
    for step in entry["steps"]:
        # The last steps of long stories must not lie in the future.
        moment += STEP + timedelta(days=entry["days"] / (2 * len(entry["steps"])))
        meeting = meeting_of(tx, application.id) if step == "meet" else None
        if meeting and meeting.starts_at:
            moment = max(moment, meeting.starts_at + timedelta(minutes=meeting.minutes))
        moment = min(_next_daylight(moment.astimezone(ZoneInfo(ZONE))), at)
        seen += step == "view"
        _make(tx, application.id, step, Scene(members["manager"], seen, "meet" in entry["steps"]), moment)
    current = any_application(tx, application.id)
    if current and current.is_late(at):
        miss_reply(tx, current, at)


@dataclass(frozen=True, slots=True)
class Scene:
    """The member of a step, the answer they look at, and whether the story goes on to a meeting."""

    member: Member
    answer: int
    meets: bool


def _make(tx: Tx, application_id: str, step: str, scene: Scene, at: datetime) -> None:
    application = any_application(tx, application_id)
    assert application is not None  # noqa: S101  (submitted above)
    match step:
        case "view":
            _view(tx, application_id, scene, at)
        case "answer":
            answer_question(tx, application, _ANSWER, at)
        case "choose_time":
            meeting = meeting_of(tx, application_id)
            assert meeting is not None  # noqa: S101  (invited before)
            ahead = [one for one in map(datetime.fromisoformat, meeting.offered) if one > at]
            choose_time(tx, application, ahead[0 if scene.meets else -1], at)
        case "accept":
            answer_offer(tx, application, accept=True, at=at)
        case "withdraw":
            withdraw(tx, application, at)
        case _:
            send(
                tx, application, scene.member, _body(tx, step, application.location_id, application.employer_id, at), at
            )


def _view(tx: Tx, application_id: str, scene: Scene, at: datetime) -> None:
    application = any_application(tx, application_id)
    assert application is not None  # noqa: S101
    assert application.interview_id is not None  # noqa: S101
    given = answers_of(tx, [application.interview_id])[application.interview_id][scene.answer - 1]
    takes = {take.number: take for take in takes_by_recording(tx, [application.interview_id])[application.interview_id]}
    take = takes.get(given.take_number or 0)
    viewer = Viewer(scene.member.name, scene.member)
    log_sent(tx, application, viewer, given.response_order, parts_of(0, PARTS, PARTS), at)
    view = begin_view(tx, application, viewer, given.response_order, "video", at)
    view = extend_view(tx, view, (take.duration_seconds if take else None) or COUNTS_FROM, at + timedelta(minutes=1))
    start_review(tx, application, view, scene.member, at)


def _times(at: datetime, zone: str) -> list[datetime]:
    """Return a day, a little more, and four days after `at`, on the hour and in the day hours of the location."""
    start = at.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    return [_next_daylight((start + timedelta(hours=hours)).astimezone(ZoneInfo(zone))) for hours in (24, 30, 96)]


def _next_daylight(moment: datetime) -> datetime:
    """Return the moment itself if the hour is one of the day, otherwise the next morning."""
    opening = moment.replace(hour=OPENS)
    if moment < opening:
        return opening
    return moment if moment.hour < CLOSES else opening + timedelta(days=1)


def by_daylight(moment: datetime) -> datetime:
    """Return the moment itself if the hour is one of the day in `ZONE`, otherwise the evening before."""
    local = moment.astimezone(ZoneInfo(ZONE))
    closing = local.replace(hour=CLOSES - 1)
    if local.hour >= CLOSES:
        return closing
    return local if local.hour >= OPENS else closing - timedelta(days=1)


def _body(tx: Tx, step: str, location_id: str | None, employer_id: str, at: datetime) -> dict[str, Any]:
    location = find_location(tx, employer_id, location_id) if location_id else None
    place, zone = (location.address, location.zone) if location else (_PLACE, "America/New_York")
    where = {"place": place, "ask_for": "Maria, at the counter"}
    bodies: dict[str, dict[str, Any]] = {
        "ask": {"text": _QUESTION},
        "invite": {"times": [one.isoformat() for one in _times(at, zone)], "minutes": 20, **where},
        "offer": {
            "pay": 21.0,
            "start_on": (at + timedelta(days=7)).date().isoformat(),
            "first_shift": "4 PM to 11 PM",
            "place": place,
            "bring": "Your ID and your food handler card",
            "answer_by": (at + timedelta(days=3)).date().isoformat(),
        },
        "decline": {"reason": "times", "words": "Thank you for your honest answers."},
        "close": {"reason": "filled"},
    }
    return {"action": step, **bodies.get(step, {})}
