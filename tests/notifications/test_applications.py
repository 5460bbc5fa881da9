"""Mails and notices about applications: letters as previewed, calendar entries, reminders and the daily digest."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from icalendar import Calendar
from sqlalchemy import delete, update
from starlette.testclient import TestClient

from dayshift.accounts import find_user
from dayshift.accounts.models import users
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications import letter_of_move, moves_of, withdraw_all
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
from dayshift.hiring.applications.dropped import close_applications
from dayshift.hiring.applications.legal import explain
from dayshift.hiring.applications.models import meetings, moves
from dayshift.hiring.applications.moves import MoveContext, letter_before
from dayshift.hiring.applications.stages import UNDO_GRACE, UNDO_SUBMIT
from dayshift.hiring.desk import StateChange, change_job_state
from dayshift.hiring.employers import find_posting
from dayshift.hiring.employers.models import postings
from dayshift.notifications import schedule
from dayshift.privacy.erase import erase_user
from dayshift.settings import Settings
from tests.hiring.applications.test_moves import load, staff
from tests.notifications.test_bookings import entry
from tests.notifications.test_interviews import mail_bodies, mails, notices
from tests.people import PASSWORD, Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

__all__ = ["mails"]

MONDAY = "2026-03-02T15:00:00Z"
THREE = "2026-03-05T20:00:00+00:00"
INVITE = {"action": "invite", "times": [THREE], "minutes": 20, "place": "218 9th Ave", "ask_for": "Maria"}
OFFER = {"action": "offer", "pay": 21, "start_on": "2026-03-09", "first_shift": "4 PM to 11 PM", "place": "218 9th Ave"}

Mails = Callable[[], list[Any]]


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def decide(client: TestClient, member: StaffMember, application_id: str, body: dict[str, Any]) -> str:
    """Send a member's move at once; return the letter as the desk previews it."""

    def work(tx: Tx) -> str:
        shown, _ = letter_before(tx, load(tx, application_id), staff(tx, member), body, now())
        send(tx, load(tx, application_id), staff(tx, member), body, now())
        application = load(tx, application_id)
        user = find_user(tx, application.user_id)
        assert user is not None
        assert letter_of_move(tx, application, moves_of(tx, application_id)[-1], user) == shown
        return shown.text

    return in_database(client, work)


def decline(tx: Tx, application_id: str, member: StaffMember) -> None:
    application, found = load(tx, application_id), staff(tx, member)
    why = explain(tx, application, found, "decline", now()).stored()
    send(tx, application, found, {"action": "decline", "reason": "times", "explanation": why}, now())


def words(text: str) -> str:
    return " ".join(text.replace("\n>", "\n").split())


