"""An employer's own program, with the client from clients/ and over plain HTTP, against a listening server."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import httpx2
import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from clients.dayshift_employer import ApiError, Employer, JobPost
from dayshift.core import audit
from dayshift.core.clock import now
from dayshift.core.limits import Rule
from dayshift.exchange.api_keys.keys import SCOPES, new_key
from dayshift.exchange.employer_api import PATH, access, employer_contract, routes
from dayshift.exchange.employer_api.routes import SETTLED
from dayshift.hiring.applications.grants import end_grants
from dayshift.hiring.desk import decision_routes
from dayshift.hiring.employers import posting_routes
from scripts.write_employer_client import client_of
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

ROOT = Path(__file__).parents[2]
ConnectProgram = Callable[..., Employer]


@pytest.fixture
def diner(client: TestClient) -> Business:
    """An employer with two jobs at two locations."""
    return business(client)


@pytest.fixture
def owner(diner: Business) -> StaffMember:
    """The owner, who creates keys."""
    return diner.member("owner")


@pytest.fixture
def program(address: str, owner: StaffMember) -> ConnectProgram:
    """Returns the employer's program with a new key of these scopes and locations; all of them without any."""

    def keyed(*scopes: str, locations: list[str] | None = None) -> Employer:
        fields = {"name": "HR system", "scopes": list(scopes or SCOPES), "locationIds": locations}
        return Employer(address, owner.ask("POST", "/api-keys", fields, expect=201)["secret"])

    return keyed


def refused(work: Callable[[], Any]) -> tuple[int, str]:
    """Status and code of the problem that a call ends with."""
    with pytest.raises(ApiError) as caught:
        work()
    return caught.value.problem["status"], caught.value.problem["code"]


def later() -> time_machine.travel:
    """A moment at which everything that has changed is listed."""
    return time_machine.travel(now() + SETTLED + timedelta(seconds=1))


def job(place: str, **change: Any) -> JobPost:
    """A job as a program posts it."""
    fields: Any = {"title": "Dishwasher", "description": "Evenings.", "payLow": 17.5, "locationId": place, **change}
    return fields


def test_a_program_follows_changes_page_by_page(
    client: TestClient, diner: Business, owner: StaffMember, program: ConnectProgram, person: Person
) -> None:
    employer = program("applications:read")
    omar = Person.register(client, "omar@example.com")
    first, second = applied(client, person, diner.jobs[0]), applied(client, omar, diner.jobs[1])
    with later():
        page = employer.list_applications(limit=1)
        assert [one["id"] for one in page["applications"]] == [first]
        page = employer.list_applications(limit=1, after=page["next"])
        assert [one["id"] for one in page["applications"]] == [second]
        page = employer.list_applications(after=page["next"])
        assert page["applications"] == []
        viewed(client, owner, first)
    with time_machine.travel(now() + timedelta(minutes=1)):
        (changed,) = employer.list_applications(after=page["next"])["applications"]
    assert (changed["id"], changed["stage"], changed["jobId"]) == (first, "in_review", diner.postings[0])


def test_changes_are_listed_once_their_neighbours_are_committed(
    client: TestClient, diner: Business, program: ConnectProgram, person: Person
) -> None:
    employer = program()
    with time_machine.travel(now(), tick=False):
        applied(client, person, diner.jobs[0])
        assert employer.list_applications()["applications"] == []
    with later():
        assert len(employer.list_applications()["applications"]) == 1


def test_the_name_and_shares_end_with_the_candidates_grant(
    client: TestClient, diner: Business, program: ConnectProgram, person: Person
) -> None:
    employer, application = program(), applied(client, person, diner.jobs[0])
    found = employer.read_application(application)
    assert found["name"] == "Maya Torres"
    assert found["shares"] == {"video": True, "words": True, "score": True}
    assert found["url"].endswith(f"/desk/applications/{application}")
    in_database(client, end_grants, person.id, now())
    found = employer.read_application(application)
    assert (found["name"], found["shares"]) == (None, {"video": False, "words": False, "score": False})


