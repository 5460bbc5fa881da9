"""Emails about interviews: scheduled, rescheduled, canceled, missed, reminders, received, scored, reviewed."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dayshift.accounts import User, find_user
from dayshift.core.clock import now
from dayshift.core.dates import date_in_words, time_in_words
from dayshift.core.db import Tx
from dayshift.core.plain import plain_name, plain_title
from dayshift.core.tasks import Snooze, Task, Write
from dayshift.hiring.applications import is_with_employer
from dayshift.interviews.room import Interview, any_interview
from dayshift.knowledge.jurisdictions import add_business_days
from dayshift.knowledge.occupations import occupations
from dayshift.notifications.queries import Preferences, preferences_of, proved_phone
from dayshift.notifications.reminders import is_still_due, schedule_reminders, wake_hour
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail, word_text
from dayshift.providers import email, sms
from dayshift.scheduling import Appointment, Party, invitation

PLANNED = "notifications.interview.planned"
CANCELLED = "notifications.interview.cancelled"
RECEIVED = "notifications.interview.received"
SCORED = "notifications.interview.scored"
REVIEWED = "notifications.interview.reviewed"
PLAN = "notifications.interview.plan"
REMIND = "notifications.interview.remind"
REMIND_BY_TEXT = "notifications.interview.remind_by_text"

ADVERTISED = timedelta(minutes=45)
"""Length of an interview in calendars: the longest that the form mentions."""
_INTERVIEW = {"en": "Interview", "es": "Entrevista"}
"""Calendar title of an interview whose job title is not shown."""


@dataclass(frozen=True, slots=True)
class InterviewContext:
    """An interview with everything that its emails contain. `sent`: an employer has the candidate's answers."""

    interview: Interview
    user: User
    address: str
    preferences: Preferences
    unsubscribe: str
    sent: bool


def _load(tx: Tx, interview_id: str) -> InterviewContext | None:
    interview = any_interview(tx, interview_id)
    user = find_user(tx, interview.user_id) if interview else None
    if interview is None or user is None:
        return None
    address = user.email or ""  # Never the address typed into the interview: it may be someone else's.
    sent = is_with_employer(tx, user.id, interview.id)
    return InterviewContext(interview, user, address, *preferences_of(tx, address), sent)


async def planned(sender: Sender, task: Task) -> None:
    """Send the calendar invitation, or its update. A separate email sends a cancellation."""
    loaded = await _loaded(sender, task)
    if loaded and loaded.interview.status == "scheduled":
        name = "interview_moved" if task.payload["moved"] else "interview_planned"
        await _send(sender, task, loaded, name, method="REQUEST")


async def cancelled(sender: Sender, task: Task) -> None:
    """Send the cancellation of an appointment. A candidate who did not join is offered another time."""
    loaded = await _loaded(sender, task)
    if loaded:
        name = "interview_missed" if loaded.interview.missed else "interview_cancelled"
        await _send(sender, task, loaded, name, method="CANCEL")


async def plan_reminders(sender: Sender, task: Task) -> Write | None:
    """Schedule the reminders of an interview; moving the interview moves them."""
    loaded = await _loaded(sender, task)
    if loaded is None or loaded.interview.status != "scheduled":
        return None
    interview = loaded.interview
    about = ("interview_id", interview.id)
    return lambda tx: schedule_reminders(tx, (REMIND, REMIND_BY_TEXT), about, interview.scheduled_at, interview.zone)


async def remind(sender: Sender, task: Task) -> None:
    """Send a reminder by email, if the interview was not moved and the user wants it."""
    loaded = await _load_still_due(sender, task)
    if loaded and loaded.preferences.reminders:
        await _send(sender, task, loaded, "interview_reminder", unsubscribe="reminders")


async def remind_by_text(sender: Sender, task: Task) -> None:
    """Send a reminder by text message, to a verified number and only if wanted."""
    loaded = await _load_still_due(sender, task)
    phone = proved_phone(loaded.user) if loaded else None
    if loaded and phone and loaded.preferences.texts:
        words = word_text(loaded.user.language, "interview_text", **_values(sender, loaded)).strip()
        await sender.text(sms.TextMessage(task.id, phone, words))


async def _load_still_due(sender: Sender, task: Task) -> InterviewContext | None:
    loaded = await _loaded(sender, task)
    is_planned = loaded is not None and loaded.interview.status == "scheduled"
    return loaded if loaded and is_planned and is_still_due(task, loaded.interview.scheduled_at) else None


async def received(sender: Sender, task: Task) -> None:
    """Confirm the answers: the next steps, and when the user will hear back."""
    loaded = await _loaded(sender, task)
    if loaded and loaded.preferences.interviews:
        await _send(sender, task, loaded, "interview_received")


