"""Members decide over HTTP: moves with undo, the preview, two members at once, moves in bulk, and free times."""

import threading
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from time import sleep
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update
from starlette.testclient import TestClient

from dayshift.core.audit import audit_entries
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.decisions import choose_time, send
from dayshift.hiring.applications.errors import TimeTaken
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.desk.calendar import NOTICE, STEP, Hours, days_of
from dayshift.hiring.employers import find_location, keep_street, team
from dayshift.hiring.employers.models import employers
from dayshift.jobs.catalog.models import jobs
from dayshift.settings import Settings
from tests.core.test_invariants import violations
from tests.hiring.applications.test_moves import load, staff
from tests.notifications.test_interviews import entry, mail_bodies, mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

__all__ = ["mails"]

pytestmark = pytest.mark.both_engines

ZONE = "America/New_York"
SATURDAY = 5


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def decide(
    member: StaffMember, application_id: str, move: dict[str, Any], version: int, *, expect: int = 200, key: str = ""
) -> Any:
    """Make a move on a version."""
    headers = {
        "If-Match": f'"{version}"',
        "Idempotency-Key": key or f"{application_id}-{version}-{move['action']}-{member.id[-8:]}",
    }
    return member.ask("POST", f"/applications/{application_id}/moves", move, expect=expect, headers=headers)


def after_undo(client: TestClient, worker: Worker, *, seconds: int = 31) -> None:
    """Let the time to undo pass, and what is due be done. What it writes is dated so many seconds ahead.

    So what a test writes next, without `time_machine`, is dated before it.
    """
    assert client.portal is not None
    with time_machine.travel(now() + timedelta(seconds=seconds), tick=True):
        client.portal.call(worker.drain)


def invitation(*times: datetime) -> dict[str, Any]:
    return {"action": "invite", "times": [one.isoformat() for one in times], "place": "218 9th Ave", "askFor": "Maria"}


def tomorrow(hour: int) -> datetime:
    day = now().astimezone(ZoneInfo(ZONE)).date() + timedelta(days=1)
    return datetime.combine(day, time(hour), ZoneInfo(ZONE)).astimezone(UTC)


OFFER = {"action": "offer", "pay": 21.5, "firstShift": "9 AM to 3 PM", "place": "218 9th Ave"}


def test_other_times_begin_with_those_asked_for_and_mark_the_refused_ones(
    client: TestClient, person: Person, diner: Business
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    refused = [tomorrow(9), tomorrow(14)]
    in_database(client, lambda tx: send(tx, load(tx, one), staff(tx, maria), _invites(*refused), now()) and None)
    person.post(f"/api/applications/{one}/time", {"startsAt": None, "words": "Afternoons please."})
    shown = maria.ask("POST", f"/applications/{one}/preview", invitation(tomorrow(15)))["letter"]["paragraphs"]
    assert shown[1] == "Here are other times. Can you come by for 20 minutes? Pick one:"

    def times() -> list[tuple[int, bool, bool]]:
        days = maria.ask("GET", f"/applications/{one}/options")["days"]
        starts = [time for day in days for time in day["times"]]
        return [
            (datetime.fromisoformat(one["startsAt"]).astimezone(ZoneInfo(ZONE)).hour, one["asked"], one["refused"])
            for one in starts
        ]

    assert {asked == (12 <= hour < 18) for hour, asked, _ in times()} == {True}
    assert sorted(hour for hour, _, said_no in times() if said_no) == [9, 14]
    in_database(client, lambda tx: send(tx, load(tx, one), staff(tx, maria), _invites(tomorrow(15)), now()) and None)
    person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(15).isoformat()})
    assert not any(asked for _, asked, _ in times())  # Nothing is asked for now.
    assert sorted(hour for hour, _, said_no in times() if said_no) == [9, 14]
    person.post(f"/api/applications/{one}/time", {"startsAt": None})
    assert sorted(hour for hour, _, said_no in times() if said_no) == [9, 14, 15]


def _invites(*times: datetime) -> dict[str, Any]:
    return invitation(*times) | {"ask_for": "Maria", "minutes": 30}


def test_an_offer_is_previewed_while_it_is_written(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)

    def offered(**written: Any) -> str:
        body = {"action": "offer", **written}
        return str(maria.ask("POST", f"/applications/{one}/preview", body)["letter"]["paragraphs"][-2])

    assert offered() == "Pay: …/hour\nFirst day: …\nFirst shift: …\nWhere: …"
    assert (
        offered(pay=21.5, place="218 9th Ave") == "Pay: $21.50/hour\nFirst day: …\nFirst shift: …\nWhere: 218 9th Ave"
    )
    in_database(client, lambda tx: tx.execute(update(jobs).values(pay_low=2000, pay_high=2400)) and None)
    assert offered(pay=20) == "Pay: $20/hour\nFirst day: …\nFirst shift: …\nWhere: …"
    assert offered(pay=18) == "This is less than the job says: $20–$24/hour."