def test_a_move_needs_the_member_who_has_viewed_an_answer(
    client: TestClient, diner: Business, owner: StaffMember, program: ConnectProgram, person: Person
) -> None:
    employer, application = program(), applied(client, person, diner.jobs[0])

    def decline(version: int, key: str = "decline-1", member: str = owner.id) -> Any:
        return employer.move_application(
            application, {"action": "decline", "reason": "times"},
            if_match=str(version), idempotency_key=key, on_behalf_of=member,
        )  # fmt: skip

    reviewer, stranger = (
        diner.member("reviewer", "Rob Roe"),
        business(client, "Night Bakery").member("owner", "Eva Wolf"),
    )
    for nobody in (reviewer.id, stranger.id, "x"):
        assert refused(lambda nobody=nobody: decline(1, member=nobody)) == (403, "member_required")
    assert refused(lambda: decline(1)) == (409, "not_viewed")
    viewed(client, owner, application)
    assert refused(lambda: decline(1)) == (409, "stale_version")
    made = decline(2)
    assert made["pending"] is not None
    assert decline(2) == made, "a resend has no further effect"
    moves = employer.list_moves(application)["moves"]
    assert [(one["action"], one["memberId"]) for one in moves] == [("submit", None), ("view", owner.id)]
    entries = in_database(client, lambda tx: audit.entries(tx, employer_id=diner.id, most=3))
    assert ("decision.made", "member", owner.id, "program") in [
        (one.action, one.actor, one.actor_id, one.client) for one in entries
    ]


def test_the_audit_log_names_the_key_even_if_the_program_claims_to_be_a_browser(
    client: TestClient, diner: Business, owner: StaffMember, program: ConnectProgram
) -> None:
    headers = {
        "Authorization": f"Bearer {program()._key}",
        "On-Behalf-Of": owner.id,
        "Idempotency-Key": "posting-1",
        "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
    }
    assert client.post(f"{PATH}/jobs", json=job(diner.locations[0]), headers=headers).status_code == 201
    owner.ask("POST", "/jobs", job(diner.locations[0]), expect=201, headers={"Idempotency-Key": "posting-2"})
    key = owner.ask("GET", "/api-keys")["keys"][0]["id"]
    by_hand, by_program = in_database(client, lambda tx: audit.entries(tx, employer_id=diner.id, most=2))
    assert (by_program.action, by_program.actor_id, by_program.client) == ("job.posted", owner.id, "program")
    assert json.loads(by_program.details)["key"] == key
    assert (by_hand.action, "key" in json.loads(by_hand.details)) == ("job.posted", False)


def test_the_client_follows_no_redirect_and_reports_other_replies_as_they_are() -> None:
    asked: list[str] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302 if self.path.endswith("/key") else 502)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(b"<p>Bad gateway</p>")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        employer = Employer(f"http://127.0.0.1:{server.server_port}", "dayshift_live_x")
        for call, status in ((employer.read_key, 302), (employer.list_members, 502)):
            with pytest.raises(HTTPError) as caught:
                call()
            assert caught.value.code == status
            caught.value.close()
        server.shutdown()
    assert asked == [f"{PATH}/key", f"{PATH}/members"]


def test_a_program_posts_changes_and_fills_a_job(
    client: TestClient, diner: Business, owner: StaffMember, program: ConnectProgram, person: Person
) -> None:
    employer, place = program(), diner.locations[0]
    made = employer.create_job(job(place), idempotency_key="posting-1", on_behalf_of=owner.id)
    assert employer.create_job(job(place), idempotency_key="posting-1", on_behalf_of=owner.id)["id"] == made["id"]
    edit: Any = {**job(place, title="Evening Dishwasher"), "version": made["version"]}
    changed = employer.change_job(made["id"], edit, on_behalf_of=owner.id)
    assert refused(lambda: employer.change_job(made["id"], edit, on_behalf_of=owner.id)) == (409, "stale_job")
    listed = employer.list_jobs(limit=2)
    rest = employer.list_jobs(after=listed["next"] or "")
    assert {one["id"] for one in [*listed["jobs"], *rest["jobs"]]} == {*diner.postings, made["id"]}
    assert rest["next"] is None
    application = applied(client, person, employer.read_job(made["id"])["jobId"] or "")
    filled = employer.change_state(
        made["id"], {"state": "filled", "version": changed["version"]}, on_behalf_of=owner.id
    )
    assert filled["state"] == "filled"
    assert employer.read_application(application)["stage"] == "closed"


