"""A message as bytes: seven-bit, folded, and with no header that somebody's name could forge."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from email_validator import validate_email

from dayshift.providers.email.protocol import Invitation, Message

_SEVEN_BIT = SMTP.clone(cte_type="7bit")
_INTERNATIONAL = SMTP.clone(cte_type="7bit", utf8=True)
"""For the rare address whose local part is not ASCII; the server must offer SMTPUTF8."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A name and an address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Letter:
    """What travels: the addresses for the envelope, and the message's bytes."""

    sender: str
    recipient: str
    content: bytes
    international: bool


def compose(message: Message, sender: Mailbox, at: datetime) -> Letter:
    """The message as it travels, dated `at`."""
    recipient = _wire_address(message.to)
    international = not recipient.isascii()
    mail = EmailMessage(_INTERNATIONAL if international else _SEVEN_BIT)
    mail["From"] = _header_address(sender.name, sender.address)
    mail["To"] = _header_address(message.name, recipient)
    mail["Subject"] = one_line(message.subject)
    mail["Date"] = at
    mail["Message-ID"] = f"<{message.id}@{sender.address.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"  # RFC 3834: no holiday notes in return.
    mail.set_content(message.text)
    mail.add_alternative(message.html, subtype="html")
    if message.unsubscribe:  # RFC 2369, and RFC 8058 for the one tap.
        mail["List-Unsubscribe"] = f"<{message.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if message.invitation:
        _invite(mail, message.invitation)
    return Letter(sender.address, recipient, mail.as_bytes(), international)


def _invite(mail: EmailMessage, invitation: Invitation) -> None:
    """Put the entry where calendars look for it, and once more as a file for those that want one (RFC 6047)."""
    text = invitation.content.decode()
    mail.add_alternative(text, subtype="calendar", params={"method": invitation.method})
    mail.add_attachment(text, subtype="calendar", params={"method": invitation.method}, filename="invite.ics")


def one_line(text: str) -> str:
    """The text without line breaks and control characters, which end a header or hide what follows."""
    visible = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in text)
    return " ".join(visible.split())


def _header_address(name: str, address: str) -> Address:
    username, _, domain = address.rpartition("@")
    return Address(one_line(name), username, domain)


def _wire_address(address: str) -> str:
    """The address with its domain in ASCII, which every mail server understands."""
    known = validate_email(address, check_deliverability=False)
    return known.ascii_email or f"{known.local_part}@{known.ascii_domain}"
