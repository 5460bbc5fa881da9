"""Limits of HTTP connections: size and time of request heads, the pace of bodies and readers, and their number.

uvicorn's own protocol keeps whatever arrives until the head is complete, waits for bodies and readers for ever, and
accepts connections until the process has no file descriptors left.
"""

import asyncio
import resource
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_BYTES = 64 * 1024
"""Of a head, of what follows a body in chunks, and of what frames those chunks, together. What arrives in the same
read as the beginning of a request does not count, so that nothing is counted for ordinary requests."""

MOST_SECONDS = 30.0
"""Until a head is complete, from its first byte or from the opening of the connection. Also the interval at which
connections are checked."""

LEAST_BYTES = 30 * 1024
"""That must arrive of a body, and be taken of a reply, in each interval: 1 kB a second."""

MOST_CONNECTIONS = 4000
"""At once in one process."""

OTHER_FILES = 256
"""File descriptors for everything else: databases, recordings, other servers."""


def allow_connections() -> None:
    """Raise the process's limit of open files as far as needed and allowed, and keep the connections below it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    soft = max(soft, wanted if hard == resource.RLIM_INFINITY else min(hard, wanted))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    BoundedHeads.most_connections = max(1, min(MOST_CONNECTIONS, soft - OTHER_FILES))


class BoundedHeads(HttpToolsProtocol):
    """HTTP/1.1 that ends connections which take too long or send too much, and makes room for new ones."""

    most_connections = MOST_CONNECTIONS

    _surplus = 0
    waits_since: float | None = None
    body_since: float | None = None
    _body_bytes = 0
    _unread: int | None = None
    _look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A connection opens; its first head is due."""
        super().connection_made(transport)
        self.waits_since = self.loop.time()
        self._look = self.loop.call_later(MOST_SECONDS, self._look_again)
        if len(self.connections) > self.most_connections:
            self._make_room()

    def _make_room(self) -> None:
        """Close the connection that has waited longest: for a request, else for the rest of a body, else this one."""
        others = [one for one in self.connections if isinstance(one, BoundedHeads) and not one.transport.is_closing()]
        heads = [(one.waits_since, id(one), one) for one in others if one.waits_since is not None and one is not self]
        bodies = [(one.body_since, id(one), one) for one in others if one.body_since is not None]
        victim = min(heads or bodies, default=(0.0, 0, self))[2]
        victim.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        if self._look:
            self._look.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless there is too much that belongs to no body."""
        self._surplus += len(data)
        super().data_received(data)
        if self._surplus > MOST_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too large.")

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._surplus = 0
        self.waits_since = self.loop.time()

    def on_headers_complete(self) -> None:
        """A head is complete, and the body begins."""
        self.waits_since = None
        self.body_since = self.loop.time()
        self._body_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Bodies have limits of their own."""
        self._surplus = max(0, self._surplus - len(body))
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self.body_since = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The connection is idle, unless the next request has begun."""
        super().on_response_complete()
        if self.body_since is None and self.waits_since is None:
            self.waits_since = self.loop.time()

    def resume_writing(self) -> None:
        """The client has taken most of what was sent."""
        self._unread = None
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection belongs to another protocol, which has limits of its own."""
        if self._look:
            self._look.cancel()
        super().handle_websocket_upgrade()

    def _look_again(self) -> None:
        if self._is_unread():
            self.transport.abort()  # A mere close would wait until the client has read everything.
            return
        if self._is_late():
            self.transport.close()
        self._body_bytes = 0
        self._look = self.loop.call_later(MOST_SECONDS, self._look_again)

    def _is_late(self) -> bool:
        """Whether a head takes too long, or too little of a body came although it would have been read."""
        interval_ago = self.loop.time() - MOST_SECONDS
        if self.waits_since is not None:
            return self.waits_since <= interval_ago and self._is_answered()
        began = self.body_since is not None and self.body_since <= interval_ago
        cycle: Any = self.cycle  # None before the first request, though its type says otherwise.
        waits_for_us = self.flow.read_paused or (cycle is not None and cycle.waiting_for_100_continue)
        return began and not waits_for_us and self._body_bytes < LEAST_BYTES

    def _is_answered(self) -> bool:
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete

    def _is_unread(self) -> bool:
        """Whether too little was taken of a reply, since the last look, whose rest waits for the client to read."""
        size = self.transport.get_write_buffer_size()
        before, self._unread = self._unread, None
        if self.flow.write_paused or (size and self.transport.is_closing()):
            self._unread = size
            return before is not None and before - size < LEAST_BYTES
        return False
