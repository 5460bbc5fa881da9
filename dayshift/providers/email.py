"""Email: composed messages, and mailers that write them to the developer mailbox or send them by SMTP."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Protocol

import structlog
from email_validator import validate_email

from dayshift.core.clock import now
from dayshift.providers.storage import Storage

log = structlog.get_logger()


class Undeliverable(Exception):
    """The mail server permanently refuses this message.

    `recipient` is the address, if that is what it refuses.
    """

    def __init__(self, why: str, recipient: str | None = None) -> None:
        super().__init__(why)
        self.recipient = recipient


@dataclass(frozen=True, slots=True)
class Invitation:
    """A calendar entry attached to an email: iCalendar bytes and their method, 'REQUEST' or 'CANCEL'."""

    method: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Message:
    """One email to one person, as plain text and as HTML.

    `id` becomes the Message-ID: an email that is sent again has the same one, so that email programs show it once.
    Letters, digits, '.', '_' and '-' only. `name` and `subject` may hold any text. A POST to `unsubscribe` ends emails
    of this kind; empty for required ones. `reply_to`: where an answer is read; empty if nobody reads it.
    """

    id: str
    to: str
    name: str
    subject: str
    text: str
    html: str
    invitation: Invitation | None = None
    unsubscribe: str = ""
    reply_to: str = ""


class Mailer(Protocol):
    """Sends emails. May wait on the network: call it from tasks, never in a transaction."""

    async def send(self, message: Message) -> None:
        """Return once the message is accepted for delivery.

        Raises `Undeliverable` for an address or message that is permanently refused; after any other error the caller
        retries later.
        """
        ...


_SEVEN_BIT = SMTP.clone(cte_type="7bit")
_INTERNATIONAL = SMTP.clone(cte_type="7bit", utf8=True)
"""For the rare address whose local part is not ASCII; the server must offer SMTPUTF8."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A name and an address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """A composed message: its bytes, and the addresses for SMTP."""

    sender: str
    recipient: str
    content: bytes
    international: bool


def compose(message: Message, sender: Mailbox, at: datetime) -> Envelope:
    """The message as bytes, dated `at`: seven-bit, folded, and safe against header injection."""
    recipient = _ascii_domain(message.to)
    international = not recipient.isascii()
    mail = EmailMessage(_INTERNATIONAL if international else _SEVEN_BIT)
    mail["From"] = _header_address(sender.name, sender.address)
    mail["To"] = _header_address(message.name, recipient)
    if message.reply_to:
        mail["Reply-To"] = _header_address(sender.name, message.reply_to)
    mail["Subject"] = one_line(message.subject)
    mail["Date"] = at
    mail["Message-ID"] = f"<{message.id}@{sender.address.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"  # RFC 3834: asks for no automatic replies.
    mail.set_content(message.text)
    mail.add_alternative(message.html, subtype="html")
    if message.unsubscribe:  # RFC 2369, and RFC 8058 for one-click.
        mail["List-Unsubscribe"] = f"<{message.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if message.invitation:
        _invite(mail, message.invitation)
    return Envelope(sender.address, recipient, mail.as_bytes(), international)


def _invite(mail: EmailMessage, invitation: Invitation) -> None:
    """Attach the entry as an alternative part and as a file: calendars look for either (RFC 6047)."""
    text = invitation.content.decode()
    mail.add_alternative(text, subtype="calendar", params={"method": invitation.method})
    mail.add_attachment(text, subtype="calendar", params={"method": invitation.method}, filename="invite.ics")


def one_line(text: str) -> str:
    """The text without line breaks and control characters, which could end a header."""
    visible = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in text)
    return " ".join(visible.split())


def _header_address(name: str, address: str) -> Address:
    username, _, domain = address.rpartition("@")
    return Address(one_line(name), username, domain)


def _ascii_domain(address: str) -> str:
    """The address with its domain in ASCII, which every mail server understands."""
    known = validate_email(address, check_deliverability=False)
    return known.ascii_email or f"{known.local_part}@{known.ascii_domain}"


class DevMailboxMailer:
    """Writes each message to `folder` as a durable file `ID.eml`; sending an id again changes nothing.

    With `echo` the subject is logged too, so that developers see codes on the console.
    """

    def __init__(self, folder: Storage, sender: Mailbox, *, echo: bool) -> None:
        self._folder = folder
        self._sender = sender
        self._echo = echo

    async def send(self, message: Message) -> None:
        envelope = compose(message, self._sender, now())
        file = f"{message.id}.eml"
        await self._folder.put_new(file, envelope.content)
        log.info(
            "email written to the development mailbox",
            file=file,
            **({"subject": one_line(message.subject)} if self._echo else {}),
        )


def open_mailer(url: str, sender: Mailbox, dev_mailbox: Storage, *, echo: bool) -> Mailer:
    """The mail server at `url`, or the developer mailbox if it is empty. Raises ValueError for an invalid URL."""
    if not url:
        return DevMailboxMailer(dev_mailbox, sender, echo=echo)
    from dayshift.providers.smtp import SmtpMailer  # noqa: PLC0415

    return SmtpMailer(url, sender)
