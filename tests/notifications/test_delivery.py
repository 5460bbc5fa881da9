"""Mail delivery through a real SMTP server: complete mails, timeouts, bounces and rate limits."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.limits import Rule
from dayshift.core.tasks import Worker
from dayshift.jobs.catalog import import_sample
from dayshift.notifications import sender
from dayshift.providers import smtp
from dayshift.settings import Settings
from tests.mail_server import MailServer, mail_server
from tests.notifications.test_bookings import entry
from tests.notifications.test_interviews import plan, take
from tests.people import Person, server_services

__all__ = ["mail_server"]


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False) as clock:
        yield clock


@pytest.fixture
def app(clock: Any, settings: Settings, mail_server: tuple[MailServer, str]) -> FastAPI:
    return create_app(settings.model_copy(update={"smtp_url": mail_server[1]}))


@pytest.fixture
def received(client: TestClient, worker: Worker, mail_server: tuple[MailServer, str]) -> Any:
    """Runs due tasks and returns the mails that the server received."""

    def received() -> list[Any]:
        before = len(mail_server[0].letters)
        assert client.portal is not None
        client.portal.call(worker.drain)
        return mail_server[0].mails()[before:]

    return received


def begin_search(client: TestClient, person: Person) -> None:
    query = "Line cook in a restaurant near 10001, mornings and weekends"
    person.post("/api/job-searches", {"userId": person.id, "searchQuery": query})
    person.call("PATCH", "/api/auth/step", {"step": 2, "data": {"jobSearchPrompt": query}})
    answers = {"employment_type": "full-time", "experience": "2-5", "availability": "weekends", "hourly_rate": "18",
               "start_date": "immediately", "zip_code": "10001"}  # fmt: skip
    for question, answer in answers.items():
        person.post("/api/user-responses", {"userId": person.id, "questionType": question, "answer": answer})


def test_every_kind_of_mail_is_delivered(client: TestClient, person: Person, received: Any, clock: Any) -> None:
    begin_search(client, person)
    made = plan(person, scheduledAt="2026-03-04T16:00:00Z")
    take(person, plan(person, scheduledAt="2026-03-02T15:00:00Z"))
    mails = received()
    clock.move_to(datetime(2026, 3, 3, 16, 1, tzinfo=UTC))
    mails += received()
    person.post(f"/api/interviews/{made['id']}/cancel")
    mails += received()
    assert client.portal is not None
    client.portal.call(server_services(client).db.write, import_sample, now())
    clock.shift(7 * 86400)
    mails += received()
    prefixes = ["Welcome", "Interview scheduled", "Your interview", "Reminder", "Interview canceled"]
    assert sorted(m["Subject"].startswith(b) for m in mails for b in prefixes).count(True) == len(prefixes)
    assert "new jobs fit" in mails[-1]["Subject"]
    assert len(mails) == len(prefixes) + 1
    for mail in mails:
        assert mail["To"].addresses[0].addr_spec == "maya@example.com"
        assert all(mail.get_body((kind,)).get_content().strip() for kind in ("plain", "html"))
        has_one_click = mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert has_one_click is mail["Subject"].startswith(
            ("One step left", "Your interview", "Reminder", mails[-1]["Subject"])
        )
    assert [entry(mail)[0] for mail in mails if "text/calendar" in str(mail)] == ["REQUEST", "CANCEL"]
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)


def test_hanging_mail_server_delays_but_loses_nothing(
    person: Person, received: Any, clock: Any, mail_server: tuple[MailServer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mail_server[0].hangs = True
    plan(person)
    with monkeypatch.context() as patch:
        patch.setattr(smtp, "TIMEOUT", 0.3)
        assert {mail["Subject"][:9] for mail in received()} == {"Welcome t", "Interview"}
    assert [notice["kind"] for notice in person.get("/api/notices")["notices"]] == ["interview_planned"]
    mail_server[0].hangs = False
    clock.shift(10)
    again = received()
    assert received() == []
    all_mails = mail_server[0].mails()
    assert (len(again), len(all_mails), len({mail["Message-ID"] for mail in all_mails})) == (2, 4, 2)


def test_bounced_address_gets_only_requested_mail_for_a_month(
    client: TestClient, person: Person, received: Any, clock: Any, mail_server: tuple[MailServer, str]
) -> None:
    mail_server[0].refuse_recipient = "550 nobody here"
    assert received() == []
    mail_server[0].refuse_recipient = ""
    key = person.get("/api/notifications/wants")["key"]
    assert client.get(f"/api/notifications/wants/{key}").json()["reminders"] is True
    for day in ("2026-03-04T16:00:00Z", "2026-04-08T16:00:00Z"):
        plan(person, scheduledAt=day)
    assert [mail["Subject"][:9] for mail in received()] == ["Interview"] * 2
    clock.move_to(datetime(2026, 3, 3, 16, 1, tzinfo=UTC))
    assert received() == []
    clock.move_to(datetime(2026, 4, 7, 16, 1, tzinfo=UTC))
    assert [mail["Subject"][:8] for mail in received()] == ["Reminder"]


def test_mails_per_address_and_hour_are_limited(
    person: Person, received: Any, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "MAILS", Rule("mail to an address", 2, 3600))
    received()
    clock.shift(3601)  # The welcome mail no longer counts.
    for day in (3, 4, 5, 6):
        plan(person, scheduledAt=f"2026-03-0{day}T16:00:00Z")
    assert len(received()) == 2
    person.post("/api/auth/verify-email/start")
    assert "is your Dayshift code" in received()[0]["Subject"]
    clock.shift(3601)
    assert len(received()) == 2
