"""Letters to members about applications: meetings, another look, unsent decisions, and replies that wait."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dayshift.accounts import CODE_LIFETIME, deletions_planned, is_deletion_planned, issue_code
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.language import date_in_words, day_from
from dayshift.core.names import plain_name, plain_title, salutation
from dayshift.core.tasks import Snooze, Task, enqueue
from dayshift.hiring.applications import (
    Application,
    Meeting,
    any_application,
    clashes,
    deciders_of,
    find_grant,
    find_meeting,
    first_days_of_user,
    messages_of,
    moves_of,
    next_waiting,
    notes_of,
    offer_of,
    readers_of,
    recipients_of,
    unsent_for,
    waiting_for,
    zone_of,
)
from dayshift.hiring.applications.access import in_charge, name_in_mail, offered_by
from dayshift.hiring.applications.calendar_feed import first_day_in_calendar
from dayshift.hiring.applications.candidate import location_of
from dayshift.hiring.applications.letters import first_day_of_in_words, moment_in_words
from dayshift.hiring.applications.queries import full_among, stage_counts_of
from dayshift.hiring.desk import find_valid, issue_token
from dayshift.hiring.employers import (
    Member,
    busy_elsewhere,
    digest_members,
    find_member,
    find_posting,
    locations_of,
    mark_digest,
    members_covering,
    members_of,
    owners_of,
)
from dayshift.job_pages import waiting_questions
from dayshift.knowledge.jurisdictions import is_business_day
from dayshift.notifications.applications import ApplicationContext, appointment_of, job_in_mail, load_move
from dayshift.notifications.letters import Letter, Message, Payload, Recipient, deliver, to_member
from dayshift.notifications.replies import member_token
from dayshift.notifications.sender import Sender
from dayshift.scheduling import Appointment

SWEEP = "notifications.staff.sweep"
DIGEST = "notifications.staff.digest"

SOON = timedelta(hours=24)

COLLECT = timedelta(minutes=2)
"""Replies that become due within this time share one mail."""

_ANSWERED_BY: Mapping[str, str] = {"refuse_times": "invite", "accept": "offer", "refuse_offer": "offer"}
"""Candidates' moves that the member who made the other move is told of at once."""

_ENDED_BY_WITHDRAWAL: Mapping[str, str] = {"invited": "invite", "offered": "offer"}
"""Members' moves that wait for the candidate, by stage: who made them is told if the candidate withdraws instead."""

_GIVES_UP: frozenset[str] = frozenset({"refuse_times", "cancel"})
"""Moves that end a meeting after which the candidate waits for other times."""

MAX_NAMED = 20
"""Decisions that a mail lists, before the rest is counted."""

DIGEST_HOUR = 8


