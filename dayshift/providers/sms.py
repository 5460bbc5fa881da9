"""Text messages: to the developer mailbox, or through a provider."""

from dataclasses import dataclass
from typing import Protocol

import structlog

from dayshift.providers.storage import Storage

log = structlog.get_logger()


class Undeliverable(Exception):
    """This number permanently cannot receive our messages."""


@dataclass(frozen=True, slots=True)
class TextMessage:
    """One text message. `to` is in E.164 form, such as '+12125550142'; `id` names its file in the developer mailbox."""

    id: str
    to: str
    text: str


class Texter(Protocol):
    """Sends text messages. May wait on the network: call it from tasks, never in a transaction."""

    async def send(self, message: TextMessage) -> None:
        """Return once the message is accepted for delivery.

        Raises `Undeliverable` for a number that is permanently refused; after any other error the caller retries
        later. A retry after a lost reply may deliver the message twice.
        """
        ...


class DevMailboxTexter:
    """Writes each message to `folder` as a durable file `ID.txt`; sending an id again changes nothing.

    With `echo` the text is logged too, so that developers see codes on the console.
    """

    def __init__(self, folder: Storage, *, echo: bool) -> None:
        self._folder = folder
        self._echo = echo

    async def send(self, message: TextMessage) -> None:
        file = f"{message.id}.txt"
        await self._folder.put_new(file, f"To: {message.to}\n\n{message.text}\n".encode())
        log.info(
            "text message written to the development mailbox",
            file=file,
            **({"text": message.text} if self._echo else {}),
        )


def open_texter(url: str, dev_mailbox: Storage, *, echo: bool) -> Texter:
    """The provider at `url`, or the developer mailbox if it is empty. Raises ValueError for an invalid URL."""
    if not url:
        return DevMailboxTexter(dev_mailbox, echo=echo)
    from dayshift.providers.twilio import TwilioTexter  # noqa: PLC0415

    return TwilioTexter(url)
