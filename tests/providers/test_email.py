"""Mail delivery through the development mailbox and a real SMTP server."""

import asyncio
import email
import email.policy
from dataclasses import dataclass, replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from dayshift.providers.email import DevMailboxMailer, Mailbox, Mailer, Message, Undeliverable
from dayshift.providers.smtp import SmtpMailer
from dayshift.providers.storage import LocalStorage
from tests.mail_server import MailServer, mail_server

__all__ = ["mail_server"]

SENDER = Mailbox("Dayshift", "no-reply@dayshift.example")
WELCOME = Message(
    id="0197a000-0000-7000-8000-000000000001",
    to="maya@example.com",
    name="Maya Torres",
    subject="Welcome",
    text="Hello Maya,\n\nwelcome.\n",
    html="<p>Hello Maya, welcome.</p>",
)


@dataclass
class Case:
    mailer: Mailer
    received: Any


@pytest.fixture(params=["outbox", "smtp"])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    """Each kind of mailer, with a function that returns its raw mails."""
    if request.param == "outbox":
        mailer = DevMailboxMailer(LocalStorage(tmp_path / "outbox"), SENDER, echo=True)
        return Case(mailer, lambda: [path.read_bytes() for path in sorted((tmp_path / "outbox").glob("*.eml"))])
    server, url = request.getfixturevalue("mail_server")
    return Case(SmtpMailer(url, SENDER), lambda: [content for _, _, content in server.letters])


def send_one(case: Case, message: Message) -> tuple[bytes, EmailMessage]:
    asyncio.run(case.mailer.send(message))
    [raw] = case.received()
    parsed = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(parsed, EmailMessage)
    return raw, parsed


def test_mail_has_text_html_and_unique_message_id(case: Case) -> None:
    _, mail = send_one(case, WELCOME)
    assert (mail["From"], mail["To"]) == ("Dayshift <no-reply@dayshift.example>", "Maya Torres <maya@example.com>")
    assert mail["Message-ID"] == "<0197a000-0000-7000-8000-000000000001@dayshift.example>"
    assert mail["Date"].datetime.tzinfo is not None
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert plain.get_content().splitlines() == ["Hello Maya,", "", "welcome."]
    assert html.get_content().strip() == WELCOME.html


def test_non_ascii_text_is_encoded_as_ascii(case: Case) -> None:
    text = "Olá José 李, " + "très " * 60 + "bien ✓"
    raw, mail = send_one(case, replace(WELCOME, name="José 李", subject="¡Bienvenido, José 李! " * 5, text=text))
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert mail["To"].addresses[0].display_name == "José 李"
    assert mail["Subject"] == ("¡Bienvenido, José 李! " * 5).strip()
    plain = mail.get_body(("plain",))
    assert plain is not None
    assert plain.get_content().strip() == text


BREAKS = ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\x00"]


@pytest.mark.parametrize("field_name", ["name", "subject"])
def test_headers_cannot_be_injected(case: Case, field_name: str) -> None:
    attack = "".join(f"Maya{line_break}Bcc: victim{n}@example.com" for n, line_break in enumerate(BREAKS))
    raw, mail = send_one(case, replace(WELCOME, **{field_name: attack}))
    assert "Bcc" not in mail
    assert len(mail["To"].addresses) == 1
    assert not [line for line in raw.split(b"\r\n") if line.lower().startswith(b"bcc")]


def test_name_cannot_add_a_recipient(case: Case) -> None:
    _, mail = send_one(case, replace(WELCOME, name='Maya" <victim@example.com>, "Torres'))
    assert [address.addr_spec for address in mail["To"].addresses] == ["maya@example.com"]


def test_international_domain_is_encoded_as_punycode(case: Case) -> None:
    _, mail = send_one(case, replace(WELCOME, to="maya@bücher.example.com"))
    assert mail["To"].addresses[0].addr_spec == "maya@xn--bcher-kva.example.com"


def test_non_ascii_local_part_is_kept(case: Case) -> None:
    raw, _ = send_one(case, replace(WELCOME, to="josé@example.com"))
    assert "To: Maya Torres <josé@example.com>".encode() in raw


def test_mailbox_stores_a_repeated_mail_once(tmp_path: Path) -> None:
    mailer = DevMailboxMailer(LocalStorage(tmp_path / "outbox"), SENDER, echo=False)

    async def send_twice() -> None:
        await mailer.send(WELCOME)
        await mailer.send(WELCOME)

    asyncio.run(send_twice())
    assert [path.name for path in (tmp_path / "outbox").glob("*.eml")] == [f"{WELCOME.id}.eml"]


@pytest.mark.parametrize("echo", [True, False])
def test_subject_is_logged_only_in_development(tmp_path: Path, echo: bool) -> None:
    mailer = DevMailboxMailer(LocalStorage(tmp_path / "outbox"), SENDER, echo=echo)
    with capture_logs() as lines:
        asyncio.run(mailer.send(replace(WELCOME, subject="123456 is your code")))
    assert ("123456" in str(lines)) is echo


def test_envelope_has_sender_and_recipient(mail_server: tuple[MailServer, str]) -> None:
    server, url = mail_server
    asyncio.run(SmtpMailer(url, SENDER).send(WELCOME))
    [(sender, recipients, _)] = server.letters
    assert (sender, recipients) == ("no-reply@dayshift.example", ["maya@example.com"])


@pytest.mark.parametrize("error", [{"refuse_recipient": "550 nobody here"}, {"refuse_data": "554 not wanted"}])
def test_permanent_error_is_undeliverable_without_address(
    mail_server: tuple[MailServer, str], error: dict[str, str]
) -> None:
    server, url = mail_server
    for name, value in error.items():
        setattr(server, name, value)
    with pytest.raises(Undeliverable) as raised:
        asyncio.run(SmtpMailer(url, SENDER).send(WELCOME))
    assert "maya" not in str(raised.value)


@pytest.mark.parametrize("error", [{"refuse_recipient": "450 full"}, {"refuse_data": "451 later"}])
def test_temporary_error_can_be_retried(mail_server: tuple[MailServer, str], error: dict[str, str]) -> None:
    server, url = mail_server
    for name, value in error.items():
        setattr(server, name, value)
    with pytest.raises(Exception, match=r"45[01]") as raised:
        asyncio.run(SmtpMailer(url, SENDER).send(WELCOME))
    assert not isinstance(raised.value, Undeliverable)


def test_password_is_not_sent_without_tls(mail_server: tuple[MailServer, str]) -> None:
    server, url = mail_server
    with pytest.raises(Exception, match="STARTTLS"):
        asyncio.run(SmtpMailer(url.replace("//", "//user:secret@"), SENDER).send(WELCOME))
    assert server.letters == []


@pytest.mark.parametrize("url", ["mail.example.com", "http://mail.example.com", "smtp://"])
def test_invalid_url_is_rejected(url: str) -> None:
    with pytest.raises(ValueError, match="smtp://user:password@host"):
        SmtpMailer(url, SENDER)
