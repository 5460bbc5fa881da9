"""Registration, sign-in, sign-out, the profile, and access to other accounts."""

from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.settings import Settings
from tests.core.test_audit import acts
from tests.operators import appoint
from tests.people import PASSWORD, Person

GOOD = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}


def test_new_account_is_signed_in_at_step_one(client: TestClient) -> None:
    reply = client.post("/api/auth/register", json={**GOOD, "phone": "(212) 555-0142"})
    assert reply.status_code == 201
    user = reply.json()["user"]
    assert user["id"] == user["uuid"]
    assert (user["currentStep"], user["currentFlowStep"], user["flowCompleted"]) == (1, "job-search", False)
    assert (user["hasPassword"], user["phoneVerified"], user["phone"]) == (True, False, "(212) 555-0142")
    assert client.get("/api/auth/me").json()["user"]["email"] == "maya@example.com"


def test_new_account_is_no_operator_although_there_is_one(client: TestClient, settings: Settings) -> None:
    olga = Person.register(client, "olga@example.com")
    appoint(settings, "olga@example.com")
    assert client.post("/api/auth/register", json=GOOD).json()["user"]["operator"] is False
    assert olga.get("/api/auth/me")["user"]["operator"] is True


def test_session_cookie_is_http_only(client: TestClient) -> None:
    cookie = client.post("/api/auth/register", json=GOOD).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # Plain HTTP in development.


def test_session_cookie_is_secure_over_https(client: TestClient) -> None:
    reply = client.post("https://testserver/api/auth/register", json=GOOD)
    assert "Secure" in reply.headers["set-cookie"]


def test_user_id_is_rejected_as_token(client: TestClient, person: Person) -> None:
    reply = client.get("/api/auth/me", headers={"Authorization": f"Bearer {person.id}"})
    assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in")


def test_sign_in_and_sign_out(client: TestClient, person: Person) -> None:
    reply = client.post("/api/auth/login", json={"email": " MAYA@example.com ", "password": PASSWORD})
    assert reply.status_code == 200
    assert reply.json()["user"]["lastLoginAt"] is not None
    token = reply.json()["token"]
    assert client.post("/api/auth/logout").json() == {"ok": True}
    client.cookies.clear()
    assert client.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert person.get("/api/auth/me")["user"]["id"] == person.id  # The other session stays active.


@pytest.mark.parametrize("email", ["maya@example.com", "nobody@example.com"])
def test_wrong_password_and_unknown_address_return_the_same_error(
    client: TestClient, person: Person, email: str
) -> None:
    reply = client.post("/api/auth/login", json={"email": email, "password": "wrong password"})
    assert (reply.status_code, reply.json()["code"]) == (401, "invalid_credentials")


def test_second_account_with_same_address_is_rejected(client: TestClient, person: Person) -> None:
    reply = client.post("/api/auth/register", json={**GOOD, "email": "Maya@Example.com"})
    assert (reply.status_code, reply.json()["code"]) == (409, "email_taken")


def test_session_expires(client: TestClient, person: Person) -> None:
    with time_machine.travel("2099-01-01T00:00:00Z"):
        assert person.call("GET", "/api/auth/me").status_code == 401


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password": "short"}, "password"),
        ({"email": "not an address"}, "email"),
        ({"firstName": "  "}, "firstName"),
        ({"firstName": "x" * 81}, "firstName"),
        ({"firstName": 7}, "firstName"),
        ({"lastName": 7}, "lastName"),
        ({"firstName": "Ma\u0000ya"}, "firstName"),
        ({"phone": "call me"}, "phone"),
        ({"phone": "555-0142"}, "phone"),
        ({"currentStep": 5}, "currentStep"),
        ({"confirmPassword": PASSWORD}, "confirmPassword"),
    ],
)
def test_invalid_field_is_reported_and_no_account_is_created(
    client: TestClient, change: dict[str, Any], field: str
) -> None:
    reply = client.post("/api/auth/register", json={**GOOD, **change})
    assert reply.status_code == 422
    assert reply.json()["code"] == "invalid_request"
    assert list(reply.json()["fields"]) == [field]
    assert PASSWORD not in reply.text
    assert client.post("/api/auth/login", json={"email": GOOD["email"], "password": PASSWORD}).status_code == 401


