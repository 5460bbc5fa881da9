"""Compression of JSON responses: on a slow line a list of jobs takes longer to arrive than to make."""

from gzip import compress

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST_BYTES = 1000
"""Smaller bodies fit into one packet, compressed or not."""
LEVEL = 5
"""A list of matches gets 1 % smaller at level 9, and takes twice as long."""


class JsonCompression:
    """Pure ASGI middleware that compresses JSON sent in one piece; streams, files and short bodies pass unchanged.

    Guessing a secret from the length of a compressed body (BREACH) needs many requests with the user's cookie from
    another site. The cookie is SameSite, so browsers send it with the pages that a person opens, and no others.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self._app(scope, receive, send)
            return
        held: Message | None = None

        async def send_smaller(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start" and _may_shrink(Headers(raw=message["headers"])):
                held = message
                return
            if held is not None:
                start, held = held, None
                if not message.get("more_body", False):
                    message = {**message, "body": _shrink(start, message.get("body", b""))}
                await send(start)
            await send(message)

        await self._app(scope, receive, send_smaller)


def _may_shrink(headers: Headers) -> bool:
    kind = headers.get("content-type", "").partition(";")[0]
    return kind == "application/json" and "content-encoding" not in headers and "etag" not in headers


def _shrink(start: Message, body: bytes) -> bytes:
    """Return the body to send, and write its encoding and length into the headers of `start`."""
    if len(body) < LEAST_BYTES:
        return body
    packed = compress(body, LEVEL, mtime=0)
    headers = MutableHeaders(raw=start["headers"])
    headers.add_vary_header("Accept-Encoding")
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(packed))
    return packed
