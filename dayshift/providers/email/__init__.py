"""Where mail goes: a folder on this machine, or a mail server."""

from dayshift.providers.email.factory import open_mailer
from dayshift.providers.email.mime import Mailbox
from dayshift.providers.email.outbox import OutboxMailer
from dayshift.providers.email.protocol import Invitation, Mailer, Message, Undeliverable

__all__ = ["Invitation", "Mailbox", "Mailer", "Message", "OutboxMailer", "Undeliverable", "open_mailer"]
