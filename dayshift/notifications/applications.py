"""Letters about applications: to candidates after each move, and about interviews that other systems order."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dayshift.accounts import User, find_user, find_user_by_email
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.language import LANGUAGES, Language, date_in_words
from dayshift.core.names import full_name, plain_employer, plain_name, plain_title, salutation
from dayshift.core.tasks import Snooze
from dayshift.hiring.applications import (
    MAX_TEXT,
    Application,
    Meeting,
    Offer,
    StoredMove,
    any_application,
    find_grant,
    find_meeting,
    is_alone,
    is_look_owed,
    issue_order_token,
    letter_of_move,
    location_of,
    meeting_of,
    messages_of,
    moves_of,
    offer_of,
    sent_together,
    without_stopped_date,
    without_taken,
)
from dayshift.hiring.applications.calendar_feed import first_day_in_calendar
from dayshift.hiring.applications.grants import SWITCHES
from dayshift.hiring.applications.letters import Letter as MoveLetter
from dayshift.hiring.applications.letters import (
    dollars,
    first_day_in_words,
    moment_in_words,
    offer_in_words,
    title_with_place,
)
from dayshift.hiring.applications.own_list import OwnListItem, own_page
from dayshift.hiring.applications.stages import HAD_TIMES, LETTERS, UNDO_GRACE, UNDO_SUBMIT, corrects_no_show
from dayshift.hiring.employers import (
    Employer,
    Location,
    find_employer,
    find_location,
    find_member,
    members_of_several,
)
from dayshift.notifications.letters import Letter, NoticeDraft, Payload, Recipient, to_member, to_user
from dayshift.notifications.queries import Preferences, preferences_of
from dayshift.notifications.replies import candidate_token
from dayshift.notifications.sender import Sender
from dayshift.scheduling import Appointment

_NOTICES = {
    "submit": "application_sent",
    "view": "application_viewed",
    "ask": "application_question",
    "invite": "application_invited",
    "meet": "application_met",
    "no_show": "application_no_show",
    "cancel": "application_meeting_off",
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
    "meet": "application_meeting_cancelled",
    "withdraw": "application_meeting_cancelled",
    "look_again": "application_look",
}

_INVITED_AGAIN = "application_invited_again"
_MET_AFTER_ALL = "application_met_after_all"
NOTICES = " ".join([*_NOTICES.values(), _INVITED_AGAIN, _MET_AFTER_ALL])
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

    `job`: its title and place. `together`: for the first move, what was sent with the same tap. `alone`: only the
    member who declined hires there. `offered`: of an invitation, the times that are left to choose from. `others`:
    after a hire, the candidate's other open applications. `again`: of an invitation, that times were offered before.
    `after_look`: the move follows the other look that the candidate asked for.
    """

    application: Application
    job: str
    made: StoredMove
    user: User
    preferences: Preferences
    unsubscribe: str
    employer: Employer
    zone: str
    letter: MoveLetter
    change: CalendarChange | None
    offer: Offer | None
    together: tuple[SentApplication, ...]
    alone: bool
    again: bool
    offered: tuple[datetime, ...]
    others: tuple[OwnListItem, ...]
    reply_token: str
    after_look: bool


def job_in_mail(title: str, location: Location | None) -> str:
    """Return the job with its place, as mails name it; '' if an email program could make a link of the title."""
    words = plain_title(title)
    return title_with_place(words, location) if words else ""


def load_move(tx: Tx, application_id: str, number: int) -> ApplicationContext | None:
    application = any_application(tx, application_id)
    user = find_user(tx, application.user_id) if application else None
    if application is None or user is None:
        return None
    history = moves_of(tx, application_id)
    made = next((one for one in history if one.number == number), None)
    if made is None:
        return None
    before = next((one.action for one in reversed(history) if one.number < number), None)
    members = members_of_several(tx, [application.employer_id])
    offered, letter = _offered(tx, application_id, made), letter_of_move(tx, application, made, user)
    employer, location = find_employer(tx, application.employer_id), location_of(tx, application)
    return ApplicationContext(
        without_stopped_date(members, application), title_with_place(application.title, location), made, user,
        *preferences_of(tx, user.email or ""), employer,
        location.zone if location else employer.zone, letter,
        _change(tx, application_id, made), offer_of(tx, application_id),
        tuple(_sent(tx, one, user) for one in sent_together(tx, application)) if made.action == "submit" else (),
        is_alone(members, application), before in HAD_TIMES, offered, _others(tx, user, made),
        candidate_token(tx, application), is_look_owed([one for one in history if one.number < number]),
    )  # fmt: skip


