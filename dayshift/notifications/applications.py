"""Messages about applications: to candidates after each move, to members when a reply is due, and once a day."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dayshift.accounts import User, find_user, find_user_by_email, lock_user
from dayshift.applications import (
    Application,
    Meeting,
    Offer,
    Order,
    StoredMove,
    any_application,
    body_of,
    deciders_of,
    issue_order_token,
    issue_token,
    meeting_of,
    messages_of,
    moves_of,
    occasion_of,
    offer_of,
    waiting_for,
)
from dayshift.applications.letters import Occasion, letter_of, moment_in_words
from dayshift.core.clock import now
from dayshift.core.dates import date_in_words
from dayshift.core.db import Tx
from dayshift.core.language import LANGUAGES, Language
from dayshift.core.tasks import Snooze, Task, Write, enqueue, keep
from dayshift.employers import (
    Employer,
    Member,
    Posting,
    digest_members,
    find_employer,
    find_member,
    mark_digest,
    members_covering,
    owners_of,
)
from dayshift.job_pages import waiting_questions
from dayshift.jurisdictions import is_business_day
from dayshift.notifications.actions import tell
from dayshift.notifications.queries import Preferences, preferences_of
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import plain_name, plain_title, word_mail, word_mail_in_all
from dayshift.providers import email
from dayshift.scheduling import Appointment, Party, invitation

MOVED = "notifications.application.moved"
NOTICE = "notifications.application.notice"
MESSAGE = "notifications.application.message"
STAFF_MEETING = "notifications.staff.meeting"
LOOK = "notifications.staff.look"
TELL_LOOK = "notifications.staff.tell_look"
DUE = "notifications.staff.due"
TELL_DUE = "notifications.staff.tell_due"
SWEEP = "notifications.staff.sweep"
DIGEST = "notifications.staff.digest"
REVIEW_LINK = "notifications.staff.review_link"
ASSESSMENT = "notifications.assessment"

SOON = timedelta(hours=24)
COLLECT = timedelta(minutes=2)
"""Replies that become due within this time share one mail."""

DIGEST_HOUR = 8

_LETTERS = {"ask", "invite", "offer", "decline", "close", "cancel"}
"""Moves that the candidate gets a letter about."""

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


@dataclass(frozen=True, slots=True)
class ApplicationContext:
    """One move of an application, with everything that its messages contain."""

    application: Application
    made: StoredMove
    user: User
    preferences: Preferences
    unsubscribe: str
    employer: Employer
    occasion: Occasion
    letter: str
    meeting: Meeting | None
    offer: Offer | None


def _load(tx: Tx, application_id: str, number: int) -> ApplicationContext | None:
    application = any_application(tx, application_id)
    user = find_user(tx, application.user_id) if application else None
    if application is None or user is None:
        return None
    made = next((one for one in moves_of(tx, application_id) if one.number == number), None)
    if made is None:
        return None
    member = (made.member_name or "").split(" ")[0]
    name = plain_name(user.first_name)
    occasion = occasion_of(tx, application, member, name, user.language)
    letter = letter_of(occasion, body_of(tx, application, made)).text if made.action in _LETTERS else ""
    return ApplicationContext(
        application, made, user, *preferences_of(tx, user.email or ""), find_employer(tx, application.employer_id),
        occasion, letter, meeting_of(tx, application_id), offer_of(tx, application_id),
    )  # fmt: skip


async def notice(_sender: Sender, task: Task) -> Write:
    """Store a notice in the app about a move."""

    def write(tx: Tx) -> None:
        context = _load(tx, task.payload["application_id"], task.payload["number"])
        kind = _NOTICES.get(task.payload["action"])
        if context and kind and lock_user(tx, context.user.id, against="deletion"):
            about = f"{context.application.id}:{context.made.number}"
            data = {"job": context.application.title, "employer": context.employer.name, "who": context.occasion.member}
            tell(tx, context.user.id, kind, about, {**data, "application": context.application.id})

    return write


async def moved(sender: Sender, task: Task) -> None:
    """Send the candidate the letter of a decision, or the confirmation of their own move."""
    action = task.payload["action"]
    names = {
        "submit": "application_sent",
        "choose_time": "application_meeting",
        "accept": "application_hired",
        "look_again": "application_look",
    }
    name = "application_letter" if action in _LETTERS else names.get(action)
    context = await sender.db.read(_load, task.payload["application_id"], task.payload["number"]) if name else None
    if name is None or context is None or not context.user.email or not context.preferences.interviews:
        return
    message = _to_candidate(sender, task, context, name)
    meeting = context.meeting
    if action == "choose_time" and meeting and meeting.starts_at and meeting.state == "chosen":
        organizer, attendee = Party(context.employer.name, sender.mail_from), Party(message.name, message.to)
        appointment = _appointment(sender, context, meeting, f"{sender.url}/application?id={context.application.id}")
        file = invitation(appointment, organizer, attendee, "REQUEST", now())
        message = replace(message, unsubscribe="", invitation=email.Invitation("REQUEST", file))
    ends_meeting = action == "cancel" or (action in {"decline", "close"} and context.made.from_stage == "invited")
    if ends_meeting and meeting and meeting.starts_at and meeting.state == "cancelled":
        organizer, attendee = Party(context.employer.name, sender.mail_from), Party(message.name, message.to)
        appointment = _appointment(sender, context, meeting, f"{sender.url}/application?id={context.application.id}")
        file = invitation(appointment, organizer, attendee, "CANCEL", now())
        message = replace(message, unsubscribe="", invitation=email.Invitation("CANCEL", file))
    await sender.post(message)


async def message_sent(sender: Sender, task: Task) -> None:
    """Send the candidate a member's message. A question is sent with its move."""

    def load(tx: Tx) -> tuple[ApplicationContext, str, str] | None:
        found = [one for one in messages_of(tx, task.payload["application_id"]) if one.id == task.payload["message_id"]]
        context = _load(tx, task.payload["application_id"], 1)
        if not found or context is None or found[0].sender != "member" or found[0].question:
            return None
        return context, found[0].member_name or "", found[0].text

    loaded = await sender.db.read(load)
    if loaded is None:
        return
    context, member, text = loaded
    if context.user.email and context.preferences.interviews:
        await sender.post(_to_candidate(sender, task, context, "application_message", member=member, text=text))


