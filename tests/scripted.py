"""An HTTP server with scripted replies, which replaces external services."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Protocol


class Script(Protocol):
    """Scripted behavior for POST requests; the server waits `seconds` before each reply."""

    address: str
    seconds: float

    def respond(self, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """Returns the status and body of the reply."""
        ...


@contextmanager
def served(script: Script) -> Iterator[None]:
    """Serves the script on its own port for the duration of the block, and sets `script.address`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, text = script.respond(
                self.path, {name.lower(): value for name, value in self.headers.items()}, body
            )
            time.sleep(script.seconds)
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)
            except ConnectionError:  # The client disconnected.
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Disable request logging."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    script.address = f"127.0.0.1:{server.server_port}"
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
