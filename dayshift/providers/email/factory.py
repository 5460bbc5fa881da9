"""Which mailer an installation uses. One that it does not use is not loaded."""

from dayshift.providers.email.mime import Mailbox
from dayshift.providers.email.outbox import OutboxMailer
from dayshift.providers.email.protocol import Mailer
from dayshift.providers.storage import Storage


def open_mailer(url: str, sender: Mailbox, outbox: Storage, *, aloud: bool) -> Mailer:
    """The mail server that `url` names, or the folder `outbox` where it names none.

    Raises ValueError for a URL of another form.
    """
    if not url:
        return OutboxMailer(outbox, sender, aloud=aloud)
    from dayshift.providers.email.smtp import SmtpMailer  # noqa: PLC0415

    return SmtpMailer(url, sender)