async def staff_meeting(sender: Sender, task: Task) -> None:
    """Send the member the calendar entry of a meeting whose time the candidate chose, or its cancellation."""
    context = await sender.db.read(_load, task.payload["application_id"], task.payload["number"])
    meeting = context.meeting if context else None
    if context is None or meeting is None or meeting.starts_at is None or meeting.member_id is None:
        return
    method: Literal["REQUEST", "CANCEL"] = "REQUEST" if meeting.state == "chosen" else "CANCEL"
    ended = task.payload["action"] in {"withdraw", "decline", "close", "cancel"} and meeting.state == "cancelled"
    member = await sender.db.read(find_member, meeting.member_id)
    if member is None or member.state != "active" or not (task.payload["action"] == "choose_time" or ended):
        return
    link = f"{sender.url}/desk/applications/{context.application.id}"
    when = moment_in_words(meeting.starts_at, replace(context.occasion, language=member.language))
    values = {"candidate": context.occasion.name, "job": context.application.title, "when": when, "link": link}
    name = "staff_meeting" if method == "REQUEST" else "staff_meeting_cancelled"
    message = _to_member(sender, task, member, name, **values)
    appointment = _appointment(sender, context, meeting, link)
    file = invitation(
        appointment, Party(sender.product, sender.mail_from), Party(member.name, member.email), method, now()
    )
    await sender.post(replace(message, invitation=email.Invitation(method, file)))


async def look(_sender: Sender, task: Task) -> Write:
    """Plan a mail to each member who can decide about another look; if there is none, to the owners."""

    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"])
        if application is None or task.payload["action"] != "look_again":
            return
        for member in deciders_of(tx, application) or owners_of(tx, application.employer_id):
            payload = {"member_id": member.id, "application_id": application.id, "number": task.payload["number"]}
            enqueue(tx, TELL_LOOK, payload, key=f"{TELL_LOOK}:{application.id}:{member.id}")

    return write


