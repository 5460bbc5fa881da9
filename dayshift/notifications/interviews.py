"""Letters about interviews: scheduled, rescheduled, canceled, missed, reminders, received, scored, reviewed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from dayshift.accounts import User, find_user, has_able_operator
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.language import date_in_words, time_with_zone
from dayshift.core.names import plain_title
from dayshift.core.tasks import Snooze
from dayshift.hiring.applications import is_with_employer
from dayshift.interviews.room import Interview, StoredAnswer, load_interview
from dayshift.interviews.scoring import NO_RESPONSE
from dayshift.knowledge.jurisdictions import add_business_days
from dayshift.knowledge.occupations import occupations
from dayshift.notifications.letters import Letter, Payload, to_user
from dayshift.notifications.queries import Preferences, preferences_of, proved_phone
from dayshift.notifications.reminders import is_still_due, schedule_reminders, wake_hour
from dayshift.notifications.sender import Sender
from dayshift.scheduling import Appointment

REMIND = "notifications.interview.remind"
REMIND_BY_TEXT = "notifications.interview.remind_by_text"

SCORED_WITHIN = timedelta(minutes=5)
"""Most interviews have their score by then. The mail about the score then also says that the answers are here."""

ADVERTISED = timedelta(minutes=45)
"""Length of an interview in calendars: the longest that the form mentions."""
_INTERVIEW = {"en": "Interview", "es": "Entrevista"}
"""Calendar title of an interview whose job title is not shown."""


@dataclass(frozen=True, slots=True)
class InterviewContext:
    """An interview with everything that its emails contain.

    `answered`: the number of its questions with an answer. `sent`: an employer has the candidate's answers.
    `has_reader`: an operator can do the human review.
    """

    interview: Interview
    answered: int
    user: User
    preferences: Preferences
    unsubscribe: str
    sent: bool
    has_reader: bool


def _load(tx: Tx, interview_id: str) -> InterviewContext | None:
    found = load_interview(tx, interview_id)
    user = find_user(tx, found[0].user_id) if found else None
    if found is None or user is None:
        return None
    interview, answered = found[0], count_answered(*found)
    sent = is_with_employer(tx, user.id, interview.id)
    # Never the address typed into the interview: it may be someone else's.
    return InterviewContext(
        interview, answered, user, *preferences_of(tx, user.email or ""), sent, has_able_operator(tx)
    )


def planned(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the calendar invitation, or its update. A separate email sends a cancellation."""
    loaded = _load(tx, event["interview_id"])
    if loaded is None or loaded.interview.status != "scheduled":
        return None
    name = "interview_moved" if event["moved"] else "interview_planned"
    return replace(_letter(sender, loaded, name), appointment=_appointment(sender, loaded, cancelled=False))


