"""Delivery failures, temporary and permanent, and the text of messages."""

import re
from pathlib import Path
from typing import Any

import pytest
import time_machine

from dayshift import notifications
from dayshift.accounts import Passwords
from dayshift.accounts.codes import check_code
from dayshift.accounts.errors import InvalidCode
from dayshift.core.db import Tx
from dayshift.core.names import plain_name, plain_title
from dayshift.core.tasks import Worker, enqueue, tasks
from dayshift.notifications import Sender, wording
from dayshift.notifications.wording import word_mail
from dayshift.providers import email, sms
from tests.people import Person


class Provider:
    """A scripted mail and text message provider: raises the given failures, then stores messages."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.calls = 0
        self.sent: list[Any] = []

    async def send(self, message: Any) -> None:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        self.sent.append(message)


@pytest.fixture
def deliver(client: Any) -> Any:
    """Enqueue a message and run the worker for two minutes, one attempt at a time."""

    def enqueue_alone(tx: Tx, kind: str, payload: dict[str, Any]) -> None:
        tx.execute(tasks.delete())  # Those of the registration.
        enqueue(tx, kind, payload)

    def deliver(provider: Provider, kind: str, payload: dict[str, Any]) -> None:
        db = client.app.state.services.db
        sender = Sender(db, provider, provider, "Dayshift", "https://jobs.example")
        worker = Worker(db, notifications.handlers(sender))
        with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
            client.portal.call(db.write, enqueue_alone, kind, payload)
            for _ in range(12):
                client.portal.call(worker.drain)
                clock.shift(10)

    return deliver


def test_failed_mail_is_retried(deliver: Any, person: Person) -> None:
    provider = Provider(ConnectionError("refused"), TimeoutError())
    deliver(provider, "notifications.email.welcome", {"user_id": person.id})
    [mail] = provider.sent
    assert (provider.calls, mail.to, mail.name) == (3, "maya@example.com", "Maya Torres")
    assert "https://jobs.example/get-started" in mail.text
    assert "-" in mail.id


@pytest.mark.parametrize("error", [email.Undeliverable("550"), sms.Undeliverable("21610")])
def test_permanently_rejected_message_is_not_retried(deliver: Any, person: Person, error: Exception) -> None:
    provider = Provider(error)
    deliver(provider, "notifications.email.welcome", {"user_id": person.id})
    assert (provider.calls, provider.sent) == (1, [])


def test_retried_code_mail_contains_a_new_code(client: Any, deliver: Any, person: Person) -> None:
    seen: list[Any] = []

    class Lossy(Provider):
        async def send(self, message: Any) -> None:
            seen.append(message)
            await super().send(message)

    payload = {"purpose": "password", "address": "maya@example.com", "user_id": None}
    provider = Lossy(ConnectionError("the reply was lost"))
    deliver(provider, "notifications.code", payload)
    assert len({message.id for message in seen}) == 2
    codes = [message.subject[:6] for message in seen]
    services = client.app.state.services
    with time_machine.travel("2030-01-01T12:01:00Z", tick=False):
        check = client.portal.call
        if codes[0] != codes[1]:
            with pytest.raises(InvalidCode):
                check(check_code, services.db, services.get(Passwords), "password", "maya@example.com", codes[0])
        assert check(check_code, services.db, services.get(Passwords), "password", "maya@example.com", codes[1])


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("notifications.email.welcome", {"user_id": "gone"}),
        ("notifications.email.password_changed", {"user_id": "gone", "change_id": "gone"}),
        ("notifications.email.email_changed", {"user_id": "gone", "change_id": "gone"}),
        ("notifications.code", {"purpose": "phone", "address": "+12125550142", "user_id": "gone"}),
        ("notifications.code", {"purpose": "email", "address": "maya@example.com", "user_id": "gone"}),
        ("notifications.code", {"purpose": "password", "address": "nobody@example.com", "user_id": None}),
    ],
)
def test_deleted_account_gets_no_messages(deliver: Any, kind: str, payload: dict[str, Any]) -> None:
    provider = Provider()
    deliver(provider, kind, payload)
    assert provider.calls == 0


@pytest.mark.parametrize("name", ["welcome", "code_password", "code_email", "password_changed", "email_changed"])
def test_mails_have_text_and_html_and_allow_empty_name(name: str) -> None:
    values = {"product": "A & B", "url": "https://jobs.example", "code": "123456", "minutes": 10, "key": "undo"}
    for first_name in ("Maya <3", ""):
        mail = word_mail("en", name, first_name=first_name, **values)
        assert mail.subject
        assert "\n" not in mail.subject
        assert f"Hi{' ' if first_name else ''}{first_name}," in mail.text
        assert "A &amp; B" in mail.html
        assert "<3" not in mail.html


@pytest.mark.parametrize("name", ["Maya", "José-María", "O’Brien", "李", "Mary Ann Jr.", "Jose\u0301", "प्रिया", ""])
def test_ordinary_names_are_kept(name: str) -> None:
    assert plain_name(name) == name


def test_suspicious_names_are_removed_from_mails() -> None:
    assert plain_name("Maya\u2028 Torres") == "Maya Torres"
    for message in (
        "Maya evil.example",
        "Call 212 555 0142",
        "Win $500",
        "Maya\n\nYour account is locked, pay",
        "a" * 61,
    ):
        assert plain_name(message) == "", message


def test_job_titles_in_mails_are_short_and_contain_no_links() -> None:
    assert plain_title("Line  Cook\n(nights)") == "Line Cook (nights)"
    for message in ("http://evil.example", "evil.example", "x" * 81):
        assert plain_title(message) == "", message


def test_candidate_mails_exist_in_both_languages() -> None:
    """Except coach mails, which are sent to staff in English."""
    folder = Path(wording.__file__).parent / "templates"
    english, spanish = ({file.name for file in (folder / language).iterdir()} for language in ("en", "es"))
    assert {name for name in english if not name.startswith("coach_")} == spanish
    assert len(spanish) > 15
    for name in spanish:
        fields = [set(re.findall(r"\{\{ (\w+) \}\}", (folder / at / name).read_text("utf-8"))) for at in ("en", "es")]
        assert fields[0] == fields[1], name
