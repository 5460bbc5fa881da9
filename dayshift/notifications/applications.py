"""Letters about applications: to candidates after each move, and about interviews that other systems order."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dayshift.accounts import User, find_user, find_user_by_email
from dayshift.core.clock import now
from dayshift.core.dates import date_in_words
from dayshift.core.db import Tx
from dayshift.core.language import LANGUAGES, Language
from dayshift.core.person_names import full_name, salutation
from dayshift.core.plain import plain_employer, plain_name, plain_title
from dayshift.core.tasks import Snooze
from dayshift.hiring.applications import (
    Application,
    Meeting,
    Offer,
    StoredMove,
    any_application,
    find_grant,
    find_meeting,
    is_staffed,
    issue_order_token,
    letter_of_move,
    meeting_of,
    messages_of,
    moves_of,
    offer_of,
    sent_together,
    zone_of,
)
from dayshift.hiring.applications.grants import SWITCHES
from dayshift.hiring.applications.letters import moment_in_words
from dayshift.hiring.applications.stages import LETTERS, UNDO_GRACE, UNDO_SUBMIT
from dayshift.hiring.employers import Employer, find_employer, members_of_several
from dayshift.notifications.letters import Letter, NoticeDraft, Payload, Recipient, to_user
from dayshift.notifications.queries import Preferences, preferences_of
from dayshift.notifications.sender import Sender
from dayshift.scheduling import Appointment

_NOTICES = {
    "submit": "application_sent",
    "view": "application_viewed",
    "ask": "application_question",
    "invite": "application_invited",
    "meet": "application_met",
    "offer": "application_offered",
    "decline": "application_declined",
    "close": "application_closed",
    "accept": "application_hired",
}


_CONFIRMATIONS = {
    "submit": "application_sent",
    "choose_time": "application_meeting",
    "accept": "application_hired",
    "refuse_times": "application_meeting_cancelled",
    "withdraw": "application_meeting_cancelled",
    "look_again": "application_look",
}

NOTICES = " ".join(_NOTICES.values())
OF_MOVES = " ".join({"application_letter": 0, **dict.fromkeys(_CONFIRMATIONS.values())})


@dataclass(frozen=True, slots=True)
class CalendarChange:
    """A meeting as a move made or ended it. `superseded`: it has changed again since, with a message of its own."""

    method: Literal["REQUEST", "CANCEL"]
    meeting: Meeting
    superseded: bool
    over: bool


@dataclass(frozen=True, slots=True)
class SentApplication:
    """A new application in the mail that confirms it. `by`: the promised day, if somebody is there to keep it."""

    application_id: str
    job: str
    employer: str
    by: str | None


@dataclass(frozen=True, slots=True)
class ApplicationContext:
    """One move of an application, with everything that its messages contain.

    `together`: for the first move, what was sent with the same tap.
    """

    application: Application
    made: StoredMove
    user: User
    preferences: Preferences
    unsubscribe: str
    employer: Employer
    zone: str
    letter: str
    change: CalendarChange | None
    offer: Offer | None
    together: tuple[SentApplication, ...]


def load_move(tx: Tx, application_id: str, number: int) -> ApplicationContext | None:
    application = any_application(tx, application_id)
    user = find_user(tx, application.user_id) if application else None
    if application is None or user is None:
        return None
    made = next((one for one in moves_of(tx, application_id) if one.number == number), None)
    if made is None:
        return None
    return ApplicationContext(
        application, made, user, *preferences_of(tx, user.email or ""), find_employer(tx, application.employer_id),
        zone_of(tx, application), letter_of_move(tx, application, made, user).text,
        _change(tx, application_id, made), offer_of(tx, application_id),
        tuple(_sent(tx, one, user) for one in sent_together(tx, application)) if made.action == "submit" else (),
    )  # fmt: skip


def _sent(tx: Tx, application: Application, user: User) -> SentApplication:
    staffed = is_staffed(members_of_several(tx, [application.employer_id]), application)
    by = _day_of_promise(application, zone_of(tx, application), user.language) if staffed else None
    return SentApplication(application.id, application.title, find_employer(tx, application.employer_id).name, by)


def _day_of_promise(application: Application, zone: str, language: Language) -> str | None:
    # The promise ends with the day: the instant after it belongs to the next one.
    end = application.reply_by - timedelta(seconds=1) if application.reply_by else None
    return date_in_words(end.astimezone(ZoneInfo(zone)), language) if end else None


def _change(tx: Tx, application_id: str, made: StoredMove) -> CalendarChange | None:
    stored = made.calendar
    if stored is None and made.action == "choose_time":  # Made by a version that did not store it, moments ago.
        meeting = meeting_of(tx, application_id)
        chosen = meeting and meeting.state == "chosen" and meeting.starts_at
        return CalendarChange("REQUEST", meeting, superseded=False, over=False) if meeting and chosen else None
    current = find_meeting(tx, stored["meeting"]) if stored else None
    if stored is None or current is None:
        return None
    start = datetime.fromisoformat(stored["startsAt"])
    state = "chosen" if stored["method"] == "REQUEST" else "cancelled"
    meeting = replace(current, starts_at=start, sequence=stored["sequence"], state=state)
    over = start + timedelta(minutes=current.minutes) <= made.made_at
    return CalendarChange(stored["method"], meeting, current.sequence > stored["sequence"], over)


def _wait_for_undo(context: ApplicationContext | None) -> None:
    """Raise `Snooze` while a new application can still be taken back without a trace."""
    if context and context.made.action == "submit":
        left = context.made.made_at + UNDO_SUBMIT + UNDO_GRACE - now()
        if left > timedelta():
            raise Snooze(left)


def notice(tx: Tx, _sender: Sender, event: Payload) -> NoticeDraft | None:
    """Tell in the app of a move."""
    context = load_move(tx, event["application_id"], event["number"])
    _wait_for_undo(context)
    kind = _NOTICES.get(event["action"])
    if context is None or kind is None:
        return None
    who = salutation(context.made.member_name or "")
    data = {"job": context.application.title, "employer": context.employer.name, "who": who}
    data["application"] = context.application.id
    return NoticeDraft(context.user.id, kind, f"{context.application.id}:{context.made.number}", data)


def moved(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the candidate the letter of a decision, or the confirmation of their own move, for their calendar too."""
    action = event["action"]
    name = "application_letter" if action in LETTERS else _CONFIRMATIONS.get(action)
    context = load_move(tx, event["application_id"], event["number"]) if name else None
    if name is None or context is None or not context.preferences.interviews:
        return None
    _wait_for_undo(context)
    if context.together and context.together[0].application_id != context.application.id:
        return None  # Its mail tells of all that were sent together.
    letter, change = _letter(sender, context, name), context.change
    if change is None or change.over or (change.method == "REQUEST" and change.superseded):
        return None if name in {"application_meeting", "application_meeting_cancelled"} else letter
    link = f"{sender.url}/application?id={context.application.id}"
    appointment = appointment_of(sender, context.employer.name, context.application.title, change.meeting, link)
    return replace(letter, appointment=appointment, organizer=context.employer.name)


