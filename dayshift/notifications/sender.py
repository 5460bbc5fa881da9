"""What sending takes, and how much of it one address gets."""

from dataclasses import dataclass, field
from datetime import timedelta

from dayshift.core.db import Database
from dayshift.core.limits import Limits, RateLimited, Rule
from dayshift.core.tasks import Snooze
from dayshift.providers import email, sms
from dayshift.services import Services

MAILS = Rule("mail to an address", 30, 3600)
TEXTS = Rule("text to a number", 6, 3600)
"""For whatever somebody else can set off, such as by booking with this address again and again."""


@dataclass(frozen=True, slots=True)
class Sender:
    """`url` is where candidates reach the server, without a slash at the end; `mail_from` where mails come from.

    Codes, and what the owner of an account must know at once, go to `mailer` and `texter` themselves: they have limits
    of their own, and nobody shall be able to use these up.
    """

    db: Database
    mailer: email.Mailer
    texter: sms.Texter
    product: str
    url: str
    mail_from: str = "no-reply@localhost"
    answer_days: int = 5  # Working days until a candidate hears what a person has decided.
    limits: Limits = field(default_factory=Limits)

    @property
    def host(self) -> str:
        """The domain that makes our ids the only ones of their kind."""
        return self.mail_from.rpartition("@")[2]

    async def post(self, message: email.Message) -> None:
        """Send a mail. Raises `Snooze` where the address has got enough for now: nothing is lost, only later."""
        await self._within(MAILS, message.to)
        await self.mailer.send(message)

    async def text(self, message: sms.TextMessage) -> None:
        """Send a text message, likewise."""
        await self._within(TEXTS, message.to)
        await self.texter.send(message)

    async def _within(self, rule: Rule, recipient: str) -> None:
        try:
            await self.limits.count(rule, recipient)
        except RateLimited as error:
            raise Snooze(timedelta(seconds=error.data["retryAfter"])) from error


def sender_of(services: Services) -> Sender:
    """The sender of an installation."""
    settings = services.settings
    return Sender(
        db=services.background_db,
        mailer=services.mailer,
        texter=services.texter,
        product=settings.product_name,
        url=settings.public_url.rstrip("/"),
        mail_from=settings.mail_from,
        answer_days=settings.answer_days,
        limits=services.limits,
    )
