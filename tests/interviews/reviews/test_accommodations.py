"""Accommodations: one request, a mail to operators, an answer that the candidate sees; nothing to employers."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from tests.core.test_audit import acts
from tests.operators import appoint, examine
from tests.people import Person
from tests.staff import applied, business, in_database, interviewed

URL = "/api/accommodations"
ANSWERS = "/api/operations/accommodations"


@pytest.fixture
def mails(client: TestClient, worker: Worker, tmp_path: Path) -> Callable[[str], list[str]]:
    """Run due tasks, and return the texts of the mails about accommodations to an address."""

    def mails(to: str) -> list[str]:
        assert client.portal is not None
        client.portal.call(worker.drain)
        found = [
            message_from_bytes(one.read_bytes(), policy=policy.default) for one in (tmp_path / "outbox").glob("*.eml")
        ]
        texts = [one.get_body(("plain",)).get_content() for one in found if to in one["To"]]
        return [text for text in texts if "another way to do the interview" in text or "accommodation" in text]

    return mails


def late(settings: Settings) -> list[str]:
    [found] = [one for one in examine(settings) if one.name == "reviews.accommodations"]
    return [one.why for one in found.broken]


def test_from_the_request_to_the_answer(
    client: TestClient, person: Person, settings: Settings, mails: Callable[[str], list[str]]
) -> None:
    operator = Person.register(client, "olga@example.com", firstName="Olga")
    appoint(settings, "olga@example.com")
    assert person.get(URL) == {"accommodations": []}
    [asked] = person.post(URL, {"kind": "more_time", "interviewId": interviewed(person)})["accommodations"]
    assert (asked["kind"], asked["state"], asked["reply"]) == ("more_time", "open", None)
    promised = datetime.fromisoformat(asked["dueAt"]) - now()
    assert timedelta(days=2) < promised < timedelta(days=7)  # Two business days, with a long weekend.
    [told] = mails("olga@example.com")
    assert "/operations" in told
    assert "Maya" not in told
    [waiting] = operator.get(ANSWERS)["requests"]
    assert (waiting["name"], waiting["kind"], waiting["late"]) == ("Maya Torres", "more_time", False)
    reply = "Take all the time you need: the clock is off for you."
    body = {"state": "arranged", "reply": reply}
    assert operator.post(f"{ANSWERS}/{waiting['id']}", body) == {"requests": []}
    assert operator.call("POST", f"{ANSWERS}/{waiting['id']}", body).status_code == 404
    [answered] = person.get(URL)["accommodations"]
    assert (answered["state"], answered["reply"]) == ("arranged", reply)
    assert reply in mails("maya@example.com")[0]
    found = acts(client, "accommodation.asked", "accommodation.answered")
    assert [(one[0], one[1]) for one in found] == [
        ("accommodation.asked", "candidate"),
        ("accommodation.answered", "operator"),
    ]
    person.post(URL, {"kind": "more_time"})
    assert len(person.get(URL)["accommodations"]) == 2


def test_asking_again_before_the_answer_only_changes_the_note(
    person: Person, settings: Settings, mails: Callable[[str], list[str]]
) -> None:
    appoint(settings, "maya@example.com")
    person.post(URL, {"kind": "other", "note": "A sign language interpreter"})
    person.post(URL, {"kind": "other", "note": "An interpreter for ASL"})
    person.post(URL, {"kind": "other", "note": "An interpreter for ASL"})
    assert [one["note"] for one in person.get(URL)["accommodations"]] == ["An interpreter for ASL"]
    assert len(mails("maya@example.com")) == 1
    assert person.call("POST", URL, {"kind": "other", "note": " "}).status_code == 422
    assert person.call("POST", URL, {"kind": "anything"}).status_code == 422


def test_nobody_sees_or_answers_what_is_not_theirs(client: TestClient, person: Person) -> None:
    noah = Person.register(client, "noah@example.com")
    person.post(URL, {"kind": "person"})
    one = person.get(URL)["accommodations"][0]["id"]
    assert noah.get(URL) == {"accommodations": []}
    assert noah.call("GET", ANSWERS).status_code == 404
    assert noah.call("POST", f"{ANSWERS}/{one}", {"state": "declined", "reply": "No"}).status_code == 404
    assert noah.call("POST", URL, {"kind": "person", "interviewId": interviewed(person)}).status_code == 404
    assert noah.get(URL) == {"accommodations": []}
    assert client.get(URL).status_code == 401


def test_employers_are_not_told(client: TestClient, person: Person) -> None:
    shop = business(client)
    application = applied(client, person, shop.jobs[0])
    person.post(URL, {"kind": "other", "note": "I use a wheelchair"})
    owner = shop.member("owner")
    for path in (f"/applications/{application}", "/applications", "/applications.csv", "/queue", "/reports/audit.csv"):
        text = owner.call("GET", path).text
        assert "wheelchair" not in text, path
        assert "accommodation" not in text, path


def test_doctor_names_an_answer_that_is_late(
    person: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    [asked] = person.post(URL, {"kind": "typed"})["accommodations"]
    due = datetime.fromisoformat(asked["dueAt"])
    with time_machine.travel(due - timedelta(minutes=1)):
        assert late(settings) == []
    with time_machine.travel(due + timedelta(minutes=1)):
        assert late(settings) == [f"an answer was promised by {due:%Y-%m-%d}"]
        assert "LATE  typed  Maya Torres" in CliRunner().invoke(main, ["accommodations", "list"]).output
    done = CliRunner().invoke(main, ["accommodations", "answer", asked["id"], "--reply", "Just type.", "--decline"])
    assert done.output == "answered\n"
    with time_machine.travel(due + timedelta(minutes=1)):
        assert late(settings) == []
    assert person.get(URL)["accommodations"][0]["state"] == "declined"
    assert CliRunner().invoke(main, ["accommodations", "answer", asked["id"], "--reply", "No"]).exit_code == 1


def test_erasing_an_interview_keeps_the_request_and_erasing_the_person_does_not(
    client: TestClient, person: Person
) -> None:
    from sqlalchemy import select

    from dayshift.interviews.reviews.models import accommodations
    from dayshift.privacy import erase_user

    person.post(URL, {"kind": "person", "interviewId": interviewed(person)})

    def rows(tx: Any) -> str:
        return json.dumps([dict(row) for row in tx.execute(select(accommodations)).mappings()], default=str)

    assert person.id in in_database(client, rows)
    in_database(client, erase_user, person.id)
    assert in_database(client, rows) == "[]"
