"""What sending messages requires, and rate limits per recipient."""

from dataclasses import dataclass, field
from datetime import timedelta

from dayshift.core.db import Database
from dayshift.core.limits import Limits, RateLimited, Rule
from dayshift.core.tasks import Snooze
from dayshift.providers import email, sms
from dayshift.services import Services

MAILS = Rule("mail to an address", 30, 3600)
TEXTS = Rule("text to a number", 6, 3600)
"""For messages that others can trigger, such as by booking with this address repeatedly."""


@dataclass(frozen=True, slots=True)
class Sender:
    """`url` is the server's public address without a trailing slash; `mail_from` is the sender of emails.

    Codes and security alerts to account owners bypass the limits here and use `mailer` and `texter` directly: they have
    separate limits, which other messages must not use up.
    """

    db: Database
    mailer: email.Mailer
    texter: sms.Texter
    product: str
    url: str
    mail_from: str = "no-reply@localhost"
    reply_address: str = ""  # Empty: replies are not received.
    answer_days: int = 5  # Working days until a candidate hears the reviewer's decision.
    limits: Limits = field(default_factory=Limits)

    @property
    def host(self) -> str:
        """Return the domain that makes message ids globally unique."""
        return self.mail_from.rpartition("@")[2]

    async def post(self, message: email.Message) -> None:
        """Send an email. Raises `Snooze` if the recipient's limit is reached: it is sent later."""
        await self._within(MAILS, message.to)
        await self.mailer.send(message)

    async def text(self, message: sms.TextMessage) -> None:
        """Send a text message, with a limit like `post`."""
        await self._within(TEXTS, message.to)
        await self.texter.send(message)

    async def _within(self, rule: Rule, recipient: str) -> None:
        try:
            await self.limits.count(rule, recipient)
        except RateLimited as error:
            raise Snooze(timedelta(seconds=error.data["retryAfter"])) from error


def sender_of(services: Services) -> Sender:
    """Return the installation's sender."""
    settings = services.settings
    return Sender(
        db=services.background_db,
        mailer=services.mailer,
        texter=services.texter,
        product=settings.product_name,
        url=settings.public_url.rstrip("/"),
        mail_from=settings.mail_from,
        reply_address=settings.reply_address if settings.receives_replies else "",
        answer_days=settings.answer_days,
        limits=services.limits,
    )
