"""Another look at a declined application: who decides, what it needs to be shared, and that nobody gets stuck."""

from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
import time_machine
from sqlalchemy import delete
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.decisions import send
from dayshift.hiring.applications.grants import end_grants
from dayshift.interviews.room.models import interviews
from tests.hiring.applications.test_decide import OFFER, after_undo, decide, invitation, tomorrow
from tests.hiring.applications.test_moves import load, staff
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

WORDS = {"video": False, "words": True, "score": False}
NOTHING = {"video": False, "words": False, "score": True}
DECLINE = {"action": "decline", "reason": "times"}


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def sends(client: TestClient, member: StaffMember, application_id: str, body: dict[str, Any]) -> None:
    """Send a member's move at once."""
    in_database(client, lambda tx: send(tx, load(tx, application_id), staff(tx, member), body, now()) and None)


def declined(client: TestClient, person: Person, member: StaffMember, job: str, interview: str | None = None) -> str:
    one = applied(client, person, job, interview)
    viewed(client, member, one)
    sends(client, member, one, DECLINE)
    return one


@pytest.mark.parametrize("how", ["withdrawn elsewhere", "switched off", "expired", "everything withdrawn"])
def test_another_look_shares_again_what_it_needs(client: TestClient, person: Person, diner: Business, how: str) -> None:
    maria, sam = diner.member("owner"), diner.member("manager", "Sam Okafor")
    interview = interviewed(person)
    one = declined(client, person, maria, diner.jobs[0], interview)
    path, at = f"/api/applications/{one}", now()
    if how == "withdrawn elsewhere":
        other = applied(client, person, diner.jobs[1], interview)
        person.post(f"/api/applications/{other}/withdraw")
    elif how == "switched off":
        person.put(f"{path}/shares", NOTHING)
    elif how == "everything withdrawn":
        in_database(client, end_grants, person.id, now())
    else:
        at += timedelta(days=29)
        in_database(client, _expire, person.id, diner.id)
    with time_machine.travel(at, tick=True):
        for shares in ({}, {"shares": NOTHING}):
            refused = person.call("POST", f"{path}/look", shares)
            assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_look_at")
            assert person.get(path)["stage"] == "declined"
        looked = person.post(f"{path}/look", {"words": "Weekends too.", "shares": WORDS})
        assert (looked["stage"], looked["shares"]["active"], looked["shares"]["video"]) == ("in_review", True, False)
        assert looked["shares"]["until"] > (at + timedelta(days=89)).isoformat()  # A new consent, not the rest of one.
        assert looked["look"]["deciders"] == ["Sam Okafor"]
        sam = diner.member("manager", "Ida Poe")
        viewed(client, sam, one)
        decide(sam, one, DECLINE, 4)


def _expire(tx: Tx, user_id: str, employer_id: str) -> None:
    from dayshift.hiring.applications.models import grants

    of = (grants.c.user_id == user_id) & (grants.c.employer_id == employer_id)
    tx.execute(grants.update().where(of).values(until=now() + timedelta(days=1)))


@pytest.mark.parametrize("stage", ["submitted", "in_review", "question_asked", "invited", "hired"])
def test_what_has_expired_can_be_shared_again_while_the_application_needs_it(
    client: TestClient, person: Person, diner: Business, stage: str
) -> None:
    maria = diner.member("owner")
    one = applied(client, person, diner.jobs[0])
    path = f"/api/applications/{one}"
    if stage != "submitted":
        viewed(client, maria, one)
    if stage == "question_asked":
        sends(client, maria, one, {"action": "ask", "text": "Sundays?"})
    if stage in {"invited", "hired"}:
        _invite(client, maria, one)
    if stage == "hired":
        _offer(client, person, maria, one)
        person.post(f"{path}/offer", {"accept": True})
    in_database(client, end_grants, person.id, now())
    before = person.get(path)
    assert (before["stage"], before["shares"]["active"]) == (stage, False)
    again = person.put(f"{path}/shares", WORDS)
    assert (again["shares"]["active"], again["shares"]["words"]) == (True, True)
    assert again["shares"]["until"] >= before["shareUntil"]
    maria.ask("POST", f"/applications/{one}/views", {"answer": 1, "kind": "words"}, expect=201)


def _invite(client: TestClient, member: StaffMember, one: str) -> None:
    body = invitation(tomorrow(15)) | {"ask_for": "Maria", "minutes": 20}
    sends(client, member, one, body)


def _offer(client: TestClient, person: Person, member: StaffMember, one: str) -> None:
    person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(15).isoformat()})
    with time_machine.travel(tomorrow(16), tick=True):
        sends(client, member, one, {"action": "meet"})
        offer = {**OFFER, "first_shift": "9 AM", "start_on": (now() + timedelta(days=3)).date().isoformat()}
        sends(client, member, one, offer)


@pytest.mark.parametrize("steps", list(permutations(["other", "off", "end"])))
def test_no_order_of_ending_and_declining_has_no_way_out(
    client: TestClient, person: Person, diner: Business, steps: tuple[str, ...]
) -> None:
    """Whatever ended before and after another look was asked for, the candidate can share again and a member decide."""
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    interview = interviewed(person)
    one = declined(client, person, maria, diner.jobs[0], interview)
    other = applied(client, person, diner.jobs[1], interview)
    path = f"/api/applications/{one}"

    def end(step: str) -> None:
        if step == "other":
            person.call("POST", f"/api/applications/{other}/withdraw")
        elif step == "off":
            person.call("PUT", f"{path}/shares", NOTHING)
        else:
            in_database(client, end_grants, person.id, now())

    end(steps[0])
    person.post(f"{path}/look", {"shares": WORDS})
    for step in steps[1:]:
        end(step)
        ended = sam.call("POST", f"/applications/{one}/views", {"answer": 1, "kind": "words"})
        assert ended.status_code == (201 if step == "other" else 404)  # This one still needs what is shared.
        person.put(f"{path}/shares", WORDS)
        viewed(client, sam, one)
    sends(client, sam, one, DECLINE)
    final = person.get(path)
    assert (final["stage"], final["lookUntil"], final["look"], final["replyBy"]) == ("declined", None, None, None)
    assert person.call("POST", f"{path}/look", {"shares": WORDS}).json()["code"] == "look_over"


