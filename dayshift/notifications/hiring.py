"""Messages to members about applications: meetings, another look, unsent decisions, and replies that wait."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dayshift.core.clock import now
from dayshift.core.dates import date_in_words
from dayshift.core.db import Tx
from dayshift.core.plain import plain_name, plain_title
from dayshift.core.tasks import Snooze, Task, Write, enqueue, keep
from dayshift.hiring.applications import (
    Meeting,
    Unsent,
    any_application,
    deciders_of,
    moves_of,
    recipients_of,
    unsent_for,
    waiting_for,
)
from dayshift.hiring.applications.letters import moment_in_words
from dayshift.hiring.desk import issue_token
from dayshift.hiring.employers import Member, digest_members, find_member, mark_digest, members_covering, owners_of
from dayshift.job_pages import waiting_questions
from dayshift.knowledge.jurisdictions import is_business_day
from dayshift.notifications.applications import ApplicationContext, CalendarChange, appointment_of, load_move
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail
from dayshift.providers import email
from dayshift.scheduling import Appointment, Party, invitation

STAFF_MEETING = "notifications.staff.meeting"
LOOK = "notifications.staff.look"
TELL_LOOK = "notifications.staff.tell_look"
NEWS = "notifications.staff.news"
TELL_NEWS = "notifications.staff.tell_news"
MEETING_ERASED = "notifications.staff.meeting_erased"
DECISION_ERASED = "notifications.staff.decision_erased"
UNSENT = "notifications.staff.unsent"
TELL_UNSENT = "notifications.staff.tell_unsent"
DUE = "notifications.staff.due"
TELL_DUE = "notifications.staff.tell_due"
SWEEP = "notifications.staff.sweep"
DIGEST = "notifications.staff.digest"
REVIEW_LINK = "notifications.staff.review_link"

SOON = timedelta(hours=24)

COLLECT = timedelta(minutes=2)
"""Replies that become due within this time share one mail."""

_ANSWERED_BY: Mapping[str, str] = {"refuse_times": "invite", "accept": "offer", "refuse_offer": "offer"}
"""Candidates' moves that the member who made the other move is told of at once."""

MOST_NAMED = 20
"""Decisions that a mail lists, before the rest is counted."""

DIGEST_HOUR = 8


async def staff_meeting(sender: Sender, task: Task) -> None:
    """Send the member the calendar entry of a meeting whose time the candidate chose, or its cancellation."""
    context = await sender.db.read(load_move, task.payload["application_id"], task.payload["number"])
    change = context.change if context else None
    if context is None or change is None or change.over or change.meeting.member_id is None:
        return
    if change.method == "REQUEST" and change.superseded:
        return
    link = f"{sender.url}/desk/applications/{context.application.id}"
    title = context.application.title
    appointment = appointment_of(sender, context.employer.name, title, change.meeting, link)
    values = {
        "candidate": plain_name(context.user.first_name),
        "job": title,
        "words": context.made.words or "" if context.made.actor == "candidate" else "",
    }
    await _tell_member(sender, task, change, appointment, **values)


async def meeting_erased(sender: Sender, task: Task) -> None:
    """Let a meeting leave the member's calendar whose candidate deleted the account."""
    found = task.payload
    start = datetime.fromisoformat(found["starts_at"])
    meeting = Meeting(
        id=found["meeting_id"], application_id="", member_id=found["member_id"], offered=[], minutes=found["minutes"],
        zone=found["zone"], place="", ask_for="", starts_at=start, state="cancelled", sequence=found["sequence"],
        created_at=start,
    )  # fmt: skip
    appointment = appointment_of(sender, found["employer"], found["title"], meeting, f"{sender.url}/desk/calendar")
    change = CalendarChange("CANCEL", meeting, superseded=False, over=False)
    await _tell_member(sender, task, change, appointment, candidate="", job=found["title"], words="")


async def decision_erased(sender: Sender, task: Task) -> None:
    """Tell a member that their decision was not sent, because the candidate deleted the account."""
    member = await sender.db.read(find_member, task.payload["member_id"])
    if member is None or member.state != "active":
        return
    values = {"action": task.payload["action"], "job": plain_title(task.payload["title"]), "link": f"{sender.url}/desk"}
    await sender.post(_to_member(sender, task, member, "staff_erased", **values))


async def _tell_member(
    sender: Sender, task: Task, change: CalendarChange, appointment: Appointment, **values: str
) -> None:
    member = await sender.db.read(find_member, change.meeting.member_id or "")
    if member is None or member.state != "active":
        return
    when = moment_in_words(appointment.start, change.meeting.zone, member.language)
    name = "staff_meeting" if change.method == "REQUEST" else "staff_meeting_cancelled"
    message = _to_member(sender, task, member, name, **values, when=when, link=appointment.url)
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
            "name": plain_name(one.first_name),
            "job": plain_title(one.title),
            "reason": one.reason,
            "link": f"{sender.url}/desk/applications/{one.application_id}",
        }
        for one in found[:MOST_NAMED]
    ]
    more = len(found) - len(decisions)
    again = any(one.is_open for one in found)
    values = {"decisions": decisions, "count": len(found), "more": more, "again": again, "link": f"{sender.url}/desk"}
    await sender.post(_to_member(sender, task, member, "staff_unsent", **values))