def test_from_the_invitation_to_the_first_shift(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    invite = invitation(tomorrow(15), tomorrow(16))
    shown = maria.ask("POST", f"/applications/{one}/preview", invite)
    pending = decide(maria, one, invite, 2)
    assert (pending["stage"], pending["version"], pending["pending"]["mine"]) == ("in_review", 2, True)
    assert person.get(f"/api/applications/{one}")["stage"] == "in_review"  # Nothing is seen until it is sent.
    assert decide(maria, one, invite, 2) == pending  # A resend.
    after_undo(client, worker)
    invited = person.get(f"/api/applications/{one}")
    assert invited["stage"] == "invited"
    assert invited["moves"][-1]["letter"] == shown["letter"]  # The preview is what was sent.

    when = tomorrow(15)
    assert decide(maria, one, {"action": "no_show"}, 3, expect=409)["code"] == "not_yet"
    chosen = person.post(f"/api/applications/{one}/time", {"startsAt": when.isoformat()})
    options = maria.ask("GET", f"/applications/{one}/options")
    assert [t["busy"] for day in options["days"] for t in day["times"] if t["startsAt"] == _wire(when)] == [False]
    span = {"from": now().isoformat(), "until": (now() + timedelta(days=7)).isoformat()}
    calendar = maria.ask("GET", "/calendar", params=span)
    entry = calendar["entries"][0]
    assert (entry["id"], entry["startsAt"], entry["mine"]) == (one, _wire(when), True)
    path = calendar["feed"].partition("/api/desk")[2]
    feed = client.get(f"/api/desk{path}")
    assert feed.status_code == 200
    assert "SUMMARY:Maya Torres: Restaurant Server (9th Avenue)" in feed.text
    assert client.get(f"/api/desk{path}".replace("/feed.ics", "x/feed.ics")).status_code == 404

    with time_machine.travel(when + timedelta(minutes=30), tick=True):
        maria = diner.member("manager", "Olga Ruiz")  # Sessions of tests are short; a colleague goes on.
        met = decide(maria, one, {"action": "meet"}, chosen["version"])
        assert met["stage"] == "met"
        viewed(client, maria, one)
        start = (now() + timedelta(days=3)).date().isoformat()
        without_pay = {key: value for key, value in OFFER.items() if key != "pay"}
        refused = decide(maria, one, {**without_pay, "startOn": start}, met["version"], expect=422)
        assert any(field.endswith("pay") for field in refused["fields"])
        past = decide(maria, one, {**OFFER, "startOn": "2024-01-02"}, met["version"], expect=422)
        assert list(past["fields"]) == ["startOn"]
        by = (now() + timedelta(days=2)).date().isoformat()
        for wrong in ("2024-01-02", "2124-01-02"):
            refused = decide(maria, one, {**OFFER, "startOn": start, "answerBy": wrong}, met["version"], expect=422)
            assert list(refused["fields"]) == ["answerBy"]
        decide(maria, one, {**OFFER, "startOn": start, "answerBy": by}, met["version"])
        after_undo(client, worker)
        offered = person.get(f"/api/applications/{one}")
        assert offered["offer"]["answerBy"] == by
        assert "Please answer by" in offered["moves"][-1]["letter"]["paragraphs"][-1]
        assert person.get("/api/applications")["applications"][0]["offer"]["answerBy"] == by
        assert maria.ask("GET", f"/applications/{one}")["offer"]["answerBy"] == by
        person.post(f"/api/applications/{one}/offer", {"accept": True})
        assert maria.ask("GET", f"/applications/{one}")["stage"] == "hired"


@pytest.mark.parametrize("agreed", [True, False])
def test_somebody_who_comes_before_the_agreed_time_can_be_hired(
    client: TestClient, person: Person, worker: Worker, diner: Business, mails: Any, agreed: bool
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(maria, one, invitation(tomorrow(15)), 2)
    after_undo(client, worker)
    version = 3
    if agreed:
        version = person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(15).isoformat()})["version"]
    mails()
    assert decide(maria, one, {"action": "no_show"}, version, expect=409)["code"] == "not_yet"
    met = decide(maria, one, {"action": "meet"}, version)
    assert (met["stage"], met["turn"]) == ("met", "employer")
    meeting = person.get(f"/api/applications/{one}")["meeting"]
    assert meeting["state"] == "met"
    assert abs(datetime.fromisoformat(meeting["startsAt"]) - now()) < timedelta(minutes=2)  # When they said so.
    told = mails()  # Both calendars lose the meeting that was agreed.
    assert sorted(mail["Subject"] for mail in told) == (
        ["You met Maya early", "You met Two Spoons Diner early"] if agreed else []
    )
    for mail in told:
        method, event = entry(mail)
        assert (method, event.start) == ("CANCEL", tomorrow(15))
        assert "no longer needed" in mail_bodies(mail)[0]
    start = (now() + timedelta(days=3)).date().isoformat()
    decide(maria, one, {**OFFER, "startOn": start}, met["version"])
    after_undo(client, worker)
    assert person.post(f"/api/applications/{one}/offer", {"accept": True})["stage"] == "hired"


