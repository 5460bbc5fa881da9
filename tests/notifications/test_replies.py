"""Answers by email reach the thread as their token's owner, once, without what they quote."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications.decisions import send
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.employers import find_member
from dayshift.notifications.replies import LIFETIME, member_token, reply_address
from dayshift.providers.mail_in import MAX_BYTES, read_mail, without_quotes
from dayshift.settings import Settings
from tests.hiring.applications.test_moves import load, staff
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

__all__ = ["mails"]

SECRET = "a-secret-of-the-mail-provider-0123456789"
BASE = "reply@in.example.com"
MAYA = "maya@example.com"


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    """A server that receives replies."""
    return create_app(settings.model_copy(update={"reply_address": BASE, "reply_secret": SECRET}))


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager")


Asked = tuple[str, str]


@pytest.fixture
def asked(client: TestClient, person: Person, diner: Business, maria: StaffMember, mails: Callable[[], Any]) -> Asked:
    """The application whose candidate was asked a question by mail, and the address to reply to."""
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    mails()

    def ask(tx: Tx) -> None:
        send(tx, load(tx, one), staff(tx, maria), {"action": "ask", "text": "Can you work Sundays?"}, now())

    in_database(client, ask)
    [mail] = mails()
    text, html = mail_bodies(mail)
    for body in (text, html):
        assert "To write to Two Spoons Diner, reply to this email" in body
        assert "Nobody reads" not in body
    return one, mail["Reply-To"].addresses[0].addr_spec


def written(to: str, text: str, sender: str = MAYA, message_id: str = "<1@phone>", **headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"Maya <{sender}>", to, "Re: A question"
    if message_id:
        mail["Message-ID"] = message_id
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail


def deliver(client: TestClient, mail: EmailMessage | bytes, secret: str = SECRET, expect: int = 200) -> None:
    content = mail if isinstance(mail, bytes) else bytes(mail)
    headers = {"Content-Type": "message/rfc822"}
    reply = client.post(f"/api/mail-in/{secret}", content=content, headers=headers)
    assert reply.status_code == expect, reply.text


def texts(maria: StaffMember, one: str, sender: str = "candidate") -> list[str]:
    found = maria.ask("GET", f"/applications/{one}/messages")["messages"]
    return [message["text"] for message in found if message["sender"] == sender]


def refused(mails: Callable[[], Any]) -> list[str]:
    """The texts of the mails that say why something was not sent."""
    found = [one for one in mails() if "not sent" in one["Subject"]]
    assert all("Reply-To" not in one for one in found)
    return [mail_bodies(one)[0] for one in found]


GMAIL = """Yes, every Sunday.

See you!

On Mon, Mar 2, 2026 at 9:00 AM Dayshift <no-reply@localhost>
wrote:

> Can you work Sundays?
> Answer: https://example.com
"""
IPHONE = """Yes, every Sunday.

See you!

Sent from my iPhone

> On Mar 2, 2026, at 9:00 AM, Dayshift <no-reply@localhost> wrote:
>\u0020
> \ufeffCan you work Sundays?
"""
OUTLOOK = """Yes, every Sunday.

See you!

Get Outlook for iOS<https://aka.ms/o0ukef>
________________________________
From: Dayshift <no-reply@localhost>
Sent: Monday, March 2, 2026 9:00:00 AM
To: Maya <maya@example.com>
Subject: A question

Can you work Sundays?
"""
OUTLOOK_DESKTOP = """Yes, every Sunday.

See you!

From: Dayshift <no-reply@localhost>
Sent: Monday, March 2, 2026 9:00 AM
To: Maya <maya@example.com>
Subject: A question

Can you work Sundays?
"""
GMAIL_ES = """Yes, every Sunday.

See you!

El lun, 2 mar 2026 a las 9:00, Dayshift (<no-reply@localhost>) escribió:

> Can you work Sundays?
"""
IPHONE_ES = """Yes, every Sunday.

See you!

Enviado desde mi iPhone

> El 2 mar 2026, a la(s) 9:00\u202fa.m., Dayshift <no-reply@localhost> escribió:
>\u0020
> Can you work Sundays?
"""
OUTLOOK_ES = """Yes, every Sunday.

See you!

Obtener Outlook para Android<https://aka.ms/AAb9ysg>
________________________________
De: Dayshift <no-reply@localhost>
Enviado: lunes, 2 de marzo de 2026 9:00
Para: Maya <maya@example.com>
Asunto: A question

Can you work Sundays?
"""
BELOW = """On Mon, 2 Mar 2026 at 09:00, Dayshift <no-reply@localhost> wrote:

> Can you work Sundays?

Yes, every Sunday.

See you!

