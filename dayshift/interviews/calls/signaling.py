"""One open signaling socket: sends the messages of its mailbox and receives messages, until either side closes.

Messages are rows, so the participants may be connected to different server processes. An event wakes sockets of the
same process at once; others poll often while messages are exchanged, and otherwise every few seconds.
"""

import asyncio
import contextlib
import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from hmac import digest
from time import monotonic
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

LOOK_SECONDS = 3.0
"""Poll interval while idle."""
QUICK_SECONDS = 0.3
QUICK_FOR = 10.0
"""How long polling stays fast after the last message: connecting two browsers takes a few dozen."""
MOST_LETTERS = 600
"""Message limit per socket. A call takes about thirty."""
LONGEST_LETTER = 32 * 1024
"""Maximum message length in characters; a session description has about 6,000."""

ENDED = 4000
"""Close code: this call has ended for this participant."""
DECLINED = 4003
"""Close code: the candidate declined watchers."""
TOO_MUCH = 4008

Message = dict[str, Any]


class CallEnded(Exception):
    """Close the socket with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Switchboard:
    """Wake-up events of the sockets of this process, by mailbox."""

    def __init__(self) -> None:
        self._bells: dict[str, set[asyncio.Event]] = defaultdict(set)

    def ring(self, mailbox: str) -> None:
        """Wake the sockets that wait for a mailbox."""
        for bell in self._bells.get(mailbox, ()):
            bell.set()

    def listeners(self, mailbox: str) -> int:
        """Count the sockets of this process that wait for a mailbox."""
        return len(self._bells.get(mailbox, ()))

    @contextlib.contextmanager
    def bell(self, mailbox: str) -> Iterator[asyncio.Event]:
        """Return an event that is set when a mailbox gets a message, while the context lasts."""
        bell = asyncio.Event()
        self._bells[mailbox].add(bell)
        try:
            yield bell
        finally:
            self._bells[mailbox].discard(bell)
            if not self._bells[mailbox]:
                del self._bells[mailbox]


async def hold(
    socket: WebSocket,
    bell: asyncio.Event,
    look: Callable[[], Awaitable[list[Message]]],
    receive: Callable[[Message], Awaitable[None]],
) -> None:
    """Serve an accepted socket until its browser leaves, or `look` or `receive` raises `CallEnded`."""
    receiving = asyncio.create_task(_receive_all(socket, receive))
    try:
        await _tell_all(socket, bell, look, receiving)
        await receiving
    except CallEnded as end:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(end.code)
    except (WebSocketDisconnect, RuntimeError):  # Closed while sending.
        pass
    finally:
        receiving.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await receiving


async def _tell_all(
    socket: WebSocket, bell: asyncio.Event, look: Callable[[], Awaitable[list[Message]]], receiving: asyncio.Task[None]
) -> None:
    quick_until = monotonic() + QUICK_FOR
    while not receiving.done():
        bell.clear()
        for message in await look():
            quick_until = monotonic() + QUICK_FOR
            await socket.send_json(message)
        ringing = asyncio.create_task(bell.wait())
        pause = QUICK_SECONDS if monotonic() < quick_until else LOOK_SECONDS
        await asyncio.wait({ringing, receiving}, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
        ringing.cancel()


async def _receive_all(socket: WebSocket, receive: Callable[[Message], Awaitable[None]]) -> None:
    for _ in range(MOST_LETTERS):
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError):  # Disconnected, or a binary message.
            return
        message = _read(text)
        if message is not None:
            await receive(message)
    raise CallEnded(TOO_MUCH)


def _read(text: str) -> Message | None:
    if len(text) > LONGEST_LETTER:
        raise CallEnded(TOO_MUCH)
    try:
        found = json.loads(text, parse_constant=_refuse)
        json.dumps(found, ensure_ascii=False).encode()  # A lone surrogate cannot be encoded as UTF-8 for delivery.
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "\\u0000" not in text else None


def _refuse(constant: str) -> None:
    """Reject NaN and infinities: they are not valid JSON, and browsers cannot parse them."""
    raise ValueError(constant)


RELAY_PASSWORD_LIFE = timedelta(hours=3)


def ice_servers(urls: str, secret: str, who: str, at: datetime) -> list[dict[str, Any]]:
    """Return the ICE servers for `RTCPeerConnection`. `urls` are separated by spaces; relays need the secret.

    Relays (TURN) get expiring credentials: the name is 'EXPIRY:WHO', the password base64(HMAC-SHA1(secret, name)), as
    in coturn's `use-auth-secret` (https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00).
    """
    stun = [url for url in urls.split() if url.startswith("stun")]
    turn = [url for url in urls.split() if url.startswith("turn")]
    servers: list[dict[str, Any]] = [{"urls": stun}] if stun else []
    if turn and secret:
        name = f"{int((at + RELAY_PASSWORD_LIFE).timestamp())}:{who}"
        password = b64encode(digest(secret.encode(), name.encode(), "sha1")).decode()
        servers.append({"urls": turn, "username": name, "credential": password})
    return servers