async def tell_look(sender: Sender, task: Task) -> None:
    """Tell a member that a candidate asked for another look, what they wrote, and by when a reply is due."""

    def load(tx: Tx) -> tuple[ApplicationContext, Member, bool, str] | None:
        context = _load(tx, task.payload["application_id"], task.payload["number"])
        member = find_member(tx, task.payload["member_id"])
        if context is None or member is None or member.state != "active" or context.application.turn != "employer":
            return None
        declined_by = find_member(tx, context.application.declined_by or "")
        alone = member not in deciders_of(tx, context.application)
        return context, member, alone, declined_by.first_name if declined_by else ""

    loaded = await sender.db.read(load)
    if loaded is None:
        return
    context, member, alone, declined_by = loaded
    reply_by, here = context.application.reply_by, ZoneInfo(context.occasion.zone)
    by = (reply_by - timedelta(seconds=1)).astimezone(here) if reply_by else None
    values = {
        "candidate": context.occasion.name,
        "job": context.application.title,
        "declined_by": plain_name(declined_by),
        "words": context.made.words or "",
        "by": date_in_words(by, member.language) if by else "",
        "alone": int(alone),
        "link": f"{sender.url}/desk/applications/{context.application.id}",
        "team": f"{sender.url}/desk/team",
    }
    await sender.post(_to_member(sender, task, member, "staff_look", **values))


async def due(_sender: Sender, task: Task) -> Write:
    """Collect what is due soon or late into one mail for each member who can reply."""

    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"])
        if application is None or application.turn != "employer":
            return
        contested = deciders_of(tx, application) if application.look_asked_at else []
        for member in contested or members_covering(tx, application.employer_id, application.location_id):
            key = f"{TELL_DUE}:{member.id}"
            enqueue(tx, TELL_DUE, {"member_id": member.id}, key=key, due_at=now() + COLLECT)

    return write


async def tell_due(sender: Sender, task: Task) -> None:
    """Remind a member of the replies that are due within a day or late."""
    await _send_waiting(sender, task, "staff_due")


async def digest(sender: Sender, task: Task) -> None:
    """Send a member the day's digest: how many people wait, how many replies are due, and questions about jobs."""
    await _send_waiting(sender, task, "staff_digest")


async def review_link(sender: Sender, task: Task) -> None:
    """Mail a review link to the colleague that it was made for."""
    issued = await sender.db.write(issue_token, task.payload["link_id"], now())
    if issued is None:
        return
    link, member, application, token = issued
    values = {"sender": plain_name(member.name), "candidate": plain_name(application.name.split(" ")[0])}
    words = word_mail(
        member.language,
        "staff_link",
        product=sender.product,
        url=sender.url,
        first_name=plain_name(link.name.split(" ")[0]),
        job=application.title,
        link=f"{sender.url}/desk/shared?key={token}",
        **values,
    )
    name = plain_name(link.name)
    await sender.post(email.Message(task.id, link.email, name, words.subject, words.text, words.html))


async def assessment(sender: Sender, task: Task) -> None:
    """Mail a candidate the link to an interview that an employer's system ordered."""

    def issue(tx: Tx) -> tuple[tuple[Order, Posting, Employer, str], User | None] | None:
        issued = issue_order_token(tx, task.payload["order_id"])
        return (issued, find_user_by_email(tx, issued[0].email)) if issued else None

    found = await sender.db.write(issue)
    if found is None:
        return
    (order, posting, employer, token), user = found
    by = order.expires_at.astimezone(ZoneInfo(employer.zone)).date()
    shared = {
        "first_name": plain_name(order.first_name),
        "job": plain_title(posting.title),
        "employer": plain_title(employer.name),
        "link": f"{sender.url}/assessment?key={token}",
    }
    values: dict[Language, dict[str, str]] = {
        language: {**shared, "by": date_in_words(by, language)} for language in LANGUAGES
    }
    if user:
        words = word_mail(user.language, "assessment", product=sender.product, url=sender.url, **values[user.language])
    else:  # The other system does not say which language the candidate reads.
        words = word_mail_in_all("assessment", product=sender.product, url=sender.url, values=values)
    name = plain_name(f"{order.first_name} {order.last_name}")
    # A new message id: the email program must show the new link, not deduplicate the message.
    message_id = f"{task.id}-{task.attempts}"
    await sender.post(email.Message(message_id, order.email, name, words.subject, words.text, words.html))


async def sweep(sender: Sender, _task: Task) -> None:
    """Every hour: enqueue the digests of members whose working day begins, then wait for the next hour."""
    at = now()
    await sender.db.write(_sweep, at)
    hour = at.replace(minute=0, second=0, microsecond=0)
    raise Snooze(hour + timedelta(hours=1) - at)


