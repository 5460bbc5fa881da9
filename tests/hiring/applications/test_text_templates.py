"""Templates for messages and letters over HTTP: saved, checked, filled in, and out of reach of others."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.people import Person
from tests.staff import Business, StaffMember, applied, business

HELLO = {"name": "Parking", "purpose": "message", "en": "Hi {name}, park behind {place}.", "es": "Hola {name}"}


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager", "Maria Ortiz", [diner.locations[0]])


def save(member: StaffMember, expect: int = 201, **changes: Any) -> Any:
    return member.ask("POST", "/text-templates", {**HELLO, **changes}, expect=expect)


def filled(member: StaffMember, application: str, purpose: str, expect: int = 200) -> Any:
    return member.ask("GET", f"/applications/{application}/text-templates?purpose={purpose}", expect=expect)


def names(member: StaffMember) -> list[str]:
    return [one["name"] for one in member.ask("GET", "/text-templates")["templates"]]


def test_a_template_is_saved_changed_and_deleted(maria: StaffMember) -> None:
    saved = save(maria)
    assert (saved["purpose"], saved["en"], saved["changedBy"]) == ("message", HELLO["en"], "Maria Ortiz")
    save(maria, name="after work")
    assert names(maria) == ["after work", "Parking"]
    path = f"/text-templates/{saved['id']}"
    changed = maria.ask("PUT", path, {"name": "Bring", "purpose": "invite", "es": "Traiga su licencia, {name}"})
    assert (changed["name"], changed["purpose"], changed["en"]) == ("Bring", "invite", None)
    maria.ask("DELETE", path, expect=204)
    assert names(maria) == ["after work"]
    maria.ask("PUT", path, HELLO, expect=404)
    maria.ask("DELETE", path, expect=404)


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("Hi {firstname}, {job} pays {salary}", "{firstname}, {salary}."),
        ("Hi {name", "{."),
        ("{}", "{}."),
        ("{name.__class__}", "{name.__class__}."),
    ],
)
def test_unknown_placeholders_are_named(maria: StaffMember, text: str, unknown: str) -> None:
    refused = save(maria, 422, es=text)
    assert set(refused["fields"]) == {"es"}
    assert refused["fields"]["es"].startswith(f"Unknown placeholder: {unknown}")
    assert names(maria) == []


def test_a_template_needs_a_text_and_a_name(maria: StaffMember) -> None:
    assert "en" in save(maria, 422, en=None, es=None)["fields"]
    assert "en" in save(maria, 422, en="x" * 2001)["fields"]
    assert "name" in save(maria, 422, name=" ")["fields"]
    assert "purpose" in save(maria, 422, purpose="shout")["fields"]


def test_it_is_filled_in_for_the_candidate_in_their_language_and_sends_nothing(
    client: TestClient, person: Person, diner: Business, maria: StaffMember
) -> None:
    application = applied(client, person, diner.jobs[0])
    save(maria)
    save(maria, name="Why us", en="{job} at {employer}: {name}, join us", es=None)
    save(maria, name="Bring", purpose="invite", en="Bring your license")
    first = maria.ask("GET", f"/applications/{application}")["firstName"]
    found = filled(maria, application, "message")
    assert found["language"] == "en"
    assert [(one["name"], one["language"], one["text"]) for one in found["templates"]] == [
        ("Parking", "en", f"Hi {first}, park behind 218 9th Ave, New York, NY 10001."),
        ("Why us", "en", f"Restaurant Server at Two Spoons Diner: {first}, join us"),
    ]
    person.put("/api/auth/language", {"language": "es"})
    found = filled(maria, application, "message")
    assert found["language"] == "es"
    assert [(one["language"], one["text"]) for one in found["templates"]] == [
        ("es", f"Hola {first}"),
        ("en", f"Restaurant Server at Two Spoons Diner: {first}, join us"),
    ]
    assert [one["text"] for one in filled(maria, application, "invite")["templates"]] == ["Hola " + first]
    assert filled(maria, application, "decline")["templates"] == []
    assert maria.ask("GET", f"/applications/{application}/messages")["messages"] == []


def test_templates_are_of_one_employer_and_those_who_hire(
    client: TestClient, person: Person, diner: Business, maria: StaffMember
) -> None:
    saved = save(maria)
    application = applied(client, person, diner.jobs[0])
    vera = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    assert names(vera) == []
    vera.ask("PUT", f"/text-templates/{saved['id']}", HELLO, expect=404)
    vera.ask("DELETE", f"/text-templates/{saved['id']}", expect=404)
    filled(vera, application, "message", expect=404)
    elsewhere = diner.member("manager", "Lou Park", [diner.locations[1]])
    assert names(elsewhere) == ["Parking"]
    filled(elsewhere, application, "message", expect=404)
    reviewer = diner.member("reviewer", "Rob Reed")
    reviewer.ask("GET", "/text-templates", expect=403)
    save(reviewer, 403)
    assert names(maria) == ["Parking"]


def test_an_employer_has_at_most_100(maria: StaffMember, monkeypatch: pytest.MonkeyPatch) -> None:
    from dayshift.hiring.applications import text_templates

    monkeypatch.setattr(text_templates, "MAX_TEMPLATES", 1)
    save(maria)
    assert save(maria, 409)["code"] == "too_many_templates"
