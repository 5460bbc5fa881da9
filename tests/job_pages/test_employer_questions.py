"""Questions that a job's fields don't answer: to the employer and back, for everybody."""

from typing import Any

import pytest
import time_machine
from sqlalchemy import delete
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.core.db import Tx
from dayshift.job_pages.employer_questions import MAX_WAITING
from dayshift.job_pages.routes import SEND
from dayshift.notifications import schedule
from tests.job_pages.test_job_pages import SPANISH, form, read
from tests.matching.saved_jobs.test_saved_jobs import only_job
from tests.notifications.test_interviews import mail_bodies, mails, notices
from tests.people import Person
from tests.staff import Business, business, in_database

__all__ = ["mails"]

PARKING = "Is there parking?"
TUESDAY_MORNING = "2026-03-03T13:30:00Z"
"""8:30 in New York."""


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def ask(person: Person, job_id: str, question: str = PARKING) -> Any:
    return person.post(f"/api/jobs/{job_id}/questions", {"question": question})


def send(person: Person, job_id: str, question: str = PARKING) -> None:
    asked = ask(person, job_id, question)
    person.post(f"/api/job-questions/{asked['questionId']}/send")


def test_question_reaches_the_manager_and_the_answer_everybody(
    client: TestClient, person: Person, diner: Business, mails: Any
) -> None:
    job, maria = diner.jobs[0], diner.member("manager")
    asked = ask(person, job)
    assert (asked["answer"], asked["employer"]) == (None, "Two Spoons Diner")
    assert maria.ask("GET", "/questions") == {"questions": []}  # Asked, but not sent.
    for _ in range(2):  # Idempotent.
        person.post(f"/api/job-questions/{asked['questionId']}/send")
    [waiting] = maria.ask("GET", "/questions")["questions"]
    assert (waiting["question"], waiting["title"], waiting["jobId"]) == (PARKING, "Restaurant Server", job)
    assert "Maya" not in str(waiting)
    assert person.id not in str(waiting)
    mails()
    body = {"question": "Can I park nearby?", "answer": "Yes, behind the house <free>."}
    path = f"/questions/{waiting['id']}"
    assert maria.ask("POST", f"{path}/answer", body) == {"questions": []}
    page = client.get(f"/jobs/{job}").text
    for text in ("Questions and answers", "Can I park nearby?", "Yes, behind the house &lt;free&gt;."):
        assert text in page
    assert PARKING not in page
    assert "Preguntas y respuestas" in client.get(f"/jobs/{job}", headers=SPANISH).text
    [mail] = mails()
    assert mail["Subject"] == "Two Spoons Diner answered your question"
    assert mail["To"].addresses[0].addr_spec == "maya@example.com"
    text, html = mail_bodies(mail)
    assert PARKING in text
    assert f"/jobs/{job}" in text
    assert "Yes, behind the house &lt;free&gt;." in html
    assert notices(person) == ["job_answered"]
    assert maria.call("POST", f"{path}/answer", body).status_code == 404  # Answered once.
    assert "Questions and answers" not in client.get(f"/jobs/{diner.jobs[1]}").text


def test_the_digest_counts_questions(client: TestClient, person: Person, diner: Business, mails: Any) -> None:
    diner.member("manager")
    send(person, diner.jobs[0])
    mails()
    with time_machine.travel(TUESDAY_MORNING, tick=False):
        in_database(client, schedule)
        [digest] = mails()
    assert digest["Subject"] == "1 question about your jobs"
    assert "/desk/messages" in mail_bodies(digest)[0]


def test_answer_stays_without_the_account_of_the_person_who_asked(
    client: TestClient, person: Person, diner: Business
) -> None:
    job, maria = diner.jobs[0], diner.member("manager")
    send(person, job)
    send(person, job, "Do I need a uniform?")
    first, _ = maria.ask("GET", "/questions")["questions"]
    maria.ask("POST", f"/questions/{first['id']}/answer", {"question": PARKING, "answer": "Yes."})

    def erase(tx: Tx) -> None:
        tx.execute(delete(users).where(users.c.id == person.id))

    in_database(client, erase)
    assert maria.ask("GET", "/questions")["questions"] == []
    assert "Yes." in client.get(f"/jobs/{job}").text


