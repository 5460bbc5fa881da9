"""Today says what came back: an entry for each application, with its reason, most urgent first."""

import importlib
import threading
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.accounts import find_user
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications.actions import submit
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
from dayshift.hiring.applications.grants import new_share
from dayshift.hiring.applications.legal import explain
from dayshift.hiring.applications.models import applications
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.employers import postings_of_jobs
from dayshift.hiring.employers.models import postings
from dayshift.interviews.room.models import interviews
from dayshift.interviews.room.report import CompetencyReport, InterviewReport
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
            body["explanation"] = explain(tx, found, staff(tx, member), "decline", now()).stored()
        send(tx, found, staff(tx, member), body, now())

    in_database(client, work)


def meet(client: TestClient, maria: StaffMember, one: str, clock: Any) -> None:
    """Let the candidate come to a meeting, which is over."""
    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()))
    clock.move_to(datetime.fromisoformat(THREE) + timedelta(minutes=20))
    decide(client, maria, one, {"action": "meet"})


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
    meet(client, maria, one, clock)
    olga = diner.member("owner", "Olga Ruiz")
    openings = olga.ask("GET", f"/applications/{one}/options")["openings"]
    assert openings == {"openings": 2, "hired": 0, "offered": 0}
    decide(client, maria, one, OFFER)
    [job] = [job for job in olga.ask("GET", "/jobs")["jobs"] if job["invitedCount"]]
    assert job["offered"] == [in_database(client, lambda tx: load(tx, one)).first_name]
    in_database(client, lambda tx: answer_offer(tx, load(tx, one), accept=accept, at=now()))
    [found] = news(olga)
    assert found["reason"] == reason
    vacancy = olga.ask("GET", f"/applications/{one}")["vacancy"]
    assert vacancy is None or vacancy["offered"] == []
    assert (vacancy and (vacancy["hired"], vacancy["openings"], vacancy["waiting"])) == ((1, 2, 0) if accept else None)
    assert olga.ask("GET", "/queue")["full"] == []  # One opening is left.
    told = {"startOn": "2026-03-09", "firstShift": "4 PM to 11 PM", "answerBy": None}
    assert found["offer"] == (told if accept else None)
    clock.move_to("2026-03-15T15:00:00Z")
    assert news(diner.member("owner", "Zoe Lin")) == []


