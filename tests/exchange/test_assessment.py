"""A scripted applicant tracking system: list, send, interview, done, status and errors over HTTP."""

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import time_machine
from httpx2 import Response
from sqlalchemy import func, insert, select, update
from starlette.testclient import TestClient

from dayshift.core.audit import audit_entries
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.limits import Rule
from dayshift.core.tasks import Worker
from dayshift.exchange.assessments import partner_routes
from dayshift.exchange.check import check_connections
from dayshift.hiring.applications.models import applications, assessment_orders, ratings, stage_counts
from dayshift.hiring.employers.models import postings
from dayshift.settings import Settings
from tests.interviews.room.test_interviews import CONSENT, answer, start
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database

BASE = "/api/exchange/assessments"
SHARE = {"firstName": "Rosa", "lastName": "Lima", "video": True, "words": True, "score": True}
EMAIL = "rosa@example.com"


class Tracking:
    """An applicant tracking system: it calls us with its key, and listens for callbacks on this machine."""

    def __init__(self, client: TestClient, key: str) -> None:
        self.client, self.key = client, key
        self.called: list[tuple[str, str, bytes]] = []
        self.status = 200
        tracking = self

        class Handler(BaseHTTPRequestHandler):
            def do_PATCH(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                tracking.called.append((self.command, self.path, body))
                self.send_response(tracking.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/done/1"

    def close(self) -> None:
        """Stop listening."""
        self.server.shutdown()
        self.server.server_close()

    def call(self, method: str, name: str, **more: Any) -> Response:
        """Call us with the key as user name and no password."""
        self.client.cookies.clear()
        return self.client.request(method, f"{BASE}/{name}", auth=(self.key, ""), **more)

    def send(self, test: str, *, email: str = EMAIL, url: str | None = None, **candidate: Any) -> Response:
        """Order an interview, with everything that such a system sends."""
        person = {
            "first_name": "Rosa", "last_name": "Lima", "preferred_name": None, "email": email,
            "phone_number": "+12125550100", "resume_url": "https://ats.example/r", "greenhouse_profile_url": "https://a.b",
            **candidate,
        }  # fmt: skip
        body = {"partner_test_id": test, "candidate": person, "sent_by": "lee@ats.example", "url": url or self.url}
        return self.call("POST", "send_test", json=body)

    def order(self, test: str, **more: Any) -> str:
        """Order an interview; return its id."""
        reply = self.send(test, **more)
        assert reply.status_code == 200, reply.text
        return str(reply.json()["partner_interview_id"])

    def read(self, order: str) -> Any:
        """The status of an order."""
        reply = self.call("GET", "test_status", params={"partner_interview_id": order})
        assert reply.status_code == 200, reply.text
        return reply.json()


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """A server that may call systems on this machine."""
    return Settings(
        database_url=database_url, data_dir=tmp_path, run_worker=False, free_disk_mb=0, private_addresses_allowed=True
    )


@pytest.fixture
def diner(client: TestClient) -> Business:
    """An employer with two jobs."""
    return business(client)


@pytest.fixture
def owner(diner: Business) -> StaffMember:
    """The owner, who connects the system."""
    return diner.member("owner")


@pytest.fixture
def ats(client: TestClient, owner: StaffMember) -> Iterator[Tracking]:
    """The employer's connected system."""
    made = Tracking(client, owner.ask("POST", "/assessments/key", expect=201)["key"])
    yield made
    made.close()


def run(client: TestClient, worker: Worker) -> None:
    """Run the background tasks that are due, and those that they cause."""
    assert client.portal is not None
    for _ in range(4):
        client.portal.call(worker.drain)


def mails(settings: Settings, to: str = EMAIL) -> list[str]:
    """The mails to an address, oldest first."""
    files = sorted(settings.dev_mailbox.rglob("*.eml"))
    found = [message_from_bytes(file.read_bytes(), policy=default) for file in files]
    bodies = [one.get_body(("plain",)) for one in found if to in one["to"]]
    return [str(one.get_content()) for one in bodies if one is not None]


def link(settings: Settings, to: str = EMAIL) -> str:
    """The token of the newest link in the mails."""
    return str(re.findall(r"/assessment\?key=([\w-]+)", "\n".join(mails(settings, to)))[-1])


def accept(client: TestClient, token: str, **more: Any) -> Person:
    """Accept as somebody without an account; return the new candidate."""
    client.cookies.clear()
    reply = client.post(f"/api/assessments/{token}/accept", json={**SHARE, **more})
    assert reply.status_code == 200, reply.text
    client.cookies.clear()
    session = reply.json()["token"]
    me = client.get("/api/auth/me", headers={"Authorization": f"Bearer {session}"}).json()["user"]
    return Person(client, me["id"], session)


def take(person: Person, interview_id: str) -> None:
    """Consent, answer all questions by typing, and complete."""
    terms = person.get("/api/consent")
    person.post(f"/api/interviews/{interview_id}/consent", {**CONSENT, "version": terms["version"]})
    interview = start(person, interview_id)["interview"]
    for order in range(1, 5):
        answer(person, interview, order)
    person.post(f"/api/interviews/{interview_id}/complete")


def interview_of(client: TestClient, order: str) -> str:
    """The id of the interview of an order."""
    query = select(assessment_orders.c.interview_id).where(assessment_orders.c.id == order)
    return str(in_database(client, lambda tx: tx.execute(query).scalar_one()))


def callbacks_arrive(client: TestClient) -> list[bool | None]:
    found = in_database(client, check_connections, "https://dayshift.example", now())
    return [one.works for one in found if one.name == "assessments"]


def count(client: TestClient, table: Any) -> int:
    """The number of rows."""
    return int(in_database(client, lambda tx: tx.execute(select(func.count()).select_from(table)).scalar_one()))


def test_system_walks_list_send_interview_done_and_status(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, owner: StaffMember, ats: Tracking
) -> None:
    tests = ats.call("GET", "list_tests").json()
    assert {one["partner_test_name"] for one in tests} == {"Restaurant Server, 9th Avenue", "Line Cook, Astoria"}
    assert {one["partner_test_id"] for one in tests} == set(diner.postings)

    order = ats.order(diner.postings[0])
    assert ats.order(diner.postings[0]) == order
    run(client, worker)
    assert len(mails(settings)) == 1
    status = ats.read(order)
    assert status["partner_status"] == "sent"
    assert "partner_score" not in status

    token = link(settings)
    opened = client.get(f"/api/assessments/{token}").json()
    assert (opened["employer"], opened["title"], opened["state"]) == ("Two Spoons Diner", "Restaurant Server", "sent")
    nothing = client.post(f"/api/assessments/{token}/accept", json={**SHARE, "video": False, "words": False})
    assert (nothing.status_code, nothing.json()["code"]) == (422, "consent_missing")
    rosa = accept(client, token)
    assert ats.read(order)["partner_status"] == "accepted"
    assert count(client, applications) == 0  # Nothing is shared before the interview is done.

    take(rosa, interview_of(client, order))
    run(client, worker)
    assert ats.called == [("PATCH", "/done/1", b"")]
    done = ats.read(order)
    assert done["partner_status"] == "complete"
    assert "partner_score" not in done  # Nobody has rated yet.
    assert all(isinstance(value, str) for value in done["metadata"].values())

    application = done["partner_profile_url"].rpartition("/")[2]
    person = owner.ask("GET", f"/applications/{application}")
    assert person["name"] == "Rosa Lima"
    assert rosa.get("/api/applications")["applications"][0]["id"] == application
    assert rosa.get("/api/auth/me")["user"]["emailVerified"] is True
    assert owner.ask("GET", "/assessments")["orders"][0]["state"] == "done"


def rate(tx: Tx, application: str, author: str, level: int | None) -> None:
    row = {
        "author": author,
        "author_name": "Maria",
        "question_id": "one",
        "competency": "Calm",
        "skipped": level is None,
    }
    tx.execute(insert(ratings).values(application_id=application, **row, level=level, rated_at=now(), changed_at=now()))


def test_score_appears_once_a_person_has_rated_and_is_gone_when_sharing_ends(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    order = ats.order(diner.postings[0])
    run(client, worker)
    rosa = accept(client, link(settings))
    take(rosa, interview_of(client, order))
    run(client, worker)
    application = ats.read(order)["partner_profile_url"].rpartition("/")[2]
    in_database(client, rate, application, "a", None)
    assert "partner_score" not in ats.read(order)
    in_database(client, rate, application, "b", 4)
    in_database(client, rate, application, "c", 3)
    assert ats.read(order)["partner_score"] == 3.5
    assert ats.read(order)["metadata"]["rated_by_people"] == "2"
    rosa.post(f"/api/applications/{application}/withdraw")
    status = ats.read(order)
    assert status["partner_status"] == "withdrawn"
    assert "partner_score" not in status
    assert application not in status["partner_profile_url"]


def test_withdrawal_is_told_after_the_result(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, owner: StaffMember, ats: Tracking
) -> None:
    order = ats.order(diner.postings[0])
    run(client, worker)
    rosa = accept(client, link(settings))
    take(rosa, interview_of(client, order))
    run(client, worker)
    assert len(ats.called) == 1
    ats.status = 503
    with time_machine.travel(now() + timedelta(days=4), tick=False):
        application = ats.read(order)["partner_profile_url"].rpartition("/")[2]
        rosa.post(f"/api/applications/{application}/withdraw")
        run(client, worker)
        assert len(ats.called) == 2
        assert owner_order(client, order) == (None, "status 503")
    ats.status = 204
    with time_machine.travel(now() + timedelta(days=4, minutes=2), tick=False):  # Retries count from the withdrawal.
        run(client, worker)
        assert len(ats.called) == 3
        assert ats.read(order)["partner_status"] == "withdrawn"
        run(client, worker)
    assert len(ats.called) == 3
    assert owner_order(client, order)[0] is not None


def owner_order(client: TestClient, order: str) -> tuple[Any, str | None]:
    """When the system was told, and the error before that."""
    columns = assessment_orders.c.called_at, assessment_orders.c.callback_error
    query = select(*columns).where(assessment_orders.c.id == order)
    return in_database(client, lambda tx: tuple(tx.execute(query).one()))


def test_mail_is_in_both_languages_without_an_account_and_in_the_users_with_one(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    ats.order(diner.postings[0], email="guest@example.com")
    run(client, worker)
    (guest,) = mails(settings, "guest@example.com")
    english, spanish = guest.index("You decide what"), guest.index("Usted decide")
    assert english < guest.index("le invita a una entrevista") < spanish
    assert len(set(re.findall(r"/assessment\?key=([\w-]+)", guest))) == 1
    assert guest.count("/assessment?key=") == 2
    Person.register(client, EMAIL)
    run(client, worker)
    ats.order(diner.postings[1])
    run(client, worker)
    known = mails(settings)[-1]
    assert "You decide what" in known
    assert "Usted" not in known


def test_account_of_a_guest_is_welcomed_and_sets_a_password_with_a_code(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    ats.order(diner.postings[0])
    run(client, worker)
    accept(client, link(settings))
    run(client, worker)
    assert [mail for mail in mails(settings) if "It has no password yet." in mail]
    client.cookies.clear()
    assert client.post("/api/auth/forgot-password", json={"email": EMAIL}).status_code == 200
    run(client, worker)
    code = re.findall(r"\b\d{6}\b", mails(settings)[-1])[0]
    new = {"email": EMAIL, "code": code, "password": "a long day's work"}
    assert client.post("/api/auth/set-password", json=new).status_code == 200
    client.cookies.clear()
    entered = client.post("/api/auth/login", json={"email": EMAIL, "password": new["password"]})
    assert entered.status_code == 200, entered.text


def test_replies_say_what_is_left_of_the_limits(
    client: TestClient, diner: Business, ats: Tracking, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ats.call("GET", "list_tests").headers
    assert first["RateLimit-Policy"] == '"calls";q=600;w=60'
    assert re.fullmatch(r'"calls";r=599;t=(59|60)', first["RateLimit"])
    missing = ats.call("GET", "test_status", params={"partner_interview_id": "none"})
    assert (missing.status_code, missing.headers["RateLimit"][:13]) == (404, '"calls";r=598')
    monkeypatch.setattr(partner_routes, "SENDS", Rule("few sends", 1, 3600))
    ats.order(diner.postings[0])
    refused = ats.send(diner.postings[0], email="x@example.com")
    assert refused.status_code == 429
    assert refused.headers["RateLimit-Policy"] == '"calls";q=600;w=60, "sends";q=1;w=3600'
    left = re.fullmatch(r'"calls";r=596;t=\d+, "sends";r=0;t=(\d+)', refused.headers["RateLimit"])
    assert left
    assert abs(int(left[1]) - int(refused.headers["Retry-After"])) <= 1
    client.cookies.clear()
    assert client.get(f"{BASE}/list_tests").headers["WWW-Authenticate"].startswith("Basic ")


def test_refusal_and_expiry_are_reported(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    refused, expired = ats.order(diner.postings[0]), ats.order(diner.postings[1], email="noah@example.com")
    run(client, worker)
    token = link(settings)
    for _ in range(2):
        assert client.post(f"/api/assessments/{token}/refuse").status_code == 200
    run(client, worker)
    assert ats.read(refused)["partner_status"] == "refused"
    assert client.post(f"/api/assessments/{token}/accept", json=SHARE).json()["code"] == "assessment_over"
    late = link(settings, "noah@example.com")
    with time_machine.travel(now() + timedelta(days=14, minutes=1)):
        assert client.post(f"/api/assessments/{late}/accept", json=SHARE).json()["code"] == "assessment_over"
        run(client, worker)
        assert ats.read(expired)["partner_status"] == "expired"
        assert client.get(f"/api/assessments/{late}").json()["state"] == "over"
    assert len(ats.called) == 2
    assert count(client, applications) == 0


def test_callback_is_retried_until_it_arrives_and_the_check_says_so(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, owner: StaffMember, ats: Tracking
) -> None:
    ats.status = 503
    ats.order(diner.postings[0])
    run(client, worker)
    client.post(f"/api/assessments/{link(settings)}/refuse")
    run(client, worker)
    assert owner.ask("GET", "/assessments")["orders"][0]["callbackError"] == "status 503"
    with time_machine.travel(now() + timedelta(hours=2), tick=False):
        assert callbacks_arrive(client) == [False]
        ats.status = 204
        run(client, worker)
        assert owner.ask("GET", "/assessments")["orders"][0]["told"] is True
        assert callbacks_arrive(client) == [True]


def test_errors_of_the_system_are_shown_to_the_owner(
    client: TestClient, diner: Business, owner: StaffMember, ats: Tracking
) -> None:
    order = ats.order(diner.postings[0])
    body = {"api_call": "test_status", "errors": ["no link"], "partner_interview_id": order, "candidate_email": EMAIL}
    assert ats.call("POST", "response_error", json=body).status_code == 200
    shown = owner.ask("GET", "/assessments")
    assert shown["orders"][0]["problem"] == "test_status: no link"
    assert shown["key"]["failedAt"] is None
    assert ats.call("POST", "request_errors", json={"api_call": "list_tests", "errors": ["x"]}).status_code == 200
    assert owner.ask("GET", "/assessments")["key"]["failedAt"] is not None


def test_filled_job_ends_the_order_as_failed(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, owner: StaffMember, ats: Tracking
) -> None:
    order = ats.order(diner.postings[0])
    run(client, worker)
    rosa = accept(client, link(settings))
    version = next(one["version"] for one in owner.ask("GET", "/jobs")["jobs"] if one["id"] == diner.postings[0])
    owner.ask("POST", f"/jobs/{diner.postings[0]}/state", {"state": "paused", "version": version})
    assert diner.postings[0] not in {one["partner_test_id"] for one in ats.call("GET", "list_tests").json()}
    assert ats.send(diner.postings[0], email="x@example.com").json()["code"] == "job_closed"
    take(rosa, interview_of(client, order))
    run(client, worker)
    assert ats.read(order)["partner_status"] == "failed"
    assert count(client, applications) == 0


@pytest.mark.parametrize("problem", ["job_full", "deletion_planned"])
def test_an_interview_that_cannot_become_an_application_ends_the_order_as_failed(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking, problem: str
) -> None:
    order = ats.order(diner.postings[0])
    run(client, worker)
    rosa = accept(client, link(settings))
    take(rosa, interview_of(client, order))
    if problem == "job_full":
        where = {"posting_id": diner.postings[0], "employer_id": diner.id, "location_id": "", "stage": "hired"}
        limited = update(postings).where(postings.c.id == diner.postings[0]).values(openings=1, always_hiring=False)
        in_database(client, lambda tx: tx.execute(limited) and None)
        in_database(client, lambda tx: tx.execute(insert(stage_counts).values(**where, count=1)) and None)
    else:
        rosa.post("/api/privacy/erasure")
    run(client, worker)
    assert ats.read(order)["partner_status"] == "failed"
    assert count(client, applications) == 0


def test_system_reaches_its_own_employer_only(client: TestClient, diner: Business, ats: Tracking) -> None:
    other = business(client, "Harbor Grill")
    theirs = Tracking(client, other.member("owner", "Ana Cruz").ask("POST", "/assessments/key", expect=201)["key"])
    order = ats.order(diner.postings[0])
    assert theirs.call("GET", "test_status", params={"partner_interview_id": order}).status_code == 404
    error = {"api_call": "x", "errors": ["planted"], "partner_interview_id": order}
    assert theirs.call("POST", "response_error", json=error).status_code == 404
    assert theirs.send(diner.postings[0]).status_code == 404
    assert {one["partner_test_id"] for one in theirs.call("GET", "list_tests").json()} == set(other.postings)
    theirs.close()


def test_key_is_required_rotated_and_revoked(
    client: TestClient, diner: Business, owner: StaffMember, ats: Tracking
) -> None:
    for auth in (None, ("", ""), ("dayshift_ats_wrong", ""), ("", ats.key), (owner.token, "")):
        client.cookies.clear()
        assert client.get(f"{BASE}/list_tests", auth=auth).json()["code"] == "key_required"
    for header in ("Basic %%%", "Basic /w==", f"Bearer {ats.key}"):
        assert client.get(f"{BASE}/list_tests", headers={"Authorization": header}).status_code == 401
    assert client.get("/api/desk/assessments", auth=(ats.key, "")).status_code == 401
    old, ats.key = ats.key, owner.ask("POST", "/assessments/key", expect=201)["key"]
    assert ats.call("GET", "list_tests").status_code == 200
    assert client.get(f"{BASE}/list_tests", auth=(old, "")).status_code == 401
    assert "key" not in {name for name, value in owner.ask("GET", "/assessments")["key"].items() if value}
    owner.ask("DELETE", "/assessments/key")
    assert ats.call("GET", "list_tests").status_code == 401
    manager = diner.member("manager", "Lee Park", diner.locations)
    assert manager.call("POST", "/assessments/key").status_code == 403
    assert manager.call("GET", "/assessments").status_code == 403


def test_private_callbacks_are_refused(client: TestClient, settings: Settings, diner: Business, ats: Tracking) -> None:
    settings.private_addresses_allowed = False
    for url in ("http://ats.example/x", "https://127.0.0.1/x", "https://localhost/x", "ftp://a", "nonsense"):
        assert ats.send(diner.postings[0], url=url).status_code == 422
    assert count(client, assessment_orders) == 0


def test_malformed_orders_are_refused_without_an_echo(client: TestClient, diner: Business, ats: Tracking) -> None:
    secret = "hunter2 hunter2"
    for change in (
        {"first_name": f"{secret}\0"},
        {"first_name": "", "last_name": " "},
        {"email": secret},
        {"last_name": [secret]},
    ):
        reply = ats.send(diner.postings[0], **change)
        assert (reply.status_code, secret in reply.text) == (422, False), change
    for body in ({"api_call": f"{secret}\0"}, {"errors": [f"{secret}\0"]}, {"partner_interview_id": "\0"}):
        assert ats.call("POST", "response_error", json=body).status_code == 422
    assert ats.call("GET", "test_status", params={"partner_interview_id": "\0"}).status_code == 422
    assert count(client, assessment_orders) == 0


def test_sends_are_limited(client: TestClient, diner: Business, ats: Tracking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partner_routes, "SENDS", Rule("few sends", 2, 3600))
    replies = [ats.send(diner.postings[0], email=f"p{number}@example.com").status_code for number in range(3)]
    assert replies == [200, 200, 429]


def test_link_belongs_to_the_account_that_accepted(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    ats.order(diner.postings[0])
    run(client, worker)
    token = link(settings)
    rosa = accept(client, token)
    thief = Person.register(client, "thief@example.com")
    assert thief.call("GET", f"/api/assessments/{token}").status_code == 404
    assert thief.call("POST", f"/api/assessments/{token}/accept", SHARE).status_code == 404
    client.cookies.clear()
    assert client.post(f"/api/assessments/{token}/accept", json=SHARE).status_code == 404
    again = rosa.post(f"/api/assessments/{token}/accept", SHARE)
    assert again["token"] is None
    assert client.get(f"/api/assessments/{'x' * 43}").status_code == 404


def test_address_with_an_account_must_sign_in(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    rosa = Person.register(client, EMAIL)
    order = ats.order(diner.postings[0])
    run(client, worker)
    token = link(settings)
    assert client.post(f"/api/assessments/{token}/accept", json=SHARE).json()["code"] == "email_taken"
    assert ats.read(order)["partner_status"] == "sent"
    rosa.post(f"/api/assessments/{token}/accept", SHARE)
    assert ats.read(order)["partner_status"] == "accepted"


def test_order_does_not_renew_the_consent_to_quick_answers(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    rosa = Person.register(client, EMAIL)
    application = applied(client, rosa, diner.jobs[0])
    path = f"/api/applications/{application}"
    rosa.put(f"{path}/shares", {"video": True, "words": True, "score": True, "quickAnswers": True})
    order = ats.order(diner.postings[1])
    run(client, worker)
    rosa.post(f"/api/assessments/{link(settings)}/accept", SHARE)
    take(rosa, interview_of(client, order))
    run(client, worker)
    assert ats.read(order)["partner_status"] == "complete"
    assert rosa.get(path)["shares"]["quickAnswers"] is False


def test_erased_person_leaves_no_order(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, owner: StaffMember, ats: Tracking
) -> None:
    ats.order(diner.postings[0])
    ats.order(diner.postings[1], email="guest@example.com")
    run(client, worker)
    rosa = accept(client, link(settings))

    from dayshift.privacy import erase_address, erase_user

    in_database(client, erase_user, rosa.id)
    assert count(client, assessment_orders) == 1
    in_database(client, erase_address, "guest@example.com")
    assert count(client, assessment_orders) == 0


def test_old_orders_are_deleted(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    from dayshift.hiring.applications import drop_old_orders

    ats.order(diner.postings[0])
    run(client, worker)
    client.post(f"/api/assessments/{link(settings)}/refuse")
    in_database(client, drop_old_orders, now() + timedelta(days=179))
    assert count(client, assessment_orders) == 1
    in_database(client, drop_old_orders, now() + timedelta(days=181))
    assert count(client, assessment_orders) == 0


def test_audit_log_has_every_step_without_a_name(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, ats: Tracking
) -> None:
    order = ats.order(diner.postings[0])
    run(client, worker)
    client.post(f"/api/assessments/{link(settings)}/refuse")
    query = select(audit_entries).where(audit_entries.c.action.startswith("assessment."))
    rows = in_database(client, lambda tx: [dict(row) for row in tx.execute(query).mappings()])
    assert [row["action"] for row in rows] == ["assessment.key_created", "assessment.ordered", "assessment.ended"]
    assert order not in str(rows)
    assert "rosa" not in str(rows).lower()


def test_examples_of_the_documentation_work(address: str, client: TestClient, diner: Business, ats: Tracking) -> None:
    text = (Path(__file__).parents[2] / "docs/exchange-assessments.md").read_text("utf-8")
    environment = {**os.environ, "DAYSHIFT_URL": address, "DAYSHIFT_KEY": ats.key, "JOB": diner.postings[0]}
    listing, sending = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)

    def output(*command: str) -> str:
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=60).stdout

    assert {one["partner_test_id"] for one in json.loads(output("bash", "-c", listing))} == set(diner.postings)
    order = json.loads(output("bash", "-c", sending))["partner_interview_id"]
    assert ats.read(order)["partner_status"] == "sent"
