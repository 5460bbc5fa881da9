"""A scripted server that speaks like a language model's provider."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True)
class Call:
    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass
class Script:
    """What the server will do; `answer` makes the reply's data from what it was shown."""

    address: str = ""
    answer: Callable[[str], Any] = lambda _content: {"level": 3}
    statuses: list[int] = field(default_factory=list)
    """Statuses of the next replies; after them all are 200."""
    error: Any = None
    raw: bytes | None = None
    seconds: float = 0.0
    calls: list[Call] = field(default_factory=list)

    def url(self, dialect: str = "openai") -> str:
        path = "/v1" if dialect == "openai" else ""
        return f"{dialect}+http://a%20key@{self.address}{path}?model=small/model"

    def reply(self, call: Call) -> tuple[int, bytes]:
        if self.statuses and (status := self.statuses.pop(0)) != 200:
            return status, json.dumps(self.error).encode()
        if self.raw is not None:
            return 200, self.raw
        data = self.answer(call.body["messages"][-1]["content"])
        if call.path.endswith("/messages"):
            block = {"type": "tool_use", "name": "answer", "input": data}
            return 200, json.dumps({"content": [block], "usage": {"input_tokens": 100, "output_tokens": 10}}).encode()
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        message = {"role": "assistant", "content": json.dumps(data)}
        return 200, json.dumps({"choices": [{"message": message}], "usage": usage}).encode()


@contextmanager
def serve() -> Iterator[Script]:
    """A server on a port of its own, for as long as the block runs."""
    script = Script()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            call = Call(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            script.calls.append(call)
            time.sleep(script.seconds)
            status, text = script.reply(call)
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
        yield script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