def message_sent(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the candidate a member's message. A question is sent with its move."""
    found = [one for one in messages_of(tx, event["application_id"]) if one.id == event["message_id"]]
    context = load_move(tx, event["application_id"], 1)
    if not found or context is None or found[0].sender != "member" or found[0].question:
        return None
    values = {"member": found[0].member_name or "", "text": found[0].text}
    return _letter(sender, context, "application_message", **values)


def sharing_narrowed(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell the candidate what they share with an employer whose two records were merged."""
    context = load_move(tx, event["application_id"], 1)
    if context is None:
        return None
    grant = find_grant(tx, context.user.id, context.application.employer_id)
    active = grant if grant and grant.is_active(now()) else None
    shared = {name: int(bool(active and getattr(active, name))) for name in SWITCHES}
    return _letter(sender, context, "application_sharing", **shared)


def assessment(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Mail a candidate the link to an interview that an employer's system ordered."""
    issued = issue_order_token(tx, event["order_id"])
    if issued is None:
        return None
    order, posting, employer, token = issued
    user = find_user_by_email(tx, order.email)
    by = order.expires_at.astimezone(ZoneInfo(employer.zone)).date()
    shared = {
        "first_name": plain_name(order.first_name),
        "job": plain_title(posting.title),
        "employer": plain_employer(employer.name),
        "link": f"{sender.url}/assessment?key={token}",
    }
    values = {language: {**shared, "by": date_in_words(by, language)} for language in LANGUAGES}
    name = plain_name(full_name(order.first_name, order.last_name))
    # The other system does not say which language a candidate without an account reads.
    to = Recipient(order.email, name, shared["first_name"], user.language if user else None)
    return Letter("assessment", to, values[user.language] if user else values)


def _letter(sender: Sender, context: ApplicationContext, name: str, **more: Any) -> Letter:
    values = {**_values(sender, context), **more}
    return Letter(name, to_user(context.user), values, context.preferences, context.unsubscribe)


def _values(sender: Sender, context: ApplicationContext) -> dict[str, Any]:
    application, offer = context.application, context.offer
    language = context.user.language
    meeting = context.change.meeting if context.change else None
    return {
        "job": application.title,
        "employer": context.employer.name,
        "action": context.made.action,
        "letter": context.letter,
        "by": _day_of_promise(application, context.zone, language),
        "together": context.together,
        "when": moment_in_words(meeting.starts_at, meeting.zone, language) if meeting and meeting.starts_at else None,
        "place": meeting.place if meeting else None,
        "ask_for": meeting.ask_for if meeting else None,
        "start": date_in_words(offer.start_on, language) if offer else None,
        "first_shift": offer.first_shift if offer else None,
        "where": offer.place if offer else None,
        "bring": offer.bring if offer else None,
        "link": f"{sender.url}/application?id={application.id}",
        "all": f"{sender.url}/applications",
    }


def appointment_of(sender: Sender, employer: str, title: str, meeting: Meeting, link: str) -> Appointment:
    start = meeting.starts_at
    assert start is not None  # noqa: S101  (the callers have checked it)
    about = f"{meeting.place}. {meeting.ask_for}\n{link}" if meeting.place else link
    return Appointment(
        uid=f"{meeting.calendar_id}@{sender.host}",
        sequence=meeting.sequence,
        start=start,
        end=start + timedelta(minutes=meeting.minutes),
        summary=f"{employer}: {title}",
        description=about,
        url=link,
        cancelled=meeting.state != "chosen",
        made_at=meeting.created_at,
        place=meeting.place,
    )
