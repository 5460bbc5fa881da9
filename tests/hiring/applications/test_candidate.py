"""Candidates apply over HTTP, follow their applications, and answer employers."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.applications import own_list
from dayshift.hiring.applications.decisions import send
from dayshift.hiring.applications.models import applications
from dayshift.hiring.employers import add_sample_employers
from dayshift.jobs.catalog import SAMPLE, import_sample, jobs_of_source
from tests.hiring.applications.test_moves import load, staff
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

ALL = {"video": True, "words": True, "score": True}


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def apply(person: Person, diner: Business, *jobs: str, **more: Any) -> list[Any]:
    shares = [{"employerId": diner.id, **ALL}]
    found: list[Any] = person.post("/api/applications", {"jobIds": list(jobs), "shares": shares, **more})["results"]
    return found


def sent(person: Person, diner: Business) -> str:
    interviewed(person)
    [result] = apply(person, diner, diner.jobs[0])
    return str(result["applicationId"])


def decide(client: TestClient, member: StaffMember, application_id: str, **body: Any) -> None:
    viewed(client, member, application_id)
    in_database(client, lambda tx: send(tx, load(tx, application_id), staff(tx, member), body, now()) and None)


def states(person: Person, *jobs: str) -> Any:
    return person.get(f"/api/applications/states?{'&'.join(f'job={job}' for job in jobs)}")


def test_a_candidate_sees_what_is_promised_and_applies(person: Person, diner: Business) -> None:
    for name in ("Maria Ortiz", "Devin Park", "Ana Whitlock", "Sam Okafor"):
        diner.member("manager", name)
    diner.member("reviewer", "Theo Grant")
    before = states(person, *diner.jobs, "unknown")
    assert [job["state"] for job in before["jobs"]] == ["open", "open"]
    job = before["jobs"][0]
    assert (job["employer"]["name"], job["replyDays"], job["percent"]) == ("Two Spoons Diner", 3, None)
    assert (len(job["hiring"]), job["hiringMore"]) == (3, 1)
    assert before["interviews"] == []
    refused = person.call(
        "POST", "/api/applications", {"jobIds": [diner.jobs[0]], "shares": [{"employerId": diner.id}]}
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "no_interview")
    application_id = sent(person, diner)
    after = states(person, *diner.jobs)
    assert [(one["state"], one["applicationId"]) for one in after["jobs"]] == [
        ("applied", application_id),
        ("open", None),
    ]
    assert [one["answers"] for one in after["interviews"]] == [4]
    found = person.get(f"/api/applications/{application_id}")
    assert (found["stage"], found["turn"], found["late"]) == ("submitted", "employer", False)
    assert found["shares"] | ALL == found["shares"]
    assert [move["action"] for move in found["moves"]] == ["submit"]
    assert found["replyBy"] == job["replyBy"] or found["replyBy"] > job["replyBy"]


def test_no_reply_date_is_shown_before_somebody_there_has_signed_in(person: Person, diner: Business) -> None:
    def shown(one: str) -> list[tuple[str | None, bool]]:
        job, listed = states(person, *diner.jobs)["jobs"][0], person.get("/api/applications")["applications"][0]
        return [(found["replyBy"], found["staffed"]) for found in (job, listed, person.get(f"/api/applications/{one}"))]

    offered = states(person, *diner.jobs)["jobs"]
    assert [(job["replyBy"], job["staffed"]) for job in offered] == [(None, False)] * 2
    interviewed(person)
    [result] = apply(person, diner, diner.jobs[0])
    assert result["replyBy"] is None
    assert shown(result["applicationId"]) == [(None, False)] * 3
    diner.member("reviewer", "Theo Grant")
    assert shown(result["applicationId"]) == [(None, False)] * 3
    diner.member("manager")
    [(due, staffed), *others] = shown(result["applicationId"])
    assert (due is not None, staffed, others) == (True, True, [(due, True)] * 2)
    job = states(person, *diner.jobs)["jobs"][0]
    assert (job["stage"], job["lastAction"], job["turn"]) == ("submitted", "submit", "employer")


def test_several_jobs_have_a_result_each(client: TestClient, person: Person, diner: Business) -> None:
    interviewed(person)
    in_database(client, import_sample, now())
    in_database(client, add_sample_employers, now())
    jobs = in_database(client, jobs_of_source, SAMPLE)
    away = next(job.id for job in jobs if job.employer == "Low Tide Tavern")
    assert [one["state"] for one in states(person, away)["jobs"]] == ["not_here"]
    assert states(person, away)["jobs"][0]["url"].startswith("https://lowtidetavern.example/")
    results = apply(person, diner, *diner.jobs, away, "nowhere", diner.jobs[0])
    assert [one["error"] for one in results] == [None, None, "employer_not_here", "not_found"]
    again = apply(person, diner, diner.jobs[1])
    assert (again[0]["error"], again[0]["knownApplicationId"]) == ("already_applied", results[1]["applicationId"])
    other = next(job.id for job in jobs if job.employer == "Two Spoons Diner")
    missing = person.call("POST", "/api/applications", {"jobIds": [other], "shares": []})
    assert (missing.status_code, missing.json()["code"]) == (422, "consent_missing")


def test_undo_leaves_no_trace_and_ends_after_ten_seconds(person: Person, diner: Business) -> None:
    application_id = sent(person, diner)
    assert person.get(f"/api/applications/{application_id}")["undoUntil"]
    assert person.call("DELETE", f"/api/applications/{application_id}").status_code == 200
    assert person.get("/api/applications")["applications"] == []
    [result] = apply(person, diner, diner.jobs[0])
    with time_machine.travel(now() + timedelta(seconds=20), tick=False):
        late = person.call("DELETE", f"/api/applications/{result['applicationId']}")
        assert (late.status_code, late.json()["code"]) == (409, "undo_over")


def test_nobody_else_reaches_an_application(client: TestClient, person: Person, diner: Business) -> None:
    path = f"/api/applications/{sent(person, diner)}"
    other = Person.register(client, "rosa@example.com")
    calls: list[tuple[str, str, Any]] = [
        ("GET", path, None),
        ("DELETE", path, None),
        ("POST", f"{path}/withdraw", None),
        ("PUT", f"{path}/shares", ALL),
        ("POST", f"{path}/messages", {"text": "Hello"}),
        ("PUT", f"{path}/messages/read", None),
        ("POST", f"{path}/time", {"startsAt": None}),
        ("POST", f"{path}/offer", {"accept": True}),
        ("POST", f"{path}/look", {}),
        ("GET", f"{path}/meeting.ics", None),
    ]
    manager = diner.member("manager")
    for method, url, body in calls:
        assert other.call(method, url, body).status_code == 404
        assert client.request(method, url, json=body).status_code == 401
        staff_reply = client.request(method, url, json=body, headers={"Authorization": f"Bearer {manager.token}"})
        assert staff_reply.status_code == 401
    assert other.get("/api/applications")["applications"] == []
    interview = person.get("/api/applications/states?job=" + diner.jobs[0])["interviews"][0]["id"]
    stolen = {"jobIds": [diner.jobs[1]], "interviewId": interview, "shares": [{"employerId": diner.id}]}
    assert other.call("POST", "/api/applications", stolen).status_code == 404


def test_a_question_is_answered_and_messages_are_kept_once(client: TestClient, person: Person, diner: Business) -> None:
    application_id = sent(person, diner)
    path = f"/api/applications/{application_id}"
    key = {"Idempotency-Key": "message-0001"}
    for _ in range(2):
        reply = person.call("POST", f"{path}/messages", {"text": "Do servers share tips?"}, headers=key)
        assert reply.status_code == 201
    decide(client, diner.member("manager"), application_id, action="ask", text="Can you work Sundays?")
    [listed] = person.get("/api/applications")["applications"]
    assert (listed["turn"], listed["unread"], listed["replyBy"]) == ("candidate", 1, None)
    assert listed["lastAction"] == "ask"
    asked = person.get(path)
    assert "Can you work Sundays?" in asked["moves"][-1]["letter"]["paragraphs"]
    assert person.get("/api/applications")["applications"][0]["unread"] == 1  # Reading a page writes nothing.
    assert person.put(f"{path}/messages/read", {})["messages"][-1]["readAt"]
    assert person.get("/api/applications")["applications"][0]["unread"] == 0
    answered = person.post(f"{path}/messages", {"text": "Every Sunday."})
    assert (answered["stage"], answered["turn"]) == ("in_review", "employer")
    assert answered["replyExtended"]
    texts = [message["text"] for message in answered["messages"]]
    assert texts == ["Do servers share tips?", "Can you work Sundays?", "Every Sunday."]
    long = person.call("POST", f"{path}/messages", {"text": "a" * 10_000})
    assert (long.status_code, list(long.json()["fields"])) == (422, ["text"])


def test_choosing_a_time_until_the_first_shift(client: TestClient, person: Person, diner: Business) -> None:
    application_id = sent(person, diner)
    path, maria = f"/api/applications/{application_id}", diner.member("manager")
    start = (now() + timedelta(days=2)).replace(minute=0, second=0, microsecond=0)
    invite = {"minutes": 20, "place": "218 9th Ave", "ask_for": "Maria", "times": [start.isoformat()]}
    decide(client, maria, application_id, action="invite", **invite)
    version = person.get(path)["version"]
    other = person.call("POST", f"{path}/time", {"startsAt": (start + timedelta(hours=1)).isoformat()})
    assert (other.status_code, other.json()["code"]) == (409, "time_taken")
    stale = person.call("POST", f"{path}/time", {"startsAt": start.isoformat()}, headers={"If-Match": '"1"'})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    good = person.call("POST", f"{path}/time", {"startsAt": start.isoformat()}, headers={"If-Match": f'"{version}"'})
    assert datetime.fromisoformat(good.json()["meeting"]["startsAt"]) == start
    assert "BEGIN:VEVENT" in person.call("GET", f"{path}/meeting.ics").text
    with time_machine.travel(start + timedelta(hours=1), tick=False):
        decide(client, maria, application_id, action="meet")
        offer = {"pay": 21.0, "start_on": "2026-12-01", "first_shift": "4 PM", "place": "218 9th Ave"}
        decide(client, maria, application_id, action="offer", **offer)
        hired = person.post(f"{path}/offer", {"accept": True})
        assert (hired["stage"], hired["turn"], hired["offer"]["pay"]) == ("hired", None, 21)
        assert person.call("POST", f"{path}/withdraw").json()["code"] == "stage_conflict"


def test_declined_and_another_look_by_somebody_else(client: TestClient, person: Person, diner: Business) -> None:
    application_id = sent(person, diner)
    path, maria, sam = (
        f"/api/applications/{application_id}",
        diner.member("manager"),
        diner.member("owner", "Sam Okafor"),
    )
    decide(client, maria, application_id, action="decline", reason="times", words="Sorry.")
    declined = person.get(path)
    assert (declined["stage"], declined["moves"][-1]["name"]) == ("declined", "Maria Ortiz")
    assert declined["lookUntil"]
    looked = person.post(f"{path}/look", {"words": "I can work weekends now."})
    assert (looked["stage"], looked["replyBy"] is None, looked["lookUntil"]) == ("in_review", False, None)
    with pytest.raises(Exception, match="asked for another look"):
        decide(client, maria, application_id, action="decline", reason="times")
    decide(client, sam, application_id, action="decline", reason="others")
    assert person.call("POST", f"{path}/look", {}).json()["code"] == "look_over"


def test_switches_and_withdrawal_take_effect_at_once(client: TestClient, person: Person, diner: Business) -> None:
    from dayshift.hiring.applications import load_for_member

    application_id = sent(person, diner)
    path, maria = f"/api/applications/{application_id}", diner.member("manager")

    def opened(tx: Tx) -> tuple[bool, bool, bool, bool]:
        seen = load_for_member(tx, staff(tx, maria), application_id, now())
        return seen.video, seen.words, seen.score, seen.contact

    assert in_database(client, opened) == (True, True, True, True)
    person.put(f"{path}/shares", {"video": False, "words": True, "score": False})
    assert in_database(client, opened) == (False, True, False, True)
    person.post(f"{path}/withdraw")
    assert in_database(client, opened) == (False, False, False, False)
    assert person.call("PUT", f"{path}/shares", ALL).status_code == 409
    assert person.call("POST", f"{path}/messages", {"text": "Hello?"}).json()["code"] == "stage_conflict"


def test_a_refused_score_is_not_offered_for_sharing(person: Person, diner: Business) -> None:
    application = sent(person, diner)
    for declined in (False, True):
        person.put(f"/api/interviews/{interview_of(person)}/ai-scoring", {"wanted": not declined})
        assert [one["declined"] for one in states(person, *diner.jobs)["interviews"]] == [declined]
        assert person.get(f"/api/applications/{application}")["scoreDeclined"] is declined


def interview_of(person: Person) -> str:
    return str(states(person, "unknown")["interviews"][0]["id"])


def test_quick_answers_are_shared_only_by_those_who_agreed_to_it(
    client: TestClient, person: Person, diner: Business
) -> None:
    given = {
        "start_date": "within-1-week", "employment_type": "part-time", "availability": "weekends,holidays",
        "hourly_rate": "19", "experience": "2-5", "zip_code": "11211",
    }  # fmt: skip
    for question, answer in given.items():
        person.post("/api/user-responses", {"userId": person.id, "questionType": question, "answer": answer})
    # A page from before the question was asked sends no answer to it; such consents are not widened.
    application_id = sent(person, diner)
    maria, path = diner.member("manager"), f"/api/applications/{application_id}/shares"

    def quick() -> Any:
        return maria.ask("GET", f"/applications/{application_id}")["quick"]

    assert quick() is None
    assert person.put(path, {**ALL, "quickAnswers": True})["shares"]["quickAnswers"]
    assert quick() == {
        "start": "within-1-week", "employmentType": "part-time", "availability": ["weekends", "holidays"],
        "hourlyRate": 19, "experience": "2-5", "distance": "within_10",
    }  # fmt: skip
    assert maria.ask("GET", f"/applications/{application_id}/options")["availability"] == ["weekends", "holidays"]
    assert "11211" not in maria.call("GET", f"/applications/{application_id}").text
    viewed(client, maria, application_id)
    decide(client, maria, application_id, action="decline", reason="times")
    owner = diner.member("owner", "Ana Whitlock")
    assert "quick_answers" in owner.ask("GET", "/reports/records")["records"][0]["shared"]
    person.put(path, ALL)
    assert quick() is None
    assert maria.ask("GET", f"/applications/{application_id}/options")["availability"] == []


def test_applications_come_in_pages_in_the_order_of_what_waits(
    client: TestClient, person: Person, diner: Business, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = ("Tin Artichoke", "Low Tide", "Juniper")
    jobs = [*diner.jobs, *(job for name in others for job in business(client, name).jobs)]
    interview = interviewed(person)
    ids = [applied(client, person, job, interview) for job in jobs[:7]]
    at = now()
    changes: list[dict[str, Any]] = [
        {"turn": None, "stage": "closed"},
        {"reply_by": at + timedelta(days=2)},
        {"turn": "candidate", "stage": "offered", "reply_by": None},
        {"reply_by": at + timedelta(days=1)},
        {"turn": None, "stage": "withdrawn", "last_action": "withdraw"},
        {"reply_by": None, "stage": "invited"},
        {"turn": None, "stage": "hired"},
    ]

    def change(tx: Tx) -> None:
        for one, values in zip(ids, changes, strict=True):
            tx.execute(update(applications).where(applications.c.id == one).values(**values))

    in_database(client, change)
    wanted = [ids[2], ids[5], ids[6], ids[3], ids[1], ids[4], ids[0]]
    groups = ["yours", "coming", "hired", "waiting", "waiting", "ended", "ended"]
    for size in (1, 2, 20):
        monkeypatch.setattr(own_list, "PAGE", size)
        monkeypatch.setattr(own_list, "_page", own_list._page.limit(size + 1))
        pages = [person.get("/api/applications")]
        while key := pages[-1]["nextKey"]:
            pages.append(person.get(f"/api/applications?after={quote(key)}"))
        found = [one for page in pages for one in page["applications"]]
        assert [(one["id"], one["group"]) for one in found] == list(zip(wanted, groups, strict=True))
        assert all(page["counts"] == {"yours": 1, "coming": 1, "hired": 1, "waiting": 2, "ended": 2} for page in pages)
        assert {page["sent"] for page in pages} == {6}  # One was taken back.
    for bad in ("3~~1", "3~2026-01-01T00:00:00~1", "9~~1", "x"):
        assert person.call("GET", f"/api/applications?after={quote(bad)}").status_code == 422


def test_the_skills_of_answers_have_names_in_the_candidates_language(
    client: TestClient, person: Person, diner: Business
) -> None:
    application = applied(client, person, diner.jobs[0])
    english = [one["competency"] for one in person.get(f"/api/applications/{application}")["answers"]]
    person.put("/api/auth/language", {"language": "es"})
    spanish = [one["competency"] for one in person.get(f"/api/applications/{application}")["answers"]]
    assert ("Restaurant experience" in english, "Experiencia en restaurantes" in spanish) == (True, True)
    assert not set(english) & set(spanish)