def test_an_offer_is_news_once_its_day_is_over_without_an_answer(
    client: TestClient, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    meet(client, maria, one, clock)
    decide(client, maria, one, {**OFFER, "answer_by": "2026-03-07"})
    clock.move_to("2026-03-08T03:00:00Z")  # In New York the day is not over.
    assert news(diner.member("owner", "Olga Ruiz")) == []
    clock.move_to("2026-03-08T06:00:00Z")
    zoe = diner.member("owner", "Zoe Lin")
    [found] = news(zoe)
    assert (found["reason"], found["offer"]["answerBy"]) == ("unanswered", "2026-03-07")
    in_database(client, lambda tx: answer_offer(tx, load(tx, one), accept=True, at=now()))
    assert [found["reason"] for found in news(zoe)] == ["accepted"]


def test_an_offer_is_news_once_its_first_day_has_passed_without_an_answer(
    client: TestClient, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    meet(client, maria, one, clock)
    decide(client, maria, one, OFFER)  # No day to answer by; it starts on 2026-03-09.
    clock.move_to("2026-03-10T03:00:00Z")  # In New York that day is not over.
    assert news(diner.member("owner", "Olga Ruiz")) == []
    clock.move_to("2026-03-10T06:00:00Z")
    [found] = news(diner.member("owner", "Zoe Lin"))
    assert (found["reason"], found["offer"]["startOn"]) == ("unanswered", "2026-03-09")


def test_the_desk_says_that_somebody_has_another_job_here(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    two = applied(client, person, diner.jobs[1])
    meet(client, maria, one, clock)
    decide(client, maria, one, OFFER)
    olga = diner.member("owner", "Olga Ruiz")

    def shown(member: StaffMember, view: str) -> list[str | None]:
        rows = member.ask("GET", f"/applications?view={view}")["rows"]
        return [row["hiredFor"] for row in rows if row["id"] == two]

    assert shown(olga, "needs_reply") == [None]
    in_database(client, lambda tx: answer_offer(tx, load(tx, one), accept=True, at=now()))
    assert shown(olga, "needs_reply") == ["Restaurant Server"]
    assert [row["hiredFor"] for row in olga.ask("GET", "/queue")["rows"]] == ["Restaurant Server"]
    assert [(one["title"], one["stage"]) for one in olga.ask("GET", f"/applications/{two}")["earlier"]] == [
        ("Restaurant Server", "hired")
    ]
    person.post(f"/api/applications/{two}/messages", {"text": "Is this one still open?"})
    assert {found["id"]: found["hiredFor"] for found in news(olga)} == {one: None, two: "Restaurant Server"}
    elsewhere = diner.member("manager", "Zoe Lin", [diner.locations[1]])  # Does not see the first job.
    assert shown(elsewhere, "needs_reply") == [None]


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
def test_who_withdraws_is_news_for_a_day_and_longer_if_something_was_begun(
    client: TestClient, diner: Business, maria: StaffMember, one: str, clock: Any, *, invited: bool
) -> None:
    if invited:
        decide(client, maria, one, INVITE)
    in_database(client, lambda tx: withdraw(tx, load(tx, one), now()))
    assert [(found["reason"], found["name"]) for found in news(maria)] == [("withdrew", "Maya")]
    clock.shift(timedelta(days=1, minutes=1))
    later = diner.member("owner", "Olga Ruiz")  # Sessions of tests are short.
    assert [found["reason"] for found in news(later)] == (["withdrew"] if invited else [])


def test_an_unread_message_is_news_once(client: TestClient, maria: StaffMember, one: str) -> None:
    for text in ("Hello?", "Is there parking?"):
        in_database(
            client, lambda tx, text=text: write_message(tx, load(tx, one), MoveContext("candidate", now()), text)
        )
    assert [(found["reason"], found["words"]) for found in news(maria)] == [("message", "Is there parking?")]
    maria.ask("PUT", f"/applications/{one}/messages/read")
    assert news(maria) == []


def test_a_message_is_told_with_the_meeting_and_beside_what_is_owed(
    client: TestClient, maria: StaffMember, one: str
) -> None:
    def write(text: str) -> None:
        in_database(client, lambda tx: write_message(tx, load(tx, one), MoveContext("candidate", now()), text))

    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()))
    with time_machine.travel("2026-03-02T15:01:00Z", tick=False):
        write("Is there parking?")
        [found] = news(maria)
    assert (found["reason"], found["words"]) == ("message", "Is there parking?")
    assert found["meetsAt"] == "2026-03-05T20:00:00Z"
    maria.ask("PUT", f"/applications/{one}/messages/read")
    assert [found["reason"] for found in news(maria)] == ["meeting"]
    in_database(client, lambda tx: refuse_times(tx, load(tx, one), "Mornings.", now()))
    with time_machine.travel("2026-03-02T15:02:00Z", tick=False):
        write("Or Sunday.")
        assert [(found["reason"], found["wrote"]) for found in news(maria)] == [("none_fit", "Or Sunday.")]
    maria.ask("PUT", f"/applications/{one}/messages/read")
    assert [(found["reason"], found["wrote"]) for found in news(maria)] == [("none_fit", None)]


def test_a_message_waits_for_its_answer_whatever_its_writer_does_next(
    client: TestClient, maria: StaffMember, one: str
) -> None:
    decide(client, maria, one, INVITE)
    with time_machine.travel("2026-03-02T15:01:00Z", tick=False):
        in_database(client, lambda tx: write_message(tx, load(tx, one), MoveContext("candidate", now()), "Parking?"))
    with time_machine.travel("2026-03-02T15:02:00Z", tick=False):
        in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()))
        assert [(found["reason"], found["words"]) for found in news(maria)] == [("message", "Parking?")]
    with time_machine.travel("2026-03-02T15:03:00Z", tick=False):
        in_database(client, lambda tx: refuse_times(tx, load(tx, one), "Mornings.", now()))
        assert [(found["reason"], found["wrote"]) for found in news(maria)] == [("none_fit", "Parking?")]


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


