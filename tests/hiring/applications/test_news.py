"""Today says what came back: one entry for each application, with its reason, most urgent first."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications.decisions import (
    answer_offer,
    answer_question,
    choose_time,
    look_again,
    refuse_times,
    send,
    withdraw,
    write_message,
)
from dayshift.hiring.applications.legal import explain
from dayshift.hiring.applications.moves import MoveContext
from tests.hiring.applications.test_moves import load, staff
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

MONDAY = "2026-03-02T15:00:00Z"
THREE = "2026-03-05T20:00:00+00:00"
ASK = {"action": "ask", "text": "Can you open at six?"}
INVITE = {"action": "invite", "times": [THREE], "minutes": 20, "place": "218 9th Ave", "ask_for": "Maria"}
OFFER = {"action": "offer", "pay": 21, "start_on": "2026-03-09", "first_shift": "4 PM to 11 PM", "place": "218 9th Ave"}


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager")


@pytest.fixture
def one(client: TestClient, person: Person, diner: Business, maria: StaffMember) -> str:
    """An application that Maria has viewed."""
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    return application


def decide(client: TestClient, member: StaffMember, application: str, move: dict[str, Any]) -> None:
    def work(tx: Tx) -> None:
        found, body = load(tx, application), dict(move)
        if body["action"] == "decline":
            body["explanation"] = explain(tx, found, staff(tx, member), now()).stored()
        send(tx, found, staff(tx, member), body, now())

    in_database(client, work)


def news(member: StaffMember) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = member.ask("GET", "/queue")["news"]
    return found


def test_nobody_is_news_who_has_only_applied_or_waits_for_the_candidate(
    client: TestClient, maria: StaffMember, one: str
) -> None:
    assert news(maria) == []
    assert [row["id"] for row in maria.ask("GET", "/queue")["rows"]] == [one]
    decide(client, maria, one, ASK)
    assert news(maria) == []


def test_an_answer_is_news_until_a_member_replies(client: TestClient, maria: StaffMember, one: str) -> None:
    decide(client, maria, one, ASK)
    in_database(client, lambda tx: answer_question(tx, load(tx, one), "Yes, any weekday.", now()))
    [found] = news(maria)
    assert (found["reason"], found["words"], found["name"]) == ("answered", "Yes, any weekday.", "Maya Torres")
    assert found["replyBy"]
    decide(client, maria, one, INVITE)
    assert news(maria) == []


def test_times_that_do_not_fit_come_with_what_the_candidate_wrote(
    client: TestClient, maria: StaffMember, one: str
) -> None:
    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: refuse_times(tx, load(tx, one), "Mornings are better.", now()))
    [found] = news(maria)
    assert (found["reason"], found["words"]) == ("none_fit", "Mornings are better.")


def test_a_meeting_is_ahead_then_over_then_met(
    client: TestClient, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()))
    [found] = news(maria)
    assert (found["reason"], found["meetsAt"]) == ("meeting", "2026-03-05T20:00:00Z")
    clock.move_to(datetime.fromisoformat(THREE) + timedelta(minutes=20))
    maria = diner.member("owner", "Olga Ruiz")  # Sessions of tests are short.
    assert [found["reason"] for found in news(maria)] == ["meeting_over"]
    decide(client, maria, one, {"action": "meet"})
    [found] = news(maria)
    assert (found["reason"], found["own"], found["by"]) == ("met", True, "Olga Ruiz")


@pytest.mark.parametrize(("accept", "reason"), [(True, "accepted"), (False, "refused")])
def test_the_answer_to_an_offer_is_news(
    client: TestClient, diner: Business, maria: StaffMember, one: str, clock: Any, *, accept: bool, reason: str
) -> None:
    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()))
    clock.move_to(datetime.fromisoformat(THREE) + timedelta(minutes=20))
    decide(client, maria, one, {"action": "meet"})
    decide(client, maria, one, OFFER)
    in_database(client, lambda tx: answer_offer(tx, load(tx, one), accept=accept, at=now()))
    olga = diner.member("owner", "Olga Ruiz")
    [found] = news(olga)
    assert found["reason"] == reason
    vacancy = olga.ask("GET", f"/applications/{one}")["vacancy"]
    assert (vacancy and (vacancy["hired"], vacancy["openings"], vacancy["waiting"])) == ((1, 2, 0) if accept else None)
    assert found["offer"] == ({"startOn": "2026-03-09", "firstShift": "4 PM to 11 PM"} if accept else None)
    clock.move_to("2026-03-15T15:00:00Z")
    assert news(diner.member("owner", "Zoe Lin")) == []


def test_another_look_says_whether_this_member_declined(
    client: TestClient, diner: Business, maria: StaffMember, one: str
) -> None:
    sam = diner.member("owner", "Sam Okafor")
    decide(client, maria, one, {"action": "decline", "reason": "times"})
    in_database(client, lambda tx: look_again(tx, load(tx, one), "Only one answer was watched.", now()))
    for member, own in ((maria, True), (sam, False)):
        [found] = news(member)
        assert (found["reason"], found["own"], found["words"]) == ("look", own, "Only one answer was watched.")


@pytest.mark.parametrize("invited", [False, True])
def test_who_withdraws_is_news_only_after_something_was_begun(
    client: TestClient, maria: StaffMember, one: str, *, invited: bool
) -> None:
    if invited:
        decide(client, maria, one, INVITE)
    in_database(client, lambda tx: withdraw(tx, load(tx, one), now()))
    assert [(found["reason"], found["name"]) for found in news(maria)] == ([("withdrew", "Maya")] if invited else [])


def test_an_unread_message_is_news_once(client: TestClient, maria: StaffMember, one: str) -> None:
    for text in ("Hello?", "Is there parking?"):
        in_database(
            client, lambda tx, text=text: write_message(tx, load(tx, one), MoveContext("candidate", now()), text)
        )
    assert [(found["reason"], found["words"]) for found in news(maria)] == [("message", "Is there parking?")]
    maria.ask("PUT", f"/applications/{one}/messages/read")
    assert news(maria) == []


def test_what_is_due_first_comes_first_and_people_count_once(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    other = applied(client, person, diner.jobs[1], interviewed(person))
    queue = maria.ask("GET", "/queue")
    assert (queue["waiting"], queue["people"]) == (2, 1)
    viewed(client, maria, other)
    decide(client, maria, other, ASK)
    in_database(client, lambda tx: answer_question(tx, load(tx, other), "Yes.", now()))
    clock.move_to("2026-03-03T15:00:00Z")
    olga = diner.member("owner", "Olga Ruiz")
    decide(client, maria, one, ASK)
    in_database(client, lambda tx: answer_question(tx, load(tx, one), "No.", now()))
    assert [found["id"] for found in news(olga)] == [other, one]


def test_members_see_news_of_what_they_may_see(
    client: TestClient, diner: Business, maria: StaffMember, one: str
) -> None:
    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: refuse_times(tx, load(tx, one), None, now()))
    assert news(diner.member("manager", "Zoe Lin", [diner.locations[1]])) == []
    assert news(diner.member("reviewer", "Rita Poe")) == []
    assert news(business(client, "Other Diner").member("owner")) == []
