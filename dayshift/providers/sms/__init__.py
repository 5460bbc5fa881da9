"""Where text messages go: a folder on this machine, or a provider."""

from dayshift.providers.sms.factory import open_texter
from dayshift.providers.sms.outbox import OutboxTexter
from dayshift.providers.sms.protocol import Texter, TextMessage, Undeliverable

__all__ = ["OutboxTexter", "TextMessage", "Texter", "Undeliverable", "open_texter"]