def test_a_full_job_is_to_be_closed_by_those_who_hire_there(
    client: TestClient, diner: Business, maria: StaffMember, one: str
) -> None:
    other = applied(client, Person.register(client, "rosa@example.com"), diner.jobs[0])
    gone = applied(client, Person.register(client, "luz@example.com"), diner.jobs[0])
    in_database(client, lambda tx: withdraw(tx, load(tx, gone), now()))

    def left() -> str:
        return str(next(one["jobLeft"] for one in news(maria) if one["id"] == gone))

    def hire(tx: Tx) -> str:
        found = load(tx, one)
        tx.execute(update(postings).where(postings.c.id == found.posting_id).values(openings=1))
        send(tx, found, staff(tx, maria), OFFER, now())
        answer_offer(tx, load(tx, one), accept=True, at=now())
        return found.posting_id

    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: choose_time(tx, load(tx, one), datetime.fromisoformat(THREE), now()))
    with time_machine.travel("2026-03-05T20:30:00Z", tick=False):
        decide(client, maria, one, {"action": "meet"})
    assert left() == "open"
    job = in_database(client, hire)
    assert left() == "full"
    for member in (maria, diner.member("owner", "Olga Ruiz")):
        [full] = member.ask("GET", "/queue")["full"]
        assert (full["id"], full["title"], full["waiting"]) == (job, "Restaurant Server", 1)
    assert diner.member("manager", "Zoe Lin", [diner.locations[1]]).ask("GET", "/queue")["full"] == []
    assert diner.member("reviewer", "Rita Poe").ask("GET", "/queue")["full"] == []
    version = next(row["version"] for row in maria.ask("GET", "/jobs")["jobs"] if row["id"] == job)
    maria.ask("POST", f"/jobs/{job}/state", {"state": "filled", "version": version})
    assert maria.ask("GET", "/queue")["full"] == []
    assert left() == "over"
    assert in_database(client, load, other).stage == "closed"


def test_nobody_waits_while_a_decision_can_be_undone(client: TestClient, maria: StaffMember, one: str) -> None:
    def waiting() -> Any:
        queue, listed = maria.ask("GET", "/queue"), maria.ask("GET", "/applications?view=needs_reply")
        shown = ([row["id"] for row in queue["rows"]], [found["reason"] for found in queue["news"]])
        return *shown, queue["waiting"], queue["people"], [row["id"] for row in listed["rows"]], listed["total"]

    decide(client, maria, one, ASK)
    in_database(client, lambda tx: answer_question(tx, load(tx, one), "Yes, any weekday.", now()))
    before = waiting()
    assert before == ([one], ["answered"], 1, 1, [one], 1)
    made_on = {
        "If-Match": f'"{maria.ask("GET", f"/applications/{one}")["version"]}"',
        "Idempotency-Key": "ask-once-more",
    }
    question = {"action": "ask", "text": "And on Sundays?"}
    assert maria.ask("POST", f"/applications/{one}/moves", question, headers=made_on)["pending"]
    assert waiting() == ([], [], 0, 0, [one], 1), "the list keeps it, and says what is going out"
    for view in ("needs_reply", "all_open"):
        listed = maria.ask("GET", f"/applications?view={view}")
        assert [(row["id"], row["pending"]) for row in listed["rows"]] == [(one, "ask")]
    maria.ask("DELETE", f"/applications/{one}/pending")
    assert waiting() == before


