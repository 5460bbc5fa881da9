"""The port to electronic mail."""

from dataclasses import dataclass
from typing import Protocol


class Undeliverable(Exception):
    """The mail server refuses this message for good: trying again is no use.

    `recipient` is the address, where that is what it refuses.
    """

    def __init__(self, why: str, recipient: str | None = None) -> None:
        super().__init__(why)
        self.recipient = recipient


@dataclass(frozen=True, slots=True)
class Invitation:
    """A calendar entry that travels with a mail: iCalendar bytes and their method, 'REQUEST' or 'CANCEL'."""

    method: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Message:
    """One mail to one person, as plain text and as HTML.

    `id` becomes the Message-ID: the same mail sent again has the same one, so that mail programs show
    it once. Letters, digits, '.', '_' and '-' only. `name` and `subject` may hold whatever people type.
    A POST to `unsubscribe` ends mails of this kind; empty for those that nobody can do without.
    """

    id: str
    to: str
    name: str
    subject: str
    text: str
    html: str
    invitation: Invitation | None = None
    unsubscribe: str = ""


class Mailer(Protocol):
    """Hands mail over. May wait on the network, so it belongs in a task, never in a transaction."""

    async def send(self, message: Message) -> None:
        """Return once the message is in safe hands.

        Raises `Undeliverable` for an address or message that is refused for good; anything else
        that it raises may pass, so the caller tries again later.
        """
        ...
