"""Interviews over HTTP, from creation to score."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from tests.people import Person

CONSENT = {"version": "2026-11e", "recording": True, "aiScoring": True}
STRONG = (
    "I worked as a server at a diner for three years. On Friday nights we had about ninety guests, so I wrote every "
    "table's order time on my pad, checked the kitchen every five minutes and told the tables that waited longer. "
    "Nobody left, and my manager asked me to train two new servers."
)


def make(person: Person, **more: Any) -> Any:
    body = {"userId": person.id, "jobTitle": "Restaurant Server", "scheduledAt": _now(), **more}
    return person.post("/api/interviews", body, expect=201)


def _now() -> str:
    return now().isoformat().replace("+00:00", "Z")


def begin(person: Person, *, ai_scoring: bool = True) -> Any:
    made = make(person)
    terms = person.get("/api/consent")
    person.post(
        f"/api/interviews/{made['id']}/consent", {**CONSENT, "version": terms["version"], "aiScoring": ai_scoring}
    )
    return start(person, made["id"])


def start(person: Person, interview_id: str, *, language: str | None = None, **more: Any) -> Any:
    body = {"participantName": "Maya Torres", "userId": person.id, "language": language}
    return person.post(f"/api/interviews/{interview_id}/start", body, **more)


def answer(person: Person, interview: Any, order: int, text: str = STRONG, **more: Any) -> Any:
    question = interview["questions"][order - 1]
    body = {
        "questionText": question["question"],
        "responseText": text,
        "responseOrder": order,
        "questionId": question["id"],
        **more,
    }
    return person.call("POST", f"/api/interviews/{interview['id']}/responses", body)


def drain(client: TestClient, worker: Worker) -> None:
    assert client.portal is not None
    client.portal.call(worker.drain)


def test_new_interview_has_questions(person: Person) -> None:
    made = make(person)
    assert made["interview"]["id"] == made["id"]
    assert (made["jobTitle"], made["companyName"], made["status"]) == (
        "Restaurant Server",
        "Restaurant Partner",
        "scheduled",
    )
    assert [q["expectedDuration"] for q in made["questions"]] == [60, 60, 45, 45]
    assert made["joinable"]
    assert made["nextQuestionId"] == made["questions"][0]["id"]


def test_suggestion_follows_latest_search(person: Person) -> None:
    assert person.get("/api/interviews/suggestion") == {"jobTitle": "General Worker", "companyName": "Local Business"}
    person.post("/api/job-searches", {"searchQuery": "waiter, evenings", "userId": person.id})
    assert person.get("/api/interviews/suggestion") == {"jobTitle": "Server", "companyName": "Restaurant"}


def test_start_requires_consent(person: Person) -> None:
    made = make(person)
    assert start(person, made["id"], expect=409)["code"] == "consent_required"
    person.post(f"/api/interviews/{made['id']}/consent", {**CONSENT, "recording": False}, expect=422)
    person.post(f"/api/interviews/{made['id']}/consent", CONSENT)
    started = start(person, made["id"])
    assert started["interview"]["status"] == "in-progress"
    assert started["roomUrl"]
    assert started["candidateToken"]
    assert person.get(f"/api/interviews/{made['id']}")["interviewerToken"] is None


def test_repeated_start_is_idempotent(person: Person) -> None:
    first = begin(person)
    again = start(person, first["interview"]["id"])
    assert again["candidateToken"] == first["candidateToken"]
    assert again["interview"]["startedAt"] == first["interview"]["startedAt"]


@pytest.mark.parametrize(("minutes", "joinable"), [(-121, False), (-119, True), (0, True), (29, True), (31, False)])
def test_interview_is_joinable_around_its_appointment(person: Person, minutes: int, joinable: bool) -> None:
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False) as clock:
        made = make(person, scheduledAt="2026-03-02T15:00:00Z")
        person.post(f"/api/interviews/{made['id']}/consent", CONSENT)
        clock.shift(-60 * minutes)
        assert person.get(f"/api/interviews/{made['id']}")["joinable"] is joinable
        reply = start(person, made["id"], expect=200 if joinable else 409)
        assert joinable or reply["code"] == "not_joinable"


def test_answer_is_saved_once_and_never_replaced(person: Person) -> None:
    interview = begin(person)["interview"]
    assert answer(person, interview, 1).status_code == 201
    again = answer(person, interview, 1)
    assert (again.status_code, again.json()["response"]["responseText"]) == (200, STRONG)
    other = answer(person, interview, 1, "Something else")
    assert (other.status_code, other.json()["code"]) == (409, "response_conflict")
    now = person.get(f"/api/interviews/{interview['id']}")
    assert len(now["responses"]) == 1
    assert (now["nextOrder"], now["nextQuestionId"]) == (2, interview["questions"][1]["id"])


def test_corrected_answer_keeps_original_text(person: Person) -> None:
    interview = begin(person)["interview"]
    path = f"/api/interviews/{interview['id']}"
    answer(person, interview, 1, "I cooked for free years.")
    corrected = {"responseText": " I cooked for three years. "}
    saved = [person.patch(f"{path}/responses/1", corrected, expect=200)["response"] for _ in range(2)]
    expected = {"responseText": "I cooked for three years.", "originalText": "I cooked for free years."}
    assert [one | expected | {"corrected": True} for one in saved] == saved
    assert answer(person, interview, 1, "I cooked for free years.").status_code == 200, "a late resend is accepted"
    person.patch(f"{path}/responses/1", {"responseText": "For four years."}, expect=200)
    saved_response = person.get(path)["responses"][0]
    assert (saved_response["responseText"], saved_response["originalText"]) == (
        "For four years.",
        "I cooked for free years.",
    )
    person.patch(f"{path}/responses/2", corrected, expect=404)
    person.patch(f"{path}/responses/1", {"responseText": "  "}, expect=422)
    person.post(f"{path}/cancel", {}, expect=200)
    rejected = person.patch(f"{path}/responses/1", {"responseText": "For ten years."}, expect=409)
    assert rejected["code"] == "not_in_progress"


def test_answer_can_be_sent_with_correction(person: Person) -> None:
    interview = begin(person)["interview"]
    question = interview["questions"][0]
    body = {"questionText": question["question"], "questionId": question["id"], "responseOrder": 1}
    texts = {"responseText": "Three years.", "originalText": "Free years."}
    made = person.post(f"/api/interviews/{interview['id']}/responses", body | texts, expect=201)["response"]
    assert made == made | texts | {"corrected": True}


def test_question_is_found_by_text_without_id(person: Person) -> None:
    interview = begin(person)["interview"]
    question = interview["questions"][2]
    body = {"questionText": question["question"], "responseText": "Any evening.", "responseOrder": 1}
    made = person.post(f"/api/interviews/{interview['id']}/responses", body, expect=201)
    assert made["response"]["questionId"] == question["id"]


@pytest.mark.parametrize(
    "change",
    [
        {"responseOrder": 0},
        {"responseOrder": 51},
        {"responseOrder": "1"},
        {"responseText": "x" * 20_001},
        {"questionId": "no-such-question"},
        {"aiScore": 100},
        {"take": {"number": 1, "segments": []}},
    ],
)
def test_malformed_answer_is_rejected(person: Person, change: dict[str, Any]) -> None:
    interview = begin(person)["interview"]
    assert answer(person, interview, 1, **change).status_code == 422
    assert person.get(f"/api/interviews/{interview['id']}")["responses"] == []


def test_answer_requires_started_interview(person: Person) -> None:
    made = make(person)
    assert answer(person, made, 1).json()["code"] == "not_in_progress"


def test_thin_answer_gets_one_follow_up(person: Person) -> None:
    interview = begin(person)["interview"]
    first, second = interview["questions"][:2]

    def adapt(text: str) -> Any:
        body = {
            "remainingQuestions": interview["questions"][1:],
            "previousResponses": [{"questionText": first["question"], "responseText": text}],
            "context": {"jobTitle": "Restaurant Server", "companyName": "Restaurant", "candidateName": "Maya"},
        }
        return person.post(f"/api/interviews/{interview['id']}/adapt-next-question", body)["adaptedQuestion"]

    assert adapt("Yes I did some.")["id"] == f"{first['id']}/follow-up"
    assert adapt(STRONG) == second


def test_a_rejoined_interview_continues_with_the_follow_up_that_was_asked(
    client: TestClient, person: Person, worker: Worker
) -> None:
    started = begin(person)
    interview = started["interview"]
    assert started["followUp"] is None
    first = interview["questions"][0]
    answer(person, interview, 1, responseText="Yes I did some.")
    body = {
        "remainingQuestions": interview["questions"][1:],
        "previousResponses": [{"questionText": first["question"], "responseText": "Yes I did some."}],
        "context": {"jobTitle": "Restaurant Server", "companyName": "Restaurant", "candidateName": "Maya"},
    }
    asked = person.post(f"/api/interviews/{interview['id']}/adapt-next-question", body)["adaptedQuestion"]
    assert start(person, interview["id"])["followUp"] == asked
    more = {"questionId": asked["id"], "questionText": asked["question"], "responseText": "Two years."}
    answer(person, interview, 2, **more)
    assert start(person, interview["id"])["followUp"] is None
    person.post(f"/api/interviews/{interview['id']}/complete")
    drain(client, worker)
    report = json.loads(person.get(f"/api/interviews/{interview['id']}")["aiSummary"])
    shown = [one["question"] for one in report["competencies"]]
    assert shown[0] == f"{first['question']} {asked['question']}"  # The level is about both.
    assert shown[1:] == [one["question"] for one in interview["questions"][1:]]


def test_interview_is_scored_with_quotes(client: TestClient, person: Person, worker: Worker) -> None:
    interview = begin(person)["interview"]
    for order in range(1, 5):
        answer(person, interview, order)
    completed = person.post(f"/api/interviews/{interview['id']}/complete")
    assert (completed["interview"]["status"], completed["interview"]["scoring"]) == ("completed", "pending")
    assert len(completed["responses"]) == 4
    assert person.get("/api/auth/me")["user"]["interviewCompleted"]
    drain(client, worker)
    scored = person.get(f"/api/interviews/{interview['id']}")
    assert scored["scoring"] == "done"
    assert 0 < scored["aiScore"] <= 100
    summary = json.loads(scored["aiSummary"])
    assert summary["recommendation"] in {"HIRE", "SECOND_INTERVIEW", "NO_HIRE", "INSUFFICIENT_EVIDENCE"}
    quotes = [c["quote"] for c in summary["competencies"] if c["quote"]]
    assert quotes
    assert all(quote in STRONG for quote in quotes)


def test_completing_is_idempotent(client: TestClient, person: Person, worker: Worker) -> None:
    interview = begin(person)["interview"]
    answer(person, interview, 1)
    first = person.post(f"/api/interviews/{interview['id']}/complete")["interview"]
    drain(client, worker)
    second = person.post(f"/api/interviews/{interview['id']}/complete")["interview"]
    assert second["endedAt"] == first["endedAt"]
    assert second["scoring"] == "done"
    assert answer(person, interview, 1).status_code == 200  # A late resend is harmless.
    assert answer(person, interview, 2).status_code == 201, "an answer that was held up on the phone"
    path = f"/api/interviews/{interview['id']}"
    late = person.get(path)
    assert (late["scoring"], len(late["responses"])) == ("pending", 2)
    drain(client, worker)
    assert person.get(path)["scoring"] == "done"
    with time_machine.travel(now() + timedelta(days=15), tick=False):
        assert answer(person, interview, 3).json()["code"] == "not_in_progress"


def test_interview_is_not_scored_without_consent(client: TestClient, person: Person, worker: Worker) -> None:
    interview = begin(person, ai_scoring=False)["interview"]
    answer(person, interview, 1)
    person.post(f"/api/interviews/{interview['id']}/complete")
    drain(client, worker)
    now = person.get(f"/api/interviews/{interview['id']}")
    assert (now["scoring"], now["aiScore"], now["aiSummary"]) == ("declined", None, None)


def test_empty_answers_give_insufficient_evidence(client: TestClient, person: Person, worker: Worker) -> None:
    interview = begin(person)["interview"]
    answer(person, interview, 1, "(No response provided)")
    person.post(f"/api/interviews/{interview['id']}/complete")
    drain(client, worker)
    now = person.get(f"/api/interviews/{interview['id']}")
    assert now["aiScore"] is None
    assert json.loads(now["aiSummary"])["recommendation"] == "INSUFFICIENT_EVIDENCE"


def test_other_users_interview_returns_404(client: TestClient, person: Person) -> None:
    interview = begin(person)["interview"]
    other = Person.register(client, "omar@example.com")
    path = f"/api/interviews/{interview['id']}"
    calls = [
        other.call("GET", path),
        other.call("GET", f"/api/users/{person.id}/interviews"),
        other.call("POST", f"{path}/consent", CONSENT),
        other.call("POST", f"{path}/start", {"participantName": "Omar", "userId": other.id}),
        other.call("POST", f"{path}/start", {"participantName": "Omar", "userId": person.id}),
        other.call("POST", f"{path}/start-recording", {}),
        other.call("POST", f"{path}/stop-recording", {}),
        other.call("POST", f"{path}/complete", {}),
        other.call("POST", "/api/interviews", {"userId": person.id, "jobTitle": "Cook", "scheduledAt": _now()}),
        answer(other, interview, 1),
        other.call("POST", f"{path}/adapt-next-question", {"remainingQuestions": [], "previousResponses": []}),
    ]
    assert [reply.status_code for reply in calls] == [404] * len(calls)
    assert person.get(path)["responses"] == []


def test_consent_has_version_and_retention(client: TestClient) -> None:
    assert client.get("/api/consent").json() == {
        "version": "2026-11e",
        "retentionDays": 90,
        "recordYears": 4,
        "modelHost": None,
        "transcribes": False,
        "transcriberHost": None,
        "watchedLive": False,
        "notices": [],
        "receipt": None,
    }


SPANISH_ANSWER = (
    "Trabajé tres años de mesera en una cafetería. Los viernes atendía diez mesas a la vez. Una noche la cocina se "
    "atrasó, avisé a cada mesa, llevé pan y agua, y al final nadie se fue."
)


def test_spanish_interview_is_in_spanish_throughout(client: TestClient, person: Person, worker: Worker) -> None:
    made = make(person, language="es")
    person.post(f"/api/interviews/{made['id']}/consent", CONSENT)
    interview = start(person, made["id"])["interview"]
    assert "experiencia" in interview["questions"][0]["question"].lower()
    for order in range(1, 5):
        answer(person, interview, order, SPANISH_ANSWER)
    person.post(f"/api/interviews/{made['id']}/complete")
    drain(client, worker)
    report = json.loads(person.get(f"/api/interviews/{made['id']}")["aiSummary"])
    assert report["plan"] == "restaurant-es"
    assert report["competencies"][0]["level"] >= 3
    assert "La calificación es solo una recomendación." in report["summary"]
    assert "La decisión la toma una persona." not in report["summary"]  # Nobody has the interview yet.
    assert "Sus respuestas más completas fueron sobre: Experiencia" in report["summary"]
    english = {" the ", " your ", " what ", " with "}
    shown = [one[key] for one in report["competencies"] for key in ("competency", "question", "levelText", "raise")]
    assert not [text for text in shown if any(word in f" {text.lower()} " for word in english)]

    def summaries(page_language: str) -> set[str]:
        headers = {"Accept-Language": page_language}
        [listed] = person.call("GET", f"/api/users/{person.id}/interviews", headers=headers).json()
        full = person.call("GET", f"/api/interviews/{made['id']}", headers=headers).json()
        rubric = person.call("GET", f"/api/interviews/{made['id']}/rubric", headers=headers).json()
        return {listed["report"]["summary"], full["report"]["summary"], rubric["questions"][0]["competency"]}

    assert summaries("es") == {report["summary"], report["competencies"][0]["competency"]}
    assert not summaries("en") & summaries("es")
    assert any("You told us most about:" in one for one in summaries("en"))
    make(person, language="es", jobTitle="Something Else")
    invalid_body = {"userId": person.id, "jobTitle": "Cook", "scheduledAt": _now(), "language": "fr"}
    person.post("/api/interviews", invalid_body, expect=422)


def test_language_can_change_until_the_first_answer(client: TestClient, person: Person, worker: Worker) -> None:
    made = make(person, jobTitle="Line Cook", companyName="Restaurant")
    path = f"/api/interviews/{made['id']}"
    person.post(f"{path}/consent", CONSENT)
    english = start(person, made["id"])["interview"]
    assert start(person, made["id"], language="en")["interview"]["questions"] == english["questions"]

    spanish = start(person, made["id"], language="es")["interview"]
    assert (spanish["jobTitle"], spanish["companyName"]) == ("Cocinero de línea", "Restaurante")
    assert spanish["questions"][0]["question"].startswith("Cuénteme")
    assert [one["id"] for one in spanish["questions"]] == [one["id"] for one in english["questions"]]
    assert (spanish["status"], spanish["startedAt"]) == (english["status"], english["startedAt"])
    again = start(person, made["id"], language="en")["interview"]
    assert {key: again[key] for key in english} == english
    assert start(person, made["id"], language="es")["interview"]["questions"] == spanish["questions"]

    answer(person, spanish, 1, SPANISH_ANSWER)
    begun = start(person, made["id"], language="en")["interview"]
    assert (begun["jobTitle"], begun["questions"]) == ("Cocinero de línea", spanish["questions"])
    for order in range(2, 5):
        answer(person, begun, order, SPANISH_ANSWER)
    person.post(f"{path}/complete")
    drain(client, worker)
    assert person.get(path)["report"]["plan"] == "kitchen-es"
    for language in ("es", "en"):  # The levels are told in the language that the person reads.
        rubric = person.call("GET", f"{path}/rubric", headers={"Accept-Language": language})
        assert rubric.json()["plan"] == f"kitchen-{language}"


def test_language_of_an_appointment_can_change_at_its_start(person: Person) -> None:
    made = make(person, jobTitle="Juggler", language="es")
    person.post(f"/api/interviews/{made['id']}/consent", CONSENT)
    english = start(person, made["id"], language="en")["interview"]
    assert (english["jobTitle"], english["questions"][0]["question"][:4]) == ("Juggler", "Tell")
    start(person, made["id"], language="fr", expect=422)


def test_corrected_answer_is_scored_and_reported(client: TestClient, person: Person, worker: Worker) -> None:
    interview = begin(person)["interview"]
    path = f"/api/interviews/{interview['id']}"
    for order in range(1, 5):
        answer(person, interview, order, "I was a sever at a dinner for free ears.")
    person.patch(f"{path}/responses/1", {"responseText": STRONG}, expect=200)
    person.post(f"{path}/complete")
    drain(client, worker)
    report = json.loads(person.get(path)["aiSummary"])
    assert report["correctedAnswers"] == 1
    assert report["competencies"][0]["quote"] in STRONG
    assert report["competencies"][0]["level"] > (report["competencies"][1]["level"] or 0)
