"""An employer with an application that has a row in every table, and everybody who must not reach it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import insert, select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.hiring.applications import Invited, change_order, place_order
from dayshift.hiring.applications.decisions import choose_time, send
from dayshift.hiring.applications.history import PendingMove
from dayshift.hiring.applications.models import offers, review_links, unsent_moves
from dayshift.hiring.applications.queries import any_application
from dayshift.hiring.applications.unsent import keep_unsent
from dayshift.hiring.employers import add_member, find_member, find_posting
from tests.hiring.employers.test_posting import COOK
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed


@dataclass(frozen=True)
class Desk:
    """`ids` maps each path parameter of the staff API to a row of `diner`."""

    diner: Business
    owner: StaffMember
    maria: StaffMember
    """Manager where the application was sent to."""
    ids: dict[str, str]


def _other_employer(client: TestClient, maria: StaffMember) -> str:
    """The id of another employer that Maria works for."""
    bakery, email = business(client, "Night Bakery"), maria.ask("GET", "/me")["member"]["email"]
    in_database(client, add_member, bakery.id, email, maria.name, "manager")
    return bakery.id


def open_desk(client: TestClient, person: Person) -> Desk:
    """Let the person apply, be viewed, rated, asked, invited and written to."""
    diner = business(client)
    owner, maria = diner.member("owner", "Ana Silva"), diner.member("manager", locations=[diner.locations[0]])
    reviewer = diner.member("reviewer", "Rob Reed")
    interview = interviewed(person)
    application = applied(client, person, diner.jobs[0], interview)
    viewed(client, maria, application)
    in_database(client, _order, diner, application)
    one = f"/applications/{application}"
    question = maria.ask("GET", one)["questions"][0]["id"]
    maria.ask("PUT", f"{one}/ratings/{question}", {"level": 3})
    maria.ask("PUT", f"{one}/reviewers/{reviewer.id}")
    maria.ask("POST", f"{one}/links", {"name": "Lee", "email": "lee@example.com"}, expect=201)
    key = {"Idempotency-Key": "message-1"}
    maria.ask("POST", f"{one}/messages", {"text": "See you soon"}, headers=key, expect=201)
    person.post(f"/api/applications/{application}/messages", {"text": "Thank you"})
    noted = maria.ask(
        "POST", f"{one}/notes", {"text": "Calls back"}, headers={"Idempotency-Key": "a-note-1"}, expect=201
    )
    template = maria.ask("POST", "/text-templates", {"name": "Hi", "purpose": "message", "en": "Hi {name}"}, expect=201)
    saved = maria.ask("POST", "/views", {"name": "Mine", "filters": {"view": "all_open"}}, expect=201)
    view = maria.ask("POST", f"{one}/views", {"answer": 1, "kind": "words"}, expect=201)["id"]
    in_database(client, _invite, application, maria.id)
    unsent = in_database(client, add_unsent, application, maria.id)
    asked = [_question(person, diner.jobs[0], text) for text in ("Is there parking?", "Do I need a uniform?")]
    waiting = [one["id"] for one in maria.ask("GET", "/questions")["questions"]]
    headers = {"If-Match": "4", "Idempotency-Key": "decision-1"}
    maria.ask("POST", f"{one}/moves", {"action": "decline", "reason": "times"}, headers=headers)
    posted = {"Idempotency-Key": "a-job-to-take-down"}
    removed = maria.ask("POST", "/jobs", {**COOK, "locationId": diner.locations[0]}, headers=posted, expect=201)["id"]
    maria.ask("POST", f"/jobs/{removed}/state", {"state": "removed", "version": 1})
    hook = {"url": "https://hooks.example.com/", "events": ["application.hired"]}
    endpoint = owner.ask("POST", "/webhooks", hook, expect=201)["endpoint"]["id"]
    delivery = owner.ask("POST", f"/webhooks/{endpoint}/test")["deliveries"][0]["id"]
    api_key = owner.ask("POST", "/api-keys", {"name": "HR system", "scopes": ["jobs:read"]}, expect=201)["key"]["id"]
    return Desk(
        diner,
        owner,
        maria,
        {
            "application_id": application,
            "employer_id": _other_employer(client, maria),
            "endpoint_id": endpoint,
            "key_id": api_key,
            "delivery_id": delivery,
            "unsent_id": unsent,
            "view_id": view,
            "saved_view_id": saved["id"],
            "question_id": question,
            "asked_question_id": asked[0],
            "answered_question_id": waiting[0],
            "removed_question_id": waiting[1],
            "template_id": template["id"],
            "note_id": noted["notes"][0]["id"],
            "link_id": in_database(client, lambda tx: tx.execute(select(review_links.c.id)).scalar_one()),
            "reviewer_id": reviewer.id,
            "member_id": maria.id,
            "location_id": diner.locations[0],
            "posting_id": diner.postings[0],
            "removed_posting_id": removed,
            "session_id": maria.ask("GET", "/sessions")["sessions"][0]["id"],
        },
    )


def _question(person: Person, job: str, text: str) -> str:
    """Send a question about the job to the employer; return its id."""
    question = person.post(f"/api/jobs/{job}/questions", {"question": text})["questionId"]
    person.post(f"/api/job-questions/{question}/send")
    return str(question)


def _order(tx: Tx, diner: Business, application_id: str) -> None:
    """Say that the application was ordered by the employer's applicant tracking system."""
    posting = find_posting(tx, diner.postings[0])
    assert posting is not None
    invited = Invited("maya@example.com", "Maya", "Torres", "https://ats.example.com/1")
    order = place_order(tx, diner.id, posting, invited, now())
    change_order(tx, order.id, state="done", application_id=application_id, ended_at=now())


def add_unsent(tx: Tx, application_id: str, member_id: str) -> str:
    """Add a decision that could not be sent; return its id."""
    application = any_application(tx, application_id)
    assert application is not None
    asked = {"action": "ask", "text": "Can you work Sundays?"}
    pending = PendingMove(new_id(), application_id, member_id, 2, asked, new_id(), now(), now())
    keep_unsent(tx, [(pending, application, "failed")], now())
    return str(tx.execute(select(unsent_moves.c.id)).scalar_one())


def _invite(tx: Tx, application_id: str, member_id: str) -> None:
    """Invite, let the candidate choose the time, and add the row of an offer."""
    member, start = find_member(tx, member_id), now() + timedelta(days=1)
    application = any_application(tx, application_id, for_update=True)
    assert application is not None
    assert member is not None
    body: dict[str, Any] = {"action": "invite", "times": [start.isoformat()], "minutes": 20}
    invited = send(tx, application, member, {**body, "place": "218 9th Ave", "ask_for": "Maria"}, now())
    choose_time(tx, invited, start, now())
    offer = {"application_id": application_id, "pay": 2000, "start_on": start.date(), "made_at": now()}
    tx.execute(insert(offers).values(**offer, first_shift="9 AM", place="218 9th Ave"))
