"""Received emails (RFC 5322): who wrote what, without the part that they quote. Pure.

Only plain text is read. It is taken as email programs on phones and desktops write it: what they quote below the
answer, and the lines that they add themselves, are left out.
"""

import re
import unicodedata
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses

MAX_BYTES = 10 << 20


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """An email. `text` is None if it has no plain text that can be read. `automatic`: no person wrote it."""

    message_id: str
    sender: str
    text: str | None
    attachments: bool
    automatic: bool


def read_mail(content: bytes) -> ReceivedMail:
    """Return what an email says. Whatever is damaged in it, nothing is raised: then there is no text."""
    try:
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage)  # noqa: S101  (by the policy)
        return ReceivedMail(_message_id(mail), _sender(mail), _text(mail), _has_attachments(mail), _is_automatic(mail))
    except Exception:  # noqa: BLE001  (The library raises many kinds for hostile mails.)
        return ReceivedMail("", "", None, attachments=False, automatic=False)


def _message_id(mail: EmailMessage) -> str:
    return str(mail.get("Message-ID", "")).strip()


def _sender(mail: EmailMessage) -> str:
    """Return the only address in From; '' if there are several or none."""
    found = [address for _, address in getaddresses([str(one) for one in mail.get_all("From", [])])]
    return found[0] if len(found) == 1 else ""


def _is_automatic(mail: EmailMessage) -> bool:
    """Whether this is an automatic reply, a bounce or a mail of a list (RFC 3834)."""
    submitted = str(mail.get("Auto-Submitted", "no")).partition(";")[0].strip().lower()
    bulk = str(mail.get("Precedence", "")).strip().lower() in {"bulk", "junk", "list", "auto_reply"}
    listed = any(name.lower().startswith("list-") for name in mail.keys())  # noqa: SIM118  (repeats count)
    null_sender = str(mail.get("Return-Path", "<a>")).strip() == "<>"
    robot = _sender(mail).partition("@")[0].lower() in {"mailer-daemon", "postmaster"}
    told = any(name in mail for name in ("X-Autoreply", "X-Autorespond"))
    report = mail.get_content_type() in {"multipart/report", "message/delivery-status"}
    return submitted != "no" or bulk or listed or null_sender or robot or told or report


def _has_attachments(mail: EmailMessage) -> bool:
    """Whether there is a file. Pictures that belong to the HTML, such as a logo below the name, are none."""

    def parts(one: EmailMessage) -> bool:
        if one.get_content_type() == "multipart/related":
            return any(part.get_content_disposition() == "attachment" for part in one.iter_parts())
        if one.is_multipart():
            return any(parts(part) for part in one.iter_parts() if isinstance(part, EmailMessage))
        return one.get_content_maintype() != "text" or one.get_content_disposition() == "attachment"

    return parts(mail)


def _text(mail: EmailMessage) -> str | None:
    """Return the plain text without what is quoted; None if there is none."""
    body = mail.get_body(preferencelist=("plain",))
    if body is None:
        return None
    try:
        text = body.get_content()
    except (LookupError, ValueError):
        return None
    if "\N{REPLACEMENT CHARACTER}" in text:  # It is in another encoding than it says.
        return None
    if str(body.get_param("format", "")).lower() == "flowed":
        text = _unflowed(text, delete=str(body.get_param("delsp", "")).lower() == "yes")
    return without_quotes(text)


def _unflowed(text: str, *, delete: bool) -> str:
    """Join the lines that the email program wrapped (RFC 3676)."""
    lines: list[str] = []
    joins = False
    for line in text.splitlines():
        soft = line.endswith(" ") and line != "-- " and not line.startswith(">")
        shown = line[:-1] if soft and delete else line
        if joins and not line.startswith(">"):
            lines[-1] += shown.removeprefix(" ")
        else:
            lines.append(shown.removeprefix(" "))
        joins = soft
    return "\n".join(lines)


_SAID = re.compile(
    r"^[ \t]*(?:On\b|El\b|Em\b|Le\b).{1,400}?(?:wrote|writes|escribi[óo]|escreveu|a écrit)[ \t\u00a0]*:[ \t]*$",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
"""'On Mon, Mar 2, 2026 at 9:00 AM Ana <ana@example.com> wrote:', which programs wrap."""
_ORIGINAL = re.compile(
    r"^[ \t]*(?:-{2,}[ \t]*(?:Original Message|Mensaje original|Forwarded message|Mensaje reenviado)[ \t]*-{2,}"
    r"|_{10,})[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_HEADERS = re.compile(
    r"^[ \t]*\*?(?:From|De)\*?:[^\n]*\n(?:[^\n]*\n){0,3}?[ \t]*\*?(?:Sent|Date|Enviado|Enviado el|Fecha)\*?:",
    re.MULTILINE | re.IGNORECASE,
)
"""What Outlook writes above the mail that is answered."""
_ADDED = re.compile(
    r"^(?:--|Sent from my .{1,40}|Sent from (?:Outlook|Yahoo|Mail|Samsung).{0,60}|Get Outlook for .{1,60}"
    r"|Enviado desde mi .{1,40}|Enviado desde (?:Outlook|Yahoo|Correo|mi).{0,60}|Obtener Outlook para .{1,60}"
    r"|Obtén Outlook para .{1,60}|Enviado do meu .{1,40}) *$",
    re.IGNORECASE,
)
"""A line that programs add below the text; '--' begins a signature."""


def without_quotes(text: str) -> str:
    """Return what somebody wrote, without what they quote and what their program adds. '' if they wrote nothing."""
    plain = _printable(text)
    begins = [found.start() for pattern in (_SAID, _ORIGINAL, _HEADERS) if (found := pattern.search(plain))]
    first = plain[: min(begins)] if begins else plain
    answer = _without_added(_without_marked(first))
    if answer or not begins:
        return answer
    return _without_added(_without_marked(_SAID.sub("", plain, count=1)))  # They answered below the quote.


def _without_marked(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(">"))


def _without_added(text: str) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        if _ADDED.match(line.strip()):
            break
        lines.append(line.rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _printable(text: str) -> str:
    lined = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ").replace("\t", " ")
    return "".join(char for char in lined if char == "\n" or unicodedata.category(char) not in {"Cc", "Cs", "Co"})
