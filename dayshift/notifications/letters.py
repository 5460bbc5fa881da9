"""A message from its row of the table to the provider: audience, text, preference, calendar, limits."""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from inspect import iscoroutinefunction
from typing import Any, Literal, cast

import structlog

from dayshift.accounts import User, lock_user
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.events import Event
from dayshift.core.names import plain_name
from dayshift.core.tasks import Task, Write, enqueue
from dayshift.hiring.employers import Member
from dayshift.notifications.actions import note_bounce, notify
from dayshift.notifications.queries import Preferences
from dayshift.notifications.replies import reply_address
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail, word_mail_in_all, word_text
from dayshift.providers import email, sms
from dayshift.scheduling import Appointment, Party, invitation

log = structlog.get_logger()

Payload = Mapping[str, Any]
"""The fields of an event, or of the task that plans a message."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """An address with what a message needs of its reader. `language`: None if it is unknown."""

    address: str
    name: str
    first_name: str
    language: str | None


@dataclass(frozen=True, slots=True)
class Letter:
    """What one message says. `values` are its template's; by language, if the reader's is unknown.

    `key` opens the link that changes the `preferences` of the address. `by_text`: the address is a phone number.
    `organizer`: of the appointment, if it is not us. `reply_token`: lets the reader answer by email.
    `required`: a legal notice, sent also to people who want no mails.
    """

    template: str
    to: Recipient
    values: Mapping[Any, Any] = field(default_factory=dict)
    preferences: Preferences = field(default_factory=Preferences)
    key: str = ""
    appointment: Appointment | None = None
    organizer: str = ""
    by_text: bool = False
    required: bool = False
    reply_token: str = ""


@dataclass(frozen=True, slots=True)
class NoticeDraft:
    """What a notice in the app says. There is one for each `about` and `kind`."""

    user_id: str
    kind: str
    about: str
    data: dict[str, Any]


Audience = Callable[[Tx, Payload], Iterable[dict[str, Any]]]
"""Returns the payload of each recipient's own task."""
Say = Callable[[Tx, Sender, Payload], Letter | NoticeDraft | None]
"""Returns the message; None if there is nothing to say, or nothing any more. May raise `Snooze`."""
Tell = Callable[[Sender, "Message", Task], Coroutine[Any, Any, Write | None]]
"""Sends the message itself, because it does more than read and say. Calls `deliver`."""
Who = Literal["person", "candidate", "coach", "member", "colleague", "address"]


@dataclass(frozen=True, slots=True)
class Message:
    """One row: who is told of which events, how, and by which text.

    `to`: the one recipient, found by `say`; or a function that finds several, each with a task and a message.
    `templates`: the texts that `say` chooses from; of notices their kinds. `wanted`: the preference that turns it off.
    """

    events: tuple[type[Event], ...]
    to: Who | Audience
    say: Say | Tell
    templates: tuple[str, ...]
    kind: str
    wanted: Literal["interviews", "reminders", "matches", "texts"] | None = None
    channel: Literal["mail", "text", "mail or text", "app"] = "mail"
    issues: bool = False
    """Each attempt makes a new link or code, so `say` writes, and each email has an id of its own."""
    limited: bool = True
    """Others can trigger it, so it counts towards the limit of the address."""
    urgent: bool = False
    """Somebody waits for it."""
    collect: timedelta = timedelta()
    """What happens within this time shares one message for each recipient."""

    @property
    def each(self) -> str:
        """The kind of the tasks for each recipient."""
        package, _, name = self.kind.rpartition(".")
        return f"{package}.tell_{name}"


async def plan(message: Message, audience: Audience, task: Task) -> Write:
    """Enqueue a task for each recipient."""

    def write(tx: Tx) -> None:
        for payload in audience(tx, task.payload):
            recipient = payload.get("member_id") or payload["user_id"]
            about = "" if message.collect else f"{task.id}:"
            due_at = now() + message.collect if message.collect else None
            enqueue(tx, message.each, payload, key=f"{message.each}:{about}{recipient}", due_at=due_at)

    return write


