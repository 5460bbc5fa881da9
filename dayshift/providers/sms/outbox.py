"""Text messages without a provider: every message is a text file."""

import structlog

from dayshift.providers.sms.protocol import TextMessage
from dayshift.providers.storage import Storage

log = structlog.get_logger()


class OutboxTexter:
    """`Texter` into `folder`, one durable file `ID.txt` a message; the same id again changes nothing.

    With `aloud` the text is logged too, so that whoever develops sees a code on the console.
    """

    def __init__(self, folder: Storage, *, aloud: bool) -> None:
        self._folder = folder
        self._aloud = aloud

    async def send(self, message: TextMessage) -> None:
        file = f"{message.id}.txt"
        await self._folder.put_new(file, f"To: {message.to}\n\n{message.text}\n".encode())
        log.info("text message in the outbox", file=file, **({"text": message.text} if self._aloud else {}))
