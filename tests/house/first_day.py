"""Types docs/first-day.md at a machine, and does in a browser what it says between the commands.

Runs as root inside the root of `test_first_day`, as `python -m tests.house.first_day PACKAGE`.
"""

import http.server
import os
import re
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from aiosmtpd.controller import Controller

from tests.accounts.authenticator import Authenticator
from tests.mail_server import MailServer

PAGE = Path(__file__).parents[2] / "docs/first-day.md"
ROOT_CERTIFICATE = Path("/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt")
"""Of the proxy's own authority, which replaces the public one."""
TIMEOUT = 120.0
END = "-- end of block --"
VALUES = {
    "SITE": "localhost",
    "MAIL_URL": "smtp://127.0.0.1:2525",
    "OPERATOR": "olga@operator.example",
    "FEED": "http://127.0.0.1:9000/jobs.csv",
}
"""What the reader fills in; the page's other values stay."""
JOBS = "external_id,title,employer,city,state,pay_min,pay_unit\n" + "".join(
    f"{number},Line Cook {number},Two Spoons Diner,New York,NY,20,hour\n" for number in range(20)
)


class Shell:
    """One shell of root, in which every command must succeed."""

    def __init__(self, environment: dict[str, str]) -> None:
        command = ["bash", "--norc", "-eu", "-o", "pipefail"]
        self._process = subprocess.Popen(
            command, env=environment, cwd="/root", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def type(self, block: str) -> str:
        """Run a block; returns its output."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{{\n{block}\n}} </dev/null\necho '{END}'\n")
        self._process.stdin.flush()
        lines = []
        for line in self._process.stdout:
            if line.strip() == END:
                return "".join(lines)
            lines.append(line)
        raise AssertionError(f"{block}\n{''.join(lines)}")


def blocks() -> list[str]:
    """The page's commands, the reader's values filled in."""
    found = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for name, value in VALUES.items():
        found[0], changed = re.subn(rf"\b{name}=('[^']*'|\S+)", f"{name}={value}", found[0])
        assert changed == 1, name
    return found


class Feed(http.server.BaseHTTPRequestHandler):
    """The first employer's list of jobs."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/csv")
        self.end_headers()
        self.wfile.write(JOBS.encode())

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def surroundings() -> Iterator[MailServer]:
    """A mail server and the feed."""
    mails = MailServer()
    controller = Controller(mails, hostname="127.0.0.1", port=2525, enable_SMTPUTF8=True)
    feed = http.server.ThreadingHTTPServer(("127.0.0.1", 9000), Feed)
    threading.Thread(target=feed.serve_forever, daemon=True).start()
    controller.start()
    try:
        yield mails
    finally:
        controller.stop()
        feed.shutdown()


def mail_to(mails: MailServer, address: str, pattern: str) -> str:
    """The first match of the pattern in the subject or text of a mail to the address; waits for it."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        for mail in mails.mails():
            body = mail.get_body(("plain",))
            text = f"{mail['Subject']}\n{body.get_content() if body else ''}"
            if address in mail["To"] and (found := re.search(pattern, text)):
                return found[0]
        time.sleep(0.1)
    raise AssertionError(f"no mail to {address} with {pattern}")


def browser() -> httpx2.Client:
    """A browser that trusts the proxy's authority."""
    context = ssl.create_default_context(cafile=str(ROOT_CERTIFICATE))
    return httpx2.Client(base_url="https://localhost", verify=context, headers={"Origin": "https://localhost"})


def done(reply: httpx2.Response) -> Any:
    """The JSON of a reply that must be a success."""
    assert reply.is_success, (reply.request.url, reply.text)
    return reply.json()


def sign_up(client: httpx2.Client, mails: MailServer, device: Authenticator) -> None:
    """Sign up, verify the address, and add a passkey."""
    body = {"firstName": "Olga", "lastName": "Rey", "email": VALUES["OPERATOR"], "password": "correct horse 1!"}
    done(client.post("/api/auth/register", json=body))
    done(client.post("/api/auth/verify-email/start", json={}))
    done(client.post("/api/auth/verify-email", json={"code": mail_to(mails, VALUES["OPERATOR"], r"\b[0-9]{6}\b")}))
    options = done(client.post("/api/auth/passkeys/options", json={}))
    done(client.post("/api/auth/passkeys", json={"credential": device.create(options)}))


def main(package: str) -> None:
    """Follow the page, then look whether each promise holds."""
    environment = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    environment |= {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive",
        "CURL_CA_BUNDLE": str(ROOT_CERTIFICATE),
    }
    shell = Shell(environment)
    shell.type(f"cp {package} /root/")
    device = Authenticator(origin="https://localhost", site="localhost")
    with surroundings() as mails:
        for block in blocks():
            if "operators add" in block:
                with browser() as client:
                    sign_up(client, mails, device)
            started = time.monotonic()
            output = shell.type(block)
            sys.stdout.write(f"{block}{output}({time.monotonic() - started:.0f} s)\n\n")
            if "dayshift settings" in block:
                assert " is not set, and " not in output, output
        assert mail_to(mails, "ana@twospoons.example", r"https://localhost/desk/invitation\S+")
        with browser() as client:
            options = done(client.post("/api/auth/passkeys/login/options", json={}))
            done(client.post("/api/auth/passkeys/login", json={"credential": device.get(options)}))
            work = done(client.get("/api/operations/work"))
            assert client.get("/metrics").status_code == 404
        assert [one["source"] for one in work["imports"]] == ["first"], work
        assert [one["outcome"] for one in work["backups"]] == ["complete"], work
    owners = shell.type("stat -c %U /var/lib/dayshift/dayshift.sqlite3 /var/backups/dayshift /etc/dayshift.env")
    assert owners.split() == ["dayshift", "dayshift", "root"]
    assert "dayshift" in shell.type("ps -o user= -p $(cat /run/units/dayshift.service)")


if __name__ == "__main__":
    main(sys.argv[1])
