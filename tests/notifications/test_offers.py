"""Mails around the last day to answer an offer: at the right hour, once, and only while the offer waits."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications import moves_of
from dayshift.hiring.applications.decisions import answer_offer, choose_time, look_again, withdraw
from dayshift.hiring.employers.models import members
from dayshift.notifications.offers import plan_watch
from tests.hiring.applications.test_decide import decide as moved
from tests.hiring.applications.test_moves import load
from tests.notifications.test_applications import (
    INVITE,
    MONDAY,
    OFFER,
    THREE,
    Mails,
    decide,
    decline,
    mail_bodies,
    mails,
)
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

__all__ = ["mails"]

DAY_BEFORE = "2026-03-09T14:00:00Z"
"""10 AM in New York on the day before the last day to answer: the clocks have changed the day before."""
DAY_AFTER = "2026-03-11T14:00:00Z"
REMINDER = "Two Spoons Diner hopes for your answer by Tuesday, March 10: Restaurant Server (9th Avenue)"
NO_ANSWER = "No answer yet: offer to Maya for Restaurant Server (9th Avenue)"
OFFERED = {**OFFER, "start_on": "2026-03-16", "answer_by": "2026-03-10"}


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    diner.member("owner", "Sam Okafor")
    return diner.member("manager", "Maria Ortiz")


def met(client: TestClient, maria: StaffMember, one: str, clock: Any) -> None:
    decide(client, maria, one, INVITE)
    at = datetime.fromisoformat(THREE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), at, now()))
    clock.move_to(at + timedelta(minutes=30))
    decide(client, maria, one, {"action": "meet"})


@pytest.fixture
def offered(client: TestClient, mails: Mails, maria: StaffMember, just_met: str) -> str:
    decide(client, maria, just_met, OFFERED)
    mails()
    return just_met


def told(mails: Mails, clock: Any, *times: str) -> list[str]:
    """The letters about the day to answer, once these times have come."""
    found = []
    for time in times:
        clock.move_to(time)
        found += [mail for mail in mails() if mail["Subject"] in {REMINDER, NO_ANSWER}]
    return [f"{mail['To'].split('<')[-1].split('@')[0]}: {mail['Subject']}" for mail in found]


def test_each_side_hears_once_of_an_offer_that_nobody_answers(
    client: TestClient, mails: Mails, clock: Any, offered: str
) -> None:
    # The worker was killed before its commit, and plans again.
    in_database(client, plan_watch, {"application_id": offered, "number": last(client, offered), "action": "offer"})
    assert told(mails, clock, "2026-03-09T13:59:00Z") == []
    [reminded] = told(mails, clock, DAY_BEFORE)
    assert reminded.endswith(REMINDER)
    in_database(client, plan_watch, {"application_id": offered, "number": last(client, offered), "action": "offer"})
    assert told(mails, clock, "2026-03-11T13:59:00Z") == []
    assert told(mails, clock, DAY_AFTER) == [f"maria.manager: {NO_ANSWER}"]
    assert told(mails, clock, "2026-03-12T14:00:00Z", "2026-03-18T14:00:00Z") == []


def last(client: TestClient, one: str) -> int:
    return in_database(client, lambda tx: moves_of(tx, one)[-1].number)


def test_letters_say_the_day_and_lead_to_the_offer(client: TestClient, mails: Mails, clock: Any, offered: str) -> None:
    in_database(client, lambda tx: tx.execute(update(users).values(language="es")) and None)
    in_database(client, lambda tx: tx.execute(update(members).values(language="es")) and None)
    clock.move_to(DAY_BEFORE)
    [reminder] = [mail for mail in mails() if "Two Spoons Diner espera su respuesta" in mail["Subject"]]
    assert reminder["Subject"].endswith("a más tardar el martes, 10 de marzo: Restaurant Server (9th Avenue)")
    assert f"/application?id={offered}" in mail_bodies(reminder)[0]
    clock.move_to(DAY_AFTER)
    [mail] = mails()
    assert mail["Subject"] == "Sin respuesta: oferta a Maya para Restaurant Server (9th Avenue)"
    assert f"/desk/applications/{offered}" in mail_bodies(mail)[0]


@pytest.mark.parametrize("answer", ["accept", "refuse", "withdraw", "decline"])
def test_nobody_hears_of_an_offer_that_was_answered_or_taken_back(
    client: TestClient, mails: Mails, clock: Any, offered: str, maria: StaffMember, answer: str
) -> None:
    def work(tx: Tx) -> None:
        match answer:
            case "decline":
                decline(tx, offered, maria)
            case "withdraw":
                withdraw(tx, load(tx, offered), now())
            case _:
                answer_offer(tx, load(tx, offered), accept=answer == "accept", at=now())

    in_database(client, work)
    assert told(mails, clock, DAY_BEFORE, DAY_AFTER) == []


def test_a_member_hears_nothing_after_an_answer_to_the_reminder(
    client: TestClient, mails: Mails, clock: Any, offered: str
) -> None:
    assert len(told(mails, clock, DAY_BEFORE)) == 1
    in_database(client, lambda tx: answer_offer(tx, load(tx, offered), accept=True, at=now()) and None)
    assert told(mails, clock, DAY_AFTER) == []


def test_only_the_latest_of_two_offers_counts(
    client: TestClient, mails: Mails, clock: Any, offered: str, diner: Business, maria: StaffMember
) -> None:
    in_database(client, decline, offered, maria)
    in_database(client, lambda tx: look_again(tx, load(tx, offered), None, now()) and None)
    start = now() + timedelta(hours=20)
    decide(client, maria, offered, {**INVITE, "times": [start.isoformat()]})
    in_database(client, lambda tx: choose_time(tx, load(tx, offered), start, now()))
    clock.move_to(start + timedelta(minutes=30))
    decide(client, maria, offered, {"action": "meet"})
    decide(client, maria, offered, {**OFFERED, "answer_by": "2026-03-12"})
    mails()
    assert told(mails, clock, DAY_BEFORE, DAY_AFTER) == []
    clock.move_to("2026-03-11T15:00:00Z")
    clock.move_to("2026-03-13T14:00:00Z")
    assert [mail["Subject"] for mail in mails() if "No answer yet" in mail["Subject"]] == [NO_ANSWER]


def test_letters_wait_while_a_decision_can_be_undone(
    client: TestClient, mails: Mails, clock: Any, offered: str, diner: Business
) -> None:
    for due, subject, name in ((DAY_BEFORE, REMINDER, "Olga Ruiz"), (DAY_AFTER, NO_ANSWER, "Ines Paz")):
        clock.move_to(datetime.fromisoformat(due) - timedelta(seconds=10))
        olga = diner.member("manager", name)
        viewed(client, olga, offered)
        moved(olga, offered, {"action": "decline", "reason": "times"}, last(client, offered), key=f"decline-{due}")
        assert told(mails, clock, due) == []
        olga.ask("DELETE", f"/applications/{offered}/pending")
        clock.shift(60)
        assert [mail["Subject"] for mail in mails() if mail["Subject"] in {REMINDER, NO_ANSWER}] == [subject]


@pytest.fixture
def just_met(client: TestClient, person: Person, diner: Business, maria: StaffMember, clock: Any) -> str:
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    met(client, maria, one, clock)
    return one


@pytest.mark.parametrize("answer_by", [None, "2026-03-06"])
def test_an_offer_without_a_day_or_sent_the_day_before_gets_no_reminder(
    client: TestClient, mails: Mails, clock: Any, just_met: str, maria: StaffMember, answer_by: str | None
) -> None:
    decide(client, maria, just_met, {**OFFERED, "answer_by": answer_by})
    mails()
    clock.move_to("2026-03-06T16:00:00Z")
    assert mails() == []
    clock.move_to("2026-03-07T15:00:00Z")
    assert [mail["Subject"] for mail in mails()] == ([NO_ANSWER] if answer_by else [])


def test_letters_follow_the_preferences_and_reach_a_successor(
    client: TestClient, mails: Mails, clock: Any, offered: str, diner: Business, maria: StaffMember
) -> None:
    clock.move_to(DAY_BEFORE)
    [reminder] = [mail for mail in mails() if mail["Subject"] == REMINDER]
    assert "kind=reminders" in str(reminder["List-Unsubscribe"])
    olga = diner.member("manager", "Olga Ruiz")
    in_database(client, lambda tx: tx.execute(
        update(members).where(members.c.id == maria.id).values(state="deactivated")
    ) and None)  # fmt: skip
    in_database(client, lambda tx: tx.execute(
        update(members).where(members.c.id == olga.id).values(news_mail=False)
    ) and None)  # fmt: skip
    diner.member("manager", "Ines Paz")
    assert told(mails, clock, DAY_AFTER) == [f"ines.manager: {NO_ANSWER}"]
