"""Letters about the day by which an offer is to be answered: one before it, one once it has passed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.language import date_in_words
from dayshift.core.names import plain_name
from dayshift.core.tasks import Snooze, enqueue
from dayshift.hiring.applications import Offer, location_of, offer_of, pending_of
from dayshift.hiring.applications.access import offered_by
from dayshift.hiring.applications.stages import UNDO_GRACE
from dayshift.hiring.employers import find_member
from dayshift.notifications.applications import ApplicationContext, job_in_mail, load_move
from dayshift.notifications.letters import Letter, Payload, to_member, to_user
from dayshift.notifications.replies import candidate_token, member_token
from dayshift.notifications.sender import Sender

REMIND = "notifications.offer.remind"
UNANSWERED = "notifications.staff.offer_unanswered"

MORNING = time(10)
"""When both letters are sent, at the place of work: the day before the last day to answer, and the day after it."""


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer that waits for an answer by `day`, with everything that its letters contain."""

    context: ApplicationContext
    offer: Offer
    day: date


def plan_watch(tx: Tx, event: Payload) -> None:
    """Schedule both letters when an offer goes out. One that was sent within the last day gets no reminder."""
    found = _load(tx, event) if event["action"] == "offer" else None
    if found is None:
        return
    payload, zone = {name: event[name] for name in ("application_id", "number")}, ZoneInfo(found.context.zone)
    before, after = (datetime.combine(found.day + timedelta(days=days), MORNING, zone) for days in (-1, 1))
    about = f"{event['application_id']}:{event['number']}"
    if found.offer.made_at.astimezone(zone).date() < before.date():
        enqueue(tx, REMIND, payload, key=f"{REMIND}:{about}", due_at=before)
    enqueue(tx, UNANSWERED, payload, key=f"{UNANSWERED}:{about}", due_at=after)


def remind(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Remind the candidate of an offer that waits for an answer, while there is time."""
    found = _load(tx, event)
    if found is None or _today(found) > found.day:
        return None
    context = found.context
    _wait_for_decision(tx, context)
    values = {
        "employer": context.employer.name,
        "job": job_in_mail(context.application.title, location_of(tx, context.application)),
        "by": date_in_words(found.day, context.user.language),
        "link": f"{sender.url}/application?id={context.application.id}",
    }
    to, token = to_user(context.user), candidate_token(tx, context.application)
    return Letter("offer_reminder", to, values, context.preferences, context.unsubscribe, reply_token=token)


def recipients_of_unanswered(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """The member who made an offer that nobody answered in time; once they have left, all who hire there."""
    found = _load(tx, event)
    if found is None:
        return
    _wait_for_decision(tx, found.context)
    for member in offered_by(tx, found.context.application):
        if member.news_mail:
            yield {**event, "member_id": member.id}


def unanswered(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that the day to answer their offer has passed."""
    found, member = _load(tx, event), find_member(tx, event["member_id"])
    if found is None or member is None or member.state != "active":
        return None
    _wait_for_decision(tx, found.context)
    application = found.context.application
    values = {
        "candidate": application.numbered(plain_name(application.first_name)),
        "job": job_in_mail(application.title, location_of(tx, application)),
        "by": date_in_words(found.day, member.language),
        "link": f"{sender.url}/desk/applications/{application.id}",
    }
    token = member_token(tx, application, member)
    return Letter("staff_offer_unanswered", to_member(member), values, reply_token=token)


def _load(tx: Tx, event: Payload) -> OpenOffer | None:
    """Return the offer that a move made; None without a day to answer, and once it was answered or taken back."""
    context, offer = load_move(tx, event["application_id"], event["number"]), offer_of(tx, event["application_id"])
    if context is None or offer is None or offer.answer_by is None:
        return None
    is_open = context.application.stage == "offered" and context.application.version == event["number"]
    return OpenOffer(context, offer, offer.answer_by) if is_open else None


def _today(found: OpenOffer) -> date:
    return now().astimezone(ZoneInfo(found.context.zone)).date()


def _wait_for_decision(tx: Tx, context: ApplicationContext) -> None:
    """Raise `Snooze` while a decision about the application, which takes the offer back, can still be undone."""
    if pending := pending_of(tx, context.application.id):
        raise Snooze(max(pending.due_at - now(), timedelta()) + UNDO_GRACE)