def cancelled(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the cancellation of an appointment. A candidate who did not join is offered another time."""
    loaded = _load(tx, event["interview_id"])
    if loaded is None:
        return None
    name = "interview_missed" if loaded.interview.missed else "interview_cancelled"
    return replace(_letter(sender, loaded, name), appointment=_appointment(sender, loaded, cancelled=True))


def plan_reminders(tx: Tx, event: Payload) -> None:
    """Schedule the reminders of an interview; moving the interview moves them."""
    loaded = _load(tx, event["interview_id"])
    if loaded and loaded.user.email and loaded.interview.status == "scheduled":
        interview = loaded.interview
        about = ("interview_id", interview.id)
        schedule_reminders(tx, (REMIND, REMIND_BY_TEXT), about, interview.scheduled_at, interview.zone)


def remind(tx: Tx, sender: Sender, reminder: Payload) -> Letter | None:
    """Send a reminder by email, if the interview was not moved."""
    loaded = _load_still_due(tx, reminder)
    return _letter(sender, loaded, "interview_reminder") if loaded else None


def remind_by_text(tx: Tx, sender: Sender, reminder: Payload) -> Letter | None:
    """Send a reminder by text message, to a verified number."""
    loaded = _load_still_due(tx, reminder)
    phone = proved_phone(loaded.user) if loaded and loaded.user.email else None
    if loaded is None or phone is None:
        return None
    letter = _letter(sender, loaded, "interview_text")
    return replace(letter, to=to_user(loaded.user, phone), by_text=True)


def _load_still_due(tx: Tx, reminder: Payload) -> InterviewContext | None:
    loaded = _load(tx, reminder["interview_id"])
    is_planned = loaded is not None and loaded.interview.status == "scheduled"
    return loaded if loaded and is_planned and is_still_due(reminder, loaded.interview.scheduled_at) else None


def received(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Confirm the answers: the next steps, and when the user will hear back.

    Waits some minutes for the score, whose mail says the same and more; at night that mail waits until morning.
    """
    loaded = _load(tx, event["interview_id"])
    if loaded is None or not loaded.interview.ended_at:
        return None
    if not loaded.answered:
        return _letter(sender, loaded, "interview_received")
    latest = loaded.interview.ended_at + SCORED_WITHIN
    if not _until_morning(loaded, latest):
        if loaded.interview.scoring == "done":
            return None
        if loaded.interview.scoring == "pending" and latest > now():
            raise Snooze(latest - now())
    return _letter(sender, loaded, "interview_received")


def scored(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Announce the score of what was answered; waits until morning at night."""
    loaded = _load(tx, event["interview_id"])
    done = loaded is not None and loaded.answered and loaded.interview.scoring == "done"
    return _by_day(sender, loaded, "interview_scored") if loaded and done else None


def reviewed(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Announce that a person has reviewed the answers; waits until morning at night."""
    loaded = _load(tx, event["interview_id"])
    return _by_day(sender, loaded, "interview_reviewed") if loaded else None


def _by_day(sender: Sender, loaded: InterviewContext, name: str) -> Letter | None:
    if not loaded.preferences.interviews:
        return None
    if wait := _until_morning(loaded, now()):
        raise Snooze(wait)
    return _letter(sender, loaded, name)


def _until_morning(loaded: InterviewContext, at: datetime) -> timedelta:
    return wake_hour(at, ZoneInfo(loaded.interview.zone), at + timedelta(days=1)) - at


def answer_by(ended: datetime, working_days: int) -> datetime:
    """Return the date by which the user hears back, that many working days later."""
    return ended + (add_business_days(ended.date(), working_days) - ended.date())


def _letter(sender: Sender, loaded: InterviewContext, name: str) -> Letter:
    return Letter(name, to_user(loaded.user), _values(sender, loaded), loaded.preferences, loaded.unsubscribe)


def _values(sender: Sender, loaded: InterviewContext) -> dict[str, Any]:
    interview, language, here = loaded.interview, loaded.user.language, ZoneInfo(loaded.interview.zone)
    report = interview.report
    levels = [one.level for one in report.competencies] if report else []
    at, ended = interview.scheduled_at.astimezone(here), (interview.ended_at or now()).astimezone(here)
    return {
        "job": _job(loaded),
        "day": date_in_words(at, language),
        "time": time_with_zone(at, language),
        "by": date_in_words(answer_by(ended, sender.answer_days), language),
        "answered": loaded.answered,
        "asked": len(interview.questions),
        "score": interview.ai_score,
        "scored": sum(level is not None for level in levels),
        "levels": len(levels),
        "sent": loaded.sent,
        "too_short": bool(report and report.recommendation == "INSUFFICIENT_EVIDENCE" and not report.needs_person),
        "awaits_person": interview.awaits_person,
        "has_reader": loaded.has_reader,
        "link": f"{sender.url}/interviews",
        "dashboard": f"{sender.url}/dashboard",
        "retake": f"{sender.url}/video-interview-prep",
    }


def count_answered(interview: Interview, answers: Sequence[StoredAnswer]) -> int:
    """Return how many of an interview's questions have an answer: a recording or a text."""
    given = {
        one.question_id for one in answers if one.take_number or one.response_text.strip() not in ("", NO_RESPONSE)
    }
    return sum(question["id"] in given for question in interview.questions)


def _job(loaded: InterviewContext) -> str:
    """Return the job's title; for an unverified address only if it is a known title."""
    title = plain_title(loaded.interview.job_title)
    return title if loaded.user.email_verified or title.casefold() in _known_titles() else ""


@cache
def _known_titles() -> frozenset[str]:
    return frozenset(phrase.casefold() for one in occupations().values() for phrase in one.phrases)


def _appointment(sender: Sender, loaded: InterviewContext, *, cancelled: bool) -> Appointment:
    interview = loaded.interview
    link = f"{sender.url}/interviews"
    return Appointment(
        uid=f"{interview.id}@{sender.host}",
        sequence=interview.sequence,
        start=interview.scheduled_at,
        end=interview.scheduled_at + ADVERTISED,
        summary=f"{sender.product}: {_job(loaded) or _INTERVIEW[loaded.user.language]}",
        description=link,
        url=link,
        cancelled=cancelled,
        made_at=interview.created_at,
    )
