"""Another look at a declined application: who decides, what it needs to be shared, and that nobody gets stuck."""

from datetime import datetime, timedelta
from itertools import permutations
from typing import Any

import pytest
import time_machine
from sqlalchemy import delete, update
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.decisions import send
from dayshift.hiring.applications.grants import end_grants
from dayshift.hiring.applications.queries import any_application
from dayshift.interviews.room.models import interviews
from tests.hiring.applications.test_decide import OFFER, after_undo, decide, invitation, tomorrow
from tests.hiring.applications.test_moves import load, staff
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

__all__ = ["mails"]

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
    maria.ask("GET", f"/applications/{one}")
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
        sam.call("GET", f"/applications/{one}")
        ended = sam.call("POST", f"/applications/{one}/views", {"answer": 1, "kind": "words"})
        assert ended.status_code == (201 if step == "other" else 404)  # This one still needs what is shared.
        person.put(f"{path}/shares", WORDS)
        viewed(client, sam, one)
    sends(client, sam, one, DECLINE)
    final = person.get(path)
    assert (final["stage"], final["lookUntil"], final["look"], final["replyBy"]) == ("declined", None, None, None)
    assert person.call("POST", f"{path}/look", {"shares": WORDS}).json()["code"] == "look_over"


@pytest.mark.both_engines
@pytest.mark.parametrize("looks", ["before", "after"])
def test_a_second_no_says_whether_an_answer_was_opened_after_the_request(
    client: TestClient, person: Person, diner: Business, looks: str
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    one = declined(client, person, maria, diner.jobs[0])
    with time_machine.travel(now() - timedelta(hours=1), tick=True):
        viewed(client, sam, one)
    person.post(f"/api/applications/{one}/look", {"words": "Watch the one about the rush."})
    if looks == "after":
        viewed(client, sam, one, 3)
    preview = sam.ask("POST", f"/applications/{one}/preview", DECLINE)["letter"]["paragraphs"]
    sends(client, sam, one, DECLINE)
    letter = person.get(f"/api/applications/{one}")["moves"][-1]["letter"]["paragraphs"]
    assert letter == preview
    took, count = ("and we took it.", 2) if looks == "after" else ("before you asked, and not again since.", 1)
    assert took in letter[1]
    assert ("we took it" in letter[1]) is (looks == "after")
    assert f"Sam Okafor decided this after looking at {count} of your 4 answers." in letter[3]


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
    until = person.get(f"/api/applications/{one}")["lookUntil"]
    assert maria.ask("GET", f"/applications/{one}")["lookUntil"] == until
    looked = person.post(f"/api/applications/{one}/look", {"words": "I can work weekends now."})
    assert looked["look"]["deciders"] == []
    assert maria.ask("GET", f"/applications/{one}")["lookUntil"] is None
    look = maria.ask("GET", f"/applications/{one}/options")["look"]
    assert (look["mine"], look["owed"], look["deciders"], look["declinedBy"]) == (True, True, [], "Maria Ortiz")
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
    assert maria.ask("GET", f"/applications/{one}")["look"]["owed"] is False
    [row] = maria.ask("GET", "/applications?view=all_open")["rows"]
    assert row["again"] is False


def test_who_hires_alone_is_said_to_look_again_before_and_after_the_no(
    client: TestClient, person: Person, diner: Business
) -> None:
    maria = diner.member("owner")
    diner.member("manager", "Zoe Lin", [diner.locations[1]])  # Hires elsewhere.
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    assert maria.ask("GET", f"/applications/{one}/options")["alone"] is True
    assert "so Maria Ortiz would look again" in _letter(maria, one)
    sends(client, maria, one, DECLINE)

    def shown() -> tuple[bool, bool, str]:
        [listed] = person.get("/api/applications")["applications"]
        full = person.get(f"/api/applications/{one}")
        return listed["lookAlone"], full["lookAlone"], full["moves"][-1]["letter"]["paragraphs"][-1]

    alone = "You can ask for another look within 30 days. Nobody but Maria Ortiz hires for this job right now"
    assert (shown()[:2], shown()[2].startswith(alone)) == ((True, True), True)
    diner.member("manager", "Sam Okafor", [diner.locations[0]])
    assert (shown()[:2], shown()[2].startswith(alone)) == ((False, False), True)  # The letter stays as it was sent.
    two = applied(client, person, diner.jobs[1])
    assert maria.ask("GET", f"/applications/{two}/options")["alone"] is False
    assert _letter(maria, two).endswith("You can ask for another look within 30 days.")
    assert "would look again" not in _letter(maria, two)


def test_no_reply_date_runs_while_nobody_else_could_say_no(
    client: TestClient, person: Person, worker: Worker, diner: Business, mails: Any
) -> None:
    maria = diner.member("owner")
    one = declined(client, person, maria, diner.jobs[0])
    after_undo(client, worker)
    mails()
    person.post(f"/api/applications/{one}/look", {})
    told = [mail_bodies(mail)[0] for mail in mails()]
    assert [("no reply date runs" in body, "hear back by" in body or "promised" in body) for body in told] == [
        (True, False)
    ] * 2

    def dates(member: StaffMember) -> set[str | None]:
        [listed] = person.get("/api/applications")["applications"]
        [news] = member.ask("GET", "/queue")["news"]
        assert {listed["late"], news["late"]} == {False}
        full, seen = person.get(f"/api/applications/{one}"), member.ask("GET", f"/applications/{one}")
        return {listed["replyBy"], news["replyBy"], full["replyBy"], seen["replyBy"]}

    assert dates(maria) == {None}
    due = in_database(client, any_application, one).reply_by
    assert due
    assert not _told_late(mails, due)
    with time_machine.travel(due + timedelta(hours=3), tick=True):
        after = in_database(client, any_application, one)
        assert (after.missed_at, after.reply_by > now()) == (None, True)
        again = diner.member("owner", "Eve Poe")  # Somebody else can decide: the date runs, and has not been broken.
        [date] = dates(again)
        assert date == after.reply_by.isoformat().replace("+00:00", "Z")
    assert _told_late(mails, after.reply_by)


def test_a_date_that_does_not_run_is_late_nowhere(client: TestClient, person: Person, diner: Business) -> None:
    from dayshift.hiring.applications import next_waiting, waiting_for
    from dayshift.hiring.applications.models import applications

    maria = diner.member("owner")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    past = now() - timedelta(minutes=1)
    in_database(client, lambda tx: tx.execute(update(applications).values(reply_by=past)) and None)

    def late() -> list[Any]:
        found = maria.ask("GET", "/applications?view=needs_reply")
        [row], counts = found["rows"], found["counts"]
        queue = maria.ask("GET", "/queue")
        line = maria.call("GET", "/applications.csv").text.splitlines()[1].split(",")

        def mailed(tx: Tx) -> tuple[int, bool]:
            member = staff(tx, maria)
            [waits] = next_waiting(tx, member, None, 9)
            return waiting_for(tx, member, now(), now()).late, waits.is_late(now())

        own = person.get(f"/api/applications/states?job={diner.jobs[0]}")["jobs"][0]["replyBy"]
        return [
            row["late"], row["replyBy"] is not None, counts["late"], counts["needsReply"], queue["late"],
            [one["late"] for one in queue["rows"]], len(maria.ask("GET", "/applications?view=late")["rows"]),
            line[6] != "", line[7], own is not None, *in_database(client, mailed),
        ]  # fmt: skip

    assert late() == [False, False, 0, 1, 0, [], 0, False, "no", False, 0, False]
    diner.member("manager", "Sam Okafor", [diner.locations[0]])  # Somebody else can say no.
    assert late() == [True, True, 1, 1, 1, [True], 1, True, "yes", True, 1, True]


def test_what_has_no_date_does_not_wait_on_the_first_page_of_a_reviewer(
    client: TestClient, person: Person, diner: Business
) -> None:
    maria, rita = diner.member("owner"), diner.member("reviewer", "Rita Poe")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    maria.ask("PUT", f"/applications/{one}/reviewers/{rita.id}")
    queue = rita.ask("GET", "/queue")
    assert (queue["waiting"], queue["people"], queue["rows"]) == (0, 0, [])
    diner.member("manager", "Sam Okafor", [diner.locations[0]])  # Somebody else can say no: the date runs.
    queue = rita.ask("GET", "/queue")
    assert (queue["waiting"], queue["people"], [row["id"] for row in queue["rows"]]) == (1, 1, [one])


def _told_late(mails: Any, due: datetime) -> list[str]:
    """Return the mails after a reply date, of which several would be collected in one."""
    found = []
    for hours in (1, 2):
        with time_machine.travel(due + timedelta(hours=hours), tick=True):
            found += [mail["Subject"] for mail in mails()]
    return found


def _letter(member: StaffMember, one: str) -> str:
    paragraphs: list[str] = member.ask("POST", f"/applications/{one}/preview", DECLINE)["letter"]["paragraphs"]
    return paragraphs[-1]


def test_a_filled_job_closes_what_waits_for_another_look(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("owner")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    job = next(job for job in maria.ask("GET", "/jobs")["jobs"] if job["jobId"] == diner.jobs[0])
    maria.ask("POST", f"/jobs/{job['id']}/state", {"state": "filled", "version": job["version"]})
    closed = person.get(f"/api/applications/{one}")
    said = closed["moves"][-1]["letter"]["paragraphs"]
    assert closed["stage"] == "closed"
    assert said[2] == "With that, the other look you asked for has ended, too."
    assert said[-1].startswith("You can't ask for another look at this application. What you can do: Get its record")


@pytest.mark.parametrize("state", ["filled", "removed"])
def test_who_declined_ends_no_other_look_with_the_job(
    client: TestClient, person: Person, worker: Worker, diner: Business, state: str
) -> None:
    maria, sam = diner.member("owner"), diner.member("manager", "Sam Okafor")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    job = next(job for job in maria.ask("GET", "/jobs")["jobs"] if job["jobId"] == diner.jobs[0])
    maria.ask("POST", f"/jobs/{job['id']}/state", {"state": state, "version": job["version"]})
    after_undo(client, worker)
    assert {one["id"]: one["state"] for one in maria.ask("GET", "/jobs")["jobs"]}.get(job["id"]) != "live"
    assert person.get(f"/api/applications/{one}")["stage"] == "in_review"
    viewed(client, sam, one)
    decide(sam, one, DECLINE, 4)


def test_a_close_tells_of_no_other_look_after_an_invitation_and_names_the_canceled_meeting(
    client: TestClient, person: Person, diner: Business
) -> None:
    maria, sam = diner.member("owner"), diner.member("manager", "Sam Okafor")
    one = declined(client, person, maria, diner.jobs[0])
    person.post(f"/api/applications/{one}/look", {})
    viewed(client, sam, one)
    _invite(client, sam, one)
    person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(15).isoformat()})
    assert person.get("/api/applications")["applications"][0]["meetingOff"] is None
    sends(client, sam, one, {"action": "close", "reason": "filled"})
    [listed] = person.get("/api/applications")["applications"]
    assert (listed["stage"], listed["reason"], listed["meeting"]) == ("closed", "filled", None)
    assert listed["meetingOff"] == tomorrow(15).isoformat().replace("+00:00", "Z")
    said = person.get(f"/api/applications/{one}")["moves"][-1]["letter"]["paragraphs"]
    assert any("is canceled" in one for one in said)
    assert not any("the other look you asked for" in one for one in said)


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
