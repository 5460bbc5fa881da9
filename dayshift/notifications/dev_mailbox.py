"""The development mailbox: messages of an installation without a mail server, as recipients would see them."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from dayshift.notifications.wording import render

MAX_LISTED = 200
"""Maximum messages in the list."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.(eml|txt)", re.ASCII)
_LINK = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message in the mailbox; `name` is its file. A text message is its own `subject`; `heads` are other headers."""

    name: str
    at: datetime
    to: str
    subject: str
    text: str
    html: str | None = None
    calendar: str | None = None
    heads: tuple[tuple[str, str], ...] = ()


def newest(folder: Path) -> list[SentMessage]:
    """Return the messages, newest first."""
    files = [file for file in folder.glob("*") if _NAME.fullmatch(file.name)]
    files.sort(key=lambda file: (file.stat().st_mtime, file.name), reverse=True)
    return [_read(file) for file in files[:MAX_LISTED]]


def find(folder: Path, name: str) -> SentMessage | None:
    """Return the message in the file `name`; None if it does not exist or the name is invalid."""
    file = folder / name if _NAME.fullmatch(name) else None
    return _read(file) if file and file.is_file() else None


def remove_copies(folder: Path, mentions: Collection[str]) -> int:
    """Delete every message that contains one of these addresses or ids; return how many."""
    wanted = [one.encode() for one in mentions]
    files = [file for file in folder.glob("*") if _NAME.fullmatch(file.name)]
    found = [file for file in files if any(one in _unfolded(file) for one in wanted)]
    for file in found:
        file.unlink(missing_ok=True)
    return len(found)


def _unfolded(file: Path) -> bytes:
    """The file without the soft line breaks of quoted-printable, which divide words."""
    return file.read_bytes().replace(b"=\r\n", b"").replace(b"=\n", b"")


def list_page(found: list[SentMessage], stylesheet: str | None) -> str:
    """Render the list."""
    return render("outbox.html", stylesheet=stylesheet, found=found, one=None)


def message_page(one: SentMessage, stylesheet: str | None) -> str:
    """Render one message, with its HTML in an iframe."""
    return render("outbox.html", stylesheet=stylesheet, found=[], one=one, text=_with_links(one.text))


def _read(file: Path) -> SentMessage:
    at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    if file.suffix == ".txt":
        to, _, text = file.read_text("utf-8").removeprefix("To: ").partition("\n\n")
        return SentMessage(file.name, at, to, text.strip(), text.strip())
    mail = message_from_bytes(file.read_bytes(), policy=policy.default)
    heads = ("From", "Message-ID", "List-Unsubscribe")
    return SentMessage(
        name=file.name,
        at=at,
        to=str(mail["To"]),
        subject=str(mail["Subject"]),
        text=_body(mail, "plain") or "",
        html=_body(mail, "html"),
        calendar=next((_content(part) for part in mail.walk() if part.get_content_type() == "text/calendar"), None),
        heads=tuple((name, str(mail[name])) for name in heads if name in mail),
    )


def _body(mail: EmailMessage, kind: str) -> str | None:
    part = mail.get_body((kind,))
    return _content(part) if part else None


def _content(part: Any) -> str:
    content: str = part.get_content()
    return content.replace("\r\n", "\n").strip()


def _with_links(text: str) -> Markup:
    """The text with its addresses as links; all else in it is only text."""
    pieces: list[str] = []
    begin = 0
    for link in _LINK.finditer(text):
        address = escape(link[0].rstrip(".,"))
        pieces += [escape(text[begin : link.start()]), f'<a href="{address}">{address}</a>']
        begin = link.start() + len(link[0].rstrip(".,"))
    return Markup("".join([*pieces, escape(text[begin:])]))  # noqa: S704  (escaped above)