async def scored(sender: Sender, task: Task) -> None:
    """Announce the score; waits until morning at night."""
    loaded = await _loaded(sender, task)
    if loaded and loaded.interview.scoring == "done":
        await _send_by_day(sender, task, loaded, "interview_scored")


async def reviewed(sender: Sender, task: Task) -> None:
    """Announce that a person has reviewed the answers; waits until morning at night."""
    loaded = await _loaded(sender, task)
    if loaded:
        await _send_by_day(sender, task, loaded, "interview_reviewed")


async def _send_by_day(sender: Sender, task: Task, loaded: InterviewContext, name: str) -> None:
    if not loaded.preferences.interviews:
        return
    at = now()
    wake = wake_hour(at, ZoneInfo(loaded.interview.zone), at + timedelta(days=1))
    if wake > at:
        raise Snooze(wake - at)
    await _send(sender, task, loaded, name)


def answer_by(ended: datetime, working_days: int) -> datetime:
    """Return the date by which the user hears back, that many working days later."""
    return ended + (add_business_days(ended.date(), working_days) - ended.date())


async def _loaded(sender: Sender, task: Task) -> InterviewContext | None:
    loaded = await sender.db.read(_load, task.payload["interview_id"])
    return loaded if loaded and loaded.address else None


async def _send(
    sender: Sender,
    task: Task,
    loaded: InterviewContext,
    name: str,
    method: Literal["REQUEST", "CANCEL"] | None = None,
    unsubscribe: Literal["interviews", "reminders"] = "interviews",
) -> None:
    """Send the email `name`, with a calendar entry or else a one-click unsubscribe link."""
    language = loaded.user.language
    where_to = f"?kind={unsubscribe}&key={loaded.unsubscribe}"
    words = word_mail(language, name, **_values(sender, loaded), unsubscribe=f"{sender.url}/unsubscribe{where_to}")
    to = Party(plain_name(loaded.user.full_name), loaded.address)
    message = email.Message(task.id, to.email, to.name, words.subject, words.text, words.html)
    if method:
        message = replace(message, invitation=_invitation(sender, loaded, to, method))
    else:
        one_tap = f"{sender.url}/api/notifications/unsubscribe/{loaded.unsubscribe}?kind={unsubscribe}"
        message = replace(message, unsubscribe=one_tap)
    await sender.post(message)


def _values(sender: Sender, loaded: InterviewContext) -> dict[str, Any]:
    interview, language, here = loaded.interview, loaded.user.language, ZoneInfo(loaded.interview.zone)
    report = interview.report
    at, ended = interview.scheduled_at.astimezone(here), (interview.ended_at or now()).astimezone(here)
    return {
        "product": sender.product,
        "url": sender.url,
        "first_name": plain_name(loaded.user.first_name),
        "job": _job(loaded),
        "day": date_in_words(at, language),
        "time": time_in_words(at, language),
        "zone": interview.zone.rpartition("/")[2].replace("_", " "),
        "by": date_in_words(answer_by(ended, sender.answer_days), language),
        "score": interview.ai_score,
        "sent": loaded.sent,
        "too_short": bool(report and report.recommendation == "INSUFFICIENT_EVIDENCE" and not report.needs_person),
        "awaits_person": interview.awaits_person,
        "link": f"{sender.url}/interviews",
        "dashboard": f"{sender.url}/dashboard",
    }


def _job(loaded: InterviewContext) -> str:
    """Return the job's title; for an unverified address only if it is a known title."""
    title = plain_title(loaded.interview.job_title)
    return title if loaded.user.email_verified or title.casefold() in _known_titles() else ""


@cache
def _known_titles() -> frozenset[str]:
    return frozenset(phrase.casefold() for one in occupations().values() for phrase in one.phrases)


def _invitation(
    sender: Sender, loaded: InterviewContext, to: Party, method: Literal["REQUEST", "CANCEL"]
) -> email.Invitation:
    interview = loaded.interview
    link = f"{sender.url}/interviews"
    appointment = Appointment(
        uid=f"{interview.id}@{sender.host}",
        sequence=interview.sequence,
        start=interview.scheduled_at,
        end=interview.scheduled_at + ADVERTISED,
        summary=f"{sender.product}: {_job(loaded) or _INTERVIEW[loaded.user.language]}",
        description=link,
        url=link,
        cancelled=method == "CANCEL",
        made_at=interview.created_at,
    )
    organizer = Party(sender.product, sender.mail_from)
    return email.Invitation(method, invitation(appointment, organizer, to, method, now()))
