"""Limits of HTTP connections: header size and time, transfer rates of bodies and responses, and connection count.

uvicorn's own protocol buffers headers without a limit, waits forever for slow bodies and slow readers, and accepts
connections until the process has no file descriptors left.
"""

import asyncio
import resource
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_BYTES = 64 * 1024
"""Maximum size of headers, trailers and chunk framing together. Data in the same read as the start of a request does
not count, so ordinary requests need no counting."""

MAX_SECONDS = 30.0
"""Timeout for complete headers, from their first byte or the opening of the connection. Also the interval at which
connections are checked."""

MIN_BYTES = 30 * 1024
"""Minimum bytes of a body received, or of a response sent, per interval: 1 kB a second."""

MAX_CONNECTIONS = 4000
"""Maximum concurrent connections per process."""

IDLE_SECONDS = 150
"""Time without a request after which a connection is closed. Longer than reverse proxies keep theirs (Caddy 120 s, AWS
60 s): a request that a proxy sends while the server closes the connection is lost."""

OTHER_FILES = 256
"""File descriptors for everything else: databases, recordings, other servers."""


def allow_connections() -> None:
    """Raise the open-file limit of the process as far as needed and allowed, and cap the connections below it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    soft = max(soft, wanted if hard == resource.RLIM_INFINITY else min(hard, wanted))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    BoundedHeads.most_connections = max(1, min(MAX_CONNECTIONS, soft - OTHER_FILES))


class BoundedHeads(HttpToolsProtocol):
    """HTTP/1.1 protocol that closes slow or oversized connections and makes room for new ones."""

    most_connections = MAX_CONNECTIONS

    _surplus = 0
    waits_since: float | None = None
    _idle = False
    body_since: float | None = None
    _body_bytes = 0
    _unread: int | None = None
    _look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start the timeout for the first headers."""
        super().connection_made(transport)
        self.waits_since = self.loop.time()
        self._look = self.loop.call_later(MAX_SECONDS, self._check_progress)
        if len(self.connections) > self.most_connections:
            self._make_room()

    def _make_room(self) -> None:
        """Close the longest-waiting connection: an idle one, else one with an incomplete body, else this one."""
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
        """Parse the data, unless too much of it belongs to no body."""
        self._surplus += len(data)
        self._idle = False
        super().data_received(data)
        if self._surplus > MAX_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too large.")

    def on_message_begin(self) -> None:
        """Called at the first byte of a request."""
        super().on_message_begin()
        self._surplus = 0
        self.waits_since = self.loop.time()

    def on_headers_complete(self) -> None:
        """Called when the headers are complete and the body begins."""
        self.waits_since = None
        self.body_since = self.loop.time()
        self._body_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Reset the header count: bodies have separate limits."""
        self._surplus = max(0, self._surplus - len(body))
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Called when a request is complete."""
        self.body_since = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Mark the connection idle, unless the next request has begun."""
        super().on_response_complete()
        if self.body_since is None and self.waits_since is None:
            self.waits_since = self.loop.time()
            self._idle = True

    def resume_writing(self) -> None:
        """Called when the client has read most of the response."""
        self._unread = None
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Stop enforcing limits: the WebSocket protocol has its own."""
        if self._look:
            self._look.cancel()
        super().handle_websocket_upgrade()

    def _check_progress(self) -> None:
        if self._is_unread():
            self.transport.abort()  # close() would wait until the client has read everything.
            return
        if self._is_late():
            self.transport.close()
        self._body_bytes = 0
        self._look = self.loop.call_later(MAX_SECONDS, self._check_progress)

    def _is_late(self) -> bool:
        """Whether the headers take too long, or the body arrives too slowly although the server is reading."""
        interval_ago = self.loop.time() - MAX_SECONDS
        if self.waits_since is not None:
            return self.waits_since <= interval_ago and self._is_answered() and not self._idle
        began = self.body_since is not None and self.body_since <= interval_ago
        cycle: Any = self.cycle  # None before the first request, contrary to its type.
        waits_for_us = self.flow.read_paused or (cycle is not None and cycle.waiting_for_100_continue)
        return began and not waits_for_us and self._body_bytes < MIN_BYTES

    def _is_answered(self) -> bool:
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete

    def _is_unread(self) -> bool:
        """Whether the client has read too little of a pending response since the last check."""
        size = self.transport.get_write_buffer_size()
        before, self._unread = self._unread, None
        if self.flow.write_paused or (size and self.transport.is_closing()):
            self._unread = size
            return before is not None and before - size < MIN_BYTES
        return False