def test_somebody_who_is_said_not_to_have_come_is_told_and_can_answer(
    client: TestClient, person: Person, worker: Worker, diner: Business, mails: Any
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(maria, one, invitation(tomorrow(15)), 2)
    after_undo(client, worker)
    version = person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(15).isoformat()})["version"]
    mails()
    with time_machine.travel(tomorrow(15) + timedelta(minutes=30), tick=True):
        maria = diner.member("manager", "Olga Ruiz")
        preview = maria.ask("POST", f"/applications/{one}/preview", {"action": "no_show"})
        missed = decide(maria, one, {"action": "no_show"}, version)
        assert (missed["stage"], missed["turn"]) == ("in_review", "employer")
        received = [mail for mail in mails() if mail["To"].addresses[0].addr_spec.startswith("maya")]
        told = [mail for mail in received if "result" not in mail["Subject"]]  # That one waited until morning.
        assert [mail["Subject"] for mail in told] == [
            "Two Spoons Diner says you didn't meet: Restaurant Server (9th Avenue)"
        ]
        assert "We wrote down that we didn't meet on " in mail_bodies(told[0])[0]
        assert "If that's wrong" in mail_bodies(told[0])[0]
        letter = person.get(f"/api/applications/{one}")["moves"][-1]["letter"]
        assert letter == preview["letter"]
        assert [item["reason"] for item in maria.ask("GET", "/queue")["news"]] == ["no_show"]
        person.post(f"/api/applications/{one}/messages", {"text": "I was there, at the back door."})
        news = maria.ask("GET", "/queue")["news"]
        assert [(item["reason"], item["words"]) for item in news] == [("message", "I was there, at the back door.")]
        assert "meet" in maria.ask("GET", f"/applications/{one}/options")["actions"]
        assert (news[0]["missed"], news[0]["version"]) == (True, missed["version"])  # Today has the button.
        met = decide(maria, one, {"action": "meet"}, news[0]["version"])
        [met_news] = maria.ask("GET", "/queue")["news"]
        assert (met_news["reason"], met_news["missed"]) == ("met", False)
        assert (met["stage"], met["turn"]) == ("met", "employer")
        seen = person.get(f"/api/applications/{one}")
        assert (seen["meeting"]["state"], seen["moves"][-1]["name"]) == ("met", "Olga Ruiz")
        [corrected] = [mail for mail in mails() if mail["To"].addresses[0].addr_spec.startswith("maya")]
        assert corrected["Subject"].strip() == "Two Spoons Diner says that you did meet: Restaurant Server (9th Avenue)"
        assert "We corrected that: we did meet on " in mail_bodies(corrected)[0]
        kinds = [item["kind"] for item in person.get("/api/notices")["notices"]]
        assert "application_met_after_all" in kinds
        again = decide(maria, one, {"action": "meet"}, met["version"], key="again-met", expect=409)
        assert again["code"] == "stage_conflict"