async def send(sender: Sender, message: Message, task: Task) -> Write | None:
    """Run the task of one message. What its provider refuses for ever is not tried again."""
    try:
        if iscoroutinefunction(message.say):
            return await cast("Tell", message.say)(sender, message, task)
        say = cast("Say", message.say)
        if message.channel == "app":
            return _storing(sender, say, task)
        run = sender.db.write if message.issues else sender.db.read
        await deliver(sender, message, task, await run(say, sender, task.payload))
    except email.Undeliverable as error:
        log.warning("undeliverable", task=task.id, kind=task.kind, why=str(error))
        refused = error.recipient
        return (lambda tx: note_bounce(tx, refused)) if refused else None
    except sms.Undeliverable as error:
        log.warning("undeliverable", task=task.id, kind=task.kind, why=str(error))
    return None


def _storing(sender: Sender, say: Say, task: Task) -> Write:
    """Return the write that stores a notice."""

    def write(tx: Tx) -> None:
        notice = say(tx, sender, task.payload)
        if isinstance(notice, NoticeDraft) and lock_user(tx, notice.user_id, against="deletion"):
            notify(tx, notice.user_id, notice.kind, notice.about, notice.data)

    return write


async def deliver(sender: Sender, message: Message, task: Task, letter: Letter | NoticeDraft | None) -> None:
    """Send a letter, if its reader has an address and wants it."""
    if not isinstance(letter, Letter) or not letter.to.address:
        return
    if message.wanted and not letter.required and not getattr(letter.preferences, message.wanted):
        return
    assert letter.template in message.templates  # noqa: S101  (else the table is wrong)
    # A new id for a new link or code: the email program must show it, not deduplicate the message.
    message_id = f"{task.id}-{task.attempts}" if message.issues else task.id
    if letter.by_text:
        values = {"product": sender.product, "url": sender.url, **letter.values}
        text = word_text(letter.to.language or "en", letter.template, **values).strip()
        send_text = sender.text if message.limited else sender.texter.send
        await send_text(sms.TextMessage(message_id, letter.to.address, text))
        return
    send_mail = sender.post if message.limited else sender.mailer.send
    await send_mail(_mail(sender, message, letter, message_id))


def _mail(sender: Sender, message: Message, letter: Letter, message_id: str) -> email.Message:
    to, about = letter.to, f"?kind={message.wanted}"
    reply_to = reply_address(sender.reply_address, letter.reply_token)
    if to.language is None:
        words = word_mail_in_all(letter.template, product=sender.product, url=sender.url, values=letter.values)
    else:
        values: dict[str, Any] = {"product": sender.product, "url": sender.url, "first_name": to.first_name}
        values["unsubscribe"] = f"{sender.url}/unsubscribe{about}&key={letter.key}"
        values["replies"] = bool(reply_to)
        words = word_mail(to.language, letter.template, **{**values, **letter.values})
    mail = email.Message(message_id, to.address, to.name, words.subject, words.text, words.html, reply_to=reply_to)
    if letter.appointment:
        return replace(mail, invitation=_invitation(sender, letter, letter.appointment))
    if message.wanted and not letter.required:
        return replace(mail, unsubscribe=f"{sender.url}/api/notifications/unsubscribe/{letter.key}{about}")
    return mail


def _invitation(sender: Sender, letter: Letter, appointment: Appointment) -> email.Invitation:
    method: Literal["REQUEST", "CANCEL"] = "CANCEL" if appointment.cancelled else "REQUEST"
    organizer = Party(letter.organizer or sender.product, sender.mail_from)
    attendee = Party(letter.to.name, letter.to.address)
    return email.Invitation(method, invitation(appointment, organizer, attendee, method, now()))


def to_user(user: User, address: str | None = None) -> Recipient:
    """Address an account, at its own address or this one."""
    to = user.email or "" if address is None else address
    return Recipient(to, plain_name(user.full_name), plain_name(user.first_name), user.language)


def to_member(member: Member) -> Recipient:
    """Address a member."""
    return Recipient(member.email, plain_name(member.name), plain_name(member.first_name), member.language)