def staff_meeting(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the member the calendar entry of a meeting whose time the candidate chose, or its cancellation."""
    context = load_move(tx, event["application_id"], event["number"])
    change = context.change if context else None
    if context is None or change is None or change.over or change.meeting.member_id is None:
        return None
    if change.method == "REQUEST" and change.superseded:
        return None
    link = f"{sender.url}/desk/applications/{context.application.id}"
    name = name_in_mail(tx, context.application, now())
    appointment = appointment_of(sender, name, context.job, change.meeting, link)
    values = {
        "candidate": context.application.numbered(plain_name(context.user.first_name)),
        "job": context.job,
        "words": context.made.words or "" if context.made.actor == "candidate" else "",
        "moved": _was_agreed(tx, context.application.id, event["number"]),
    }
    made = context.made
    values |= {"why": "filled" if made.reason == "filled" else made.action, "who": salutation(made.member_name or "")}
    values |= {"own": int(made.member_id == change.meeting.member_id)}
    waits = context if made.number == context.application.version and made.action in _GIVES_UP else None
    if waits:
        values["offer_times"] = f"{link}?decide=invite"
    elif made.action == "withdraw":
        values["others_link"] = f"{sender.url}/desk/applications?job={context.application.posting_id}"
    return _meeting(tx, change.meeting, appointment, waits, context.application, **values)


def _was_agreed(tx: Tx, application_id: str, number: int) -> bool:
    """Whether a time was agreed on before this move, so that the move changed it."""
    earlier = [one for one in moves_of(tx, application_id) if one.number < number and one.action != "view"]
    return bool(earlier) and earlier[-1].action == "choose_time"


def meeting_erased(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Let a meeting leave the member's calendar whose candidate deleted the account."""
    start = datetime.fromisoformat(event["starts_at"])
    meeting = Meeting(
        id=event["meeting_id"], application_id="", member_id=event["member_id"], offered=[], minutes=event["minutes"],
        zone=event["zone"], place="", ask_for="", starts_at=start, state="cancelled", sequence=event["sequence"],
        created_at=start, uid=None,
    )  # fmt: skip
    appointment = appointment_of(sender, event["employer"], event["title"], meeting, f"{sender.url}/desk/calendar")
    values = {"candidate": "", "job": event["title"], "words": "", "why": "erased", "who": "", "own": 0}
    return _meeting(tx, meeting, appointment, None, None, **values)


def _meeting(
    tx: Tx,
    meeting: Meeting,
    appointment: Appointment,
    waits: ApplicationContext | None,
    application: Application | None,
    **values: Any,
) -> Letter | None:
    """`waits`: the application, if it waits for other times."""
    member = _active(tx, meeting.member_id)
    if member is None:
        return None
    values = {"others_link": "", "offer_times": "", **values, "by": _reply_day(waits, member) if waits else ""}
    name = "staff_meeting_cancelled" if appointment.cancelled else "staff_meeting"
    when = moment_in_words(appointment.start, meeting.zone, member.language)
    values |= {"when": when, "link": appointment.url}
    token = member_token(tx, application, member) if application else ""
    return Letter(name, to_member(member), values, appointment=appointment, reply_token=token)


def clashing(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Warn a member that their own calendar has something at a time that they offered, or agreed to."""
    member, meeting = _active(tx, event["member_id"]), find_meeting(tx, event["meeting_id"])
    application = any_application(tx, meeting.application_id) if meeting else None
    if member is None or meeting is None or application is None:
        return None
    at = now()
    found = clashes(meeting, busy_elsewhere(tx, member.id, at, at + timedelta(days=365)), at)
    if not found:
        return None  # It is free again, or the meeting ended meanwhile.
    values = {
        "candidate": application.numbered(plain_name(application.first_name)),
        "job": job_in_mail(application.title, location_of(tx, application)),
        "agreed": meeting.starts_at is not None,
        "times": [moment_in_words(one, meeting.zone, member.language) for one in found],
        "link": f"{sender.url}/desk/applications/{application.id}?decide=invite",
    }
    return Letter("staff_clash", to_member(member), values)


def decision_erased(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that their decision was not sent, because the candidate deleted the account."""
    member = _active(tx, event["member_id"])
    values = {"action": event["action"], "job": plain_title(event["title"]), "link": f"{sender.url}/desk"}
    return Letter("staff_erased", to_member(member), values) if member else None


def recipients_of_unsent(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """The members who are told of a decision that could not be sent."""
    for member in recipients_of(tx, event["unsent_id"]):
        yield {"member_id": member.id}


def unsent(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member which decisions were not sent, and why. What was written is on the page that the mail links to."""
    member = _active(tx, event["member_id"])
    found = unsent_for(tx, member) if member else []
    if member is None or not found:
        return None
    places = {one.id: one for one in locations_of(tx, member.employer_id)}
    decisions = [
        {
            "action": one.move["action"],
            "name": one.numbered(plain_name(one.first_name)),
            "job": job_in_mail(one.title, places.get(one.location_id or "")),
            "reason": one.reason,
            "link": f"{sender.url}/desk/applications/{one.application_id}",
        }
        for one in found[:MAX_NAMED]
    ]
    more = len(found) - len(decisions)
    again = any(one.is_open for one in found)
    values = {"decisions": decisions, "count": len(found), "more": more, "again": again, "link": f"{sender.url}/desk"}
    return Letter("staff_unsent", to_member(member), values)


def noted(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that a colleague wants them to read a note. Its words stay at the desk."""
    application = any_application(tx, event["application_id"])
    if application is None or event["note_id"] not in {one.id for one in notes_of(tx, application.id)}:
        return None  # It was deleted meanwhile.
    member = next((one for one in readers_of(tx, application) if one.id == event["member_id"]), None)
    if member is None:
        return None
    values = {
        "author": plain_name(event["author"]),
        "candidate": application.numbered(plain_name(application.first_name)),
        "job": job_in_mail(application.title, location_of(tx, application)),
        "link": f"{sender.url}/desk/applications/{application.id}",
    }
    return Letter("staff_noted", to_member(member), values)


def deciders(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each member who can decide about another look; if there is none, the owners."""
    application = any_application(tx, event["application_id"])
    if application is None or event["action"] != "look_again":
        return
    for member in deciders_of(tx, application) or owners_of(tx, application.employer_id):
        if member.news_mail:
            yield {"member_id": member.id, "application_id": application.id, "number": event["number"]}


def look(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that a candidate asked for another look, what they wrote, and by when a reply is due."""
    context = load_move(tx, event["application_id"], event["number"])
    member = _active(tx, event["member_id"])
    if context is None or member is None or context.application.turn != "employer":
        return None
    declined_by = find_member(tx, context.application.declined_by or "")
    values = {
        "candidate": context.application.numbered(plain_name(context.user.first_name)),
        "job": context.job,
        "declined_by": plain_name(declined_by.first_name) if declined_by else "",
        "words": context.made.words or "",
        "by": _reply_day(context, member),
        "alone": int(member not in deciders_of(tx, context.application)),
        "link": f"{sender.url}/desk/applications/{context.application.id}",
        "team": f"{sender.url}/desk/team",
    }
    return Letter("staff_look", to_member(member), values)


def recipients_of_answer(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """The member whose invitation or offer was answered; once they have left, all who hire there."""
    application = any_application(tx, event["application_id"])
    if application is None:
        return
    history = moves_of(tx, application.id)
    stage = next((one.from_stage for one in history if one.number == event["number"]), None)
    withdrawn = _ENDED_BY_WITHDRAWAL.get(stage or "") if event["action"] == "withdraw" else None
    asked = withdrawn or _ANSWERED_BY.get(event["action"])
    if asked is None:
        return
    before = [one for one in history if one.number < event["number"]]
    made = [one.member_id for one in before if one.action == asked]
    author = made[-1] if made else None
    notified = in_charge(members_of(tx, application.employer_id), application, author)
    if asked == "invite" and before[-1].action == "choose_time" and author in {one.id for one in notified}:
        return  # The mail that takes the agreed meeting out of the member's calendar tells them.
    for member in notified:
        if member.news_mail:
            yield {"member_id": member.id, "application_id": application.id, "number": event["number"]}


def news(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that an offer was accepted or refused, that none of the offered times work, or a withdrawal.

    The first day of somebody who accepted is for the member's calendar.
    """
    context = load_move(tx, event["application_id"], event["number"])
    member = _active(tx, event["member_id"])
    if context is None or member is None or context.application.version != context.made.number:
        return None
    application, offer = context.application, context.offer
    values = {
        "action": context.made.action,
        "offer": int(context.made.from_stage == "offered"),
        "candidate": context.application.numbered(plain_name(context.user.first_name)),
        "job": context.job,
        "words": context.made.words or "",
        "by": _reply_day(context, member),
        "start": date_in_words(offer.start_on, member.language) if offer else "",
        "shift": offer.first_shift if offer else "",
        "link": f"{sender.url}/desk/applications/{application.id}",
        **_rest_of_job(tx, application),
    }
    start = None
    if offer and context.made.action == "accept":
        name = name_in_mail(tx, application, now())
        summary = first_day_of_in_words(
            name, job_in_mail(application.title, location_of(tx, application)), member.language
        )
        start = first_day_in_calendar(offer, summary, str(values["link"]), sender.host)
    token = member_token(tx, application, member)
    return Letter("staff_news", to_member(member), values, appointment=start, reply_token=token)


def _rest_of_job(tx: Tx, application: Application) -> dict[str, int]:
    """Return how many offers of the job are unanswered, and whether it still takes applications."""
    counts = stage_counts_of(tx, [application.posting_id]).get(application.posting_id, {})
    posting = find_posting(tx, application.posting_id)
    is_open = posting is not None and posting.is_open(now()) and not full_among(tx, [posting])
    return {"offered": counts.get("offered", 0), "job_open": int(is_open)}


def first_day_erased(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Let a first day leave the member's calendar whose candidate deleted the account."""
    member = _active(tx, event["member_id"])
    if member is None:
        return None
    day, title = date.fromisoformat(event["start_on"]), plain_title(event["title"])
    start = datetime.combine(day, time(), UTC)
    end, uid = start + timedelta(days=1), f"{event['calendar_id']}@{sender.host}"
    appointment = Appointment(
        uid=uid, sequence=1, start=start, end=end, summary=title, description="", url=f"{sender.url}/desk/calendar",
        cancelled=True, made_at=start, day=day,
    )  # fmt: skip
    values = {"job": title, "start": date_in_words(day, member.language), "link": appointment.url}
    return Letter("staff_first_day_erased", to_member(member), values, appointment=appointment)


def counting_on_first_day(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each member in charge of a first day ahead of somebody who deletes everything, or keeps it after all."""
    for application, _ in first_days_of_user(tx, event["user_id"], now().date()):
        for member in offered_by(tx, application):
            if member.news_mail:
                yield {"member_id": member.id, "application_id": application.id}


def hired_leaves(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that somebody they hired deletes everything: the day, and that the contact shows until then."""
    application, member = any_application(tx, event["application_id"]), _active(tx, event["member_id"])
    due = deletions_planned(tx, [application.user_id]).get(application.user_id) if application else None
    if application is None or member is None or due is None:
        return None
    values = _first_day_of(tx, sender, application, member)
    grant = find_grant(tx, application.user_id, application.employer_id)
    contact = grant is not None and grant.is_active(now())
    zone = ZoneInfo(zone_of(tx, application))
    day = day_from(now().astimezone(zone), due.astimezone(zone), member.language)
    return Letter("staff_hired_leaves", to_member(member), {**values, "contact": int(contact), "day": day})


def hired_stays(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that somebody they hired keeps the account after all."""
    application, member = any_application(tx, event["application_id"]), _active(tx, event["member_id"])
    if application is None or member is None or is_deletion_planned(tx, application.user_id):
        return None
    return Letter("staff_hired_stays", to_member(member), _first_day_of(tx, sender, application, member))


def _first_day_of(tx: Tx, sender: Sender, application: Application, member: Member) -> dict[str, Any]:
    offer = offer_of(tx, application.id)
    return {
        "candidate": name_in_mail(tx, application, now()),
        "job": job_in_mail(application.title, location_of(tx, application)),
        "start": date_in_words(offer.start_on, member.language) if offer else "",
        "link": f"{sender.url}/desk/applications/{application.id}",
    }


def recipients_of_message(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """The member in charge, of a candidate's first message that nobody has read; once they have left, all who hire."""
    application = any_application(tx, event["application_id"])
    if application is None:
        return
    unread = [one for one in messages_of(tx, application.id) if one.sender == "candidate" and one.read_at is None]
    if not unread or unread[0].id != event["message_id"]:
        return
    made = [one.member_id for one in moves_of(tx, application.id) if one.member_id and one.action != "view"]
    for member in in_charge(members_of(tx, application.employer_id), application, made[-1] if made else None):
        if member.news_mail:
            yield {"member_id": member.id, "application_id": application.id, "message_id": event["message_id"]}


def message(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member what a candidate wrote, if nobody has read it yet. An answer leads to where members decide."""
    member, application = _active(tx, event["member_id"]), any_application(tx, event["application_id"])
    if member is None or application is None:
        return None
    thread = messages_of(tx, application.id)
    found = next((one for one in thread if one.id == event["message_id"]), None)
    if found is None or found.read_at is not None:
        return None
    before = thread[thread.index(found) - 1] if found != thread[0] else None
    question = before.text if before and before.question else ""
    page = f"applications/{application.id}" if question else f"messages?application={application.id}"
    values = {
        "candidate": application.numbered(plain_name(application.first_name)),
        "job": job_in_mail(application.title, location_of(tx, application)),
        "text": found.text,
        "question": question,
        "link": f"{sender.url}/desk/{page}",
    }
    return Letter("staff_message", to_member(member), values, reply_token=member_token(tx, application, member))


def _reply_day(context: ApplicationContext, member: Member) -> str:
    """The day by which a reply is owed, in words; empty if none is."""
    return _last_day(context.application, context.zone, member)


def _last_day(application: Application, zone: str, member: Member) -> str:
    if application.reply_by is None:
        return ""
    return date_in_words((application.reply_by - timedelta(seconds=1)).astimezone(ZoneInfo(zone)), member.language)


def able_to_reply(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each member who can reply to an application."""
    application = any_application(tx, event["application_id"])
    if application is None or application.turn != "employer":
        return
    contested = deciders_of(tx, application) if application.look_asked_at else []
    for member in contested or members_covering(tx, application.employer_id, application.location_id):
        yield {"member_id": member.id}


def due(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Remind a member of the replies that are due within a day or late."""
    return _waiting(tx, sender, event, "staff_due")


def digest(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send a member the day's digest: how many people wait, how many replies are due, and questions about jobs."""
    return _waiting(tx, sender, event, "staff_digest")


def review_link(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Mail a review link to the colleague that it was made for."""
    issued = issue_token(tx, event["link_id"], now())
    if issued is None:
        return None
    link, member, application, token = issued
    name = plain_name(link.name)
    values = {
        "sender": plain_name(member.name),
        "candidate": application.numbered(plain_name(application.first_name)),
        "job": job_in_mail(application.title, location_of(tx, application)),
        "link": f"{sender.url}/desk/shared?key={token}",
        "until": moment_in_words(link.expires_at, zone_of(tx, application), member.language),
    }
    return Letter("staff_link", Recipient(link.email, name, name, member.language), values)


async def review_code(sender: Sender, message: Message, task: Task) -> None:
    """Create the code that opens a review link in a browser, and mail it to the person the link is for."""
    found = await sender.db.read(find_valid, task.payload["link_id"], now())
    if found is None:
        return
    link, member, application = found
    code = await issue_code(sender.db, "review", link.id)
    name = plain_name(link.name)
    values = {
        "code": code,
        "minutes": int(CODE_LIFETIME.total_seconds() // 60),
        "sender": plain_name(member.name),
        "candidate": application.numbered(plain_name(application.first_name)),
    }
    to = Recipient(link.email, name, name, member.language)
    await deliver(sender, message, task, Letter("staff_link_code", to, values))


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


def _waiting(tx: Tx, sender: Sender, event: Payload, name: str) -> Letter | None:
    member, at = _active(tx, event["member_id"]), now()
    if member is None:
        return None
    waiting, questions = waiting_for(tx, member, at + SOON, at), len(waiting_questions(tx, member))
    daily = name == "staff_digest" and member.daily_digest
    if not (waiting.all + questions if daily else waiting.soon + waiting.late):
        return None
    shown = next_waiting(tx, member, None if daily else at + SOON, MAX_NAMED)
    places = {one.id: one for one in locations_of(tx, member.employer_id)}
    people = [
        {
            "name": one.numbered(plain_name(one.first_name)),
            "job": job_in_mail(one.title, places.get(one.location_id or "")),
            "late": int(one.is_late(at)),
            "by": _last_day(one, zone_of(tx, one), member),
        }
        for one in shown
    ]
    more = (waiting.all if daily else waiting.soon + waiting.late) - len(people)
    values = {
        "people": people,
        "more": more,
        "waiting": waiting.all,
        "soon": waiting.soon,
        "late": waiting.late,
        "questions": questions,
    }
    links = {"link": f"{sender.url}/desk", "questions_link": f"{sender.url}/desk/messages"}
    return Letter(name, to_member(member), values | links)


def _active(tx: Tx, member_id: str | None) -> Member | None:
    member = find_member(tx, member_id or "")
    return member if member and member.state == "active" else None
