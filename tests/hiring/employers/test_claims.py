"""Claims of imported jobs: by a mailed link, or by an operator; never without proof."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.admin.routes import MAX_WAITING
from dayshift.core.audit import append_to_chain, digest_of, entries
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers import ClaimTaken, add_location, create_employer, decide_claim, pending_claims
from dayshift.hiring.employers.claims import domain_of, is_provable, proves
from dayshift.jobs.catalog.actions import replace_source
from dayshift.settings import Settings
from tests.jobs.catalog.test_catalogue import row
from tests.notifications.test_interviews import mail_bodies, mails
from tests.operators import appoint
from tests.people import Person
from tests.staff import ZONE, Business, StaffMember, applied, business, in_database
from tests.statements import recorded_statements

__all__ = ["mails"]

NAME, DOMAIN = "Night Bakery", "nightbakery.example"
PAGE = f"https://jobs.{DOMAIN}/1"


@pytest.fixture
def bakery(client: TestClient) -> Business:
    """An employer without jobs; two imported jobs under its name, at its own domain, and one at a job board."""
    feed(client)

    def create(tx: Tx) -> Business:
        employer = create_employer(tx, NAME, ZONE)
        return Business(client, employer, [add_location(tx, employer, "Main", "1 Main St", "10001", ZONE)], [], [])

    return in_database(client, create)


def feed(client: TestClient, *more: Any) -> None:
    rows = [
        row("1", title="Baker", employer=NAME, url=f"https://jobs.{DOMAIN}/1"),
        row("2", title="Cashier", employer=NAME.upper(), url=f"https://jobs.{DOMAIN}/2", zip="10011"),
        row("3", title="Barista", employer=NAME, url="https://www.indeed.com/viewjob?jk=3"),
        row("4", title="Cashier", employer="Other Bakery", url=f"https://{DOMAIN}/4"),
        *more,
    ]
    in_database(client, replace_source, "imported", rows, now())


def groups(member: StaffMember) -> dict[str, Any]:
    return {one["domain"]: one for one in member.ask("GET", "/claims")["groups"]}


def ask(member: StaffMember, email: str | None, expect: int = 200, **more: str) -> Any:
    body = {"domain": f"jobs.{DOMAIN}", "email": email, **more}
    return member.ask("POST", "/claims", body, expect=expect)


def key_in(mail: Any) -> str:
    [key] = re.findall(r"/desk/jobs/claim\?key=([\w-]+)", mail_bodies(mail)[0])
    return str(key)


def test_a_mailed_link_proves_a_claim_once(client: TestClient, person: Person, bakery: Business, mails: Any) -> None:
    mails()
    ana = bakery.member("owner", "Ana Whitlock")
    found = groups(ana)
    assert list(found) == [f"jobs.{DOMAIN}", "indeed.com"]
    mine = found[f"jobs.{DOMAIN}"]
    assert (mine["count"], mine["titles"], mine["provable"], mine["state"]) == (2, ["Baker", "Cashier"], True, "none")
    assert not found["indeed.com"]["provable"]

    ask(ana, f"boss@{DOMAIN}")
    assert groups(ana)[f"jobs.{DOMAIN}"]["state"] == "mailed"
    [mail] = mails()
    assert (mail["To"], mail["Subject"]) == (f"boss@{DOMAIN}", f"Confirm that {NAME} may manage its jobs")
    key = key_in(mail)
    stranger = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    stranger.ask("POST", "/claims/confirm", {"key": key}, expect=410)
    assert person.call("POST", "/api/desk/claims/confirm", {"key": key}).status_code == 401
    assert ana.ask("GET", "/jobs")["jobs"] == []
    assert ana.ask("POST", "/claims/confirm", {"key": key}) == {"jobs": 2}
    ana.ask("POST", "/claims/confirm", {"key": key}, expect=410)
    in_database(client, append_to_chain)
    log = in_database(client, lambda tx: entries(tx, employer_id=bakery.id))
    assert [(one.action, one.actor_id, json.loads(one.details)) for one in reversed(log) if one.subject == "claim"] == [
        ("claim.requested", ana.id, {"proof": "address"}),
        ("claim.decided", ana.id, {"approved": True, "jobs": 2}),
    ]

    jobs = {one["title"]: one for one in ana.ask("GET", "/jobs")["jobs"]}
    assert {title: one["location"] for title, one in jobs.items()} == {"Baker": "Main", "Cashier": None}
    job = jobs["Baker"]
    assert (job["state"], job["imported"]) == ("live", True)
    assert applied(client, person, job["jobId"])
    assert f"jobs.{DOMAIN}" not in groups(ana)


def test_the_feed_updates_a_claimed_job_and_its_new_jobs_need_no_new_proof(
    client: TestClient, bakery: Business, mails: Any
) -> None:
    ana = bakery.member("owner", "Ana Whitlock")
    ask(ana, f"boss@{DOMAIN}")
    ana.ask("POST", "/claims/confirm", {"key": key_in(mails()[0])})
    feed(client, row("5", title="Dishwasher", employer=NAME, url=PAGE, zip="99950"))
    assert [job["state"] for job in ana.ask("GET", "/jobs")["jobs"]] == ["live", "live"]
    assert groups(ana)[f"jobs.{DOMAIN}"]["state"] == "approved"
    ask(ana, None)
    jobs = {one["title"]: one["location"] for one in ana.ask("GET", "/jobs")["jobs"]}
    assert jobs == {"Baker": "Main", "Cashier": None, "Dishwasher": None}
    assert mails() == []


def test_a_link_ends_after_a_day_or_with_the_next_one(client: TestClient, bakery: Business, mails: Any) -> None:
    ana = bakery.member("owner", "Ana Whitlock")
    ask(ana, f"boss@{DOMAIN}")
    first = key_in(mails()[0])
    ask(ana, f"office@{DOMAIN}")
    second = key_in(mails()[0])
    ana.ask("POST", "/claims/confirm", {"key": first}, expect=410)
    with time_machine.travel(now() + timedelta(hours=24, seconds=1), tick=True):
        bea = bakery.member("owner", "Bea Frost")
        bea.ask("POST", "/claims/confirm", {"key": second}, expect=410)
        assert groups(bea)[f"jobs.{DOMAIN}"]["state"] == "none"
    assert ana.ask("POST", "/claims/confirm", {"key": second}) == {"jobs": 2}


@pytest.mark.parametrize(
    ("more", "email", "status"),
    [
        ({}, "boss@example.com", 422),
        ({}, f"boss@evil{DOMAIN}", 422),
        ({}, f"boss@{DOMAIN}.evil.example", 422),
        ({}, "boss@example", 422),
        ({"domain": "indeed.com"}, "boss@indeed.com", 422),
        ({"domain": DOMAIN}, f"boss@{DOMAIN}", 404),
        ({"domain": "elsewhere.example"}, "boss@elsewhere.example", 404),
    ],
)
def test_nothing_else_is_proof(bakery: Business, mails: Any, more: dict[str, str], email: str, status: int) -> None:
    ana = bakery.member("owner", "Ana Whitlock")
    ask(ana, email, expect=status, **more)
    assert mails() == []
    assert {one["state"] for one in groups(ana).values()} == {"none"}


def test_members_of_single_locations_and_reviewers_claim_nothing(bakery: Business) -> None:
    maria = bakery.member("manager", "Maria Ortiz", bakery.locations)
    assert groups(maria) == {}
    ask(maria, f"boss@{DOMAIN}", expect=404)
    ask(bakery.member("reviewer", "Theo Grant"), f"boss@{DOMAIN}", expect=403)


def test_an_operator_decides_where_no_address_is_proof(client: TestClient, bakery: Business, mails: Any) -> None:
    ana = bakery.member("owner", "Ana Whitlock")
    ask(ana, None, domain="indeed.com")
    assert groups(ana)["indeed.com"]["state"] == "operator"
    [claim] = in_database(client, pending_claims, 2)
    in_database(client, lambda tx: decide_claim(tx, claim.id, approve=False))
    assert mails()[0]["Subject"] == "We couldn't confirm your jobs"
    assert groups(ana)["indeed.com"]["state"] == "none"
    ask(ana, None, domain="indeed.com")
    [claim] = in_database(client, pending_claims, 2)
    assert in_database(client, lambda tx: decide_claim(tx, claim.id, approve=True)) == 1
    assert mails()[0]["Subject"] == "Your jobs are now yours to manage"
    assert [one["title"] for one in ana.ask("GET", "/jobs")["jobs"]] == ["Barista"]


def test_an_operator_decides_on_their_page(
    client: TestClient, bakery: Business, person: Person, settings: Settings, mails: Any
) -> None:
    mails()
    ana = bakery.member("owner", "Ana Whitlock")
    ask(ana, None, domain="indeed.com")
    [pending] = in_database(client, pending_claims, 2)
    where = f"/api/operations/claims/{pending.id}"
    assert person.call("GET", "/api/operations/claims").status_code == 404
    for verb in ("approve", "refuse"):
        assert person.call("POST", f"{where}/{verb}", json={"reason": "No."}).status_code == 404
    appoint(settings, "maya@example.com")
    [claim] = person.get("/api/operations/claims")["claims"]
    assert (claim["employer"], claim["name"], claim["role"], claim["domain"]) == (
        NAME,
        "Ana Whitlock",
        "owner",
        "indeed.com",
    )
    assert (claim["jobs"], claim["titles"], claim["addressMatches"], claim["mailedTo"]) == (1, ["Barista"], False, None)

    assert person.call("POST", f"{where}/refuse", json={"reason": " "}).status_code == 422
    assert person.post(f"{where}/refuse", {"reason": "The bakery says that it does not know you."}) == {"jobs": 0}
    [mail] = mails()
    assert mail["Subject"] == "We couldn't confirm your jobs"
    assert "Why: The bakery says that it does not know you." in mail_bodies(mail)[0]
    assert person.call("POST", f"{where}/approve").status_code == 404  # It was decided.
    assert person.get("/api/operations/claims") == {"claims": [], "more": False}

    ask(ana, None, domain="indeed.com")
    [claim] = person.get("/api/operations/claims")["claims"]
    assert person.post(f"/api/operations/claims/{claim['id']}/approve") == {"jobs": 1}
    assert [one["title"] for one in ana.ask("GET", "/jobs")["jobs"]] == ["Barista"]
    in_database(client, append_to_chain)
    decided = [one for one in in_database(client, entries) if one.action == "claim.decided"]
    assert [(one.actor, one.actor_id) for one in decided] == [("operator", digest_of(person.id))] * 2


def test_jobs_that_belong_to_one_employer_cannot_be_claimed_by_its_namesake(
    client: TestClient, bakery: Business, mails: Any
) -> None:
    ana = bakery.member("owner", "Ana Whitlock")
    other = Business(client, in_database(client, create_employer, NAME, ZONE), [], [], [])
    eve = other.member("owner", "Eve Stone")
    ask(eve, None)
    [late] = in_database(client, pending_claims, 2)
    ask(ana, f"boss@{DOMAIN}")
    ana.ask("POST", "/claims/confirm", {"key": key_in(mails()[0])})
    feed(client, row("5", title="Dishwasher", employer=NAME, url=PAGE))
    assert f"jobs.{DOMAIN}" not in groups(eve)
    ask(eve, f"boss@{DOMAIN}", expect=404)
    with pytest.raises(ClaimTaken):
        in_database(client, lambda tx: decide_claim(tx, late.id, approve=True))


@pytest.mark.parametrize(
    ("url", "email", "proof"),
    [
        ("https://www.diner.example/jobs", "a@diner.example", True),
        ("https://careers.diner.example/1", "a@diner.example", True),
        ("https://diner.example/1", "a@mail.diner.example", False),
        ("https://diner.github.io/1", "a@diner.github.io", False),
        ("https://boards.greenhouse.io/diner", "a@greenhouse.io", False),
        ("https://192.0.2.7/jobs", "a@192.0.2.7", False),
        ("https://diner.example/1", "a@example", False),
        ("https://[broken/1", "a@broken", False),
        ("", "a@", False),
        ("https://gmail.com/jobs", "anybody@gmail.com", False),
        ("https://jobs.outlook.com/1", "anybody@outlook.com", False),
    ],
)
def test_which_address_is_proof(url: str, email: str, proof: bool) -> None:
    assert proves(email, domain_of(url)) is proof
    assert is_provable("") is False


def test_operators_see_the_oldest_claims_with_as_many_statements_for_many_as_for_one(
    client: TestClient, person: Person, settings: Settings, bakery: Business
) -> None:
    appoint(settings, "maya@example.com")
    ask(bakery.member("owner", "Ana Whitlock"), f"boss@{DOMAIN}")

    def listed() -> tuple[Any, int]:
        with recorded_statements() as executed:
            found = person.get("/api/operations/claims")
        return found, len(executed)

    listed()  # Fill caches.
    few, statements = listed()
    assert ([one["jobs"] for one in few["claims"]], few["more"]) == ([2], False)
    for number in range(MAX_WAITING):
        other = in_database(client, create_employer, f"Cafe {number}", ZONE)
        owner = Business(client, other, [], [], []).member("owner", "Ben Cole")
        rows = [row("1", title="Barista", employer=f"Cafe {number}", url="https://www.indeed.com/1")]
        in_database(client, replace_source, f"feed {number}", rows, now())
        owner.ask("POST", "/claims", {"domain": "indeed.com", "email": None})
    many, more_statements = listed()
    assert (len(many["claims"]), many["more"], more_statements) == (MAX_WAITING, True, statements)
    assert [(one["employer"], one["name"], one["jobs"], one["titles"]) for one in many["claims"][:2]] == [
        (NAME, "Ana Whitlock", 2, ["Baker", "Cashier"]),
        ("Cafe 0", "Ben Cole", 1, ["Barista"]),
    ]