def test_members_answer_for_their_own_locations_only(client: TestClient, person: Person, diner: Business) -> None:
    send(person, diner.jobs[0])
    maria = diner.member("manager", locations=[diner.locations[0]])
    olga = diner.member("manager", "Olga Ruiz", [diner.locations[1]])
    stranger = business(client, "The Tin Artichoke").member("owner", "Jo Park")
    [waiting] = maria.ask("GET", "/questions")["questions"]
    body = {"question": PARKING, "answer": "Yes."}
    for other in (olga, stranger):
        assert other.ask("GET", "/questions")["questions"] == []
        assert other.call("POST", f"/questions/{waiting['id']}/answer", body).status_code == 404
        assert other.call("DELETE", f"/questions/{waiting['id']}").status_code == 404
    assert diner.member("reviewer", "Sam Okafor").call("GET", "/questions").status_code == 403
    assert person.call("GET", "/api/desk/questions").status_code == 401
    assert maria.ask("DELETE", f"/questions/{waiting['id']}") == {"questions": []}
    assert "Questions and answers" not in client.get(f"/jobs/{diner.jobs[0]}").text


@pytest.mark.parametrize(
    "contact", ["call 212-555-0142", "rosa@mail.example", "see https://x.example", "(212) 555 0142"]
)
def test_contact_details_are_refused(person: Person, diner: Business, contact: str) -> None:
    question = ask(person, diner.jobs[0], f"Can you {contact}")["questionId"]
    refused = person.post(f"/api/job-questions/{question}/send", expect=422)
    assert list(refused["fields"]) == ["question"]
    send(person, diner.jobs[0], "Is it 10 to 6 on day 2?")  # Numbers that are no phone number.
    maria = diner.member("manager")
    [waiting] = maria.ask("GET", "/questions")["questions"]
    body = {"question": f"Can I {contact}?", "answer": "Yes."}
    assert list(maria.ask("POST", f"/questions/{waiting['id']}/answer", body, expect=422)["fields"]) == ["question"]


def test_questions_are_limited(person: Person, diner: Business) -> None:
    for number in range(MAX_WAITING):
        send(person, diner.jobs[0], f"Is there parking {'!' * number}")
    extra = ask(person, diner.jobs[0], "Is there a bus?")["questionId"]
    for _ in range(SEND.times - MAX_WAITING):
        assert person.post(f"/api/job-questions/{extra}/send", expect=409)["code"] == "too_many"
    assert person.post(f"/api/job-questions/{extra}/send", expect=429)["code"] == "rate_limited"


def test_only_own_questions_about_open_jobs_of_employers_here_are_sent(
    client: TestClient, person: Person, diner: Business
) -> None:
    asked = ask(person, diner.jobs[0])["questionId"]
    other = Person.register(client, "other@example.com")
    other.post(f"/api/job-questions/{asked}/send", expect=404)
    maria = diner.member("owner")
    [version] = [one["version"] for one in maria.ask("GET", "/jobs")["jobs"] if one["id"] == diner.postings[0]]
    maria.ask("POST", f"/jobs/{diner.postings[0]}/state", {"state": "paused", "version": version})
    person.post(f"/api/job-questions/{asked}/send", expect=404)
    foreign = ask(person, only_job(client, person))
    assert foreign["employer"] is None
    person.post(f"/api/job-questions/{foreign['questionId']}/send", expect=404)


def test_forms_send_questions_without_javascript(client: TestClient, person: Person, diner: Business) -> None:
    job = diner.jobs[0]
    page = form(person, f"/jobs/{job}/ask", "question=Parking%3F").text
    assert "The job posting doesn&#39;t say. Ask Two Spoons Diner?" in page
    hidden = page.partition('name="id" value="')[2].partition('"')[0]
    sent = form(person, f"/jobs/{job}/ask/send", f"id={hidden}&question=Parking%3F").text
    assert "Sent. If they answer, you get it by email" in sent
    assert [one["question"] for one in diner.member("manager").ask("GET", "/questions")["questions"]] == ["Parking?"]
    page = form(person, f"/jobs/{job}/ask", "question=Call+212+555+0142").text
    hidden = page.partition('name="id" value="')[2].partition('"')[0]
    refused = form(person, f"/jobs/{job}/ask/send", f"id={hidden}&question=Call").text
    assert "Please leave out phone numbers" in refused
    assert "Sent." not in client.post(f"/jobs/{job}/ask/send", content=f"id={hidden}").text
    assert "Sent." not in read(person, f"/jobs/{job}")
