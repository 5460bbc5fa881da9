"""Text messages through the development mailbox and Twilio's documented API."""

import asyncio
import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs

import pytest
from structlog.testing import capture_logs

from dayshift.providers.sms import DevMailboxTexter, TextMessage, Undeliverable
from dayshift.providers.storage import LocalStorage
from dayshift.providers.twilio import ProviderRefused, TwilioTexter

MESSAGE = TextMessage("0197a000", "+12125550142", "123456 is your code · Código")


@dataclass
class Twilio:
    """A scripted Messages resource."""

    address: str = ""
    status: int = 201
    answer: Any = field(default_factory=lambda: {"sid": "SM1", "status": "queued"})
    calls: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture
def twilio() -> Iterator[Twilio]:
    script = Twilio()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            script.calls.append({"path": self.path, "form": form, "auth": self.headers["Authorization"]})
            reply = script.answer if isinstance(script.answer, bytes) else json.dumps(script.answer).encode()
            self.send_response(script.status)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Disable request logging."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    script.address = f"127.0.0.1:{server.server_port}"
    yield script
    server.shutdown()
    thread.join()
    server.server_close()


def send(twilio: Twilio, sender: str = "+12125550100") -> None:
    url = f"twilio://AC1:se%2Fcret@{twilio.address}/{sender}"
    asyncio.run(TwilioTexter(url, scheme="http").send(MESSAGE))


@pytest.mark.parametrize(("sender", "key"), [("+12125550100", "From"), ("MG42", "MessagingServiceSid")])
def test_message_is_sent_as_documented(twilio: Twilio, sender: str, key: str) -> None:
    send(twilio, sender)
    [call] = twilio.calls
    assert call["path"] == "/2010-04-01/Accounts/AC1/Messages.json"
    assert call["form"] == {"To": MESSAGE.to, "Body": MESSAGE.text, key: sender}
    assert call["auth"] == "Basic " + b64encode(b"AC1:se/cret").decode()


@pytest.mark.parametrize("code", [21211, 21408, 21610, 21612, 21614])
def test_permanent_error_is_undeliverable(twilio: Twilio, code: int) -> None:
    twilio.status, twilio.answer = 400, {"code": code, "message": f"{MESSAGE.to} ...", "status": 400}
    with pytest.raises(Undeliverable) as raised:
        send(twilio)
    assert MESSAGE.to not in str(raised.value)


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (401, {"code": 20003, "message": "Authenticate"}),
        (400, {"code": 21606, "message": "From is not ours"}),
        (429, {"code": 20429}),
        (503, b"<html>try later</html>"),
        (500, []),
        (302, {}),
    ],
)
def test_other_errors_can_be_retried(twilio: Twilio, status: int, answer: Any) -> None:
    twilio.status, twilio.answer = status, answer
    with pytest.raises(ProviderRefused, match=str(status)):
        send(twilio)


@pytest.mark.parametrize("url", ["https://api.twilio.com", "twilio://AC1@host/+1212", "twilio://AC1:x@host", ""])
def test_invalid_url_is_rejected(url: str) -> None:
    with pytest.raises(ValueError, match="twilio://account:token@"):
        TwilioTexter(url)


@pytest.mark.parametrize("echo", [True, False])
def test_mailbox_stores_a_message_once_and_logs_only_in_development(tmp_path: Path, echo: bool) -> None:
    texter = DevMailboxTexter(LocalStorage(tmp_path), echo=echo)
    with capture_logs() as lines:
        asyncio.run(texter.send(MESSAGE))
        asyncio.run(texter.send(MESSAGE))
    [file] = tmp_path.glob("*.txt")
    assert file.read_text("utf-8") == f"To: {MESSAGE.to}\n\n{MESSAGE.text}\n"
    assert ("123456" in str(lines)) is echo
