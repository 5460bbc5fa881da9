"""What a request may bring before its body: how much, and how slowly.

The server's parser keeps whatever comes until the head is whole. Without bounds one connection could fill the
memory, or thousands of them wait for ever.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_BYTES = 64 * 1024
"""Of a head, of what follows a body in chunks, and of what frames those chunks, together. What comes in the same
read as the beginning of a request does not count, so that nothing is counted for ordinary requests."""

MOST_SECONDS = 30.0
"""Until a head is whole, from its first byte or from the opening of the connection; seen at the next look after it."""


class BoundedHeads(HttpToolsProtocol):
    """HTTP/1.1 that ends connections whose heads have no end."""

    _surplus = 0
    _waits_since: float | None = None
    _look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A connection opens; its first head is due."""
        super().connection_made(transport)
        self._waits_since = self.loop.time()
        self._look = self.loop.call_later(MOST_SECONDS, self._look_again)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for any more."""
        if self._look:
            self._look.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads on, unless there is too much that belongs to no body."""
        self._surplus += len(data)
        super().data_received(data)
        if self._surplus > MOST_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too large.")

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._surplus = 0
        self._waits_since = self.loop.time()

    def on_headers_complete(self) -> None:
        """A head is whole."""
        self._waits_since = None
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Bodies have limits of their own."""
        self._surplus = max(0, self._surplus - len(body))
        super().on_body(body)

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection belongs to another protocol, which counts for itself."""
        if self._look:
            self._look.cancel()
        super().handle_websocket_upgrade()

    def _look_again(self) -> None:
        if self._waits_since is not None and self.loop.time() - self._waits_since >= MOST_SECONDS:
            self.transport.close()
            return
        self._look = self.loop.call_later(MOST_SECONDS, self._look_again)
