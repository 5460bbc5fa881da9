"""Reviewers and review links: who may open one application, what they see, and when it ends."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from tests.interviews.reviews.test_person import recorded
from tests.interviews.room.test_interviews import drain
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business

__all__ = ["mails"]

LENA = {"name": "Lena Brandt", "email": "lena@example.com"}
Mails = Callable[[], list[Any]]


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def link_in(mail: Any) -> str:
    """The API path of the review link in a mail."""
    found = re.search(r"/desk/shared\?key=([\w-]+)", mail_bodies(mail)[0])
    assert found
    return f"/api/desk/shared/{found[1]}"


def code_in(mail: Any) -> str:
    """The code in a mail."""
    return str(mail["Subject"])[:6]


def shared_with_lena(member: StaffMember, application_id: str, mails: Mails) -> Any:
    """Share an application with Lena; return the mail with the link."""
    member.ask("POST", f"/applications/{application_id}/links", LENA, expect=201)
    return next(mail for mail in mails() if "lena@example.com" in mail["To"])


def enter_code(client: TestClient, link: str, mails: Mails) -> None:
    """Open a review link in this browser, with the code that is mailed to its recipient."""
    assert client.post(f"{link}/code").status_code == 200
    assert client.post(f"{link}/open", json={"code": code_in(mails()[-1])}).status_code == 200


def test_a_review_link_opens_one_application_to_view_and_rate(
    client: TestClient, person: Person, worker: Worker, mails: Mails, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0], recorded(person))
    drain(client, worker)
    mails()
    sharing = maria.ask("POST", f"/applications/{application_id}/links", LENA, expect=201)
    [mail] = mails()
    assert mail["Subject"] == "Maria Ortiz wants your opinion on Maya"
    link = link_in(mail)
    assert link.rpartition("/")[2] not in str(sharing)
    enter_code(client, link, mails)
    shown = client.get(link).json()
    assert (shown["reviewer"], shown["sharedBy"], shown["firstName"]) == ("Lena Brandt", "Maria Ortiz", "Maya")
    assert "maya@example.com" not in str(shown)
    assert "Torres" not in str(shown)
    question = shown["questions"][0]
    assert (question["machine"], question["hidden"]) == (None, 0)
    media = question["answers"][0]["media"]
    part = client.get(media, headers={"Range": "bytes=0-3"})
    assert (part.status_code, part.content) == (206, b"\x1aE\xdf\xa3")
    assert client.get(media).status_code == 200
    view = client.post(f"{link}/views", json={"answer": 1, "kind": "video"})
    assert view.status_code == 201
    with time_machine.travel(now() + timedelta(seconds=2), tick=True):
        client.put(f"{link}/views/{view.json()['id']}", json={"seconds": 1.5})
    assert client.put(f"{link}/views/{view.json()['id']}", json={"seconds": 1.5}).status_code == 200
    maria.ask("PUT", f"/applications/{application_id}/ratings/{question['id']}", {"level": 2, "comment": "Too short"})
    rated = client.put(f"{link}/ratings/{question['id']}", json={"level": 4}).json()
    assert (rated["own"]["level"], rated["others"]) == (4, [])
    assert rated["machine"]["text"]
    page = maria.ask("GET", f"/applications/{application_id}")
    assert page["stage"] == "submitted"  # Only members start the review.
    assert [(one["name"], one["level"]) for one in page["questions"][0]["others"]] == [("Lena Brandt", 4)]
    own = person.get(f"/api/applications/{application_id}")
    assert [(one["name"], one["seconds"]) for one in own["views"]] == [("Lena Brandt", 1.5)]
    person.post(f"/api/applications/{application_id}/withdraw")
    again = client.put(f"{link}/views/{view.json()['id']}", json={"seconds": 2})
    assert {again.status_code, client.get(link).status_code, client.get(media).status_code} == {404}


def test_a_review_link_is_for_the_person_it_was_sent_to(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0])
    mails()
    link = link_in(shared_with_lena(maria, application_id, mails))
    link_id = maria.ask("GET", f"/applications/{application_id}/sharing")["links"][0]["id"]
    forwarded = TestClient(client.app, headers={"Origin": str(client.base_url)})
    refused = forwarded.get(link)
    assert (refused.status_code, refused.json()["code"]) == (403, "review_code_required")
    assert (refused.json()["reviewer"], refused.json()["address"]) == ("Lena Brandt", "l•••@example.com")
    assert "Maya" not in refused.text
    view = {"answer": 1, "kind": "words"}
    assert forwarded.post(f"{link}/views", json=view).json()["code"] == "review_code_required"
    assert forwarded.get(f"{link}/answers/1/media").json()["code"] == "review_code_required"
    assert forwarded.put(f"{link}/ratings/kitchen", json={"level": 4}).json()["code"] == "review_code_required"
    assert client.post(f"{link}/code").status_code == 200
    [mail] = mails()
    assert mail["To"] == "Lena Brandt <lena@example.com>"
    code = code_in(mail)
    wrong = "000000" if code != "000000" else "000001"
    assert forwarded.post(f"{link}/open", json={"code": wrong}).json()["code"] == "invalid_code"
    opened = client.post(f"{link}/open", json={"code": code})
    assert "HttpOnly" in opened.headers["set-cookie"]
    assert f"Path={link};" in opened.headers["set-cookie"]
    assert forwarded.post(f"{link}/open", json={"code": code}).json()["code"] == "invalid_code"  # It works once.
    assert client.get(link).json()["reviewer"] == "Lena Brandt"
    assert client.post(f"{link}/views", json=view).status_code == 201
    [seen] = person.get(f"/api/applications/{application_id}")["views"]
    assert seen["name"] == "Lena Brandt"
    other = link_in(shared_with_lena(maria, application_id, mails))
    cookie = opened.headers["set-cookie"].partition(";")[0]
    assert forwarded.get(other, headers={"Cookie": cookie}).status_code == 403  # It opens no other link.
    maria.ask("DELETE", f"/applications/{application_id}/links/{link_id}")
    assert client.get(link).status_code == 404
    assert client.post(f"{link}/code").status_code == 404


def test_codes_of_a_review_link_are_limited(client: TestClient, person: Person, mails: Mails, diner: Business) -> None:
    maria = diner.member("manager")
    link = link_in(shared_with_lena(maria, applied(client, person, diner.jobs[0]), mails))
    assert [client.post(f"{link}/code").status_code for _ in range(6)] == [200] * 5 + [429]
    code = code_in(mails()[-1])
    wrong = "000000" if code != "000000" else "000001"
    for _ in range(5):
        assert client.post(f"{link}/open", json={"code": wrong}).json()["code"] == "invalid_code"
    assert client.post(f"{link}/open", json={"code": code}).json()["code"] == "invalid_code"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It works until Tuesday, March 3, 10:00 AM EST."),
        ("es", "Funciona hasta el martes, 3 de marzo, 10:00 a.m., hora oriental."),
    ],
)
def test_the_mail_says_on_which_day_and_in_which_zone_a_review_link_ends(
    client: TestClient, person: Person, mails: Mails, diner: Business, language: str, text: str
) -> None:
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False):
        maria = diner.member("manager")
        maria.ask("PATCH", "/me", {"language": language})
        mail = shared_with_lena(maria, applied(client, person, diner.jobs[0]), mails)
        assert text in mail_bodies(mail)[0].replace("\r\n", " ")


def test_links_of_a_member_who_left_are_not_listed(client: TestClient, person: Person, diner: Business) -> None:
    maria, ana = diner.member("manager"), diner.member("owner", "Ana Whitlock")
    application_id = applied(client, person, diner.jobs[0])
    maria.ask("POST", f"/applications/{application_id}/links", LENA, expect=201)
    assert len(ana.ask("GET", f"/applications/{application_id}/sharing")["links"]) == 1
    ana.ask("POST", f"/members/{maria.id}/deactivate")
    assert ana.ask("GET", f"/applications/{application_id}/sharing")["links"] == []


def test_a_review_link_ends_after_a_day_or_when_it_is_ended(
    client: TestClient, person: Person, mails: Mails, diner: Business
) -> None:
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False) as clock:
        maria, ana = diner.member("manager", locations=[diner.locations[0]]), diner.member("owner", "Ana Whitlock")
        application_id = applied(client, person, diner.jobs[0])
        mails()

        def shared() -> tuple[str, str]:
            links = maria.ask("POST", f"/applications/{application_id}/links", LENA, expect=201)["links"]
            [mail] = mails()
            return link_in(mail), links[-1]["id"]

        first, _ = shared()
        second, link_id = shared()
        enter_code(client, first, mails)
        enter_code(client, second, mails)
        stranger = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
        assert stranger.call("DELETE", f"/applications/{application_id}/links/{link_id}").status_code == 404
        assert len(ana.ask("DELETE", f"/applications/{application_id}/links/{link_id}")["links"]) == 1
        assert [client.get(link).status_code for link in (first, second)] == [200, 404]
        assert client.get("/api/desk/shared/" + "x" * 43).status_code == 404
        clock.shift(timedelta(hours=23, minutes=59))
        assert client.get(first).status_code == 200
        clock.shift(timedelta(minutes=1))
        assert client.get(first).status_code == 404


def test_reviewers_see_what_they_are_assigned_to(client: TestClient, person: Person, diner: Business) -> None:
    maria, theo = diner.member("manager"), diner.member("reviewer", "Theo Grant")
    elsewhere = diner.member("manager", "Sam Okafor", [diner.locations[1]])
    application_id = applied(client, person, diner.jobs[0])
    path = f"/applications/{application_id}"
    assert theo.call("GET", path).status_code == 404
    assert elsewhere.call("PUT", f"{path}/reviewers/{theo.id}").status_code == 404
    assert theo.call("PUT", f"{path}/reviewers/{theo.id}").status_code == 403
    assert theo.call("POST", f"{path}/links", LENA).status_code == 403
    assert maria.call("PUT", f"{path}/reviewers/{elsewhere.id}").status_code == 404
    shared = maria.ask("PUT", f"{path}/reviewers/{theo.id}")
    assert shared["reviewers"] == [{"id": theo.id, "name": "Theo Grant", "assigned": True}]
    assert theo.ask("GET", path)["firstName"] == "Maya"
    assert theo.ask("GET", "/queue")["waiting"] == 1
    assert maria.ask("DELETE", f"{path}/reviewers/{theo.id}")["reviewers"][0]["assigned"] is False
    assert theo.call("GET", path).status_code == 404
