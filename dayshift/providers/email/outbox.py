"""Mail without a mail server: every message is a file that any mail program opens."""

import structlog

from dayshift.core.clock import now
from dayshift.providers.email.mime import Mailbox, compose, one_line
from dayshift.providers.email.protocol import Message
from dayshift.providers.storage import Storage

log = structlog.get_logger()


class OutboxMailer:
    """`Mailer` into `folder`, one durable file `ID.eml` a message; the same id again changes nothing.

    With `aloud` the subject is logged too, so that whoever develops sees a code on the console.
    """

    def __init__(self, folder: Storage, sender: Mailbox, *, aloud: bool) -> None:
        self._folder = folder
        self._sender = sender
        self._aloud = aloud

    async def send(self, message: Message) -> None:
        letter = compose(message, self._sender, now())
        file = f"{message.id}.eml"
        await self._folder.put_new(file, letter.content)
        log.info("mail in the outbox", file=file, **({"subject": one_line(message.subject)} if self._aloud else {}))
