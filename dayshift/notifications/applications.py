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
    Unsent,
    any_application,
    deciders_of,
    find_meeting,
    issue_order_token,
    issue_token,
    letter_of_move,
    meeting_of,
    messages_of,
    moves_of,
    offer_of,
    recipients_of,
    unsent_for,
    waiting_for,
    zone_of,
)
from dayshift.applications.letters import moment_in_words
from dayshift.applications.stages import LETTERS
from dayshift.core.clock import now
from dayshift.core.dates import date_in_words
from dayshift.core.db import Tx
from dayshift.core.language import LANGUAGES, Language
from dayshift.core.plain import plain_employer, plain_name, plain_title
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
from dayshift.notifications.wording import word_mail, word_mail_in_all
from dayshift.providers import email
from dayshift.scheduling import Appointment, Party, invitation

MOVED = "notifications.application.moved"
NOTICE = "notifications.application.notice"
MESSAGE = "notifications.application.message"
STAFF_MEETING = "notifications.staff.meeting"
LOOK = "notifications.staff.look"
TELL_LOOK = "notifications.staff.tell_look"
MEETING_ERASED = "notifications.staff.meeting_erased"
UNSENT = "notifications.staff.unsent"
TELL_UNSENT = "notifications.staff.tell_unsent"
DUE = "notifications.staff.due"
TELL_DUE = "notifications.staff.tell_due"
SWEEP = "notifications.staff.sweep"
DIGEST = "notifications.staff.digest"
REVIEW_LINK = "notifications.staff.review_link"
ASSESSMENT = "notifications.assessment"

SOON = timedelta(hours=24)
COLLECT = timedelta(minutes=2)
"""Replies that become due within this time share one mail."""

MOST_NAMED = 20
"""Decisions that a mail lists, before the rest is counted."""

DIGEST_HOUR = 8

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
class CalendarChange:
    """A meeting as a move made or ended it. `superseded`: it has changed again since, with a message of its own."""

    method: Literal["REQUEST", "CANCEL"]
    meeting: Meeting
    superseded: bool
    over: bool


@dataclass(frozen=True, slots=True)
class ApplicationContext:
    """One move of an application, with everything that its messages contain."""

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


def _load(tx: Tx, application_id: str, number: int) -> ApplicationContext | None:
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
    )  # fmt: skip


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


async def notice(_sender: Sender, task: Task) -> Write:
    """Store a notice in the app about a move."""

    def write(tx: Tx) -> None:
        context = _load(tx, task.payload["application_id"], task.payload["number"])
        kind = _NOTICES.get(task.payload["action"])
        if context and kind and lock_user(tx, context.user.id, against="deletion"):
            about = f"{context.application.id}:{context.made.number}"
            who = (context.made.member_name or "").split(" ")[0]
            data = {"job": context.application.title, "employer": context.employer.name, "who": who}
            tell(tx, context.user.id, kind, about, {**data, "application": context.application.id})

    return write


async def moved(sender: Sender, task: Task) -> None:
    """Send the candidate the letter of a decision, or the confirmation of their own move, for their calendar too."""
    action = task.payload["action"]
    names = {
        "submit": "application_sent",
        "choose_time": "application_meeting",
        "accept": "application_hired",
        "refuse_times": "application_meeting_cancelled",
        "withdraw": "application_meeting_cancelled",
        "look_again": "application_look",
    }
    name = "application_letter" if action in LETTERS else names.get(action)
    context = await sender.db.read(_load, task.payload["application_id"], task.payload["number"]) if name else None
    if name is None or context is None or not context.user.email or not context.preferences.interviews:
        return
    change = context.change
    if change and (change.over or (change.method == "REQUEST" and change.superseded)):
        change = None
    if change is None and name in {"application_meeting", "application_meeting_cancelled"}:
        return
    message = _to_candidate(sender, task, context, name)
    if change:
        organizer, attendee = Party(context.employer.name, sender.mail_from), Party(message.name, message.to)
        link = f"{sender.url}/application?id={context.application.id}"
        appointment = _appointment(sender, context.employer.name, context.application.title, change.meeting, link)
        file = invitation(appointment, organizer, attendee, change.method, now())
        message = replace(message, unsubscribe="", invitation=email.Invitation(change.method, file))
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
    change = context.change if context else None
    if context is None or change is None or change.over or change.meeting.member_id is None:
        return
    if change.method == "REQUEST" and change.superseded:
        return
    link = f"{sender.url}/desk/applications/{context.application.id}"
    title = context.application.title
    appointment = _appointment(sender, context.employer.name, title, change.meeting, link)
    await _tell_member(sender, task, change, appointment, plain_name(context.user.first_name), title)