def test_only_a_missed_meeting_can_be_corrected(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    assert "meet" not in maria.ask("GET", f"/applications/{one}/options")["actions"]
    assert decide(maria, one, {"action": "meet"}, 2, expect=409)["code"] == "stage_conflict"
    decide(maria, one, invitation(tomorrow(15)), 2)
    after_undo(client, worker)
    version = person.post(f"/api/applications/{one}/time", {"startsAt": None})["version"]
    assert decide(maria, one, {"action": "meet"}, version, expect=409)["code"] == "stage_conflict"


@pytest.mark.parametrize("street", ["218 9th Ave", "218 9th Ave, New York", "218 9th Ave, New York, NY 10001"])
def test_a_street_is_asked_for_once_and_kept(client: TestClient, person: Person, diner: Business, street: str) -> None:
    from dayshift.hiring.employers.models import locations

    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    of_job = locations.c.id == diner.locations[0]
    closed = update(locations).where(of_job).values(street=None, closed_at=now())
    in_database(client, lambda tx: tx.execute(closed) and None)
    path = f"/applications/{one}/options"
    asked = maria.ask("GET", path)
    assert asked["location"] == "9th Avenue"
    assert asked["withoutStreet"] == {"name": "9th Avenue", "city": "New York, NY 10001"}
    decide(maria, one, {**invitation(tomorrow(15)), "street": street}, 2)
    changes = select(audit_entries.c.details).where(audit_entries.c.action == "location.changed")
    assert in_database(client, lambda tx: tx.execute(changes).scalars().all()) == ['{"open":false}']
    kept = maria.ask("GET", path)
    assert (kept["withoutStreet"], kept["place"]) == (None, "218 9th Ave, New York, NY 10001")
    maria.ask("DELETE", f"/applications/{one}/pending")
    decide(maria, one, {**invitation(tomorrow(15)), "street": "1 Wall St"}, 2, key="another-one")
    assert maria.ask("GET", path)["place"] == "218 9th Ave, New York, NY 10001"  # Only where there was none.


def test_of_two_streets_given_at_the_same_moment_the_first_stays(
    client: TestClient, diner: Business, monkeypatch: pytest.MonkeyPatch
) -> None:
    maria, place = diner.member("manager"), diner.locations[0]
    before = in_database(client, find_location, diner.id, place)
    monkeypatch.setattr(team, "find_location", lambda *_: replace(before, street=None))  # As both have read it.
    in_database(client, lambda tx: keep_street(tx, staff(tx, maria), place, "1 Wall St"))
    after = in_database(client, find_location, diner.id, place)
    assert after.street == before.street
    changes = select(audit_entries).where(audit_entries.c.action == "location.changed")
    assert in_database(client, lambda tx: tx.execute(changes).all()) == []


def test_hours_of_the_members_meetings_are_usual(client: TestClient, person: Person, diner: Business) -> None:
    from dayshift.hiring.desk.calendar import OFFICE_HOURS, usual_hours

    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    assert in_database(client, usual_hours, maria.id, ZONE) == frozenset(OFFICE_HOURS)
    viewed(client, maria, one)
    body = {"action": "invite", "times": [tomorrow(18).isoformat()], "minutes": 20, "place": "218", "ask_for": "Maria"}
    in_database(client, lambda tx: send(tx, load(tx, one), staff(tx, maria), body, now()) and None)
    person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(18).isoformat()})
    assert in_database(client, usual_hours, maria.id, ZONE) == {18}


def test_a_colleague_who_watched_nothing_may_offer_other_times_and_decide_nothing(
    client: TestClient, person: Person, worker: Worker, diner: Business, settings: Settings
) -> None:
    maria, sam = diner.member("manager"), diner.member("manager", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    in_database(client, lambda tx: send(tx, load(tx, one), staff(tx, maria), _invites(tomorrow(9)), now()) and None)
    person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(9).isoformat()})
    version = sam.ask("GET", f"/applications/{one}")["version"]
    no = {"action": "decline", "reason": "times", "words": "We have weekend shifts in June."}
    assert decide(sam, one, no, version, expect=409)["code"] == "not_viewed"
    decide(sam, one, invitation(tomorrow(15)), version)
    after_undo(client, worker)
    meeting = sam.ask("GET", f"/applications/{one}")["meeting"]
    assert (meeting["state"], meeting["offered"]) == ("offered", [tomorrow(15).isoformat().replace("+00:00", "Z")])
    moves = person.get(f"/api/applications/{one}")["moves"]
    called_off = [(move["action"], move["calledOff"]) for move in moves if move["calledOff"]]
    assert called_off == [("invite", tomorrow(9).isoformat().replace("+00:00", "Z"))]
    assert violations(settings) == {}


