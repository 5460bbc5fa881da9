"""The port to text messages."""

from dataclasses import dataclass
from typing import Protocol


class Undeliverable(Exception):
    """This number cannot get our messages: trying again is no use."""


@dataclass(frozen=True, slots=True)
class TextMessage:
    """One text message. `to` is in E.164 form, such as '+12125550142'; `id` names it in the outbox."""

    id: str
    to: str
    text: str


class Texter(Protocol):
    """Hands text messages over. May wait on the network, so it belongs in a task, never in a transaction."""

    async def send(self, message: TextMessage) -> None:
        """Return once the message is in safe hands.

        Raises `Undeliverable` for a number that is refused for good; anything else that it raises
        may pass. A call that is repeated after a lost reply may reach the phone twice.
        """
        ...
