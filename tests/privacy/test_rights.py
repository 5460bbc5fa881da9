"""Rights through the doors that people use: explanations by mail and page, a named reviewer, and logs that are kept."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import insert, select
from starlette.testclient import TestClient

from dayshift.core.audit import append_to_chain, verify
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker, enqueue
from dayshift.hiring.applications.models import application_reviewers, decision_records
from dayshift.privacy.tasks import SWEEP
from tests.hiring.applications.test_decide import after_undo, decide
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.privacy.test_export import data_of, exported
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

__all__ = ["mails"]

DECLINE = {"action": "decline", "reason": "experience", "words": "Come back after a season in a kitchen."}
WORDS = {"video": False, "words": True, "score": False}
HALF_A_YEAR = timedelta(days=184)

Mails = Callable[[], list[Any]]


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def last_letter(person: Person, application: str) -> list[str]:
    found: list[str] = person.get(f"/api/applications/{application}")["moves"][-1]["letter"]["paragraphs"]
    return found


def flat(text: str) -> str:
    """A mail's text without the marks and line breaks of a quote."""
    return " ".join(text.replace("\n>", "\n").split())


def mail_about(mails: Mails, end: str) -> str:
    """The text of the one new mail that says this."""
    [found] = [text for text in (flat(mail_bodies(one)[0]) for one in mails()) if end in text]
    return found


def test_the_explanation_is_the_same_in_preview_mail_page_and_copy(
    client: TestClient, worker: Worker, mails: Mails, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    diner.member("owner", "Sam Okafor")
    application = applied(client, person, diner.jobs[0])
    mails()  # And what is scored in the background.
    viewed(client, maria, application)
    preview = maria.ask("POST", f"/applications/{application}/preview", DECLINE)["letter"]["paragraphs"]
    decide(maria, application, DECLINE, 2)
    after_undo(client, worker)
    mailed = mail_about(mails, "We're not moving forward")
    assert last_letter(person, application) == preview
    parts = (
        "Maria Ortiz decided this after looking at 1 of your 4 answers.",  # Who.
        "We're looking for more experience in this kind of work.",  # The principal reason.
        DECLINE["words"],
        "An AI had suggested levels from the words of your answers. Maria didn't look at these levels.",  # AI's part.
        "The decision is based on your application",  # The data.
        "You can correct the text of your answers",
        "You can ask for another look within 30 days.",  # How to contest.
    )
    moves = data_of(exported(worker, person))["moves"]
    for part in parts:
        assert [part in " ".join(preview), part in mailed] == [True, True], part
    [copied] = [one for one in moves if one["action"] == "decline"]
    for part in ("Maria Ortiz", DECLINE["reason"], DECLINE["words"]):
        assert part in str(copied)
    assert f"/application?id={application}" in mailed, "where to ask for another look"


def test_another_look_is_decided_and_signed_by_somebody_else_who_hires_there(
    client: TestClient, worker: Worker, mails: Mails, diner: Business, person: Person
) -> None:
    maria, sam = diner.member("manager"), diner.member("manager", "Sam Okafor", [diner.locations[0]])
    rita, zoe = diner.member("reviewer", "Rita Poe"), diner.member("manager", "Zoe Lin", [diner.locations[1]])
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    decide(maria, application, DECLINE, 2)
    after_undo(client, worker)
    assert "Maria Ortiz decided this" in mail_about(mails, "We're not moving forward")
    look = {"words": "I worked two summers at a diner.", "shares": WORDS}
    assert person.post(f"/api/applications/{application}/look", look)["look"]["deciders"] == ["Sam Okafor"]
    mails()

    def assign(tx: Tx) -> None:
        tx.execute(
            insert(application_reviewers).values(application_id=application, member_id=rita.id, assigned_at=now())
        )

    in_database(client, assign)
    assert decide(maria, application, DECLINE, 4, expect=409, key="same-member")["code"] == "decided_by_same"
    assert decide(rita, application, DECLINE, 4, expect=403, key="reviewer")["code"]
    assert decide(zoe, application, DECLINE, 4, expect=404, key="elsewhere")["code"]
    viewed(client, sam, application, 2)
    decide(sam, application, DECLINE, 4, key="somebody-else")
    after_undo(client, worker)
    mailed, page = mail_about(mails, "The answer is still no"), " ".join(last_letter(person, application))
    for text in (mailed, page):
        assert "You asked for another look, and we took it." in text
        assert "Sam Okafor decided this after looking at 1 of your 4 answers." in text
        assert "Maria Ortiz" not in text
        assert "You can't ask for another look at this application." in text
    owner = diner.member("owner", "Ana Whitlock")
    by = [one["memberName"] for one in owner.ask("GET", "/reports/records")["records"]]
    assert sorted(by) == ["Maria Ortiz", "Sam Okafor"]


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def logged(owner: StaffMember, day: datetime) -> set[tuple[str, str, str]]:
    """What the owner reads in the audit log about this day, by action, name, and whether it is unchanged."""
    days = f"first={(day - timedelta(days=1)).date()}&last={(day + timedelta(days=2)).date()}"
    rows = table(owner.call("GET", f"/reports/audit.csv?{days}").text)
    return {(one["action"], one["name"], one["unchanged"]) for one in rows}


def test_logs_and_records_outlive_half_a_year_and_records_end_with_their_time(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    assert client.portal
    maria, made = diner.member("manager"), now()
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    decide(maria, application, DECLINE, 2)
    after_undo(client, worker)
    with time_machine.travel(made + HALF_A_YEAR):
        client.portal.call(worker.drain)
        in_database(client, append_to_chain)
        owner = diner.member("owner", "Ana Whitlock")
        assert ("application.moved", "Maria Ortiz", "yes") in logged(owner, made)
        days = f"first={(made - timedelta(days=1)).date()}&last={(made + timedelta(days=2)).date()}"
        [record] = owner.ask("GET", f"/reports/records?{days}")["records"]
        assert (record["memberName"], record["action"], record["reason"]) == ("Maria Ortiz", "decline", "experience")

    def kept(tx: Tx) -> list[Any]:
        return list(tx.execute(select(decision_records.c.kept_until)).scalars())

    [until] = in_database(client, kept)
    for days_after, left in ((0, 1), (2, 0)):
        with time_machine.travel(datetime.combine(until + timedelta(days=days_after), time(12), UTC)):
            in_database(client, enqueue, SWEEP, {})  # A server does so every day.
            client.portal.call(worker.drain)
            assert len(in_database(client, kept)) == left
            in_database(client, append_to_chain)
            assert in_database(client, verify).broken is None
