"""Access to the emails and text messages that the background tasks sent."""

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
    """All users' inboxes. Each message is returned once, oldest first."""

    client: Any
    worker: Worker
    folder: Path
    seen: set[str] = field(default_factory=set)

    def mails(self, to: str | None = None) -> list[EmailMessage]:
        """Returns new emails, optionally only those to one address."""
        found = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in self._new("eml")]
        return [mail for mail in found if isinstance(mail, EmailMessage) and to in (None, address_of(mail))]

    def texts(self) -> list[str]:
        """Returns new text messages."""
        return [file.read_text("utf-8") for file in self._new("txt")]

    def code(self, to: str) -> str:
        """Returns the code of the only new email with a code to `to`."""
        [code] = self.codes(to)
        return code

    def codes(self, to: str) -> list[str]:
        """Returns the codes of new emails to `to`, oldest first."""
        return [match[0] for mail in self.mails(to) if (match := re.match(r"[0-9]{6}", mail["Subject"]))]

    def undo_key(self, to: str) -> str:
        """Returns the undo key of the only new email with an undo link to `to`."""
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