def test_candidates_get_the_letter_that_was_previewed(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    assert not any(mail["Subject"].startswith("Sent to") for mail in mails())  # It can still be undone.
    clock.shift(UNDO_SUBMIT + UNDO_GRACE)
    [sent] = mails()
    assert sent["Subject"] == "Sent to Two Spoons Diner: Restaurant Server (9th Avenue)"
    assert "You'll hear back by" in mail_bodies(sent)[0]
    viewed(client, maria, application_id)
    assert mails() == []  # Views are notices only.
    letter = decide(client, maria, application_id, {"action": "ask", "text": "Can you work Sundays?"})
    [asked] = mails()
    assert asked["Subject"] == "Two Spoons Diner has a question for you"
    assert words(letter) in words(mail_bodies(asked)[0])
    letter = decide(client, maria, application_id, INVITE)
    [invited] = mails()
    when = "Thursday, March 5, 3:00 PM EST"
    body = mail_bodies(invited)[0]
    before, after = letter.split(f"- {when}")
    assert words(before) in words(body.split(f"{when}: ")[0])
    assert words(after) in words(body.split(f"{when}: ")[1])
    # The page has this time chosen; opening it sends nothing.
    link = f"http://127.0.0.1:8000/application?id={application_id}&time=2026-03-05T20:00:00Z"
    assert f"{when}: {link}" in body.splitlines()
    assert person.get(f"/api/applications/{application_id}")["meeting"]["state"] == "offered"
    seen = [kind for kind in notices(person) if kind.startswith("application")]
    assert seen == ["application_invited", "application_question", "application_viewed", "application_sent"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_decisions_against_a_candidate_reach_those_who_stopped_emails(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any, language: str
) -> None:
    maria = diner.member("manager")
    in_database(client, lambda tx: tx.execute(update(users).values(language=language)))
    interview = interviewed(person)
    other = business(client, "Corner Cafe")
    declined, closed, dropped = (applied(client, person, job, interview) for job in (*diner.jobs, other.jobs[0]))
    links = [str(mail["List-Unsubscribe"]).strip("<>").removeprefix("http://127.0.0.1:8000") for mail in mails()]
    assert client.post(next(one for one in links if "kind=interviews" in one)).status_code == 200
    clock.shift(UNDO_SUBMIT + UNDO_GRACE)
    viewed(client, maria, declined)
    decide(client, maria, declined, INVITE)
    assert mails() == []
    letters = [decide(client, maria, declined, {"action": "decline", "reason": "times"})]
    letters.append(decide(client, maria, closed, {"action": "close", "reason": "filled"}))
    in_database(client, close_applications, other.id)
    sent = mails()
    bodies = [words(mail_bodies(mail)[0]) for mail in sent]
    assert [sum(words(letter) in body for body in bodies) for letter in letters] == [1, 1]
    assert len(sent) == 2
    for mail in sent:
        assert mail["List-Unsubscribe"] is None
        assert "unsubscribe" not in mail_bodies(mail)[0]
        assert "legal" in mail_bodies(mail)[0]
    assert person.get(f"/api/applications/{dropped}")["stage"] == "closed"


def test_what_was_undone_is_not_mailed_and_what_was_sent_together_is_mailed_once(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    interview = interviewed(person)
    mails()
    body = {"jobIds": diner.jobs[:2], "interviewId": interview, "shares": [{"employerId": diner.id}]}
    undone = person.post("/api/applications", {**body, "jobIds": diner.jobs[:1]})["results"][0]["applicationId"]
    assert person.call("DELETE", f"/api/applications/{undone}").status_code == 200
    person.post("/api/applications", body)
    clock.shift(UNDO_SUBMIT + UNDO_GRACE)
    [sent] = [mail for mail in mails() if mail["Subject"].startswith("Sent to")]
    assert sent["Subject"] == "Sent to 2 jobs"
    assert mail_bodies(sent)[0].count("Nobody there has signed in yet") == 2
    assert notices(person).count("application_sent") == 2


def test_a_candidate_who_refused_the_times_can_still_take_one(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    decide(client, maria, application_id, INVITE)
    path = f"/api/applications/{application_id}"
    refused = person.post(f"{path}/time", {"startsAt": None, "words": "Mornings, please."})
    assert (refused["stage"], refused["meeting"]["state"]) == ("in_review", "refused")
    assert refused["meeting"]["offered"] == [THREE.replace("+00:00", "Z")]
    options = f"/applications/{application_id}/options"
    assert maria.ask("GET", options)["wishedTimes"] == "Mornings, please."
    chosen = person.post(f"{path}/time", {"startsAt": THREE})
    assert (chosen["stage"], chosen["meeting"]["state"]) == ("invited", "chosen")
    assert maria.ask("GET", options)["wishedTimes"] is None
    person.post(f"{path}/time", {"startsAt": None})
    decide(client, maria, application_id, {"action": "ask", "text": "When, then?"})
    assert person.call("POST", f"{path}/time", {"startsAt": THREE}).status_code == 409


FOUR = "2026-03-06T21:00:00+00:00"


def end_meeting(client: TestClient, diner: Business, member: StaffMember, application_id: str, way: str) -> None:
    """End an agreed meeting in one of the ways in which it can end."""

    def work(tx: Tx) -> None:
        application = load(tx, application_id)
        by = staff(tx, member)
        match way:
            case "invite":
                send(tx, application, by, {**INVITE, "times": [FOUR]}, now())
            case "decline":
                why = explain(tx, application, by, "decline", now()).stored()
                send(tx, application, by, {"action": "decline", "reason": "times", "explanation": why}, now())
            case "cancel" | "close":
                send(tx, application, by, {"action": way, "reason": "filled" if way == "close" else None}, now())
            case "refuse_times":
                refuse_times(tx, application, None, now())
            case "withdraw":
                withdraw(tx, application, now())
            case "all_withdrawn":
                withdraw_all(tx, application.user_id, now())
            case "job_filled":
                posting = find_posting(tx, application.posting_id)
                assert posting is not None
                change_job_state(tx, by, posting.id, StateChange(state="filled", version=posting.version), now())
            case _:
                erase_user(tx, application.user_id)

    in_database(client, work)


WHY = {
    "invite": "is canceled. You offered other times instead.",
    "decline": "is canceled. You said no to the application.",
    "cancel": "is canceled. You canceled it. Please offer other times by ",
    "close": "is canceled. You marked Restaurant Server (9th Avenue) as filled.",
    "refuse_times": "is canceled. Maya can't come. Please offer other times by ",
    "withdraw": "is canceled. Maya withdrew the application. No reply is due.",
    "all_withdrawn": "is canceled. Maya withdrew the application. No reply is due.",
    "job_filled": "is canceled. You marked Restaurant Server (9th Avenue) as filled.",
    "erase": "is canceled. The candidate deleted their account, and with it the application.",
}
"""What the member's mail says by the way in which a meeting ended."""


@pytest.mark.parametrize("way", WHY)
def test_an_agreed_meeting_reaches_both_calendars_and_leaves_them_however_it_ends(
    client: TestClient, person: Person, mails: Mails, diner: Business, way: str
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    decide(client, maria, application_id, INVITE)
    mails()
    start = datetime.fromisoformat(THREE)
    in_database(client, lambda tx: choose_time(tx, load(tx, application_id), start, now()))
    found = {mail["To"].addresses[0].addr_spec.split("@")[0]: mail for mail in mails()}
    assert set(found) == {"maya", "maria.manager"}
    made = {to: entry(mail) for to, mail in found.items()}
    names = {to: str(event["SUMMARY"]) for to, (_, event) in made.items()}
    assert names == {
        "maya": "Two Spoons Diner: Restaurant Server (9th Avenue)",
        "maria.manager": "Maya Torres: Restaurant Server (9th Avenue)",
    }
    assert {(method, event.start) for method, event in made.values()} == {("REQUEST", start.astimezone(UTC))}
    assert len({event["UID"] for _, event in made.values()}) == 1
    offered_more = len(INVITE["times"]) > 1
    assert ("another of the times they offered" in words(mail_bodies(found["maya"])[0])) == offered_more

    end_meeting(client, diner, maria, application_id, way)
    ended = {mail["To"].addresses[0].addr_spec.split("@")[0]: mail for mail in mails()}
    assert set(ended) == ({"maria.manager"} if way == "erase" else {"maya", "maria.manager"})
    for to, mail in ended.items():
        method, event = entry(mail)
        assert (method, event["UID"], event["STATUS"]) == ("CANCEL", made[to][1]["UID"], "CANCELLED")
        assert event["SEQUENCE"] > made[to][1]["SEQUENCE"]
        assert event.start == start.astimezone(UTC)
        assert "Thursday, March 5, 3:00 PM EST" in words(mail_bodies(mail)[0])
    told = words(mail_bodies(ended["maria.manager"])[0])
    assert WHY[way] in told
    assert ("Offer other times: " in told) == (way in {"cancel", "refuse_times"})
    assert ("See who else applied: " in told) == (way in {"withdraw", "all_withdrawn"})
    if way == "refuse_times":
        said = words(mail_bodies(ended["maya"])[0])
        assert "because you said that you can't come. Two Spoons Diner can offer you other times now." in said
        assert "You'll hear back by" in said
    if way in {"close", "job_filled"}:
        assert "See whether other jobs fit you: http://127.0.0.1:8000/matches" in words(mail_bodies(ended["maya"])[0])
    if way == "invite":  # The history still shows what each invitation offered.
        shown = [one["letter"] for one in person.get(f"/api/applications/{application_id}")["moves"] if one["letter"]]
        assert [letter["times"] for letter in shown] == [
            ["Thursday, March 5, 3:00 PM EST"],
            ["Friday, March 6, 4:00 PM EST"],
        ]
        latest = {to: entry(mail)[1] for to, mail in ended.items()}
        moved = datetime.fromisoformat(FOUR)
        in_database(client, lambda tx: choose_time(tx, load(tx, application_id), moved, now()))
        for mail in mails():
            to = mail["To"].addresses[0].addr_spec.split("@")[0]
            method, event = entry(mail)
            assert (method, event["UID"], event.start) == ("REQUEST", made[to][1]["UID"], moved.astimezone(UTC))
            assert event["SEQUENCE"] > latest[to]["SEQUENCE"]
            latest[to] = event
        assert {event.start for event in latest.values()} == {moved.astimezone(UTC)}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_second_invitation_says_that_its_times_are_new(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any, language: str
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    in_database(client, lambda tx: tx.execute(update(users).values(language=language)) and None)
    viewed(client, maria, one)
    first, again = {
        "en": ("Two Spoons Diner wants to meet you", "New times for your meeting with Two Spoons Diner"),
        "es": ("Two Spoons Diner quiere conocerle", "Nuevos horarios para su cita con Two Spoons Diner"),
    }[language]
    subjects = []
    for number in range(3):
        mails()
        decide(client, maria, one, {**INVITE, "times": [FOUR]})
        subjects += [mail["Subject"] for mail in mails() if mail["Subject"] in {first, again}]
        if number:
            in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(FOUR), now()))
            decide(client, maria, one, {"action": "cancel"})
        else:
            in_database(client, lambda tx: refuse_times(tx, load(tx, one), None, now()))
        clock.shift(60)
    assert subjects == [first, again, again]
    mails()
    told = [one["kind"] for one in reversed(person.get("/api/notices")["notices"])]
    of_meetings = [kind for kind in told if kind.startswith(("application_invited", "application_meeting"))]
    assert of_meetings == [
        "application_invited",
        *("application_invited_again", "application_meeting_off") * 2,
    ]


def test_a_candidate_reads_in_the_app_that_they_are_said_not_to_have_come(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(client, maria, one, {**INVITE, "times": [FOUR]})
    in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(FOUR), now()) and None)
    clock.move_to("2026-03-07T20:30:00Z")
    decide(client, maria, one, {"action": "no_show"})
    mails()
    told = [(one["kind"], one["data"]["job"]) for one in person.get("/api/notices")["notices"]]
    assert ("application_no_show", "Restaurant Server (9th Avenue)") in told


def test_a_member_is_told_that_an_agreed_meeting_was_moved(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    decide(client, maria, application_id, {**INVITE, "times": [THREE, FOUR]})
    told = []
    for start in (THREE, FOUR):
        mails()
        person.post(f"/api/applications/{application_id}/time", {"startsAt": start})
        told += [words(mail_bodies(mail)[0]) for mail in mails() if "maria.manager" in str(mail["To"])]
    job = "for Restaurant Server (9th Avenue)"
    assert [f"picked a time {job}" in told[0], f"moved your meeting {job}" in told[1]] == [True, True]


def test_letters_from_before_they_were_stored_are_derived_only_from_what_they_said(
    client: TestClient, person: Person, diner: Business, clock: Any
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    decide(client, maria, application_id, INVITE)
    clock.shift(60)
    decide(client, maria, application_id, {**INVITE, "times": [FOUR]})
    in_database(client, lambda tx: tx.execute(update(moves).values(letter=None)) and None)

    def told() -> list[Any]:
        found = person.get(f"/api/applications/{application_id}")["moves"]
        return [one["letter"] and one["letter"]["times"] for one in found if one["action"] == "invite"]

    assert told() == [["Thursday, March 5, 3:00 PM EST"], ["Friday, March 6, 4:00 PM EST"]]
    in_database(client, lambda tx: tx.execute(delete(meetings).where(meetings.c.state == "cancelled")) and None)
    assert told() == [None, ["Friday, March 6, 4:00 PM EST"]]


def test_offer_and_acceptance(client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    decide(client, maria, application_id, INVITE)
    in_database(client, lambda tx: choose_time(tx, load(tx, application_id), datetime.fromisoformat(THREE), now()))
    clock.move_to("2026-03-05T20:30:00Z")
    decide(client, maria, application_id, {"action": "meet"})
    mails()
    decide(client, maria, application_id, OFFER)
    [offered] = mails()
    text = mail_bodies(offered)[0]
    assert (text.count("$21"), text.count("Pay: "), text.count("March 9")) == (1, 1, 1)
    in_database(client, lambda tx: answer_offer(tx, load(tx, application_id), accept=True, at=now()))
    starts = {mail["Subject"]: entry(mail) for mail in mails()}
    own = starts.pop("You start at Two Spoons Diner on Monday, March 9")[1]
    [(subject, (method, theirs))] = starts.items()
    assert (subject, method) == ("Maya accepted your offer: Restaurant Server (9th Avenue)", "REQUEST")
    assert theirs["SUMMARY"] == "First day of Maya Torres: Restaurant Server (9th Avenue)"
    assert (theirs.start, theirs["UID"]) == (date(2026, 3, 9), own["UID"])
    assert "4 PM to 11 PM" in theirs["DESCRIPTION"]


def test_a_first_day_is_in_the_calendars_of_members_until_the_account_is_deleted(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    def feed(url: str) -> list[str]:
        calendar = Calendar.from_ical(client.get("/api/desk" + url.partition("/api/desk")[2]).text)
        return [str(one["SUMMARY"]) for one in calendar.walk("VEVENT")]

    span = {"from": THREE, "until": "2026-03-06T20:00:00+00:00"}
    maria = diner.member("manager")
    link = maria.ask("GET", "/calendar", params=span)["feed"]
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    _answered_offer(client, maria, one, clock, accept=True)
    olga = diner.member("manager", "Olga Ruiz")
    shown = olga.ask("GET", "/calendar", params=span)
    assert [(day["id"], day["startOn"], day["member"], day["mine"]) for day in shown["firstDays"]] == [
        (one, "2026-03-09", maria.name, False)
    ]
    title = "First day of Maya Torres: Restaurant Server (9th Avenue)"
    assert (title in feed(link), title in feed(shown["feed"])) == (True, False)
    diner.member("owner", "Sam Okafor").ask("POST", f"/members/{maria.id}/deactivate")
    shown = olga.ask("GET", "/calendar", params=span)
    assert ([day["mine"] for day in shown["firstDays"]], title in feed(shown["feed"])) == ([True], True)

    first = entry(next(mail for mail in mails() if mail["Subject"].startswith("You start")))[1]
    in_database(client, lambda tx: erase_user(tx, person.id) and None)
    told = mails()
    assert {mail["Subject"] for mail in told} == {"Canceled: first day on Monday, March 9"}
    for mail in told:
        assert "Maya" not in str(mail)
        method, gone = entry(mail)
        assert (method, gone["UID"], gone["SEQUENCE"] > first["SEQUENCE"]) == ("CANCEL", first["UID"], True)
    assert olga.ask("GET", "/calendar", params=span)["firstDays"] == []
    assert feed(shown["feed"]) == []


def test_the_second_person_of_one_name_has_their_number_in_mails_and_calendars(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    maria = diner.member("manager")
    span = {"from": THREE, "until": "2026-03-06T20:00:00+00:00"}
    feed = maria.ask("GET", "/calendar", params=span)["feed"]
    applied(client, Person.register(client, "other@example.com"), diner.jobs[0])
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(client, maria, one, INVITE)
    at = datetime.fromisoformat(THREE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), at, now()))
    found = mails()
    clock.move_to(at + timedelta(minutes=30))
    decide(client, maria, one, {"action": "meet"})
    decide(client, maria, one, OFFER)
    in_database(client, lambda tx: answer_offer(tx, load(tx, one), accept=True, at=now()))
    found += mails()
    staff = [mail for mail in found if mail["To"].addresses[0].addr_spec.startswith("maria")]
    entries = [
        str(entry(mail)[1]["SUMMARY"])
        for mail in staff
        if any(part.get_content_type() == "text/calendar" for part in mail.walk())
    ]
    meeting = "Maya Torres (2): Restaurant Server (9th Avenue)"
    first_day = "First day of Maya Torres (2): Restaurant Server (9th Avenue)"
    assert set(entries) == {meeting, first_day}
    assert "Maya (2) accepted your offer: Restaurant Server (9th Avenue)" in {mail["Subject"] for mail in staff}

    calendar = Calendar.from_ical(client.get("/api/desk" + feed.partition("/api/desk")[2]).text)
    assert {str(event["SUMMARY"]) for event in calendar.walk("VEVENT")} == {meeting, first_day}

    person.post("/api/auth/proof", {"password": PASSWORD})
    person.post("/api/privacy/erasure")
    leaves = "Maya Torres (2) is deleting their account (starts Monday, March 9)"
    assert leaves in {mail["Subject"] for mail in mails()}
    assert person.call("DELETE", "/api/privacy/erasure").status_code == 200
    keeps = "Maya Torres (2) keeps their account (starts Monday, March 9)"
    assert {mail["Subject"] for mail in mails()} == {keeps, "We keep your Dayshift data"}


def test_who_is_hired_and_deletes_everything_keeps_the_job_and_both_sides_are_told_once(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    _answered_offer(client, maria, one, clock, accept=True)
    mails()
    person.post("/api/auth/proof", {"password": PASSWORD})
    [shown] = person.get("/api/privacy/data")["commitments"]
    assert (shown["applicationId"], shown["kind"], shown["contact"]) == (one, "hired", True)
    assert shown["startOn"] == "2026-03-09"

    olga = diner.member("manager", "Olga Ruiz")

    def told() -> dict[str, str]:
        return {str(mail["Subject"]): words(mail_bodies(mail)[0]) for mail in mails()}

    def desk() -> list[Any]:
        span = {"from": THREE, "until": "2026-03-06T20:00:00+00:00"}
        [news], [day] = olga.ask("GET", "/queue")["news"], olga.ask("GET", "/calendar", params=span)["firstDays"]
        person_page = olga.ask("GET", f"/applications/{one}")
        return [news["deletesAt"], day["deletesAt"], person_page["deletesAt"], person_page["contact"]]

    contact = desk()[-1]
    assert contact
    assert desk() == [None, None, None, contact]
    due = person.post("/api/privacy/erasure")["pending"]["dueAt"]
    found = told()
    planned = "Maya Torres is deleting their account (starts Monday, March 9)"
    assert set(found) == {"Your Dayshift data will be deleted on Thursday, March 12", planned}
    assert "Their phone number and email are on their page until Thursday, March 12." in found[planned]
    own = found["Your Dayshift data will be deleted on Thursday, March 12"]
    assert "You start at Two Spoons Diner on Monday, March 9: Restaurant Server." in own
    assert f"/application?id={one}" in own
    assert desk() == [due, due, due, contact]
    page = olga.ask("GET", f"/applications/{one}")
    assert (page["stage"], page["questions"], page["quick"]) == ("hired", [], None)
    person.post("/api/privacy/erasure")
    assert told() == {}
    person.post(f"/api/applications/{one}/messages", {"text": "I'll be there on Monday."})
    told()

    assert person.call("DELETE", "/api/privacy/erasure").status_code == 200
    assert set(told()) == {"Maya Torres keeps their account (starts Monday, March 9)", "We keep your Dayshift data"}
    assert desk()[1:] == [None, None, contact]


@pytest.mark.parametrize("stage", ["offered", "invited"])
def test_who_deletes_everything_with_an_offer_or_invitation_open_is_told_to_the_member_once(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any, stage: str
) -> None:
    text = {"offered": "Your offer has ended.", "invited": "Your invitation has ended."}[stage]
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(client, maria, one, INVITE)
    if stage == "offered":
        in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()) and None)
        clock.move_to("2026-03-05T20:30:00Z")
        decide(client, maria, one, {"action": "meet"})
        decide(client, maria, one, OFFER)
    mails()
    person.post("/api/auth/proof", {"password": PASSWORD})
    kinds = [shown["kind"] for shown in person.get("/api/privacy/data")["commitments"]]
    assert kinds == (["offer"] if stage == "offered" else [])
    person.post("/api/privacy/erasure")
    to_members = [mail for mail in mails() if "maria" in str(mail["To"])]
    assert [mail["Subject"] for mail in to_members] == ["Maya withdrew: Restaurant Server (9th Avenue)"]
    assert text in words(mail_bodies(to_members[0])[0])
    olga = diner.member("manager", "Olga Ruiz")
    assert [news["reason"] for news in olga.ask("GET", "/queue")["news"]] == ["withdrew"]
    assert person.call("DELETE", "/api/privacy/erasure").status_code == 200
    assert [mail["Subject"] for mail in mails()] == ["We keep your Dayshift data"]  # None to the member.
    assert person.get(f"/api/applications/{one}")["stage"] == "withdrawn"


def test_who_is_hired_is_told_of_other_applications_and_the_meetings_that_stay(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    maria = diner.member("manager")
    interview = interviewed(person)
    first, second = (applied(client, person, job, interview) for job in diner.jobs[:2])
    for one, start in ((first, THREE), (second, FOUR)):
        viewed(client, maria, one)
        decide(client, maria, one, {**INVITE, "times": [start]})
        at = datetime.fromisoformat(start)
        in_database(client, lambda tx, one=one, at=at: choose_time(tx, load(tx, one), at, now()) and None)
    clock.move_to("2026-03-05T20:30:00Z")
    decide(client, maria, first, {"action": "meet"})
    decide(client, maria, first, OFFER)
    mails()
    in_database(client, lambda tx: answer_offer(tx, load(tx, first), accept=True, at=now()))
    [hired] = [mail for mail in mails() if "You start at" in mail["Subject"]]
    method, event = entry(hired)
    assert (method, str(event["SUMMARY"])) == (
        "REQUEST",
        "First day at Two Spoons Diner: Restaurant Server (9th Avenue)",
    )
    assert event.decoded("DTSTART") == date(2026, 3, 9)
    assert "4 PM to 11 PM" in event["DESCRIPTION"]
    url = person.put("/api/calendar-feed", {})["url"].removeprefix("http://127.0.0.1:8000")
    days = [one for one in Calendar.from_ical(client.get(url).content).walk("VEVENT") if one["UID"] == event["UID"]]
    assert [one.decoded("DTSTART") for one in days] == [date(2026, 3, 9)]
    file = Calendar.from_ical(person.call("GET", f"/api/applications/{first}/meeting.ics").content)
    assert [one["UID"] for one in file.walk("VEVENT")] == [event["UID"]]
    text = words(mail_bodies(hired)[0])
    assert "Your other applications stay open until you take them back." in text
    assert (
        "You still have a meeting at Two Spoons Diner about Line Cook (Astoria) on Friday, March 6, 4:00 PM EST" in text
    )
    assert "$21 an hour" in text
    assert "/applications" in text


def test_a_candidates_first_unread_message_is_mailed_to_the_member_in_charge(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    maria = diner.member("manager", "Maria Ortiz")
    diner.member("owner", "Sam Okafor")  # Hires there, too, and has not decided.
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    decide(client, maria, application_id, INVITE)

    def told(*texts: str) -> list[str]:
        mails()
        for text in texts:
            person.post(f"/api/applications/{application_id}/messages", {"text": text})
        found = [mail for mail in mails() if mail["Subject"] == "Maya wrote to you: Restaurant Server (9th Avenue)"]
        assert all(f"/desk/messages?application={application_id}" in mail_bodies(mail)[0] for mail in found)
        return [f"{mail['To'].addresses[0].addr_spec.split('@')[0]}: {mail_bodies(mail)[0]}" for mail in found]

    [mail] = told("Is there parking?", "Or a bus?")
    assert mail.startswith("maria.manager: ")
    assert "Maya wrote to you about Restaurant Server (9th Avenue) and waits for an answer:" in words(mail)
    assert "Is there parking?" in mail
    assert told("Hello?") == []  # The one before is still unread.
    maria.ask("PUT", f"/applications/{application_id}/messages/read")
    assert len(told("Thank you. When do I start?")) == 1
    written = {"text": "On Monday."}
    headers = {"Idempotency-Key": "the-answer-of-maria"}
    maria.ask("POST", f"/applications/{application_id}/messages", written, headers=headers, expect=201)
    assert len(told("Great. At what time?")) == 1  # She has answered the one before.
    version = maria.ask("GET", f"/applications/{application_id}")["version"]
    headers = {"If-Match": str(version), "Idempotency-Key": "the-decision-of-maria"}
    decision = {"action": "decline", "reason": "times"}
    maria.ask("POST", f"/applications/{application_id}/moves", decision, headers=headers)
    assert len(told("And the shoes?")) == 1  # She has decided since.
    maria.ask("PUT", f"/applications/{application_id}/messages/read")
    maria.ask("PATCH", "/me", {"newsMail": False})
    assert told("Never mind.") == []


def test_an_answer_is_mailed_with_its_question_and_leads_to_the_decision(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    maria = diner.member("manager", "Maria Ortiz")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    decide(client, maria, application_id, {"action": "ask", "text": "Can you work Sundays?"})
    mails()
    in_database(client, lambda tx: answer_question(tx, load(tx, application_id), "Every second one.", now()) and None)
    [mail] = [mail for mail in mails() if mail["Subject"] == "Maya wrote to you: Restaurant Server (9th Avenue)"]
    text = words(mail_bodies(mail)[0])
    assert text.index("Can you work Sundays?") < text.index("Every second one.")
    assert f"Decide: http://127.0.0.1:8000/desk/applications/{application_id}" in text


def test_messages_of_members_are_mailed(client: TestClient, person: Person, mails: Mails, diner: Business) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    mails()

    def write(tx: Tx) -> None:
        application, member = load(tx, application_id), staff(tx, maria)
        write_message(tx, application, MoveContext("candidate", now()), "Do servers share tips?")
        for _ in range(2):
            write_message(
                tx, application, MoveContext("member", now(), member, "key-1"), "10% <b>goes</b> to the kitchen."
            )

    in_database(client, write)
    [mail] = [one for one in mails() if "maya" in one["To"]]
    assert mail["Subject"] == "A message from Two Spoons Diner"
    assert "<b>goes</b>" not in mail_bodies(mail)[1]


def test_what_a_member_writes_is_quoted_and_cannot_look_like_our_words(
    client: TestClient, person: Person, mails: Mails, diner: Business, settings: Settings
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    mails()
    text = f"Hello.\n\n** 482913\n\n> Your code\n\nSign in: {settings.public_url}/login"

    def write(tx: Tx) -> None:
        by = MoveContext("member", now(), staff(tx, maria), "key-1")
        write_message(tx, load(tx, application_id), by, text)

    in_database(client, write)
    plain, html = mail_bodies(mails()[0])
    plain = plain.replace("\r\n", "\n")
    assert f"> Hello.\n>\n> 482913\n>\n> Your code\n>\n> Sign in: {settings.public_url}/login\n" in plain
    quote = html.partition("border-left")[2].partition("</span>")[0]
    assert "482913" in quote
    assert "/login" in quote
    assert "letter-spacing" not in html
    assert "<a" not in quote


def test_members_are_reminded_before_and_after_a_promise_breaks(
    client: TestClient, mails: Mails, diner: Business, clock: Any
) -> None:
    diner.member("manager", "Maria Ortiz", [diner.locations[0]])
    diner.member("manager", "Sam Okafor", [diner.locations[1]])
    diner.member("owner", "Ana Whitlock")
    for number in range(2):
        applied(client, Person.register(client, f"rosa{number}@example.com"), diner.jobs[0])
    mails()
    clock.move_to("2026-03-05T06:00:00Z")  # The promise ends with Thursday in New York.
    mails()
    clock.move_to("2026-03-05T06:10:00Z")
    [due] = mails()
    assert due["To"].addresses[0].addr_spec.startswith("maria.manager")
    assert due["Subject"] == "Replies due within a day: 2"
    for name in ("Maya", "Maya (2)"):
        assert f"- {name}, Restaurant Server (9th Avenue): by Thursday, March 5" in mail_bodies(due)[0]
    clock.move_to("2026-03-06T05:00:01Z")
    mails()
    clock.move_to("2026-03-06T05:10:00Z")
    [late] = mails()
    assert late["Subject"] == "Late replies: 2"
    for name in ("Maya", "Maya (2)"):
        assert f"- {name}, Restaurant Server (9th Avenue): late since Thursday, March 5" in mail_bodies(late)[0]


def test_a_holiday_is_no_working_day_for_promises_and_digests(
    client: TestClient, mails: Mails, diner: Business, clock: Any
) -> None:
    clock.move_to("2026-11-24T15:00:00Z")  # Tuesday; Thursday is Thanksgiving.
    diner.member("manager")
    application_id = applied(client, Person.register(client, "rosa@example.com"), diner.jobs[0])
    in_database(client, schedule)
    promised = in_database(client, load, application_id).reply_by
    assert promised == datetime.fromisoformat("2026-12-01T05:00:00+00:00")  # The end of Monday, the third working day.
    mails()
    days = []
    for day in range(1, 7):
        clock.move_to(datetime.fromisoformat("2026-11-24T13:00:01+00:00") + timedelta(days=day))
        days += [now().strftime("%a") for mail in mails() if mail["Subject"].startswith("1 person")]
    assert days == ["Wed", "Fri", "Mon"]


def test_members_are_reminded_of_a_late_second_look(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    maria, sam = diner.member("manager", "Maria Ortiz"), diner.member("manager", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    for member in (maria, sam):
        viewed(client, member, one)

    in_database(client, lambda tx: decline(tx, one, maria))
    asked = in_database(client, lambda tx: look_again(tx, load(tx, one), "Weekdays too.", now()))
    assert asked.reply_by
    mails()
    clock.move_to(asked.reply_by + timedelta(seconds=1))
    mails()
    clock.move_to(asked.reply_by + timedelta(minutes=10))
    assert {mail["Subject"] for mail in mails()} == {"Late replies: 1"}


@pytest.mark.parametrize(
    ("colleague", "told", "what"),
    [
        (True, "sam.manager", "Maria said no the first time, so only a colleague like you can say no again."),
        (False, "maria.owner", "To say no again, you need somebody else who looks at the answers and decides."),
    ],
)
def test_another_look_reaches_those_who_can_decide_and_is_confirmed(
    client: TestClient, person: Person, mails: Mails, diner: Business, *, colleague: bool, told: str, what: str
) -> None:
    maria = diner.member("owner", "Maria Ortiz")
    if colleague:
        diner.member("manager", "Sam Okafor", [diner.locations[0]])
    diner.member("manager", "Zoe Lin", [diner.locations[1]])  # Hires elsewhere.
    diner.member("reviewer", "Rita Poe")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    in_database(client, lambda tx: decline(tx, one, maria))
    mails()
    in_database(client, lambda tx: look_again(tx, load(tx, one), "Weekdays too.", now()))
    found = {mail["To"].split("<")[-1].partition("@")[0]: mail for mail in mails()}
    assert found.keys() == {"maya", told}
    assert found["maya"]["Subject"] == "You asked Two Spoons Diner for another look"
    to_candidate, to_member = (words(mail_bodies(found[name])[0]) for name in ("maya", told))
    assert ("You'll hear back by Thursday, March 5." in to_candidate) == colleague
    assert ("Until there is one, no reply date runs." in to_candidate) == (not colleague)
    same = "The person who said no will look again, because nobody else hires for this job there right now."
    other = "If the answer is no again, it has to come from somebody else this time."
    assert (same in to_candidate, other in to_candidate) == (not colleague, colleague)
    ends = "If the job is filled, your request ends with it."
    assert (ends in to_candidate, "your request may end with it." in to_candidate) == (not colleague, colleague)
    assert found[told]["Subject"] == "Another look: Maya, Restaurant Server (9th Avenue)"
    assert ("You promised a reply by Thursday, March 5." in to_member) == colleague
    assert "Weekdays too." in to_member
    assert what in to_member


def test_the_digest_comes_once_on_working_mornings(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any
) -> None:
    diner.member("manager")
    applied(client, person, diner.jobs[0])
    in_database(client, schedule)
    mails()
    subjects = []
    for hour in range(1, 24 * 7):
        clock.move_to(datetime.fromisoformat(MONDAY).timestamp() + hour * 3600 + 1)
        subjects += [(now().astimezone().strftime("%a"), mail["Subject"]) for mail in mails()]
    digests = [day for day, subject in subjects if subject == "1 person is waiting for your reply"]
    assert digests == ["Tue", "Wed", "Thu", "Fri", "Mon"]


def _answered_offer(client: TestClient, maria: StaffMember, one: str, clock: Any, *, accept: bool) -> None:
    decide(client, maria, one, INVITE)
    at = datetime.fromisoformat(THREE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), at, now()))
    clock.move_to(at + timedelta(minutes=30))
    decide(client, maria, one, {"action": "meet"})
    decide(client, maria, one, OFFER)
    in_database(client, lambda tx: answer_offer(tx, load(tx, one), accept=accept, at=now()))


@pytest.mark.parametrize(
    ("accept", "subject", "text"),
    [
        (True, "Maya accepted your offer: Restaurant Server (9th Avenue)", "starts on Monday, March 9: 4 PM to 11 PM."),
        (False, "Maya said no to your offer: Restaurant Server (9th Avenue)", "the job is still open."),
        (
            None,
            "None of your times work for Maya: Restaurant Server (9th Avenue)",
            "Please offer other times by Thursday, March 5.",
        ),
    ],
)
def test_the_member_who_asked_is_told_at_once_of_what_cannot_wait(
    client: TestClient,
    person: Person,
    mails: Mails,
    diner: Business,
    clock: Any,
    *,
    accept: bool | None,
    subject: str,
    text: str,
) -> None:
    maria = diner.member("manager", "Maria Ortiz")
    diner.member("owner", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    mails()
    if accept is None:
        decide(client, maria, one, INVITE)
        in_database(client, lambda tx: refuse_times(tx, load(tx, one), "Mornings only.", now()))
    else:
        _answered_offer(client, maria, one, clock, accept=accept)
    found = [mail for mail in mails() if mail["Subject"] == subject]
    assert [mail["To"].split("<")[-1].partition("@")[0] for mail in found] == ["maria.manager"]
    told = words(mail_bodies(found[0])[0])
    assert text in told
    assert ("Mornings only." in told) == (accept is None)


@pytest.mark.parametrize("full", [False, True])
def test_the_mail_about_a_refused_offer_counts_the_open_offers_of_the_job(
    client: TestClient, person: Person, mails: Mails, diner: Business, clock: Any, *, full: bool
) -> None:
    maria = diner.member("manager", "Maria Ortiz")
    other = Person.register(client, "rosa@example.com")
    first, second = applied(client, person, diner.jobs[0]), applied(client, other, diner.jobs[0])
    for one, time in ((first, THREE), (second, FOUR)):
        viewed(client, maria, one)
        decide(client, maria, one, INVITE | {"times": [time]})
        in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(time), now()))  # noqa: B023
    clock.move_to(datetime.fromisoformat(FOUR) + timedelta(minutes=30))
    for one in (first, second):
        decide(client, maria, one, {"action": "meet"})
        decide(client, maria, one, OFFER)
    if full:
        one_place = update(postings).values(openings=1, always_hiring=False)
        in_database(client, lambda tx: tx.execute(one_place))
        in_database(client, lambda tx: answer_offer(tx, load(tx, second), accept=True, at=now()))
    mails()
    in_database(client, lambda tx: answer_offer(tx, load(tx, first), accept=False, at=now()))
    told = words(mail_bodies(next(mail for mail in mails() if "said no to your offer" in mail["Subject"]))[0])
    assert ("One offer for this job is still unanswered." in told) == (not full)
    assert ("Nothing more is owed." in told) == full
    assert "still open" not in told


def test_mails_about_what_cannot_wait_follow_the_preference_and_reach_a_successor(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    maria, sam = diner.member("manager", "Maria Ortiz"), diner.member("owner", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(client, maria, one, INVITE)
    assert maria.ask("PATCH", "/me", {"newsMail": False})["member"]["newsMail"] is False
    in_database(client, lambda tx: refuse_times(tx, load(tx, one), None, now()))
    about = "None of your times work for Maya: Restaurant Server (9th Avenue)"
    assert [mail for mail in mails() if mail["Subject"] == about] == []

    maria.ask("PATCH", "/me", {"newsMail": True})
    decide(client, maria, one, INVITE)
    sam.ask("POST", f"/members/{maria.id}/deactivate")
    in_database(client, lambda tx: refuse_times(tx, load(tx, one), None, now()))
    assert ["sam.owner" in mail["To"] for mail in mails() if mail["Subject"] == about] == [True]


@pytest.mark.parametrize("left", [False, True], ids=["once by the calendar", "a successor by mail"])
def test_taking_back_an_agreed_time_is_told_once(
    client: TestClient, person: Person, mails: Mails, diner: Business, *, left: bool
) -> None:
    maria, sam = diner.member("manager", "Maria Ortiz"), diner.member("owner", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()))
    if left:
        sam.ask("POST", f"/members/{maria.id}/deactivate")
    mails()
    in_database(client, lambda tx: refuse_times(tx, load(tx, one), "Mornings only.", now()))
    [told] = [mail for mail in mails() if "maya" not in mail["To"]]
    assert ("sam.owner" if left else "maria.manager") in told["To"]
    assert "wrote: Mornings only." in words(mail_bodies(told)[0])
    if not left:
        assert entry(told)[0] == "CANCEL"
        assert told["Subject"].startswith("Maya can't come: Thursday, March 5")
        told_what = words(mail_bodies(told)[0])
        assert "The meeting with Maya for Restaurant Server (9th Avenue) on" in told_what
        assert "is canceled. Maya can't come." in told_what
        assert "Please offer other times by Thursday, March 5." in told_what
        assert "Offer other times" in told_what


@pytest.mark.parametrize(("action", "name"), [("invite", "invitation"), ("close", "“job filled” message")])
def test_a_member_is_told_that_a_decision_was_erased_with_its_candidate(
    client: TestClient, person: Person, mails: Mails, diner: Business, action: str, name: str
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    viewed(client, maria, application_id)
    move = {
        "invite": {"action": "invite", "times": [THREE], "place": "218 9th Ave", "askFor": "Maria"},
        "close": {"action": "close", "reason": "filled"},
    }[action]
    body = {"move": move, "applications": [{"id": application_id, "version": 2}]}
    maria.ask("POST", "/applications/moves", body, headers={"Idempotency-Key": "decision-1"})
    mails()
    in_database(client, lambda tx: erase_user(tx, person.id) and None)
    [told] = mails()
    assert told["Subject"] == f"Not sent: your {name} for Restaurant Server (9th Avenue)"
    assert "A candidate for Restaurant Server (9th Avenue) deleted their account." in mail_bodies(told)[0]
    assert "Maya" not in str(told)


@pytest.mark.parametrize(
    ("move", "subject", "sentence"),
    [
        (INVITE, "changed its decision and wants to meet you", "changed our decision: our earlier no"),
        ({"action": "ask", "text": "Can you work Sundays?"}, "before it decides again", "We're taking another look"),
        (
            {"action": "decline", "reason": "times"},
            "looked again at Restaurant Server (9th Avenue): still not moving forward",
            "The answer is still no",
        ),
    ],
)
def test_the_reply_to_another_look_says_that_it_is_one(
    client: TestClient,
    person: Person,
    mails: Mails,
    diner: Business,
    *,
    move: dict[str, Any],
    subject: str,
    sentence: str,
) -> None:
    maria, sam = diner.member("manager", "Maria Ortiz"), diner.member("manager", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    for member in (maria, sam):
        viewed(client, member, one)

    def reply(tx: Tx, how: dict[str, Any]) -> str:
        application, by = load(tx, one), staff(tx, sam)
        if how["action"] == "decline":
            how = {**how, "explanation": explain(tx, application, by, "decline", now()).stored()}
        shown, _ = letter_before(tx, application, by, how, now())
        send(tx, application, by, how, now())
        return shown.text

    first = in_database(client, lambda tx: letter_before(tx, load(tx, one), staff(tx, sam), move, now()))[0].text
    in_database(client, lambda tx: decline(tx, one, maria))
    in_database(client, lambda tx: look_again(tx, load(tx, one), None, now()))
    mails()
    preview = in_database(client, lambda tx: reply(tx, move))
    assert sentence in preview
    assert sentence not in first
    [mail] = [mail for mail in mails() if mail["To"].addresses[0].addr_spec.startswith("maya")]
    assert mail["Subject"].endswith(subject)
    assert sentence in words(mail_bodies(mail)[0])
    if move["action"] != "invite":
        return
    in_database(client, lambda tx: refuse_times(tx, load(tx, one), None, now()))
    mails()
    assert sentence not in in_database(client, lambda tx: reply(tx, {**INVITE, "times": [FOUR]}))
    [mail] = [mail for mail in mails() if mail["To"].addresses[0].addr_spec.startswith("maya")]
    assert mail["Subject"] == "New times for your meeting with Two Spoons Diner"


def test_a_no_names_its_place_and_says_which_applications_there_stay_open(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    maria = diner.member("owner")
    interview = interviewed(person)
    server, cook = (applied(client, person, job, interview) for job in diner.jobs)
    for one in (server, cook):
        viewed(client, maria, one)
    no = {"action": "decline", "reason": "times"}
    preview = maria.ask("POST", f"/applications/{server}/preview", no)["letter"]
    open_still = "Your application for Line Cook (Astoria) stays open."
    assert open_still in preview["paragraphs"]
    mails()
    in_database(client, lambda tx: decline(tx, server, maria))
    [mail] = [mail for mail in mails() if mail["Subject"].startswith("Two Spoons Diner")]
    assert mail["Subject"] == "Two Spoons Diner decided about Restaurant Server (9th Avenue): not moving forward"
    assert "about the Restaurant Server (9th Avenue) job" in words(mail_bodies(mail)[0])
    assert open_still in words(mail_bodies(mail)[0])
    shown = {one["id"]: one for one in person.get("/api/applications")["applications"]}
    assert shown[server]["place"] == "218 9th Ave, New York, NY 10001"
    assert shown[cook]["place"] == "Astoria, 31-10 Broadway, New York, NY 10001"
    [*_, letter] = [one["letter"] for one in person.get(f"/api/applications/{server}")["moves"] if one["letter"]]
    assert open_still in letter["paragraphs"]

    person.put("/api/auth/language", {"language": "es"})
    decide(client, maria, cook, {"action": "close", "reason": "filled"})
    [mail] = mails()
    assert mail["Subject"] == "Line Cook (Astoria) en Two Spoons Diner ya se cubrió"
    assert "sigue abierta" not in words(mail_bodies(mail)[0])  # The other one has ended.
