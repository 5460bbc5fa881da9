"""What the law demands of decisions: when AI levels may be shown, explanations, and records that outlive the person."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.admin.employers import close
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.actions import checked
from dayshift.hiring.applications.dropped import close_applications
from dayshift.hiring.applications.legal import drop_old_records
from dayshift.hiring.applications.models import application_reviewers, applications, decision_records, moves
from dayshift.hiring.applications.moves import MoveContext, store_moves
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.employers import find_member
from dayshift.hiring.employers.models import locations
from dayshift.interviews.room.models import interviews
from dayshift.interviews.room.report import InterviewReport
from dayshift.privacy import erase_user
from dayshift.privacy.inventory import Section, rows_of, sections
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

SOON = timedelta(seconds=40)
"""After the time to undo a decision."""


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def run_tasks(client: TestClient, worker: Worker, later: timedelta = timedelta(0)) -> None:
    assert client.portal
    with time_machine.travel(now() + later):
        client.portal.call(worker.drain)


def decline(client: TestClient, worker: Worker, member: StaffMember, application: str, version: int) -> None:
    """Decline and let the time to undo pass."""
    headers = {"If-Match": f'"{version}"', "Idempotency-Key": f"key-{application}-{version}"}
    body = {"action": "decline", "reason": "times", "words": "Sorry, Maya Torres."}
    member.ask("POST", f"/applications/{application}/moves", body, headers=headers)
    run_tasks(client, worker, SOON)


def told_before(client: TestClient, ago: timedelta) -> None:
    """Let the candidates have consented to their interviews, and applied, so long ago."""
    in_database(client, lambda tx: tx.execute(update(interviews).values(consent_at=now() - ago)))
    in_database(client, lambda tx: tx.execute(update(applications).values(submitted_at=now() - ago)))


def test_the_wait_begins_when_the_notice_of_the_job_was_shown(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    interview = interviewed(person)
    in_database(client, lambda tx: tx.execute(update(interviews).values(consent_at=now() - timedelta(days=30))))
    application = applied(client, person, diner.jobs[0], interview)  # In New York, where the interview was not for.
    run_tasks(client, worker)
    path = f"/applications/{application}/ratings/{first_question(maria, application)['id']}"
    skipped = maria.ask("PUT", path, {"skip": True})
    assert skipped["machine"] is None
    assert datetime.fromisoformat(skipped["machineFrom"]) - now() > timedelta(days=11)


def assign(tx: Tx, application: str, member: str) -> None:
    row = {"application_id": application, "member_id": member, "assigned_at": now()}
    tx.execute(insert(application_reviewers).values(**row))


def records(client: TestClient) -> list[Any]:
    return in_database(client, lambda tx: list(tx.execute(select(decision_records)).mappings()))


def section_of(table: str) -> Section:
    return next(one for one in sections() if one.table.name == table)


def first_question(member: StaffMember, application: str) -> dict[str, Any]:
    found: dict[str, Any] = member.ask("GET", f"/applications/{application}")["questions"][0]
    return found


def test_new_york_hides_levels_for_ten_business_days_unless_the_member_judges_first(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    question = first_question(maria, application)
    path = f"/applications/{application}/ratings/{question['id']}"
    skipped = maria.ask("PUT", path, {"skip": True})
    assert skipped["machine"] is None
    until = datetime.fromisoformat(skipped["machineFrom"])
    assert timedelta(days=11) < until - now() < timedelta(days=20)
    judged = sam.ask("PUT", path, {"level": 3})
    assert judged["machine"]["text"]
    assert judged["machineFrom"] is None
    assert first_question(maria, application)["machine"] is None
    rated = maria.ask("PUT", path, {"level": 2})
    assert (rated["own"]["firstLevel"], rated["own"]["skipped"]) == (2, False)  # It was given before seeing the AI's.
    assert rated["machine"]["text"]
    told_before(client, timedelta(days=20))
    theirs = diner.member("reviewer", "Rita Poe")
    in_database(client, assign, application, theirs.id)
    assert theirs.ask("PUT", path, {"skip": True})["machine"]["text"]


def test_elsewhere_skipping_opens_the_level_at_once(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    def move_away(tx: Tx) -> None:
        tx.execute(update(locations).values(zip="75201", state="TX", city="Dallas"))

    in_database(client, move_away)
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    question = first_question(maria, application)
    path = f"/applications/{application}/ratings/{question['id']}"
    assert maria.ask("PUT", path, {"skip": True})["machine"]["text"]
    in_database(client, lambda tx: tx.execute(update(users).values(zip_code="11201")))  # A candidate from Brooklyn.
    assert first_question(maria, application)["machine"] is None


@pytest.mark.parametrize("part", ["none", "unseen", "seen"])
def test_decline_explains_itself(
    client: TestClient, worker: Worker, diner: Business, person: Person, part: str
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    if part == "none":
        switches = {"video": True, "words": True, "score": False}
        person.call("PUT", f"/api/applications/{application}/shares", switches)
    run_tasks(client, worker)
    viewed(client, maria, application)
    if part == "seen":
        question = first_question(maria, application)
        maria.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 2})
    decline(client, worker, maria, application, 2)
    letter = person.get(f"/api/applications/{application}")["moves"][-1]["letter"]["paragraphs"]
    text = " ".join(letter)
    assert "The hours you can work" in text
    assert "Maria Ortiz decided this after looking at 1 of your 4 answers." in text
    words = {
        "none": "No AI took part.",
        "unseen": "didn't look at these levels",
        "seen": "saw those for 1 of your 4 answers, and only after judging",
    }
    assert [key for key, one in words.items() if one in text] == [part]
    assert "another look within 30 days" in text
    assert "Your interviews" in text
    [record] = records(client)
    assert (record["ai"], record["viewed"], record["answers"]) == (part, 1, 4)


def test_a_letter_speaks_of_no_levels_where_the_ai_suggested_none(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    report = InterviewReport(summary="", recommendation="MAYBE", competencies=())
    in_database(client, lambda tx: tx.execute(update(interviews).values(scoring="done", report=report)) and None)
    viewed(client, maria, application)
    decline(client, worker, maria, application, 2)
    text = " ".join(last_letter(person, application))
    assert "An AI read the text of your answers." in text
    assert "these levels" not in text
    assert "No AI took part" not in text


@pytest.mark.parametrize("rated", ["without a level", "with the level"])
def test_a_letter_says_how_many_levels_there_were_and_were_seen(
    client: TestClient, worker: Worker, diner: Business, person: Person, rated: str
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    viewed(client, maria, application)
    asked = maria.ask("GET", f"/applications/{application}")["questions"]

    def leave_one_level(tx: Tx) -> None:
        for row in tx.execute(select(interviews.c.id, interviews.c.report)).all():
            kept = [one.model_copy(update={"level": None, "quote": None}) for one in row.report.competencies]
            kept[0] = row.report.competencies[0].model_copy(update={"level": 2})
            report = row.report.model_copy(update={"competencies": tuple(kept)})
            tx.execute(update(interviews).where(interviews.c.id == row.id).values(report=report))

    in_database(client, leave_one_level)
    question = asked[1 if rated == "without a level" else 0]
    maria.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 2})
    decline(client, worker, maria, application, 2)
    text = " ".join(last_letter(person, application))
    none_seen = "suggested levels for 1 of your 4 answers, from their words. Maria didn't look at these levels."
    assert (none_seen in text) == (rated == "without a level")
    assert ("Maria saw those for 1 of your 4 answers" in text) == (rated == "with the level")
    assert ("the levels that the AI suggested" in text) == (rated == "with the level")


NOTHING_SHARED = {"video": True, "words": True, "score": False}


@pytest.mark.parametrize("by", ["the member", "a colleague"])
@pytest.mark.parametrize("end", ["not shared", "AI off", "scored again"])
def test_levels_that_were_seen_are_named_although_the_candidate_ended_them(
    client: TestClient, worker: Worker, diner: Business, person: Person, end: str, by: str
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    interview = interviewed(person)
    application = applied(client, person, diner.jobs[0], interview)
    run_tasks(client, worker)
    viewed(client, maria, application)
    rater = maria if by == "the member" else sam
    question = first_question(rater, application)
    shown = rater.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 2})["machine"]
    if end == "not shared":
        person.put(f"/api/applications/{application}/shares", NOTHING_SHARED)
    else:
        person.put(f"/api/interviews/{interview}/ai-scoring", {"wanted": False})
        if end == "scored again":
            person.put(f"/api/interviews/{interview}/ai-scoring", {"wanted": True})
    decline(client, worker, maria, application, 2)
    text = " ".join(last_letter(person, application))
    assert "No AI took part" not in text
    part, words = ("seen", "only after judging") if rater is maria else ("unseen", "didn't look at these levels")
    assert words in text
    [record] = records(client)
    level = next(one for one in record["levels"] if one["competency"] == question["competency"])
    assert (record["ai"], level["ai"], level["confidence"]) == (part, shown["level"], shown["confidence"])
    assert record["scorer"] is not None


def test_levels_that_nobody_saw_are_not_in_the_record(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    viewed(client, maria, application)
    person.put(f"/api/applications/{application}/shares", NOTHING_SHARED)
    question = first_question(maria, application)
    rated = maria.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 2})
    assert rated["machine"] is None
    decline(client, worker, maria, application, 2)
    assert "No AI took part" in " ".join(last_letter(person, application))
    [record] = records(client)
    assert (record["ai"], record["overruled"]) == ("none", None)
    assert {one["ai"] for one in record["levels"]} == {None}


@pytest.mark.both_engines
def test_a_decision_counts_what_its_member_saw_of_the_interview_in_other_applications(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    other_diner = business(client, "Corner Grill")
    elsewhere = other_diner.member("owner", "Eve Poe")
    interview = interviewed(person)
    rated, declined = (applied(client, person, job, interview) for job in diner.jobs[:2])
    theirs = applied(client, person, other_diner.jobs[0], interview)
    run_tasks(client, worker)
    for member, application, answers in ((maria, rated, (1, 2, 3)), (maria, declined, (1,)), (elsewhere, theirs, (1,))):
        for answer in answers:
            viewed(client, member, application, answer)
    question = first_question(maria, rated)
    shown = maria.ask("PUT", f"/applications/{rated}/ratings/{question['id']}", {"level": 2})["machine"]
    assert shown
    decline(client, worker, maria, declined, 2)
    viewed(client, sam, rated)
    decline(client, worker, sam, rated, 2)
    decline(client, worker, elsewhere, theirs, 2)
    text, colleagues, others = (" ".join(last_letter(person, one)) for one in (declined, rated, theirs))
    assert "Maria Ortiz decided this after looking at 3 of your 4 answers." in text
    assert "only after judging" in text
    assert "the levels that the AI suggested" in text
    for one, name in ((colleagues, "Sam Okafor"), (others, "Eve Poe")):  # What maria saw, they did not.
        assert f"{name} decided this after looking at 1 of your 4 answers." in one
        assert "didn't look at these levels" in one
    listed = {one["id"]: one["views"] for one in person.get("/api/applications")["applications"]}
    assert listed == {rated: 4, declined: 4, theirs: 1}  # Three by maria and one by sam.
    own = person.get(f"/api/applications/{declined}")
    assert {(one["name"], one["answer"]) for one in own["views"]} == {
        *(("Maria Ortiz", answer) for answer in (1, 2, 3)), ("Sam Okafor", 1),
    }  # fmt: skip
    assert {one["name"] for one in own["openings"]} == {"Maria Ortiz", "Sam Okafor"}
    [record] = [one for one in records(client) if one["member_name"] == "Maria Ortiz"]
    level = next(one for one in record["levels"] if one["competency"] == question["competency"])
    assert (record["ai"], record["viewed"], level["member"], level["ai"]) == ("seen", 3, 2, shown["level"])


def last_letter(person: Person, application: str) -> list[str]:
    found: list[str] = person.get(f"/api/applications/{application}")["moves"][-1]["letter"]["paragraphs"]
    return found


@pytest.mark.parametrize("how", ["alone", "many", "job filled"])
def test_a_members_close_says_that_it_is_about_the_job_and_leaves_a_record(
    client: TestClient, worker: Worker, diner: Business, person: Person, how: str
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    viewed(client, maria, application)
    headers, close = {"If-Match": "2", "Idempotency-Key": "close-it"}, {"action": "close", "reason": "filled"}
    preview = maria.ask("POST", f"/applications/{application}/preview", close)["letter"]["paragraphs"]
    if how == "alone":
        maria.ask("POST", f"/applications/{application}/moves", close, headers=headers)
    elif how == "many":
        many = {"move": close, "applications": [{"id": application, "version": 2}]}
        maria.ask("POST", "/applications/moves", many, headers=headers)
        run_tasks(client, worker, SOON)
    else:
        maria.ask("POST", f"/jobs/{diner.postings[0]}/state", {"state": "filled", "version": 1})
    found = person.get(f"/api/applications/{application}")
    assert (found["stage"], found["lookUntil"]) == ("closed", None)
    letter = last_letter(person, application)
    assert letter == preview
    assert letter[1:3] == [
        "This job has been filled. Thank you for applying.",
        "Nobody decided about you or your answers for this, and no AI took part.",
    ]
    assert "“Your data”" in letter[3]
    assert "eeoc.gov" in letter[3]
    assert "decided this" not in " ".join(letter)
    [record] = records(client)
    decided = ("close", "filled", "in_review", "Maria Ortiz", 1, 4, "unseen")
    names = ("action", "reason", "from_stage", "member_name", "viewed", "answers", "ai")
    assert tuple(record[name] for name in names) == decided
    owner = diner.member("owner", "Sam Okafor")
    [shown] = owner.ask("GET", "/reports/records")["records"]
    assert (shown["action"], shown["against"]) == ("close", None)
    assert owner.ask("GET", "/reports/fairness")["overruled"]["recommended"] == 0


def test_a_close_that_no_member_decided_names_nobody(client: TestClient, diner: Business, person: Person) -> None:
    application = applied(client, person, diner.jobs[0])
    in_database(client, close_applications, diner.id)
    letter = last_letter(person, application)
    assert "closed by the people who run this site" in letter[1]
    assert letter[2].startswith("Nobody decided about you")
    assert "“Privacy” page" in letter[3]
    assert records(client) == []


def test_nobody_hired_shares_with_or_writes_to_a_closed_employer(
    client: TestClient, diner: Business, person: Person
) -> None:
    application = applied(client, person, diner.jobs[0])
    in_database(client, lambda tx: tx.execute(update(applications).values(stage="hired", turn=None, reply_by=None)))
    path = f"/api/applications/{application}/messages"
    person.post(path, {"text": "See you on Monday."}, expect=201)
    in_database(client, close, diner.id)
    assert person.get("/api/privacy/data")["grants"][0]["active"] is False
    person.post(path, {"text": "Anybody there?"}, expect=409)


def test_the_letter_about_a_closed_account_says_what_is_left(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    decline(client, worker, maria, application, 2)
    shares = {"video": False, "words": True, "score": False}
    person.post(f"/api/applications/{application}/look", {"words": "Weekends too.", "shares": shares})
    in_database(client, close, diner.id, None, sam.id)
    letter = last_letter(person, application)
    assert "closed our account" in letter[1]
    assert "other look you asked for has ended" in letter[2]
    assert letter[3].startswith("Nobody decided about you")
    assert "“Privacy” page" in letter[-1]
    [record] = [one for one in records(client) if one["action"] == "close"]
    assert (record["reason"], record["member_name"]) == ("removed", "Sam Okafor")


def test_a_decision_against_a_person_without_its_explanation_is_refused(
    client: TestClient, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])

    def close(tx: Tx) -> None:
        by = MoveContext("member", now(), find_member(tx, maria.id), reason="filled")
        application = any_application(tx, one, for_update=True)
        assert application is not None
        store_moves(tx, [checked(tx, application, "close", by)])

    with pytest.raises(ValueError, match="explanation"):
        in_database(client, close)
    assert person.get(f"/api/applications/{one}")["stage"] == "submitted"


def test_the_letter_names_the_data_that_the_decision_used(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    interview = interviewed(person)
    ones = [applied(client, person, job, interview) for job in diner.jobs[:2]]
    run_tasks(client, worker)
    person.post(f"/api/applications/{ones[1]}/messages", {"text": "I can also work Sundays."}, expect=201)
    sam.ask("PUT", f"/applications/{ones[1]}/ratings/{first_question(sam, ones[1])['id']}", {"level": 3})
    for one in ones:
        viewed(client, maria, one)
    maria.ask("PUT", f"/applications/{ones[1]}/ratings/{first_question(maria, ones[1])['id']}", {"level": 2})
    for one in ones:
        decline(client, worker, maria, one, 2)
    few, many = (next(text for text in last_letter(person, one) if "based on" in text) for one in ones)
    assert few.startswith(
        "The decision is based on your application, the text of your answers and the levels that the AI suggested. Is"
    )
    assert many.startswith(
        "The decision is based on your application, the text of your answers, the levels that the AI suggested, "
        "your messages and what colleagues wrote about your application. Is"
    )


def test_after_a_second_no_the_letter_says_what_is_left(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    decline(client, worker, maria, application, 2)
    assert "another look within 30 days" in last_letter(person, application)[-1]
    shares = {"video": False, "words": True, "score": False}
    person.post(f"/api/applications/{application}/look", {"words": "Weekends too.", "shares": shares})
    viewed(client, sam, application)
    decline(client, worker, sam, application, 4)
    left = last_letter(person, application)[-1]
    for part in ("can't ask for another look", "“Your data”", "“Privacy”", "eeoc.gov"):
        assert part in left
    assert person.call("POST", f"/api/applications/{application}/look", {"shares": shares}).status_code == 409


def test_a_reason_that_is_not_in_the_list_has_to_be_written(
    client: TestClient, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    body: dict[str, Any] = {"action": "decline", "reason": "other"}
    headers = {"If-Match": "2", "Idempotency-Key": "own-reason"}
    reply = maria.call("POST", f"/applications/{application}/moves", body, headers=headers)
    assert (reply.status_code, list(reply.json()["fields"])) == (422, ["words"])
    blank = maria.call("POST", f"/applications/{application}/moves", {**body, "words": " "}, headers=headers)
    assert blank.status_code == 422
    written = {**body, "words": "We have no kitchen shifts this spring."}
    maria.ask("POST", f"/applications/{application}/moves", written, headers=headers)
    preview = maria.ask("POST", f"/applications/{application}/preview", written)
    assert "We have no kitchen shifts this spring." in str(preview)


def test_decline_without_its_explanation_cannot_be_stored(client: TestClient, diner: Business, person: Person) -> None:
    application = applied(client, person, diner.jobs[0])
    row = {"application_id": application, "number": 9, "action": "decline", "to_stage": "declined", "actor": "member"}
    with pytest.raises(IntegrityError):
        in_database(client, lambda tx: tx.execute(insert(moves).values(**row, made_at=now())))


@pytest.mark.parametrize("values", [{"consent_version": None}, {"ai_scoring": False}, {"ai_scoring": None}])
def test_score_without_consent_cannot_be_stored(
    client: TestClient, worker: Worker, person: Person, values: dict[str, Any]
) -> None:
    interviewed(person)
    run_tasks(client, worker)
    assert in_database(client, lambda tx: tx.execute(select(interviews.c.scoring)).scalars().all()) == ["done"]
    with pytest.raises(IntegrityError):
        in_database(client, lambda tx: tx.execute(update(interviews).values(**values)))


def test_record_names_what_took_part_and_outlives_the_person(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    viewed(client, maria, application)
    for question in maria.ask("GET", f"/applications/{application}")["questions"]:
        maria.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 1})
    decline(client, worker, maria, application, 2)
    [record] = records(client)
    assert (record["action"], record["reason"], record["member_name"]) == ("decline", "times", "Maria Ortiz")
    assert [one["member"] for one in record["levels"]] == [1] * 4
    known = [one["ai"] for one in record["levels"] if one["ai"]]
    assert record["overruled"] is (any(level != 1 for level in known) if known else None)
    assert record["shared"] == {"video": True, "words": True, "score": True, "quick_answers": False}
    assert (record["scorer"], record["sharing_version"]) != (None, None)
    assert {"nyc-ll144", "us-ugesp"} <= set(record["rules"])
    made = record["decided_at"]
    assert record["kept_until"] == date(made.year + 4, made.month, made.day)
    copied = in_database(client, lambda tx: list(rows_of(tx, section_of("decision_records"), person.id)))
    assert [(one["action"], one["reason"], one["keptUntil"]) for one in copied] == [
        ("decline", "times", record["kept_until"].isoformat())
    ]
    in_database(client, erase_user, person.id)
    assert records(client) == [record]
    stored = str(dict(record))
    answers = ("Maya", "Torres", "maya@example.com", person.id, application)
    assert [one for one in answers if one in stored] == []


def test_records_are_deleted_when_their_time_is_over(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    viewed(client, maria, application)
    decline(client, worker, maria, application, 2)
    [record] = records(client)
    assert in_database(client, drop_old_records, record["kept_until"], []) == 0
    after = record["kept_until"] + timedelta(days=1)
    assert in_database(client, drop_old_records, after, [diner.id]) == 0
    assert in_database(client, drop_old_records, after, []) == 1
