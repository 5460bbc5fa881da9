"""Which texter an installation uses. One that it does not use is not loaded."""

from dayshift.providers.sms.outbox import OutboxTexter
from dayshift.providers.sms.protocol import Texter
from dayshift.providers.storage import Storage


def open_texter(url: str, outbox: Storage, *, aloud: bool) -> Texter:
    """The provider that `url` names, or the folder `outbox` where it names none.

    Raises ValueError for a URL of another form.
    """
    if not url:
        return OutboxTexter(outbox, aloud=aloud)
    from dayshift.providers.sms.twilio import TwilioTexter  # noqa: PLC0415

    return TwilioTexter(url)