def test_a_message_does_not_hide_that_an_offer_was_accepted(
    client: TestClient, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    meet(client, maria, one, clock)
    decide(client, maria, one, OFFER)
    in_database(client, lambda tx: answer_offer(tx, load(tx, one), accept=True, at=now()))
    clock.shift(timedelta(minutes=1))
    in_database(client, lambda tx: write_message(tx, load(tx, one), MoveContext("candidate", now()), "Until Monday."))
    olga = diner.member("owner", "Olga Ruiz")  # Sessions of tests are short.
    assert sorted(found["reason"] for found in news(olga)) == ["accepted", "message"]
    olga.ask("PUT", f"/applications/{one}/messages/read")
    assert [found["reason"] for found in news(olga)] == ["accepted"]


def test_who_withdrew_comes_last_and_can_be_put_away(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    rosa = Person.register(client, "rosa@example.com", firstName="Rosa")
    other = applied(client, rosa, diner.jobs[0])
    viewed(client, maria, other)
    decide(client, maria, one, INVITE)
    in_database(client, lambda tx: withdraw(tx, load(tx, one), now()))
    decide(client, maria, other, ASK)
    clock.shift(timedelta(hours=1))
    in_database(client, lambda tx: answer_question(tx, load(tx, other), "Yes.", now()))
    assert [found["reason"] for found in news(maria)] == ["answered", "withdrew"]
    maria.ask("PUT", f"/applications/{one}/messages/read")
    assert [found["reason"] for found in news(maria)] == ["answered"]
    maria.ask("PUT", f"/applications/{other}/messages/read")
    assert [found["reason"] for found in news(maria)] == ["answered"]  # A reply is owed.
    in_database(client, lambda tx: withdraw(tx, load(tx, other), now()))
    assert [found["id"] for found in news(maria)] == [other]  # It ended after that was put away.


def test_closing_a_job_names_offers_meetings_and_other_looks_and_who_stays(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, one: str, clock: Any
) -> None:
    olga = diner.member("owner", "Olga Ruiz")
    names = {"maya2": ("Maya", "Reed"), "ana": ("Ana", "Paz"), "luz": ("Luz", "Vega")}
    found = {"maya": one}
    for key, (first, last) in names.items():
        other = Person.register(client, f"{key}@example.com", firstName=first, lastName=last)
        found[key] = applied(client, other, diner.jobs[0])
        viewed(client, maria, found[key])
    times = {"maya": "2026-03-05T20:00:00+00:00", "maya2": "2026-03-05T21:00:00+00:00"}
    for key, start in times.items():
        decide(client, maria, found[key], INVITE | {"times": [start]})
        in_database(
            client,
            lambda tx, key=key, start=start: choose_time(
                tx, load(tx, found[key]), datetime.fromisoformat(start), now()
            ),
        )
    for key in ("ana", "luz"):
        viewed(client, olga if key == "luz" else maria, found[key])
        decide(client, olga if key == "luz" else maria, found[key], {"action": "decline", "reason": "experience"})
        in_database(client, lambda tx, key=key: look_again(tx, load(tx, found[key]), "Please.", now()))

    def ends(member: StaffMember) -> dict[str, Any]:
        [job] = [job for job in member.ask("GET", "/jobs")["jobs"] if job["invitedCount"]]
        return {key: job[key] for key in ("offered", "meetings", "looks", "staying")}

    assert ends(maria) == {
        "offered": [], "meetings": ["Maya Torres", "Maya Reed"], "looks": ["Luz"], "staying": ["Ana"],
    }  # fmt: skip
    assert (ends(olga)["looks"], ends(olga)["staying"]) == (["Ana"], ["Luz"])


def test_today_quotes_an_answer_as_the_persons_page_does(client: TestClient, maria: StaffMember, one: str) -> None:
    asked = [question["competency"] for question in maria.ask("GET", f"/applications/{one}")["questions"]]
    long = "Well, it was a Friday. " + "I stayed until everybody had eaten. " * 12

    def quoted(*quotes: str) -> Any:
        found = [
            CompetencyReport.model_validate(
                {
                    "competency": name,
                    "question": "",
                    "level": 4,
                    "levelText": "",
                    "quote": quote,
                    "confidence": "high",
                    "raise": "",
                }
            )
            for name, quote in zip(asked, quotes, strict=False)
        ]
        report = InterviewReport(summary="", recommendation="HIRE", competencies=tuple(found))
        values = {"scoring": "done", "report": report}
        interview = in_database(client, lambda tx: load(tx, one)).interview_id
        in_database(
            client, lambda tx: tx.execute(update(interviews).where(interviews.c.id == interview).values(values))
        )
        [row] = maria.ask("GET", "/queue")["rows"]
        return row["quote"]

    assert quoted(long, "I counted the till twice.") == long
    assert quoted() is None


def test_people_of_one_name_are_numbered_for_members_and_not_for_themselves(
    client: TestClient, person: Person, diner: Business, maria: StaffMember
) -> None:
    other = Person.register(client, "other@example.com", lastName="TÓRRES")
    one, two = (applied(client, each, diner.jobs[0]) for each in (person, other))
    third = applied(client, other, diner.jobs[1])  # Another job of the same person.
    rows = maria.ask("GET", "/queue")["rows"]
    assert {row["id"]: (row["name"], row["firstName"]) for row in rows} == {
        one: ("Maya Torres", "Maya"), two: ("Maya TÓRRES (2)", "Maya (2)"), third: ("Maya TÓRRES (2)", "Maya (2)"),
    }  # fmt: skip
    assert maria.ask("GET", f"/applications/{two}")["name"] == "Maya TÓRRES (2)"
    assert maria.ask("GET", f"/applications/{two}/options")["firstName"] == "Maya (2)"
    viewed(client, maria, two)
    invitation = {"action": "invite", "times": [THREE], "minutes": 20, "place": "218 9th Ave", "askFor": "Maria"}
    letter = maria.ask("POST", f"/applications/{two}/preview", invitation)["letter"]["paragraphs"]
    assert letter[0].startswith("Hi Maya, ")


@pytest.mark.both_engines
def test_two_people_of_one_name_who_apply_at_once_get_two_numbers(client: TestClient, diner: Business) -> None:
    people = [Person.register(client, f"twin{number}@example.com") for number in range(2)]
    interviews_of = [interviewed(one) for one in people]
    both = threading.Barrier(2)

    def apply(tx: Tx, user_id: str, interview: str) -> None:
        user, posting = find_user(tx, user_id), postings_of_jobs(tx, [diner.jobs[0]])[diner.jobs[0]]
        assert user is not None
        submit(tx, user, posting, interview, new_share(now(), video=True, words=True, score=True), now())
        with suppress(threading.BrokenBarrierError):
            both.wait(1)  # Neither has committed yet, if the other one could go on.

    threads = [
        threading.Thread(target=in_database, args=(client, apply, one.id, interview))
        for one, interview in zip(people, interviews_of, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = diner.member("manager").ask("GET", "/queue")["rows"]
    assert sorted(row["name"] for row in rows) == ["Maya Torres", "Maya Torres (2)"]


def test_a_longer_name_with_the_same_ending_is_another_name(
    client: TestClient, person: Person, diner: Business, maria: StaffMember
) -> None:
    longer = Person.register(client, "ana@example.com", firstName="Ana Maya")
    for each in (longer, person):
        applied(client, each, diner.jobs[0])
    rows = maria.ask("GET", "/queue")["rows"]
    assert sorted(row["name"] for row in rows) == ["Ana Maya Torres", "Maya Torres"]


def test_people_who_applied_before_there_were_numbers_get_theirs(
    client: TestClient, person: Person, diner: Business, maria: StaffMember, clock: Any
) -> None:
    others = [Person.register(client, f"maya{number}@example.com") for number in range(2)]
    for each in (person, *others):
        applied(client, each, diner.jobs[0])
        clock.shift(timedelta(minutes=1))
    applied(client, others[0], diner.jobs[1])
    upgrade = importlib.import_module("migrations.versions.0147_earlier_namesakes").upgrade

    def migrate(tx: Tx) -> None:
        without = applications.c.user_id != others[1].id  # The last one has a number already: 2, the next free one.
        tx.execute(update(applications).values(namesake=None).where(without))
        tx.execute(update(applications).values(namesake=2).where(~without))
        with Operations.context(MigrationContext.configure(tx)):
            upgrade()

    in_database(client, migrate)
    rows = maria.ask("GET", "/queue")["rows"]
    assert sorted(row["name"] for row in rows) == [
        "Maya Torres",
        "Maya Torres (2)",
        "Maya Torres (3)",
        "Maya Torres (3)",
    ]