def _sweep(tx: Tx, at: datetime) -> None:
    for member_id, zone in digest_members(tx):
        local = at.astimezone(ZoneInfo(zone))
        if local.hour == DIGEST_HOUR and is_business_day(local.date()) and mark_digest(tx, member_id, local.date()):
            enqueue(tx, DIGEST, {"member_id": member_id}, key=f"{DIGEST}:{member_id}")


def schedule(tx: Tx) -> None:
    """Schedule the hourly sweep, once."""
    keep(tx, SWEEP, {}, key=SWEEP)


async def _send_waiting(sender: Sender, task: Task, name: str) -> None:
    at = now()

    def load(tx: Tx) -> tuple[Member, Any, int] | None:
        member = find_member(tx, task.payload["member_id"])
        if member is None or member.state != "active":
            return None
        return member, waiting_for(tx, member, at + SOON, at), len(waiting_questions(tx, member))

    loaded = await sender.db.read(load)
    if loaded is None:
        return
    member, waiting, questions = loaded
    daily = name == "staff_digest" and member.daily_digest
    worth = waiting.all + questions if daily else waiting.soon + waiting.late
    if worth:
        values = {"waiting": waiting.all, "soon": waiting.soon, "late": waiting.late, "questions": questions}
        values |= {"link": f"{sender.url}/desk", "questions_link": f"{sender.url}/desk/messages"}
        await sender.post(_to_member(sender, task, member, name, **values))


def _to_candidate(sender: Sender, task: Task, context: ApplicationContext, name: str, **more: Any) -> email.Message:
    key = context.unsubscribe
    values = {**_values(sender, context), **more}
    unsubscribe = f"{sender.url}/unsubscribe?kind=interviews&key={key}"
    words = word_mail(context.user.language, name, **values, unsubscribe=unsubscribe)
    one_tap = f"{sender.url}/api/notifications/unsubscribe/{key}?kind=interviews"
    to = plain_name(context.user.full_name)
    message = email.Message(task.id, context.user.email or "", to, words.subject, words.text, words.html)
    return replace(message, unsubscribe=one_tap)


def _values(sender: Sender, context: ApplicationContext) -> dict[str, Any]:
    application, occasion, offer = context.application, context.occasion, context.offer
    language, here = context.user.language, ZoneInfo(occasion.zone)
    meeting = context.meeting
    # The promise ends with the day: the instant after it belongs to the next one.
    by = (application.reply_by - timedelta(seconds=1)).astimezone(here) if application.reply_by else None
    return {
        "product": sender.product,
        "url": sender.url,
        "first_name": occasion.name,
        "job": application.title,
        "employer": context.employer.name,
        "action": context.made.action,
        "letter": context.letter,
        "by": date_in_words(by, language) if by else None,
        "when": moment_in_words(meeting.starts_at, occasion) if meeting and meeting.starts_at else None,
        "place": meeting.place if meeting else None,
        "ask_for": meeting.ask_for if meeting else None,
        "start": date_in_words(offer.start_on, language) if offer else None,
        "first_shift": offer.first_shift if offer else None,
        "where": offer.place if offer else None,
        "bring": offer.bring if offer else None,
        "link": f"{sender.url}/application?id={application.id}",
    }


def _to_member(sender: Sender, task: Task, member: Member, name: str, **values: Any) -> email.Message:
    first = plain_name(member.first_name)
    words = word_mail(member.language, name, product=sender.product, url=sender.url, first_name=first, **values)
    return email.Message(task.id, member.email, plain_name(member.name), words.subject, words.text, words.html)


def _appointment(sender: Sender, context: ApplicationContext, meeting: Meeting, link: str) -> Appointment:
    start = meeting.starts_at
    assert start is not None  # noqa: S101  (the callers have checked it)
    return Appointment(
        uid=f"{meeting.id}@{sender.host}",
        sequence=meeting.sequence,
        start=start,
        end=start + timedelta(minutes=meeting.minutes),
        summary=f"{context.employer.name}: {context.application.title}",
        description=f"{meeting.place}. {meeting.ask_for}\n{link}",
        url=link,
        cancelled=meeting.state != "chosen",
    )