async def look(_sender: Sender, task: Task) -> Write:
    """Plan a mail to each member who can decide about another look; if there is none, to the owners."""

    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"])
        if application is None or task.payload["action"] != "look_again":
            return
        for member in deciders_of(tx, application) or owners_of(tx, application.employer_id):
            if not member.news_mail:
                continue
            payload = {"member_id": member.id, "application_id": application.id, "number": task.payload["number"]}
            enqueue(tx, TELL_LOOK, payload, key=f"{TELL_LOOK}:{application.id}:{member.id}")

    return write


async def tell_look(sender: Sender, task: Task) -> None:
    """Tell a member that a candidate asked for another look, what they wrote, and by when a reply is due."""

    def load(tx: Tx) -> tuple[ApplicationContext, Member, bool, str] | None:
        context = load_move(tx, task.payload["application_id"], task.payload["number"])
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
    values = {
        "candidate": plain_name(context.user.first_name),
        "job": context.application.title,
        "declined_by": plain_name(declined_by),
        "words": context.made.words or "",
        "by": _reply_day(context, member),
        "alone": int(alone),
        "link": f"{sender.url}/desk/applications/{context.application.id}",
        "team": f"{sender.url}/desk/team",
    }
    await sender.post(_to_member(sender, task, member, "staff_look", **values))


async def news(_sender: Sender, task: Task) -> Write:
    """Plan a mail to the member whose invitation or offer was answered; once they have left, to all who hire there."""

    def write(tx: Tx) -> None:
        application = any_application(tx, task.payload["application_id"])
        asked = _ANSWERED_BY.get(task.payload["action"])
        if application is None or asked is None:
            return
        before = [one for one in moves_of(tx, application.id) if one.number < task.payload["number"]]
        made = [one.member_id for one in before if one.action == asked]
        author = find_member(tx, made[-1] or "") if made else None
        hiring = members_covering(tx, application.employer_id, application.location_id)
        told = [one for one in hiring if author and one.id == author.id]
        if told and asked == "invite" and before[-1].action == "choose_time":
            return  # The mail that takes the agreed meeting out of the member's calendar tells them.
        for member in told or hiring:
            payload = {"member_id": member.id, "application_id": application.id, "number": task.payload["number"]}
            if member.news_mail:
                enqueue(tx, TELL_NEWS, payload, key=f"{TELL_NEWS}:{application.id}:{payload['number']}:{member.id}")

    return write


async def tell_news(sender: Sender, task: Task) -> None:
    """Tell a member that an offer was accepted or refused, or that none of the offered times work."""

    def load(tx: Tx) -> tuple[ApplicationContext, Member] | None:
        context = load_move(tx, task.payload["application_id"], task.payload["number"])
        member = find_member(tx, task.payload["member_id"])
        if context is None or member is None or member.state != "active":
            return None
        return (context, member) if context.application.version == context.made.number else None

    loaded = await sender.db.read(load)
    if loaded is None:
        return
    context, member = loaded
    application, offer = context.application, context.offer
    values = {
        "action": context.made.action,
        "candidate": plain_name(context.user.first_name),
        "job": application.title,
        "words": context.made.words or "",
        "by": _reply_day(context, member),
        "start": date_in_words(offer.start_on, member.language) if offer else "",
        "shift": offer.first_shift if offer else "",
        "link": f"{sender.url}/desk/applications/{application.id}",
    }
    await sender.post(_to_member(sender, task, member, "staff_news", **values))


def _reply_day(context: ApplicationContext, member: Member) -> str:
    """The day by which a reply is owed, in words; empty if none is."""
    reply_by = context.application.reply_by
    if reply_by is None:
        return ""
    return date_in_words((reply_by - timedelta(seconds=1)).astimezone(ZoneInfo(context.zone)), member.language)


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
    values = {"sender": plain_name(member.name), "candidate": plain_name(application.first_name)}
    words = word_mail(
        member.language,
        "staff_link",
        product=sender.product,
        url=sender.url,
        first_name=plain_name(link.name),
        job=application.title,
        link=f"{sender.url}/desk/shared?key={token}",
        **values,
    )
    name = plain_name(link.name)
    await sender.post(email.Message(task.id, link.email, name, words.subject, words.text, words.html))


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


def _to_member(sender: Sender, task: Task, member: Member, name: str, **values: Any) -> email.Message:
    first = plain_name(member.first_name)
    words = word_mail(member.language, name, product=sender.product, url=sender.url, first_name=first, **values)
    return email.Message(task.id, member.email, plain_name(member.name), words.subject, words.text, words.html)
