"""Task handlers that send messages: after the transaction that causes them, with retries."""

from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import partial
from typing import Any

import structlog

from dayshift.accounts import (
    CODE_LIFETIME,
    User,
    find_change,
    find_user,
    find_user_by_email,
    issue_code,
    undo_key,
)
from dayshift.core.dates import date_in_words
from dayshift.core.phones import as_e164
from dayshift.core.plain import plain_name
from dayshift.core.tasks import Handler, Task, Write
from dayshift.notifications import (
    accommodations,
    applications,
    bookings,
    hiring,
    in_app,
    interviews,
    matches,
    members,
    questions,
)
from dayshift.notifications.actions import note_bounce
from dayshift.notifications.kinds import ERASURE_PLANNED, EXPORT_READY
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail, word_text
from dayshift.providers import email, sms

log = structlog.get_logger()

WELCOME = "notifications.email.welcome"
PASSWORD_CHANGED = "notifications.email.password_changed"  # noqa: S105  (a task kind)
EMAIL_CHANGED = "notifications.email.email_changed"
CODE = "notifications.code"

Send = Callable[[Sender, Task], Coroutine[Any, Any, Write | None]]


def handlers(sender: Sender) -> dict[str, Handler]:
    """Return the package's task handlers. Their payloads are the events of `accounts`."""
    kinds: dict[str, Send] = {
        WELCOME: _welcome,
        PASSWORD_CHANGED: partial(_account_changed, name="password_changed"),
        EMAIL_CHANGED: partial(_account_changed, name="email_changed"),
        CODE: _code,
        ERASURE_PLANNED: _erasure_planned,
        EXPORT_READY: _export_ready,
        bookings.MADE: partial(bookings.tell_candidate, name="made"),
        bookings.MOVED: partial(bookings.tell_candidate, name="moved"),
        bookings.CANCELLED: partial(bookings.tell_candidate, name="cancelled"),
        bookings.COACH_MADE: partial(bookings.tell_coach, name="made"),
        bookings.COACH_MOVED: partial(bookings.tell_coach, name="moved"),
        bookings.COACH_CANCELLED: partial(bookings.tell_coach, name="cancelled"),
        bookings.PLAN: bookings.plan_reminders,
        bookings.REMIND: bookings.remind,
        bookings.REMIND_BY_TEXT: bookings.remind_by_text,
        interviews.PLANNED: interviews.planned,
        interviews.CANCELLED: interviews.cancelled,
        interviews.PLAN: interviews.plan_reminders,
        interviews.REMIND: interviews.remind,
        interviews.REMIND_BY_TEXT: interviews.remind_by_text,
        interviews.RECEIVED: interviews.received,
        interviews.SCORED: interviews.scored,
        interviews.REVIEWED: interviews.reviewed,
        accommodations.ASKED: accommodations.asked,
        accommodations.TELL: accommodations.tell,
        accommodations.ANSWERED: accommodations.answered,
        applications.MOVED: applications.moved,
        applications.NOTICE: applications.notice,
        applications.MESSAGE: applications.message_sent,
        hiring.STAFF_MEETING: hiring.staff_meeting,
        hiring.LOOK: hiring.look,
        hiring.TELL_LOOK: hiring.tell_look,
        hiring.NEWS: hiring.news,
        hiring.TELL_NEWS: hiring.tell_news,
        hiring.MEETING_ERASED: hiring.meeting_erased,
        hiring.DECISION_ERASED: hiring.decision_erased,
        hiring.UNSENT: hiring.unsent,
        hiring.TELL_UNSENT: hiring.tell_unsent,
        hiring.DUE: hiring.due,
        hiring.TELL_DUE: hiring.tell_due,
        hiring.SWEEP: hiring.sweep,
        hiring.DIGEST: hiring.digest,
        applications.NARROWED: applications.sharing_narrowed,
        applications.ASSESSMENT: applications.assessment,
        hiring.REVIEW_LINK: hiring.review_link,
        questions.ANSWERED: questions.answered,
        questions.NOTICE: questions.notice,
        members.SIGN_IN_LINK: members.sign_in_link,
        members.SIGN_UP: members.sign_up,
        members.SIGN_UP_REFUSED: members.sign_up_refused,
        members.JOIN_ASKED: members.join_asked,
        members.TELL_JOIN_ASKED: members.tell_join_asked,
        members.INVITATION: members.invitation,
        members.CLAIM: members.claim,
        members.CLAIM_DECIDED: members.claim_decided,
        members.DOMAIN_PROOF: members.domain_proof,
        members.SIGN_ON_CONSENT: members.sign_on_consent,
        members.JOINED: members.joined,
        members.OWNER_ADDED: members.owner_added,
        members.TELL_OWNER_ADDED: members.tell_owner_added,
        members.ENDED: members.ended,
        members.MERGED: members.merged,
        members.TELL_MERGED: members.tell_merged,
        members.JOB_DROPPED: members.job_dropped,
        members.TELL_DROPPED: members.tell_dropped,
        members.SECOND_FACTOR_RESET: members.second_factor_reset,
        members.WEBHOOK_DISABLED: members.webhook_disabled,
        members.TELL_WEBHOOK_DISABLED: members.tell_webhook_disabled,
        members.WEBHOOKS_STAY: members.webhooks_stay,
        members.TELL_WEBHOOKS_STAY: members.tell_webhooks_stay,
        matches.PLAN: matches.plan,
        matches.TELL: matches.tell_new,
        in_app.OF_INTERVIEW: in_app.of_interview,
        in_app.OF_REVIEW: in_app.of_review,
        in_app.OF_BOOKING: in_app.of_booking,
    }
    return {kind: partial(_send, sender, send) for kind, send in kinds.items()}