def test_a_key_reaches_only_its_scopes_and_locations(
    client: TestClient, diner: Business, owner: StaffMember, program: ConnectProgram, person: Person
) -> None:
    here, there = diner.locations
    application = applied(client, person, diner.jobs[1])
    reader, local = program("jobs:read"), program(locations=[here])
    assert refused(reader.list_applications) == (403, "scope_required")
    assert refused(lambda: reader.create_job(job(here), idempotency_key="posting-1", on_behalf_of=owner.id))[0] == 403
    assert [one["id"] for one in local.list_jobs()["jobs"]] == [diner.postings[0]]
    assert refused(lambda: local.read_job(diner.postings[1])) == (404, "not_found")
    assert refused(lambda: local.read_application(application)) == (404, "not_found")
    assert refused(lambda: local.list_moves(application)) == (404, "not_found")
    assert refused(lambda: local.create_job(job(there), idempotency_key="p-123456", on_behalf_of=owner.id))[0] in (
        403,
        404,
        422,
    )
    viewed(client, owner, application)
    move: Any = {"action": "close"}
    assert refused(
        lambda: local.move_application(
            application, move, if_match="2", idempotency_key="c-123456", on_behalf_of=owner.id
        )
    ) == (404, "not_found")
    with later():
        assert local.list_applications()["applications"] == []
    manager = diner.member("manager", "Mia Ray", [there])
    assert {one["id"] for one in local.list_members()["members"]} == {owner.id}
    assert {one["id"] for one in program().list_members()["members"]} == {owner.id, manager.id}


def test_another_employers_key_reaches_nothing(
    client: TestClient, address: str, diner: Business, program: ConnectProgram, person: Person
) -> None:
    application = applied(client, person, diner.jobs[0])
    bakery = business(client, "Night Bakery").member("owner", "Eva Wolf")
    key = bakery.ask("POST", "/api-keys", {"name": "Theirs", "scopes": list(SCOPES)}, expect=201)["secret"]
    theirs = Employer(address, key)
    assert refused(lambda: theirs.read_application(application)) == (404, "not_found")
    assert refused(lambda: theirs.read_job(diner.postings[0])) == (404, "not_found")
    with later():
        assert theirs.list_applications()["applications"] == []
    assert program().read_key()["employerId"] == diner.id


ROUTES = [(verb, path) for path, verbs in employer_contract()["paths"].items() for verb in verbs]


@pytest.mark.parametrize(("verb", "path"), ROUTES)
def test_every_route_needs_a_key(client: TestClient, owner: StaffMember, verb: str, path: str) -> None:
    url = PATH + re.sub(r"\{\w+\}", "1", path)
    for token in (None, "", owner.token, new_key(), "dayshift_live_"):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        reply = client.request(verb, url, headers=headers, json={})
        assert (reply.status_code, reply.json()["code"]) == (401, "api_key_required")
        assert reply.headers["WWW-Authenticate"] == "Bearer"
        assert reply.headers["Content-Type"] == "application/problem+json"


def test_errors_are_problem_details(client: TestClient, program: ConnectProgram, address: str) -> None:
    key = program()._key
    with httpx2.Client(base_url=address + PATH, headers={"Authorization": f"Bearer {key}"}) as http:
        reply = http.get("/applications", params={"limit": 0})
        assert reply.headers["Content-Type"] == "application/problem+json"
        assert (reply.json()["type"], reply.json()["status"]) == ("urn:dayshift:error:invalid_request", 422)
        assert "query.limit" in reply.json()["fields"]
        assert http.get("/nowhere").json()["type"] == "urn:dayshift:error:not_found"
        assert http.delete("/jobs").json()["code"] == "method_not_allowed"
        assert http.post("/jobs", content=b"x" * 300_000).json()["code"] == "too_large"
        for after in ("yesterday", "2026-01-01", "2026-01-01T00:00:00_x", "_", "2026-01-01T00:00:00Z_\0"):
            assert http.get("/applications", params={"after": after}).status_code == 422


