"""An HTTP server that receives webhooks, and replies as a test says."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def event(self) -> Any:
        """The body."""
        return json.loads(self.body)

    @property
    def id(self) -> str:
        """The `webhook-id`."""
        return self.headers["webhook-id"]


class Receiver:
    """Listens on a free port of this machine. `reply` returns the status and the body for a request.

    `headers` are sent with each reply, a `Location` only with redirects.
    """

    def __init__(self, reply: Callable[[Received], tuple[int, bytes]] = lambda _: (200, b"thanks")) -> None:
        self.reply = reply
        self.received: list[Received] = []
        self.headers: list[tuple[str, str]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                one = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                status, content = receiver.reply(one)
                receiver.received.append(one)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", "/elsewhere")
                for header in receiver.headers:
                    self.send_header(*header)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST  # noqa: N815  (a name of the library)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 128

            def handle_error(self, *_: object) -> None:
                pass  # The client closed the connection: it had enough.

        self.server = Server(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    @property
    def url(self) -> str:
        """The address of the endpoint."""
        return f"http://127.0.0.1:{self.server.server_address[1]}/hook"

    def types(self) -> list[str]:
        """The types of the events that arrived, in order."""
        return [one.event["type"] for one in self.received]

    def status(self, *statuses: int) -> None:
        """Reply with these statuses in turn; the last one stays."""
        left = list(statuses)
        self.reply = lambda _: (left.pop(0) if len(left) > 1 else left[0], b"")
