"""Where mail goes: a folder on this machine, or a mail server."""

from dayshift.providers.email.mime import Mailbox
from dayshift.providers.email.opening import open_mailer
from dayshift.providers.email.outbox import OutboxMailer
from dayshift.providers.email.port import Invitation, Mailer, Message, Undeliverable

__all__ = ["Invitation", "Mailbox", "Mailer", "Message", "OutboxMailer", "Undeliverable", "open_mailer"]