async def _send(sender: Sender, send: Send, task: Task) -> Write | None:
    try:
        return await send(sender, task)
    except email.Undeliverable as error:
        log.warning("undeliverable", task=task.id, kind=task.kind, why=str(error))
        refused = error.recipient
        return (lambda tx: note_bounce(tx, refused)) if refused else None
    except sms.Undeliverable as error:
        log.warning("undeliverable", task=task.id, kind=task.kind, why=str(error))
        return None


async def _welcome(sender: Sender, task: Task) -> None:
    user = await sender.db.lookup(find_user, task.payload["user_id"])
    invited = user is not None and not user.has_password  # Came by an employer's invitation to an interview.
    await _mail_person(sender, task, "welcome_invited" if invited else "welcome")


async def _account_changed(sender: Sender, task: Task, name: str) -> None:
    """Send the undo link to the address from before the change: its reader may be the rightful owner."""
    user = await sender.db.lookup(find_user, task.payload["user_id"])
    change = await sender.db.lookup(find_change, task.payload["change_id"])
    if user and change:
        key = await sender.db.lookup(undo_key, change.id)
        await _mail(sender, user, change.email, task.id, name, key=key)


async def _code(sender: Sender, task: Task) -> None:
    """Create the code and send it. The code itself is not stored, so a retried task creates a new one.

    A code for an unknown address is also created but not sent, so that trying it gives the same responses, after
    the same work, as for a known address.
    """
    purpose, address, user_id = task.payload["purpose"], task.payload["address"], task.payload["user_id"]
    if user_id is None:
        user = await sender.db.lookup(find_user_by_email, address)
    else:
        user = await sender.db.lookup(find_user, user_id)
        if user is None:  # Deleted since the request.
            return
    code = await issue_code(sender.db, purpose, address, user_id)
    # A new message id: the email program must show the new code, not deduplicate the message.
    message_id = f"{task.id}-{task.attempts}"
    words = {"code": code, "minutes": int(CODE_LIFETIME.total_seconds() // 60)}
    if user and purpose == "phone":
        if as_e164(user.phone or "") == address:
            text = word_text(user.language, "code_phone", product=sender.product, **words).strip()
            await sender.texter.send(sms.TextMessage(message_id, address, text))
    elif user and user.email == address:
        await _mail(sender, user, address, message_id, f"code_{purpose}", **words)


async def _erasure_planned(sender: Sender, task: Task) -> None:
    """Confirm when everything will be deleted. It is the last email: afterwards there is no address."""
    user = await sender.db.lookup(find_user, task.payload["user_id"])
    if user and user.email:
        day = date_in_words(datetime.fromisoformat(task.payload["due_at"]), user.language)
        await _mail(sender, user, user.email, task.id, "erasure_planned", day=day, held=task.payload.get("held", False))


async def _export_ready(sender: Sender, task: Task) -> None:
    """Say that the copy of their data is ready. The file itself needs a sign-in and the password."""
    user = await sender.db.lookup(find_user, task.payload["user_id"])
    if user and user.email:
        day = date_in_words(datetime.fromisoformat(task.payload["until"]), user.language)
        await _mail(sender, user, user.email, task.id, "export_ready", day=day)


async def _mail_person(sender: Sender, task: Task, name: str) -> None:
    user = await sender.db.lookup(find_user, task.payload["user_id"])
    if user and user.email:
        await _mail(sender, user, user.email, task.id, name)


async def _mail(sender: Sender, user: User, to: str, message_id: str, name: str, **values: Any) -> None:
    values |= {"first_name": plain_name(user.first_name), "product": sender.product, "url": sender.url}
    words = word_mail(user.language, name, **values)
    await sender.mailer.send(
        email.Message(message_id, to, plain_name(user.full_name), words.subject, words.text, words.html)
    )
