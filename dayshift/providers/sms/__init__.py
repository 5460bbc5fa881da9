"""Where text messages go: a folder on this machine, or a provider."""

from dayshift.providers.sms.outbox import OutboxTexter
from dayshift.providers.sms.port import Texter, TextMessage, Undeliverable
from dayshift.providers.sms.twilio import TwilioTexter

__all__ = ["OutboxTexter", "TextMessage", "Texter", "TwilioTexter", "Undeliverable"]
