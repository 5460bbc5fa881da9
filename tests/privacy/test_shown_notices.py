"""The server records which notice a person was shown, when it sends it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.accounts import ShownNotice, notices_shown_to
from dayshift.accounts.models import users
from dayshift.core.clock import now
from dayshift.core.errors import AppError, StorageFull, Unavailable
from dayshift.core.pages import PRIVACY_PAGE
from dayshift.core.tasks import Worker
from dayshift.privacy.notice import words
from tests.interviews.room.test_interviews import CONSENT, make
from tests.people import Person, server_services
from tests.privacy.test_erasure import ERASURE, hold_on, run_tasks
from tests.privacy.test_export import data_of, exported
from tests.staff import business, in_database

SPANISH = {"Accept-Language": "es"}


def shown(client: TestClient, person: Person) -> list[ShownNotice]:
    return in_database(client, notices_shown_to, person.id)


def agree(person: Person, **more: Any) -> tuple[str, int]:
    """Give consent to an interview; the version, and the status of the reply."""
    made = make(person)
    given = {**CONSENT, **more}
    return given["version"], person.call("POST", f"/api/interviews/{made['id']}/consent", given).status_code


@pytest.mark.both_engines
def test_consent_and_notices_about_ai_are_recorded_when_they_are_sent(client: TestClient, person: Person) -> None:
    york = business(client).jobs[0]
    client.get("/api/consent", params={"job": york})  # By somebody without an account.
    assert shown(client, person) == []
    with time_machine.travel(now() - timedelta(days=2), tick=False):
        first = now()
        version = person.get(f"/api/consent?job={york}")["version"]
    person.get(f"/api/consent?job={york}")
    person.call("GET", "/api/consent", headers=SPANISH)
    consent, notice, spanish = sorted(shown(client, person), key=lambda one: (one.language, one.name))
    assert (consent.name, consent.version, consent.shown_at) == ("consent", version, first)
    assert (notice.name, notice.shown_at) == ("nyc-notice", first)
    assert (spanish.name, spanish.version) == ("consent", version)
    assert spanish.shown_at > first
    assert [one.accepted_at for one in (consent, notice, spanish)] == [None, None, None]


def test_agreement_is_to_what_was_shown_in_that_language_the_first_time(client: TestClient, person: Person) -> None:
    version = person.get("/api/consent")["version"]
    person.call("GET", "/api/consent", headers=SPANISH)
    assert agree(person, version="2020-01") == ("2020-01", 409)
    assert [one.accepted_at for one in shown(client, person)] == [None, None]
    with time_machine.travel(now() + timedelta(minutes=1), tick=False):
        at = now()
        assert agree(person, version=version) == (version, 200)
    assert agree(person, version=version, aiScoring=False) == (version, 200)
    assert [(one.language, one.accepted_at) for one in shown(client, person)] == [("en", at), ("es", None)]


def test_agreeing_does_not_record_that_something_was_shown(client: TestClient, person: Person) -> None:
    version = client.get("/api/consent").json()["version"]
    assert agree(person, version=version) == (version, 200)
    assert shown(client, person) == []


@pytest.mark.parametrize("error", [StorageFull, Unavailable])
def test_text_that_cannot_be_recorded_is_shown_and_recorded_with_the_consent(
    client: TestClient, person: Person, error: type[AppError]
) -> None:
    async def fail(*_work: Any) -> None:
        raise error

    other, york = Person.register(client, "other@example.com"), business(client).jobs[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_services(client).db, "write", fail)
        with time_machine.travel(now() - timedelta(minutes=9), tick=False):
            first = now()
            terms = person.get(f"/api/consent?job={york}")
        assert client.get("/api/consent").json()["receipt"] is None  # Nobody is signed in.
        for path in (PRIVACY_PAGE, f"/jobs/{york}"):
            assert person.call("GET", path).status_code == 200
    version, receipt = terms["version"], terms["receipt"]
    assert shown(client, person) == []
    assert agree(other, version=version, receipt=receipt) == (version, 200)
    for forged in (receipt.replace("nyc-notice", "other"), receipt[:-1], "nothing"):
        assert agree(person, version=version, receipt=forged) == (version, 200)
    assert shown(client, other) == shown(client, person) == []
    assert agree(person, version=version, receipt=receipt) == (version, 200)
    found = sorted(shown(client, person), key=lambda one: one.name)
    assert [(one.name, one.shown_at, one.accepted_at is not None) for one in found] == [
        ("consent", first, True), ("nyc-notice", first, False),
    ]  # fmt: skip
    assert person.get(f"/api/consent?job={york}")["receipt"] is None


def test_new_words_are_a_new_notice(client: TestClient, person: Person) -> None:
    in_database(client, lambda tx: tx.execute(update(users).values(zip_code="10001")) and None)
    person.get("/api/consent")
    server_services(client).settings.retention_days = 12
    person.get("/api/consent")
    assert sorted(one.name for one in shown(client, person)) == ["consent", "nyc-notice", "nyc-notice"]


def test_pages_record_what_they_show_to_somebody_signed_in(client: TestClient, person: Person) -> None:
    york = business(client).jobs[0]
    for path in (PRIVACY_PAGE, f"/jobs/{york}", PRIVACY_PAGE, f"/jobs/{york}"):
        assert client.get(path).status_code == 200
        assert person.call("GET", path).status_code == 200
    assert [one.name for one in shown(client, person)] == ["privacy", "nyc-notice"]
    in_consent = person.get(f"/api/consent?job={york}")["notices"]
    assert len(in_consent) == 1
    assert [one.name for one in shown(client, person)] == ["privacy", "nyc-notice", "consent"], "the same words once"


def test_copy_of_the_data_has_the_notices_as_rows_and_in_words(
    client: TestClient, worker: Worker, person: Person
) -> None:
    version = person.get("/api/consent")["version"]
    agree(person, version=version)
    person.call("GET", PRIVACY_PAGE)
    archive = exported(worker, person)
    data = data_of(archive)
    assert [(one["name"], one["language"]) for one in data["noticesShown"]] == [("consent", "en"), ("privacy", "en")]
    assert datetime.fromisoformat(data["noticesShown"][0]["acceptedAt"]) <= now()
    assert "notice.shown" in [one["action"] for one in data["auditLog"]]
    readme, today = archive.read("README.txt").decode(), f"{now():%Y-%m-%d}"
    assert words("en")["shown_title"] in readme
    assert f"Consent to the interview, version {version}: first shown on {today}, agreed to on {today}." in readme


def test_notices_go_with_the_account_and_stay_during_a_hold(client: TestClient, worker: Worker, person: Person) -> None:
    person.get("/api/consent")
    hold_on(client, now() + timedelta(days=60), user_id=person.id)
    person.post(ERASURE, expect=201)
    for days, left in ((8, 1), (70, 0)):
        with time_machine.travel(now() + timedelta(days=days)):
            run_tasks(client, worker)
            assert len(shown(client, person)) == left
