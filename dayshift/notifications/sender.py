"""What sending takes."""

from dataclasses import dataclass

from dayshift.kit.db import Database
from dayshift.providers import email, sms


@dataclass(frozen=True, slots=True)
class Sender:
    """`url` is where candidates reach the server, without a slash at the end; `mail_from` where mails come from."""

    db: Database
    mailer: email.Mailer
    texter: sms.Texter
    product: str
    url: str
    mail_from: str = "no-reply@localhost"
    answer_days: int = 5  # Working days until a candidate hears what a person has decided.

    @property
    def host(self) -> str:
        """The domain that makes our ids the only ones of their kind."""
        return self.mail_from.rpartition("@")[2]