def test_calls_are_limited_and_say_how_many_are_left(
    program: ConnectProgram, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "CALLS", Rule("employer API", 2, 60))
    key = program()._key
    with httpx2.Client(base_url=address + PATH, headers={"Authorization": f"Bearer {key}"}) as http:
        replies = [http.get("/key") for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert {reply.headers["RateLimit-Policy"] for reply in replies} == {'"calls";q=2;w=60'}
    left = [re.fullmatch(r'"calls";r=(\d);t=(\d+)', reply.headers["RateLimit"]) for reply in replies]
    assert [found and found[1] for found in left] == ["1", "0", "0"]
    assert 0 < int(replies[2].headers["Retry-After"]) <= 60


def test_moves_and_jobs_count_together_with_those_at_the_desk(
    client: TestClient,
    diner: Business,
    owner: StaffMember,
    program: ConnectProgram,
    person: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (decision_routes, routes):
        monkeypatch.setattr(module, "MOVE", Rule("move an application", 1, 3600))
    for module in (posting_routes, routes):
        monkeypatch.setattr(module, "POST", Rule("post a job", 2, 3600))
    employer, application = program(), applied(client, person, diner.jobs[0])
    close = {"headers": {"If-Match": "1", "Idempotency-Key": "close-123"}}
    assert owner.call("POST", f"/applications/{application}/moves", {"action": "close"}, **close).status_code != 429
    assert refused(
        lambda: employer.move_application(
            application, {"action": "close"}, if_match="1", idempotency_key="close-124", on_behalf_of=owner.id
        )
    ) == (429, "rate_limited")

    place = diner.locations[0]
    owner.ask("POST", "/jobs", job(place), expect=201, headers={"Idempotency-Key": "posting-1"})
    made = employer.create_job(job(place), idempotency_key="posting-2", on_behalf_of=owner.id)
    edit: Any = {**job(place), "version": made["version"]}
    assert refused(lambda: employer.change_job(made["id"], edit, on_behalf_of=owner.id)) == (429, "rate_limited")
    assert refused(lambda: employer.create_job(job(place), idempotency_key="posting-3", on_behalf_of=owner.id)) == (
        429,
        "rate_limited",
    )


@given(st.text(max_size=60))
def test_any_text_as_position_is_a_page_or_refused(after: str) -> None:
    from dayshift.core.errors import InvalidRequest
    from dayshift.exchange.employer_api.routes import _position

    try:
        at, _ = _position(after)
    except InvalidRequest:
        return
    assert at.tzinfo is not None


def test_the_contract_and_the_client_in_the_repository_are_current(client: TestClient) -> None:
    contract = employer_contract()
    assert json.loads((ROOT / "clients/employer-api.json").read_text("utf-8")) == contract
    assert client.get(f"{PATH}/openapi.json").json() == contract
    made = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", "clients/dayshift_employer.py", "-"],
        input=client_of(contract), capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert (ROOT / "clients/dayshift_employer.py").read_text("utf-8") == made.stdout


def test_examples_of_the_documentation_work(
    address: str, owner: StaffMember, diner: Business, program: ConnectProgram
) -> None:
    key = program()._key
    text = (ROOT / "docs/exchange-api.md").read_text("utf-8").split("\n## Webhooks\n", 1)[0]
    environment = {**os.environ, "DAYSHIFT_URL": address, "DAYSHIFT_KEY": key, "PYTHONPATH": str(ROOT / "clients")}
    (listing,) = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)

    def output(*command: str) -> str:
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=60).stdout

    assert '"applications"' in output("bash", "-c", listing)
    assert output(sys.executable, "-c", code) == "Dishwasher live\n"
