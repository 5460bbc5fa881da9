"""What reaches people: mails and text messages out of the outbox, after the background work."""

import email
import email.policy
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from dayshift.settings import Settings


@dataclass
class Inbox:
    """Everybody's inbox: each message is handed out once, the oldest first."""

    client: Any
    worker: Worker
    folder: Path
    seen: set[str] = field(default_factory=set)

    def mails(self, to: str | None = None) -> list[EmailMessage]:
        """New mails, all or those to one address."""
        found = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in self._new("eml")]
        return [mail for mail in found if isinstance(mail, EmailMessage) and to in (None, address_of(mail))]

    def texts(self) -> list[str]:
        """New text messages."""
        return [file.read_text("utf-8") for file in self._new("txt")]

    def code(self, to: str) -> str:
        """The code in the one mail with a code that has come to `to`."""
        [code] = self.codes(to)
        return code

    def codes(self, to: str) -> list[str]:
        """The codes in new mails to `to`, the oldest first."""
        return [match[0] for mail in self.mails(to) if (match := re.match(r"[0-9]{6}", mail["Subject"]))]

    def undo_key(self, to: str) -> str:
        """The key of the undo link in the one mail with such a link that has come to `to`."""
        [key] = [found[1] for mail in self.mails(to) if (found := re.search(r"/undo\?key=(\S+)", text_of(mail)))]
        return key

    def _new(self, ending: str) -> list[Path]:
        self.client.portal.call(self.worker.drain)
        new = [file for file in sorted(self.folder.glob(f"*.{ending}")) if file.name not in self.seen]
        self.seen.update(file.name for file in new)
        return new


def address_of(mail: EmailMessage) -> str:
    [address] = mail["To"].addresses
    return str(address.addr_spec)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@pytest.fixture
def inbox(client: TestClient, worker: Worker, settings: Settings) -> Inbox:
    return Inbox(client, worker, settings.data_dir / "outbox")
