"""A local SMTP server for tests that stores accepted mail and can be told to refuse or hang."""

import asyncio
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller


@dataclass
class MailServer:
    """A scripted mail server. With `hangs`, it stores the mail but never acknowledges it."""

    letters: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    refuse_recipient: str = ""
    refuse_data: str = ""
    hangs: bool = False

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if self.refuse_recipient:
            return self.refuse_recipient
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refuse_data:
            return self.refuse_data
        self.letters.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        while self.hangs:  # noqa: ASYNC110  (changed by another thread)
            await asyncio.sleep(0.05)
        return "250 OK"

    def mails(self) -> list[EmailMessage]:
        """Returns the received mail, parsed."""
        return [message_from_bytes(content, policy=policy.default) for _, _, content in self.letters]


@pytest.fixture
def mail_server() -> Iterator[tuple[MailServer, str]]:
    """A local mail server and its URL."""
    server = MailServer()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(server, hostname="127.0.0.1", port=port, enable_SMTPUTF8=True)
    controller.start()
    yield server, f"smtp://127.0.0.1:{port}"
    server.hangs = False
    controller.stop()