--\u0020
Maya Torres
"""
PROGRAMS = [GMAIL, IPHONE, OUTLOOK, OUTLOOK_DESKTOP, GMAIL_ES, IPHONE_ES, OUTLOOK_ES, BELOW]


@pytest.mark.parametrize("text", PROGRAMS)
def test_only_what_was_written_is_taken(text: str) -> None:
    assert without_quotes(text) == "Yes, every Sunday.\n\nSee you!"
    assert without_quotes(text.replace("\n", "\r\n")) == "Yes, every Sunday.\n\nSee you!"


@pytest.mark.parametrize(
    "text",
    [
        "On Monday I can't, on Tuesday I can.",
        "From 9 to 5 works.",
        "El lunes puedo.\n\nDe: nada",
        "1. Yes\n2. No - maybe",
    ],
)
def test_ordinary_sentences_are_not_taken_for_quotes(text: str) -> None:
    assert without_quotes(text) == text


@given(st.binary(max_size=400) | st.text(max_size=400).map(lambda text: b"From: a@b.c\nTo: x\n\n" + text.encode()))
def test_any_bytes_are_read_without_an_error(content: bytes) -> None:
    mail = read_mail(content)
    assert mail.text is None or "\0" not in mail.text


def test_lines_that_a_phone_wrapped_are_one_again() -> None:
    head = b"From: a@b.c\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n"
    flowed = head + b"Yes, \r\nevery \r\nday.\r\nBye\r\n"
    assert read_mail(flowed).text == "Yes, every day.\nBye"


def test_answer_reaches_the_thread_once_and_answers_the_question(
    client: TestClient, person: Person, maria: StaffMember, asked: Asked, mails: Any
) -> None:
    one, address = asked
    assert person.get(f"/api/applications/{one}")["stage"] == "question_asked"
    deliver(client, written(address, GMAIL))
    deliver(client, written(address, GMAIL))  # The provider hands it over again.
    assert texts(maria, one) == ["Yes, every Sunday.\n\nSee you!"]
    assert person.get(f"/api/applications/{one}")["stage"] == "in_review"
    upper = address.replace("reply+", "Reply+").upper()
    deliver(client, written(upper, "One more thing", message_id="<2@phone>", sender="Maya@Example.com"))
    assert texts(maria, one)[-1] == "One more thing"
    assert refused(mails) == []


def test_the_token_and_not_the_sender_decides_who_speaks(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, asked: Asked, mails: Any
) -> None:
    one, address = asked
    deliver(client, written(address, "I am somebody else", sender="other@example.com"))
    two = written(address, "Two senders", message_id="<2@phone>")
    two.replace_header("From", f"{MAYA}, other@example.com")
    deliver(client, two)
    told = refused(mails)
    assert len(told) == 2
    assert all("from another email address" in text and f"/application?id={one}" in text for text in told)
    assert (texts(maria, one), texts(maria, one, "member")) == ([], ["Can you work Sundays?"])

    def token(tx: Tx) -> str:
        application, member = any_application(tx, one), find_member(tx, maria.id)
        assert application is not None
        assert member is not None
        return member_token(tx, application, member)

    to_maria = reply_address(BASE, in_database(client, token))
    email = maria.ask("GET", "/me")["member"]["email"]
    deliver(client, written(to_maria, "Thank you!", sender=MAYA, message_id="<3@phone>"))
    assert texts(maria, one, "member") == ["Can you work Sundays?"]
    deliver(client, written(to_maria, "Thank you!", sender=email, message_id="<4@phone>"))
    assert texts(maria, one, "member") == ["Can you work Sundays?", "Thank you!"]
    owner = diner.member("owner", "Ana Silva")
    owner.ask("POST", f"/members/{maria.id}/deactivate")
    mails()
    deliver(client, written(to_maria, "Still here", sender=email, message_id="<5@phone>"))
    assert texts(owner, one, "member")[-1] == "Thank you!"
    assert mails() == []  # Who has left hears nothing.


def test_wrong_tokens_and_secrets_do_nothing(client: TestClient, maria: StaffMember, asked: Asked, mails: Any) -> None:
    one, address = asked
    token = address.partition("+")[2].partition("@")[0]
    other = token[:-1] + ("a" if token[-1] != "a" else "b")
    keys = (token[:-1], "a" * 56, other)
    for wrong in (BASE, *(address.replace(token, key) for key in keys)):
        deliver(client, written(wrong, "Hello"))
    for secret in ("x" * 40, SECRET[:-1], "%20"):
        deliver(client, written(address, "Hello"), secret=secret, expect=404)
    assert (texts(maria, one), mails()) == ([], [])


def test_expired_and_revoked_addresses_lead_to_the_page(
    client: TestClient, person: Person, maria: StaffMember, asked: Asked, mails: Any
) -> None:
    one, address = asked
    with time_machine.travel(now() + LIFETIME + timedelta(days=1), tick=True):
        deliver(client, written(address, "Late"))
        [expired] = [text for text in refused(mails) if "an address that no longer works" in text]
    more = users.c.security_version + 1
    in_database(client, lambda tx: tx.execute(update(users).values(security_version=more)) and None)
    deliver(client, written(address, "After a new password", message_id="<2@phone>"))
    [revoked] = refused(mails)
    assert "an address that no longer works" in revoked
    assert all(f"/application?id={one}" in told for told in (expired, revoked))
    assert texts(maria, one) == []


def test_closed_applications_and_long_empty_or_unreadable_mails_are_refused(
    client: TestClient, person: Person, maria: StaffMember, asked: Asked, mails: Any
) -> None:
    one, address = asked
    html = written(address, "", message_id="<2@phone>")
    html.clear_content()
    html.set_content("<p>Yes</p>", subtype="html")
    wrong = written(address, "x", message_id="<3@phone>").as_bytes().replace(b'charset="utf-8"', b'charset="klingon"')
    cases: list[tuple[EmailMessage | bytes, str]] = [
        (written(address, "x" * 2001), "longer than 2000"),
        (html, "couldn't read its text"),
        (wrong, "couldn't read its text"),
        (written(address, GMAIL[GMAIL.index("On Mon") :], message_id="<4@phone>"), "nothing new"),
    ]
    for mail, why in cases:
        deliver(client, mail)
        [told] = refused(mails)
        assert why in told
    person.post(f"/api/applications/{one}/withdraw")
    deliver(client, written(address, "Wait", message_id="<5@phone>"))
    assert any("has ended" in told for told in refused(mails))
    assert texts(maria, one) == []


def test_files_are_left_out_and_the_sender_is_told(
    client: TestClient, maria: StaffMember, asked: Asked, mails: Any
) -> None:
    one, address = asked
    mail = written(address, "Here is my license.")
    mail.add_attachment(b"\xff\xd8", maintype="image", subtype="jpeg", filename="license.jpg")
    deliver(client, mail)
    assert texts(maria, one) == ["Here is my license."]
    [told] = refused(mails)
    assert "without the attachment" in told
    logo = written(address, "With a logo.", message_id="<2@phone>")
    logo.add_alternative("<p>With a logo.</p><img src='cid:a'>", subtype="html")
    logo.get_payload()[1].add_related(b"\xff", "image", "png", cid="<a>")  # type: ignore[union-attr, index]
    deliver(client, logo)
    assert texts(maria, one)[-1] == "With a logo."
    assert refused(mails) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<x.example.com>"},
        {"Return_Path": "<>"},
        {"X_Autoreply": "yes"},
    ],
)
def test_automatic_mails_are_ignored(
    client: TestClient, maria: StaffMember, asked: Asked, mails: Any, headers: dict[str, str]
) -> None:
    one, address = asked
    deliver(client, written(address, "I am on vacation", **headers))
    deliver(client, written(address, "Undeliverable", sender="MAILER-DAEMON@example.com", message_id="<2@phone>"))
    assert (texts(maria, one), mails()) == ([], [])


def test_mails_are_limited_by_token_and_size(client: TestClient, maria: StaffMember, asked: Asked, mails: Any) -> None:
    one, address = asked
    for number in range(22):
        deliver(client, written(address, f"Message {number}", message_id=f"<{number}@phone>"))
    assert len(texts(maria, one)) == 20
    assert len([text for text in refused(mails) if "very often" in text]) == 2
    deliver(client, written(address, "Hello", sender="other@example.com", message_id="<30@phone>"))
    assert refused(mails) == []
    deliver(client, b"x" * (MAX_BYTES + 1), expect=413)


class TestWithoutSetting:
    @pytest.fixture
    def app(self, settings: Settings) -> FastAPI:
        return create_app(settings)

    def test_nothing_is_promised_or_received(
        self, client: TestClient, person: Person, diner: Business, maria: StaffMember, mails: Any
    ) -> None:
        one = applied(client, person, diner.jobs[0])
        viewed(client, maria, one)
        mails()
        headers = {"Idempotency-Key": "message-1"}
        maria.ask("POST", f"/applications/{one}/messages", {"text": "Hello"}, headers=headers, expect=201)
        [mail] = mails()
        assert "Reply-To" not in mail
        assert "Nobody reads replies to this email. To answer, go here" in mail_bodies(mail)[0]
        for secret in (SECRET, "x"):
            deliver(client, written(BASE, "Hello"), secret=secret, expect=404)
