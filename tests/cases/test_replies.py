"""Nobody can answer a mail by a reply, so each says where to answer, and none asks for a reply. How mails greet."""

import re
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.notifications.wording import word_mail
from tests.calendar import book, clock, staff
from tests.hiring.applications.test_candidate import decide, sent
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import business

__all__ = ["book", "clock", "mails", "staff"]


@pytest.mark.parametrize(("language", "words"), [("en", "Nobody reads replies"), ("es", "Nadie lee las respuestas")])
def test_mail_of_a_conversation_says_where_to_answer(
    client: TestClient, person: Person, mails: Any, language: str, words: str
) -> None:
    person.put("/api/auth/language", {"language": language})
    diner = business(client)
    application_id = sent(person, diner)
    mails()
    decide(client, diner.member("manager"), application_id, action="ask", text="Can you come by on Sunday?")
    [mail] = [one for one in mails() if "Sunday" in mail_bodies(one)[0]]
    text, html = mail_bodies(mail)
    assert f"/application?id={application_id}" in text.split(words)[1].split("\n")[0]
    assert re.search(rf'href="[^"]*/application\?id={application_id}"[^>]*>{words}', html)


@pytest.mark.parametrize("language", ["en", "es"])
def test_other_mails_say_it_too(language: str) -> None:
    values = {"product": "Dayshift", "url": "https://x.example", "first_name": "Ana", "link": "https://x.example/a"}
    values |= {"owner": False}
    mail = word_mail(language, "staff_second_factor_reset", **values)
    assert "Nobody reads replies" in mail.text or "Nadie lee las respuestas" in mail.text
    assert "reply to this" not in mail.text
    assert mail.text.rstrip().endswith("Dayshift")


@pytest.mark.parametrize(("language", "greeting"), [("es", "Hola María José"), ("en", "Hi María José")])
def test_guests_are_greeted_by_their_whole_given_name(book: Any, mails: Any, language: str, greeting: str) -> None:
    assert book(name="María José Ruiz", language=language).status_code == 201
    [mail] = [one for one in mails() if one["To"].addresses[0].addr_spec == "rosa@example.com"]
    assert all(greeting in body for body in mail_bodies(mail))


@pytest.mark.parametrize(("language", "greeting"), [("es", "Hola María José"), ("en", "Hi María José")])
@pytest.mark.parametrize(
    "action",
    [
        {"action": "ask", "text": "Can you come by on Sunday?"},
        {"action": "invite", "minutes": 20, "place": "218 9th Ave", "ask_for": "Maria"},
        {"action": "decline", "reason": "experience"},
    ],
    ids=lambda action: action["action"],
)
def test_mails_about_an_application_greet_by_the_whole_given_name(
    client: TestClient, mails: Any, language: str, greeting: str, action: dict[str, Any]
) -> None:
    person = Person.register(client, "mj@example.com", firstName="María José", lastName="Ruiz Peña")
    person.put("/api/auth/language", {"language": language})
    diner = business(client)
    application_id = sent(person, diner)
    mails()
    if action["action"] == "invite":
        at = (now() + timedelta(days=2)).replace(minute=0, second=0, microsecond=0)
        action = {**action, "times": [at.isoformat()]}
    decide(client, diner.member("manager"), application_id, **action)
    [mail] = [one for one in mails() if one["To"].addresses[0].addr_spec == "mj@example.com"]
    assert all(greeting in body for body in mail_bodies(mail))
