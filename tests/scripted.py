"""An HTTP server that does what a script says, for tests of what we ask others for."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Protocol


class Script(Protocol):
    """What the server will do with a POST; it waits `seconds` before each reply."""

    address: str
    seconds: float

    def respond(self, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """Status and body of the reply."""
        ...


@contextmanager
def served(script: Script) -> Iterator[None]:
    """The script on a port of its own, which it is told, for as long as the block runs."""

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
            except ConnectionError:  # Whoever asked did not wait.
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing."""

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
