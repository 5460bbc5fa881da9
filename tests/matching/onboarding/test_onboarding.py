"""Searches, quick answers and the steps of the onboarding."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.accounts import update_user
from dayshift.core.clock import now
from dayshift.jobs.catalog import import_sample
from dayshift.matching.onboarding.routes import SEARCH
from tests.people import Person, server_services

ANSWERS = {
    "employment_type": "full-time",
    "experience": "2-5",
    "availability": "weekday-evenings,weekends",
    "hourly_rate": "18",
    "start_date": "immediately",
    "zip_code": "10001",
}
STEP_3 = {"employmentType": "full-time", "yearsExperience": 3, "expectedPay": "$18/hour", "zipCode": "10001"}


def answer_all(person: Person, **change: str) -> None:
    for question, answer in {**ANSWERS, **change}.items():
        person.post("/api/user-responses", {"userId": person.id, "questionType": question, "answer": answer})


def onboard(person: Person, search: str = "Server in a restaurant", **change: str) -> None:
    person.post("/api/job-searches", {"searchQuery": search, "userId": person.id})
    step(person, 2, {"jobSearchPrompt": search})
    answer_all(person, **change)
    step(person, 3, {**STEP_3, "zipCode": change.get("zip_code", "10001")})


def step(person: Person, number: int, data: dict[str, Any] | None = None) -> Any:
    body = {"step": number} if data is None else {"step": number, "data": data}
    reply = person.call("PATCH", "/api/auth/step", body)
    assert reply.status_code == 200, reply.text
    return reply.json()["user"]


def load_jobs(client: TestClient) -> None:
    assert client.portal is not None
    client.portal.call(server_services(client).db.write, import_sample, now())


def test_searches_are_kept_newest_first(person: Person) -> None:
    for search in ("line cook", "server"):
        made = person.post("/api/job-searches", {"searchQuery": search, "userId": person.id}, expect=201)
        assert made["searchQuery"] == search
    assert [s["searchQuery"] for s in person.get(f"/api/job-searches/{person.id}")] == ["server", "line cook"]


@pytest.mark.parametrize("query", ["", "   ", "x" * 501])
def test_an_empty_or_endless_search_is_refused(person: Person, query: str) -> None:
    person.post("/api/job-searches", {"searchQuery": query, "userId": person.id}, expect=422)


def test_steps_save_their_data(person: Person) -> None:
    assert step(person, 2, {"jobSearchPrompt": "line cook"})["jobSearchPrompt"] == "line cook"
    user = step(person, 3, STEP_3)
    assert (user["currentStep"], user["currentFlowStep"]) == (3, "matching")
    assert (user["yearsExperience"], user["expectedPay"], user["zipCode"]) == (3, "$18/hour", "10001")
    assert user["profileCompleted"]
    step(person, 4, {"matchingCompleted": True, "matchingCompletedAt": "2026-03-01T12:00:00.000Z"})
    user = step(person, 5, {"interviewPrepCompleted": True, "interviewPrepCompletedAt": "2026-03-01T12:00:00Z"})
    assert (user["currentStep"], user["currentFlowStep"]) == (5, "interview")


def test_going_back_keeps_flow_completed(person: Person) -> None:
    assert person.post("/api/user/complete-flow")["user"]["currentFlowStep"] == "completed"
    user = step(person, 2, {"jobSearchPrompt": "server"})
    assert (user["currentStep"], user["flowCompleted"]) == (2, True)
    assert person.get("/api/user/redirect-destination") == {"redirectUrl": "/dashboard"}


@pytest.mark.parametrize(
    ("number", "data"),
    [
        (0, None),
        (6, None),
        ("2", None),
        (1, {"jobSearchPrompt": "x"}),
        (2, {"jobSearchPrompt": "x", "currentStep": 5}),
        (2, {"aiScore": 100}),
        (3, {**STEP_3, "zipCode": "1000"}),
        (3, {**STEP_3, "yearsExperience": "3"}),
        (3, {**STEP_3, "employmentType": "sometimes"}),
        (4, {"matchingCompleted": False, "matchingCompletedAt": "2026-03-01T12:00:00Z"}),
    ],
)
def test_step_data_is_validated(person: Person, number: Any, data: Any) -> None:
    reply = person.call("PATCH", "/api/auth/step", {"step": number, "data": data})
    assert reply.status_code == 422
    assert person.get("/api/auth/me")["user"]["currentStep"] == 1


@pytest.mark.parametrize(
    ("number", "route"),
    [
        (1, "/job-search"),
        (2, "/quick-questions"),
        (3, "/matching"),
        (4, "/video-interview-prep"),
        (5, "/live-interview"),
    ],
)
def test_each_step_redirects_to_its_page(person: Person, number: int, route: str) -> None:
    step(person, number)
    assert person.get("/api/user/redirect-destination") == {"redirectUrl": route}


def test_account_without_password_is_sent_to_set_password(client: TestClient, person: Person) -> None:
    assert client.portal is not None
    client.portal.call(server_services(client).db.write, update_user, person.id, {"password_hash": None})
    assert person.get("/api/user/redirect-destination") == {"redirectUrl": "/set-password"}
    reply = client.post("/api/auth/login", json={"email": "maya@example.com", "password": "whatever it is"})
    assert (reply.status_code, reply.json()["message"]) == (403, "Please set your password first")
    response_body = person.post("/api/auth/set-password", {"email": "maya@example.com", "password": "new password 1"})
    assert response_body["user"]["hasPassword"]
    reply = client.post("/api/auth/login", json={"email": "maya@example.com", "password": "new password 1"})
    assert reply.status_code == 200


def test_answering_again_replaces_the_answer(person: Person) -> None:
    for rate in ("20", "25", "25"):
        body = {"userId": person.id, "questionType": "hourly_rate", "answer": rate}
        assert person.post("/api/user-responses", body)["answer"] == rate
    assert [a["answer"] for a in person.get(f"/api/user-responses/{person.id}")] == ["25"]


@pytest.mark.parametrize(
    ("question", "typed", "stored"),
    [
        ("employment_type", "Full-Time", "full-time"),
        ("experience", "0-1 Years", "0-1"),
        ("experience", "5+ Years", "5+"),
        ("availability", "Weekends, Weekday Mornings", "weekday-mornings,weekends"),
        ("availability", "Very Flexible", "very-flexible"),
        ("hourly_rate", "$22/hour", "22"),
        ("start_date", "Within 1 Week", "within-1-week"),
    ],
)
def test_labels_are_stored_as_ids(person: Person, question: str, typed: str, stored: str) -> None:
    body = {"userId": person.id, "questionType": question, "answer": typed}
    assert person.post("/api/user-responses", body)["answer"] == stored


@pytest.mark.parametrize(
    ("question", "typed"),
    [
        ("hourly_rate", "14"),
        ("hourly_rate", "36"),
        ("hourly_rate", "²0"),
        ("zip_code", "1000"),
        ("zip_code", "१०००१"),
        ("availability", ","),
        ("availability", "mondays"),
        ("start_date", "tomorrow"),
        ("shoe_size", "9"),
    ],
)
def test_invalid_answer_is_rejected(person: Person, question: str, typed: str) -> None:
    person.post("/api/user-responses", {"userId": person.id, "questionType": question, "answer": typed}, expect=422)
    assert person.get(f"/api/user-responses/{person.id}") == []


def test_answers_are_stored_with_the_step(person: Person) -> None:
    person.post("/api/user-responses", {"userId": person.id, "questionType": "hourly_rate", "answer": "20"})
    body = {"step": 3, "data": STEP_3, "answers": {**ANSWERS, "start_date": "Within 1 Week"}}
    assert person.call("PATCH", "/api/auth/step", body).json()["user"]["currentStep"] == 3
    stored = {a["questionType"]: a["answer"] for a in person.get(f"/api/user-responses/{person.id}")}
    assert stored == {**ANSWERS, "start_date": "within-1-week"}


@pytest.mark.parametrize(
    ("answers", "field"),
    [({"zip_code": "1000"}, "answers.zip_code"), ({"shoe_size": "9"}, None), ({"zip_code": ""}, None), ([], None)],
)
def test_invalid_answer_with_the_step_stores_nothing(person: Person, answers: object, field: str | None) -> None:
    changed = {**ANSWERS, **answers} if isinstance(answers, dict) else answers
    reply = person.call("PATCH", "/api/auth/step", {"step": 3, "data": STEP_3, "answers": changed})
    assert reply.status_code == 422
    assert field is None or field in reply.json()["fields"]
    assert person.get(f"/api/user-responses/{person.id}") == []
    assert person.get("/api/auth/me")["user"]["currentStep"] == 1


def test_other_users_data_returns_404(client: TestClient, person: Person) -> None:
    other = Person.register(client, "omar@example.com")
    other.post("/api/job-searches", {"searchQuery": "cook", "userId": person.id}, expect=404)
    other.post("/api/user-responses", {"userId": person.id, "questionType": "zip_code", "answer": "10001"}, expect=404)
    assert other.call("GET", f"/api/job-searches/{person.id}").status_code == 404
    assert other.call("GET", f"/api/user-responses/{person.id}").status_code == 404


def test_searches_are_limited(person: Person) -> None:
    body = {"searchQuery": "cook", "userId": person.id}
    answers = [person.call("POST", "/api/job-searches", json=body).status_code for _ in range(SEARCH.times + 1)]
    assert answers == [201] * SEARCH.times + [429]