def test_a_deleted_interview_cannot_be_looked_at_again(client: TestClient, person: Person, diner: Business) -> None:
    one = declined(client, person, diner.member("owner"), diner.jobs[0])
    in_database(client, lambda tx: tx.execute(delete(interviews)) and None)
    refused = person.call("POST", f"/api/applications/{one}/look", {"shares": WORDS})
    assert refused.json()["code"] == "nothing_to_look_at"
    assert person.get(f"/api/applications/{one}")["answers"] == []


def test_who_declined_can_still_say_yes_but_not_no(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("owner")
    diner.member("manager", "Zoe Lin", [diner.locations[1]])  # Hires elsewhere.
    rita = diner.member("reviewer", "Rita Poe")
    one = declined(client, person, maria, diner.jobs[0])
    looked = person.post(f"/api/applications/{one}/look", {"words": "I can work weekends now."})
    assert looked["look"]["deciders"] == []
    look = maria.ask("GET", f"/applications/{one}/options")["look"]
    assert (look["mine"], look["deciders"], look["declinedBy"]) == (True, [], "Maria Ortiz")
    assert look["words"] == "I can work weekends now."
    maria.ask("PUT", f"/applications/{one}/reviewers/{rita.id}")
    for member in (maria, rita):  # All who see the application read what to look at.
        assert member.ask("GET", f"/applications/{one}")["look"]["words"] == "I can work weekends now."
    for move in (DECLINE, {"action": "close", "reason": "filled"}):
        assert decide(maria, one, move, 4, expect=409)["code"] == "decided_by_same"
    close = {"move": {"action": "close"}, "applications": [{"id": one, "version": 4}]}
    headers = {"Idempotency-Key": "bulk-close"}
    [closed] = maria.ask("POST", "/applications/moves", close, headers=headers)["results"]
    assert closed["error"] == "decided_by_same"
    sam = diner.member("manager", "Sam Okafor", [diner.locations[0]])  # A colleague, invited by the owner.
    assert maria.ask("GET", f"/applications/{one}/options")["look"]["deciders"] == ["Sam Okafor"]
    assert person.get(f"/api/applications/{one}")["look"]["deciders"] == ["Sam Okafor"]
    assert sam.ask("GET", f"/applications/{one}/options")["look"]["mine"] is False
    decide(maria, one, invitation(tomorrow(15)), 4)
    after_undo(client, worker)
    assert person.get(f"/api/applications/{one}")["stage"] == "invited"


def test_a_filled_job_closes_what_waits_for_another_look(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("owner")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    job = next(job for job in maria.ask("GET", "/jobs")["jobs"] if job["jobId"] == diner.jobs[0])
    maria.ask("POST", f"/jobs/{job['id']}/state", {"state": "filled", "version": job["version"]})
    assert person.get(f"/api/applications/{one}")["stage"] == "closed"


@pytest.mark.parametrize("state", ["filled", "removed"])
def test_who_declined_ends_no_other_look_with_the_job(
    client: TestClient, person: Person, diner: Business, state: str
) -> None:
    maria, sam = diner.member("owner"), diner.member("manager", "Sam Okafor")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    job = next(job for job in maria.ask("GET", "/jobs")["jobs"] if job["jobId"] == diner.jobs[0])
    maria.ask("POST", f"/jobs/{job['id']}/state", {"state": state, "version": job["version"]})
    assert person.get(f"/api/applications/{one}")["stage"] == "in_review"
    viewed(client, sam, one)
    decide(sam, one, DECLINE, 4)


def test_a_colleague_fills_the_job_and_ends_the_other_look(client: TestClient, person: Person, diner: Business) -> None:
    maria, sam = diner.member("owner"), diner.member("manager", "Sam Okafor")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    job = next(job for job in sam.ask("GET", "/jobs")["jobs"] if job["jobId"] == diner.jobs[0])
    sam.ask("POST", f"/jobs/{job['id']}/state", {"state": "filled", "version": job["version"]})
    assert person.get(f"/api/applications/{one}")["stage"] == "closed"


def test_declining_over_an_open_offer_says_that_the_offer_is_taken_back(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("owner")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    taken_back = "This also takes back our job offer."
    before = maria.ask("POST", f"/applications/{one}/preview", DECLINE)["letter"]["paragraphs"]
    assert taken_back not in before
    _invite(client, maria, one)
    _offer(client, person, maria, one)
    shown = maria.ask("POST", f"/applications/{one}/preview", DECLINE)["letter"]
    assert taken_back in shown["paragraphs"]
    decide(maria, one, DECLINE, maria.ask("GET", f"/applications/{one}/options")["version"])
    after_undo(client, worker)
    seen = person.get(f"/api/applications/{one}")
    assert (seen["stage"], seen["moves"][-1]["letter"]) == ("declined", shown)
    assert person.call("POST", f"/api/applications/{one}/offer", {"accept": True}).json()["code"] == "stage_conflict"