async def meeting_erased(sender: Sender, task: Task) -> None:
    """Let a meeting leave the member's calendar whose candidate deleted the account."""
    found = task.payload
    start = datetime.fromisoformat(found["starts_at"])
    meeting = Meeting(
        id=found["meeting_id"], application_id="", member_id=found["member_id"], offered=[], minutes=found["minutes"],
        zone=found["zone"], place="", ask_for="", starts_at=start, state="cancelled", sequence=found["sequence"],
        created_at=start,
    )  # fmt: skip
    appointment = _appointment(sender, found["employer"], found["title"], meeting, f"{sender.url}/desk/calendar")
    change = CalendarChange("CANCEL", meeting, superseded=False, over=False)
    await _tell_member(sender, task, change, appointment, "", found["title"])


async def _tell_member(
    sender: Sender, task: Task, change: CalendarChange, appointment: Appointment, candidate: str, title: str
) -> None:
    member = await sender.db.read(find_member, change.meeting.member_id or "")
    if member is None or member.state != "active":
        return
    when = moment_in_words(appointment.start, change.meeting.zone, member.language)
    name = "staff_meeting" if change.method == "REQUEST" else "staff_meeting_cancelled"
    message = _to_member(sender, task, member, name, candidate=candidate, job=title, when=when, link=appointment.url)
    organizer, attendee = Party(sender.product, sender.mail_from), Party(member.name, member.email)
    file = invitation(appointment, organizer, attendee, change.method, now())
    await sender.post(replace(message, invitation=email.Invitation(change.method, file)))


async def unsent(_sender: Sender, task: Task) -> Write:
    """Collect decisions that could not be sent into one mail for each member who is told of them."""

    def write(tx: Tx) -> None:
        for member in recipients_of(tx, task.payload["unsent_id"]):
            key = f"{TELL_UNSENT}:{member.id}"
            enqueue(tx, TELL_UNSENT, {"member_id": member.id}, key=key, due_at=now() + COLLECT)

    return write


async def tell_unsent(sender: Sender, task: Task) -> None:
    """Tell a member which decisions were not sent, and why. What was written is on the page that the mail links to."""

    def load(tx: Tx) -> tuple[Member, list[Unsent]] | None:
        member = find_member(tx, task.payload["member_id"])
        return (member, unsent_for(tx, member)) if member and member.state == "active" else None

    loaded = await sender.db.read(load)
    if loaded is None or not loaded[1]:
        return
    member, found = loaded
    decisions = [
        {
            "action": one.move["action"],
            "name": plain_name(one.name.split(" ")[0]),
            "job": plain_title(one.title),
            "reason": one.reason,
            "link": f"{sender.url}/desk/applications/{one.application_id}",
        }
        for one in found[:MOST_NAMED]
    ]
    more = len(found) - len(decisions)
    values = {"decisions": decisions, "count": len(found), "more": more, "link": f"{sender.url}/desk"}
    await sender.post(_to_member(sender, task, member, "staff_unsent", **values))


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
    reply_by, here = context.application.reply_by, ZoneInfo(context.zone)
    by = (reply_by - timedelta(seconds=1)).astimezone(here) if reply_by else None
    values = {
        "candidate": plain_name(context.user.first_name),
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
        "employer": plain_employer(employer.name),
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
    application, offer = context.application, context.offer
    language, here = context.user.language, ZoneInfo(context.zone)
    meeting = context.change.meeting if context.change else None
    # The promise ends with the day: the instant after it belongs to the next one.
    by = (application.reply_by - timedelta(seconds=1)).astimezone(here) if application.reply_by else None
    return {
        "product": sender.product,
        "url": sender.url,
        "first_name": plain_name(context.user.first_name),
        "job": application.title,
        "employer": context.employer.name,
        "action": context.made.action,
        "letter": context.letter,
        "by": date_in_words(by, language) if by else None,
        "when": moment_in_words(meeting.starts_at, meeting.zone, language) if meeting and meeting.starts_at else None,
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


def _appointment(sender: Sender, employer: str, title: str, meeting: Meeting, link: str) -> Appointment:
    start = meeting.starts_at
    assert start is not None  # noqa: S101  (the callers have checked it)
    about = f"{meeting.place}. {meeting.ask_for}\n{link}" if meeting.place else link
    return Appointment(
        uid=f"{meeting.id}@{sender.host}",
        sequence=meeting.sequence,
        start=start,
        end=start + timedelta(minutes=meeting.minutes),
        summary=f"{employer}: {title}",
        description=about,
        url=link,
        cancelled=meeting.state != "chosen",
    )
