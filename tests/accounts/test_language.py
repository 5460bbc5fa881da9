"""The account's language, used for interview questions and messages."""

from starlette.testclient import TestClient

from dayshift.core.clock import now
from tests.people import PASSWORD, Person

SPANISH = {"Accept-Language": "es-MX,es;q=0.9"}


def test_account_keeps_registration_language(client: TestClient) -> None:
    body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
    made = client.post("/api/auth/register", json=body, headers=SPANISH)
    assert made.json()["user"]["language"] == "es"
    again = client.post("/api/auth/login", json={"email": body["email"], "password": PASSWORD})
    assert again.json()["user"]["language"] == "es"


def test_chosen_language_is_saved(client: TestClient) -> None:
    person = Person.register(client, "maya@example.com")
    assert person.get("/api/auth/me")["user"]["language"] == "en"
    chosen = person.call("PUT", "/api/auth/language", {"language": "es"})
    assert chosen.status_code == 200
    assert person.get("/api/auth/me")["user"]["language"] == "es"
    assert person.call("PUT", "/api/auth/language", {"language": "fr"}).status_code == 422


def test_interview_questions_use_request_language(client: TestClient) -> None:
    person = Person.register(client, "maya@example.com")
    body = {"userId": person.id, "jobTitle": "Line Cook", "scheduledAt": now().isoformat()}
    english = person.post("/api/interviews", body)["questions"][0]["question"]
    spanish = person.call("POST", "/api/interviews", body, headers=SPANISH).json()["questions"][0]["question"]
    assert english.startswith("Tell")
    assert spanish.startswith("Cuénteme")