def _offered(tx: Tx, application_id: str, made: StoredMove) -> tuple[datetime, ...]:
    """Return the times of an invitation that are left, if it still waits for a choice."""
    meeting = without_taken(tx, meeting_of(tx, application_id)) if made.action == "invite" else None
    if meeting is None or meeting.state != "offered" or meeting.created_at != made.made_at:
        return ()
    return tuple(time for time in sorted(map(datetime.fromisoformat, meeting.offered)) if time > now())


def _others(tx: Tx, user: User, made: StoredMove) -> tuple[OwnListItem, ...]:
    items = own_page(tx, user.id, None).items if made.action == "accept" else []
    return tuple(one for one in items if one.application.turn)


def _sent(tx: Tx, application: Application, user: User) -> SentApplication:
    shown = without_stopped_date(members_of_several(tx, [application.employer_id]), application)
    employer, location = find_employer(tx, application.employer_id), location_of(tx, application)
    by = _day_of_promise(shown, location.zone if location else employer.zone, user.language)
    return SentApplication(application.id, title_with_place(application.title, location), employer.name, by)


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
    current = without_taken(tx, find_meeting(tx, stored["meeting"])) if stored else None
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
    if context.made.action == "invite" and context.again:
        kind = _INVITED_AGAIN
    if _corrects(context.made):
        kind = _MET_AFTER_ALL
    who = salutation(context.made.member_name or "")
    data = {"job": context.job, "employer": context.employer.name, "who": who}
    data["application"] = context.application.id
    return NoticeDraft(context.user.id, kind, f"{context.application.id}:{context.made.number}", data)


def _corrects(made: StoredMove) -> bool:
    return made.from_stage is not None and corrects_no_show(made.from_stage, made.action)