def test_names_may_use_any_script(client: TestClient) -> None:
    reply = client.post("/api/auth/register", json={**GOOD, "firstName": "José", "lastName": "李 O’Brien"})
    assert reply.json()["user"]["lastName"] == "李 O’Brien"


def test_cross_site_request_is_rejected(client: TestClient) -> None:
    client.post("/api/auth/register", json=GOOD)
    reply = client.post("/api/auth/logout", headers={"Sec-Fetch-Site": "cross-site"})
    assert (reply.status_code, reply.json()["code"]) == (403, "foreign_origin")
    old_browser = {"Origin": "https://evil.example", "Sec-Fetch-Site": ""}
    del client.headers["Sec-Fetch-Site"]
    old_browser.pop("Sec-Fetch-Site")
    assert client.post("/api/auth/logout", headers=old_browser).status_code == 403
    assert client.post("/api/auth/logout", headers={"Origin": "http://testserver"}).status_code == 200


def test_other_users_account_returns_404(client: TestClient, person: Person) -> None:
    other = Person.register(client, "omar@example.com")
    forbidden = other.call("GET", f"/api/users/{person.id}")
    missing = other.call("GET", "/api/users/0197a000-0000-7000-8000-000000000000")
    assert forbidden.status_code == missing.status_code == 404
    assert forbidden.json() == missing.json()
    assert person.get(f"/api/users/{person.id}")["user"]["id"] == person.id


def test_profile_can_be_edited(client: TestClient, person: Person) -> None:
    edit = {"firstName": "May", "lastName": "Torres", "email": None, "profileCompleted": True}
    user = person.call("PATCH", "/api/auth/profile", edit).json()["user"]
    assert (user["firstName"], user["email"], user["profileCompleted"]) == ("May", None, True)


def test_corrections_of_the_profile_are_in_the_audit_log(client: TestClient, person: Person) -> None:
    for _ in range(2):  # The second one changes nothing.
        person.call("PATCH", "/api/auth/profile", {"firstName": "Mayra", "lastName": "Torres", "phone": "+12125550187"})
    assert acts(client, "profile.corrected") == [
        ("profile.corrected", "candidate", None, {"fields": "first_name, phone"})
    ]


def test_profile_cannot_take_an_address_in_use(client: TestClient, person: Person) -> None:
    other = Person.register(client, "omar@example.com")
    edit = {"firstName": "Omar", "lastName": "Diaz", "email": "maya@example.com"}
    reply = other.call("PATCH", "/api/auth/profile", edit)
    assert (reply.status_code, reply.json()["code"]) == (409, "email_taken")


@pytest.mark.parametrize("extra", [{"currentStep": 5}, {"interviewCompleted": True}, {"aiScore": 100}])
def test_profile_rejects_unknown_fields(person: Person, extra: dict[str, Any]) -> None:
    edit = {"firstName": "May", "lastName": "Torres", **extra}
    assert person.call("PATCH", "/api/auth/profile", edit).status_code == 422
    assert person.get("/api/auth/me")["user"]["firstName"] == "Maya"


def test_oversized_body_is_rejected_before_parsing(client: TestClient) -> None:
    reply = client.post("/api/auth/register", content=b"x" * 300_000, headers={"Content-Type": "application/json"})
    assert (reply.status_code, reply.json()["code"]) == (413, "too_large")


def test_malformed_json_returns_422(client: TestClient) -> None:
    reply = client.post("/api/auth/login", content=b'{"email":', headers={"Content-Type": "application/json"})
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid_request")