def test_declining_can_be_undone_and_another_member_looks_again(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    decline = {"action": "decline", "reason": "times", "words": "We have weekend shifts in June."}
    assert decide(maria, one, decline, 1, expect=409)["code"] == "not_viewed"
    viewed(client, maria, one)
    shown = maria.ask("POST", f"/applications/{one}/preview", decline)["letter"]["paragraphs"]
    assert "We have weekend shifts in June." in shown
    decide(maria, one, decline, 2, key="decline-1")
    assert sam.call("DELETE", f"/applications/{one}/pending").status_code == 404  # Not Sam's decision.
    assert maria.ask("DELETE", f"/applications/{one}/pending")["pending"] is None
    after_undo(client, worker)
    assert person.get(f"/api/applications/{one}")["stage"] == "in_review"
    assert maria.ask("DELETE", f"/applications/{one}/pending", expect=409)["code"] == "undo_over"
    shown = maria.ask("POST", f"/applications/{one}/preview", decline)["letter"]["paragraphs"]
    decide(maria, one, decline, 2, key="decline-2")
    after_undo(client, worker)
    declined = person.get(f"/api/applications/{one}")
    assert declined["moves"][-1]["letter"]["paragraphs"] == shown
    person.post(f"/api/applications/{one}/look", {"words": "I can work weekdays too."})
    assert decide(maria, one, decline, 4, expect=409, key="decline-3")["code"] == "decided_by_same"
    assert maria.ask("GET", f"/applications/{one}/options")["look"]["mine"] is True
    viewed(client, sam, one)
    decide(sam, one, decline, 4, key="decline-4")
    after_undo(client, worker)
    assert person.get(f"/api/applications/{one}")["stage"] == "declined"


def test_another_look_is_due_within_five_working_days_and_a_late_one_is_shown(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    in_database(client, lambda tx: tx.execute(update(employers).values(reply_days=5)) and None)  # The most.
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(maria, one, {"action": "decline", "reason": "times"}, 2)
    after_undo(client, worker)
    (declined,) = person.get("/api/applications")["applications"]
    assert declined["lookUntil"] == person.get(f"/api/applications/{one}")["lookUntil"] is not None
    person.post(f"/api/applications/{one}/look", {"words": "Weekdays too."})
    (asked,) = person.get("/api/applications")["applications"]
    assert asked["lookUntil"] is None
    due = in_database(client, any_application, one).reply_by
    assert due
    first = now().astimezone(ZoneInfo(ZONE)).date()
    days = [first + timedelta(days=n) for n in range(1, 30)]
    fifth = [day for day in days if day.weekday() < SATURDAY][4]
    assert due.astimezone(ZoneInfo(ZONE)) <= datetime.combine(fifth + timedelta(days=1), time(0), ZoneInfo(ZONE))

    late = "/applications?view=late"
    with time_machine.travel(due - timedelta(minutes=1), tick=True):
        assert diner.member("owner", "Eve").ask("GET", late)["rows"] == []
    with time_machine.travel(due + timedelta(minutes=5), tick=True):
        assert [row["late"] for row in diner.member("owner", "Ida").ask("GET", late)["rows"]] == [True]
    viewed(client, sam, one)
    decide(sam, one, {"action": "decline", "reason": "times"}, 4)


def test_two_members_at_once_and_what_a_move_needs(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    elsewhere = diner.member("manager", "Eve Stone", [diner.locations[1]])
    reviewer = diner.member("reviewer", "Rita Poe")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    question = {"action": "ask", "text": "Can you start on Monday?"}
    path = f"/applications/{one}/moves"
    assert maria.call("POST", path, question, headers={"If-Match": '"2"'}).status_code == 422
    assert maria.call("POST", path, question, headers={"Idempotency-Key": "key-12345"}).status_code == 422
    assert decide(elsewhere, one, question, 2, expect=404)["code"] == "not_found"
    assert decide(reviewer, one, question, 2, expect=403)["code"] == "role_required"
    decide(maria, one, question, 2)
    lost = decide(sam, one, question, 2, expect=409)
    assert (lost["code"], lost["by"], lost["action"]) == ("decision_pending", "Maria Ortiz", "ask")
    after_undo(client, worker)
    stale = decide(sam, one, question, 2, expect=409, key="sam-again-1")
    assert (stale["code"], stale["changes"][0]["action"], stale["changes"][0]["by"]) == (
        "stale_version", "ask", "Maria Ortiz",
    )  # fmt: skip
    assert decide(sam, one, question, 3, expect=409)["code"] == "stage_conflict"


def test_a_taken_time_and_a_cancelled_meeting(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    other = Person.register(client, "rosa@example.com", firstName="Rosa")
    interview = interviewed(person)
    first, second = applied(client, person, diner.jobs[0], interview), applied(client, other, diner.jobs[0])
    for one in (first, second):
        viewed(client, maria, one)
        decide(maria, one, invitation(tomorrow(15)), 2)
    after_undo(client, worker)
    person.post(f"/api/applications/{first}/time", {"startsAt": tomorrow(15).isoformat()})
    late = other.call("POST", f"/api/applications/{second}/time", {"startsAt": tomorrow(15).isoformat()})
    assert late.json()["code"] == "time_taken"
    overlapping = invitation(tomorrow(15) + timedelta(minutes=10), tomorrow(17))
    refused = decide(maria, second, overlapping, 3, expect=409, key="again-123")
    assert (refused["code"], len(refused["times"])) == ("time_taken", 1)
    over = invitation(now() - timedelta(hours=1))
    assert list(decide(maria, second, over, 3, expect=422)["fields"]) == ["times"]

    cancel = {"action": "cancel", "words": "The kitchen is closed that day."}
    shown = maria.ask("POST", f"/applications/{first}/preview", cancel)["letter"]
    cancelled = decide(maria, first, cancel, 4)
    assert (cancelled["stage"], cancelled["turn"], cancelled["replyBy"] is None) == ("in_review", "employer", False)
    seen = person.get(f"/api/applications/{first}")
    assert seen["meeting"]["state"] == "cancelled"
    assert seen["moves"][-1]["letter"] == shown
    assert "3:00 PM" in shown["paragraphs"][1]
    decide(maria, second, invitation(tomorrow(15)), 3, key="free-again")  # The time is free again.


def test_members_see_only_the_offered_times_that_nobody_took(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    other = Person.register(client, "rosa@example.com", firstName="Rosa")
    first, second = applied(client, person, diner.jobs[0]), applied(client, other, diner.jobs[0])
    for one, times in ((first, [tomorrow(15)]), (second, [tomorrow(15), tomorrow(17)])):
        viewed(client, maria, one)
        decide(maria, one, invitation(*times), 2)
    after_undo(client, worker)
    assert left_at_desk(maria, second) == [tomorrow(15), tomorrow(17)]
    person.post(f"/api/applications/{first}/time", {"startsAt": tomorrow(15).isoformat()})
    assert left_at_desk(maria, second) == [tomorrow(17)]
    decide(maria, first, invitation(tomorrow(17)), 4, key="later-123")
    after_undo(client, worker)
    assert left_at_desk(maria, second) == [tomorrow(15), tomorrow(17)]  # The meeting was canceled: the time is free.
    decide(maria, second, invitation(tomorrow(17)), 3, key="later-124")
    after_undo(client, worker)
    person.post(f"/api/applications/{first}/time", {"startsAt": tomorrow(17).isoformat()})
    assert left_at_desk(maria, second) == []


def left_at_desk(member: StaffMember, application: str) -> list[datetime]:
    """Return the times of an invitation, which the calendar and the person's page agree about."""
    span = {"from": now().isoformat(), "until": (now() + timedelta(days=7)).isoformat()}
    calendar = member.ask("GET", "/calendar", params=span)["entries"]
    [offered] = [one["offered"] for one in calendar if one["id"] == application]
    assert member.ask("GET", f"/applications/{application}")["meeting"]["offered"] == offered
    return [datetime.fromisoformat(one) for one in offered]


def test_a_meeting_can_be_replaced_by_a_longer_one_at_its_own_time(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(maria, one, invitation(tomorrow(15)), 2)
    after_undo(client, worker)
    start = {"startsAt": tomorrow(15).isoformat()}
    before = person.post(f"/api/applications/{one}/time", start)["meeting"]
    decide(maria, one, invitation(tomorrow(15)) | {"minutes": 45, "place": "The bar"}, 4, key="longer-1")
    after_undo(client, worker)
    after = person.post(f"/api/applications/{one}/time", start)["meeting"]
    assert (after["startsAt"], after["minutes"], after["place"]) == (before["startsAt"], 45, "The bar")


def test_of_overlapping_times_chosen_at_once_one_is_taken(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    people = [person, Person.register(client, "rosa@example.com")]
    ids = [applied(client, one, diner.jobs[0]) for one in people]
    times = [tomorrow(15), tomorrow(15) + timedelta(minutes=10)]  # Of 20 minutes each.
    for one, when in zip(ids, times, strict=True):
        viewed(client, maria, one)
        decide(maria, one, invitation(when, when + timedelta(hours=3)), 2)
    after_undo(client, worker)
    chosen = threading.Event()

    def choose(tx: Tx, number: int) -> None:
        application = any_application(tx, ids[number], for_update=True)
        assert application is not None
        choose_time(tx, application, times[number], now())
        chosen.set()
        sleep(0.5)  # The other transaction begins before this one ends.

    first = threading.Thread(target=in_database, args=(client, choose, 0))
    first.start()
    assert chosen.wait(10)
    with pytest.raises(TimeTaken):
        in_database(client, choose, 1)
    first.join()
    meeting = people[1].get(f"/api/applications/{ids[1]}")["meeting"]
    assert meeting["offered"] == [_wire(times[1] + timedelta(hours=3))]  # The taken time is not offered any more.


def test_moves_in_bulk(client: TestClient, person: Person, worker: Worker, diner: Business) -> None:
    maria = diner.member("manager")
    interview = interviewed(person)
    first, second = (applied(client, person, job, interview) for job in diner.jobs)
    viewed(client, maria, first)
    ask = {"move": {"action": "ask", "text": "Can you start on Monday?"}}
    both = [{"id": first, "version": 2}, {"id": second, "version": 1}, {"id": "nobody", "version": 1}]
    headers = {"Idempotency-Key": "bulk-key-1"}
    for _ in range(2):  # Idempotent.
        results = maria.ask("POST", "/applications/moves", {**ask, "applications": both}, headers=headers)["results"]
        assert [one["error"] for one in results] == [None, "not_viewed", "not_found"]
        assert results[0]["dueAt"]
    assert maria.ask("POST", "/applications/moves/undo", {"ids": [first, second]}) == {"ids": [first]}
    after_undo(client, worker)
    assert person.get(f"/api/applications/{first}")["stage"] == "in_review"
    close = {"move": {"action": "close", "reason": "filled"}, "applications": both[:1]}
    headers = {"Idempotency-Key": "bulk-key-2"}
    assert maria.ask("POST", "/applications/moves", close, headers=headers)["results"][0]["stage"] == "in_review"
    after_undo(client, worker)
    assert person.get(f"/api/applications/{first}")["stage"] == "closed"
    decline = {"move": {"action": "decline", "reason": "other"}, "applications": both[:1]}
    assert maria.call("POST", "/applications/moves", decline, headers=headers).status_code == 422


def test_messages_of_members(client: TestClient, person: Person, diner: Business) -> None:
    maria, elsewhere = diner.member("manager"), diner.member("manager", "Eve Stone", [diner.locations[1]])
    one = applied(client, person, diner.jobs[0])
    assert maria.ask("GET", "/threads") == {"threads": [], "unread": 0, "nextKey": None}
    path = f"/applications/{one}/messages"
    person.post(f"/api/applications/{one}/messages", {"text": "Is there parking?"})
    listed = maria.ask("GET", "/threads")
    assert (listed["unread"], listed["threads"][0]["unread"]) == (1, 1)
    assert listed["threads"][0]["location"] == maria.ask("GET", path)["location"] == "9th Avenue"
    assert maria.ask("GET", "/threads/unread") == {"threads": 1}
    assert elsewhere.ask("GET", "/threads/unread") == {"threads": 0}
    assert listed["threads"][0]["last"]["text"] == "Is there parking?"
    assert elsewhere.ask("GET", "/threads")["threads"] == []
    assert maria.ask("PUT", f"{path}/read")["messages"][0]["readAt"]
    assert maria.ask("GET", "/threads")["unread"] == 0
    assert maria.ask("GET", "/threads/unread") == {"threads": 0}
    assert maria.call("POST", path, {"text": "Yes, behind the house."}).status_code == 422  # Without a key.
    headers = {"Idempotency-Key": "message-1"}
    for _ in range(2):
        sent = maria.ask("POST", path, {"text": "Yes, behind the house."}, expect=201, headers=headers)
        assert [m["sender"] for m in sent["messages"]] == ["candidate", "member"]
    assert maria.call("POST", path, {"text": "x" * 2001}, headers=headers).status_code == 422
    assert elsewhere.call("GET", path).status_code == 404
    assert person.get(f"/api/applications/{one}")["messages"][1]["text"] == "Yes, behind the house."
    person.post(f"/api/applications/{one}/withdraw")
    headers = {"Idempotency-Key": "message-2"}
    assert maria.ask("POST", path, {"text": "Hello?"}, expect=409, headers=headers)["code"] == "stage_conflict"


clock = st.integers(0, 47).map(lambda half: f"{half // 2:02}:{half % 2 * 30:02}")
zones = st.sampled_from([ZONE, "America/Phoenix", "America/St_Johns"])
minutes_of_two_years = st.integers(0, 2 * 365 * 24 * 60)


@given(zones, clock, clock, st.integers(5, 240), minutes_of_two_years, st.lists(st.integers(0, 7 * 24 * 4), max_size=5))
def test_free_times_lie_within_the_hours_and_are_busy_exactly_if_a_meeting_overlaps(
    zone: str, opens: str, closes: str, minutes: int, minute: int, meetings: list[int]
) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minute)
    length = timedelta(minutes=minutes)
    busy = [(start, start + length) for start in (at + timedelta(minutes=15 * one) for one in meetings)]
    times = [one for day in days_of(Hours(zone, opens, closes), minutes, busy, at) for one in day.times]
    for one in times:
        assert one.starts_at >= at + NOTICE
        local = one.starts_at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        end = datetime.combine(local.date(), time.fromisoformat(closes))
        end += timedelta(days=closes <= opens)
        assert local.time() >= time.fromisoformat(opens)
        assert local + length <= end
        overlap = any(one.starts_at < until and start < one.starts_at + length for start, until in busy)
        assert one.busy == overlap
    starts = [one.starts_at for one in times]
    assert all(second - first >= STEP for first, second in pairwise(starts))


def _wire(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


def test_a_question_with_the_longest_key_is_sent(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    decide(maria, one, {"action": "ask", "text": "Can you work Sundays?"}, 1, key="k" * 80)
    after_undo(client, worker)
    asked = person.get(f"/api/applications/{one}")
    assert (asked["stage"], asked["messages"][0]["text"]) == ("question_asked", "Can you work Sundays?")


def test_nobody_can_use_up_the_key_of_another_employer(client: TestClient, person: Person, diner: Business) -> None:
    maria, omar = diner.member("manager"), (cafe := business(client, "Blue Cafe")).member("owner", "Omar Kaya")
    interview = interviewed(person)
    for member, job in ((omar, cafe.jobs[0]), (maria, diner.jobs[0])):
        one = applied(client, person, job, interview)
        decide(member, one, {"action": "ask", "text": "When can you start?"}, 1, key="question-1")
        headers = {"Idempotency-Key": "message-1"}
        member.ask("POST", f"/applications/{one}/messages", {"text": "Hello"}, headers=headers, expect=201)
        person.call("POST", f"/api/applications/{one}/messages", {"text": "Hi"}, headers=headers)
        assert [each["text"] for each in person.get(f"/api/applications/{one}")["messages"]] == ["Hello", "Hi"]


def test_an_answer_that_is_sent_again_answers_no_later_question(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    headers = {"Idempotency-Key": "answer-01"}
    for version in (1, 3):
        decide(maria, one, {"action": "ask", "text": f"Question {version}"}, version)
        after_undo(client, worker)
        answered = person.call("POST", f"/api/applications/{one}/messages", {"text": "Yes"}, headers=headers)
        assert answered.json()["stage"] == ("in_review" if version == 1 else "question_asked")


def test_only_the_first_question_moves_the_reply_date(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    one = applied(client, person, diner.jobs[0])
    began = now()

    def reply_by() -> datetime:
        found = in_database(client, any_application, one).reply_by
        assert found
        return found

    def ask(version: int, day: int) -> datetime | None:
        """Ask on a day, which is answered 4 days later. Returns the date that the form called final."""
        with time_machine.travel(began + timedelta(days=day), tick=True):
            maria = diner.member("owner", f"Maria{version} Ortiz")  # Sessions of members end after hours.
            stays = maria.ask("GET", f"/applications/{one}/options")["replyStays"]
            decide(maria, one, {"action": "ask", "text": "Can you start on Monday?"}, version)
            after_undo(client, worker)
            assert in_database(client, any_application, one).reply_by is None
        with time_machine.travel(began + timedelta(days=day + 4), tick=True):
            person.call(
                "POST",
                f"/api/applications/{one}/messages",
                {"text": "Yes"},
                headers={"Idempotency-Key": f"answer-{version}"},
            )
        return datetime.fromisoformat(stays) if stays else None

    first = reply_by()
    assert ask(1, 0) is None
    moved = reply_by()
    assert moved > first

    assert ask(3, 4) == moved
    assert reply_by() == moved
    assert datetime.fromisoformat(person.get(f"/api/applications/{one}")["replyBy"]) == moved

    assert ask(5, 8) == moved  # Answered after the date: it stays.
    assert reply_by() == moved


def test_a_message_can_be_sent_again_after_the_end(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    path, headers = f"/applications/{one}/messages", {"Idempotency-Key": "message-1"}
    sent = maria.ask("POST", path, {"text": "Hello"}, headers=headers, expect=201)
    person.post(f"/api/applications/{one}/withdraw")
    again = maria.ask("POST", path, {"text": "Hello"}, headers=headers, expect=201)
    assert [one["id"] for one in again["messages"]] == [one["id"] for one in sent["messages"]]
    other = {"Idempotency-Key": "message-2"}
    assert maria.ask("POST", path, {"text": "Hello"}, headers=other, expect=409)["code"] == "stage_conflict"