def moved(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the candidate the letter of a decision, or the confirmation of their own move, for their calendar too.

    An explained decision is a legal notice: it is sent whatever the candidate prefers.
    """
    action = event["action"]
    name = "application_letter" if action in LETTERS else _CONFIRMATIONS.get(action)
    context = load_move(tx, event["application_id"], event["number"]) if name else None
    if name is None or context is None:
        return None
    if _corrects(context.made):
        name = "application_letter"
    required = context.made.explanation is not None
    if not required and not context.preferences.interviews:
        return None
    _wait_for_undo(context)
    if context.together and context.together[0].application_id != context.application.id:
        return None  # Its mail tells of all that were sent together.
    letter, change = replace(_letter(sender, context, name), required=required), context.change
    if name == "application_hired" and context.offer:
        summary = first_day_in_words(context.employer.name, context.job, context.user.language)
        link = f"{sender.url}/application?id={context.application.id}"
        start = first_day_in_calendar(context.offer, summary, link, sender.host)
        return replace(letter, appointment=start, organizer=context.employer.name)
    if change is None or change.over or (change.method == "REQUEST" and change.superseded):
        return None if name in {"application_meeting", "application_meeting_cancelled"} else letter
    link = f"{sender.url}/application?id={context.application.id}"
    appointment = appointment_of(sender, context.employer.name, context.job, change.meeting, link)
    return replace(letter, appointment=appointment, organizer=context.employer.name)


def message_sent(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the candidate a member's message. A question is sent with its move."""
    found = [one for one in messages_of(tx, event["application_id"]) if one.id == event["message_id"]]
    context = load_move(tx, event["application_id"], 1)
    if not found or context is None or found[0].sender != "member" or found[0].question:
        return None
    values = {"member": found[0].member_name or "", "text": found[0].text}
    return _letter(sender, context, "application_message", **values)


def mail_refused(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a candidate or a member why what they answered by email was not sent, and where they can write."""
    application = any_application(tx, event["application_id"])
    if application is None:
        return None
    member = find_member(tx, event["member_id"]) if event["member_id"] else None
    user = find_user(tx, event["user_id"]) if event["user_id"] else None
    values = {
        "reason": event["reason"],
        "job": job_in_mail(application.title, location_of(tx, application)),
        "most": MAX_TEXT,
    }
    if member:
        values |= {"who": application.numbered(plain_name(application.first_name))}
        values |= {"link": f"{sender.url}/desk/applications/{application.id}"}
        return Letter("mail_refused", to_member(member), values)
    values |= {"who": plain_employer(find_employer(tx, application.employer_id).name)}
    values |= {"link": f"{sender.url}/application?id={application.id}"}
    return Letter("mail_refused", to_user(user), values) if user else None


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
    place = find_location(tx, employer.id, posting.location_id) if posting.location_id else None
    shared = {
        "first_name": plain_name(order.first_name),
        "job": job_in_mail(posting.title, place),
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
    to, token = to_user(context.user), context.reply_token
    return Letter(name, to, values, context.preferences, context.unsubscribe, reply_token=token)


def _values(sender: Sender, context: ApplicationContext) -> dict[str, Any]:
    application, offer = context.application, context.offer
    language = context.user.language
    meeting = context.change.meeting if context.change else None
    letter, rest = context.letter.around_times if context.offered else (_without_facts(context).text, "")
    return {
        "job": context.job,
        "employer": context.employer.name,
        "action": context.made.action,
        "filled": int(context.made.reason == "filled"),
        "letter": letter,
        "rest": rest,
        "after_look": int(context.after_look),
        "required": context.made.explanation is not None,
        "waits": int(application.turn == "employer" and application.version == context.made.number),
        "alone": int(context.alone),
        "again": int(context.again),
        "choices": [_choice(sender, application, time, context.zone, language) for time in context.offered],
        "by": _day_of_promise(application, context.zone, language),
        "together": context.together,
        "when": moment_in_words(meeting.starts_at, meeting.zone, language) if meeting and meeting.starts_at else None,
        "choice": int(bool(meeting and _others_ahead(meeting, context.made.made_at))),
        "place": meeting.place if meeting else None,
        "ask_for": meeting.ask_for if meeting else None,
        "start": date_in_words(offer.start_on, language) if offer else None,
        "pay": dollars(offer.pay / 100) if offer else None,
        "first_shift": offer.first_shift if offer else None,
        "where": offer.place if offer else None,
        "bring": offer.bring if offer else None,
        "others": [
            {
                "employer": one.employer.name,
                "job": title_with_place(one.application.title, one.location),
                "when": moment_in_words(one.meeting.starts_at, one.meeting.zone, language)
                if one.meeting and one.meeting.starts_at > context.made.made_at
                else None,
            }
            for one in context.others
        ],
        "link": f"{sender.url}/application?id={application.id}",
        "all": f"{sender.url}/applications",
        "other_jobs": f"{sender.url}/matches",
    }


def _without_facts(context: ApplicationContext) -> MoveLetter:
    """Return the letter; of an offer without the facts, which its mail shows as a table."""
    letter, offer = context.letter, context.offer
    if context.made.action != "offer" or offer is None:
        return letter
    body = {"pay": offer.pay / 100, "start_on": offer.start_on.isoformat(), "first_shift": offer.first_shift}
    facts = offer_in_words({**body, "place": offer.place, "bring": offer.bring}, context.user.language)
    return replace(letter, paragraphs=tuple(one for one in letter.paragraphs if one != facts))


def _choice(sender: Sender, application: Application, time: datetime, zone: str, language: Language) -> dict[str, str]:
    """Return a time to choose, and the page where it is chosen already and waits to be confirmed."""
    chosen = time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    link = f"{sender.url}/application?id={application.id}&time={chosen}"
    return {"when": moment_in_words(time, zone, language), "link": link}


def _others_ahead(meeting: Meeting, at: datetime) -> list[str]:
    """Return the offered times after `at` that were not chosen."""
    return [time for time in meeting.offered if at < datetime.fromisoformat(time) != meeting.starts_at]


def appointment_of(sender: Sender, who: str, title: str, meeting: Meeting, link: str) -> Appointment:
    """Return the calendar entry; `who`: for the candidate the employer, for the member the candidate."""
    start = meeting.starts_at
    assert start is not None  # noqa: S101  (the callers have checked it)
    about = f"{meeting.place}. {meeting.ask_for}\n{link}" if meeting.place else link
    return Appointment(
        uid=f"{meeting.calendar_id}@{sender.host}",
        sequence=meeting.sequence,
        start=start,
        end=start + timedelta(minutes=meeting.minutes),
        summary=f"{who}: {title}" if who else title,
        description=about,
        url=link,
        cancelled=meeting.state != "chosen",
        made_at=meeting.created_at,
        place=meeting.place,
    )
