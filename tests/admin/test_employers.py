"""Operators help employers that nobody can sign in to, and close employers."""

import json
import re
from datetime import timedelta
from typing import Any

import time_machine
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.core.audit import append_to_chain, digest_of, entries
from dayshift.core.clock import now
from dayshift.exchange.webhooks.models import webhook_endpoints
from dayshift.hiring.employers import create_employer, invite_first_owner
from dayshift.settings import Settings
from tests.notifications.test_interviews import mail_bodies, mails
from tests.operators import appoint
from tests.people import Person
from tests.staff import ZONE, applied, business, in_database
from tests.statements import recorded_statements

__all__ = ["mails"]

WHERE = "/api/operations/employers"


def test_an_expired_invitation_of_the_first_owner_is_no_lockout(
    client: TestClient, person: Person, settings: Settings, mails: Any
) -> None:
    appoint(settings, "maya@example.com")
    employer = in_database(client, create_employer, "Night Bakery", ZONE)
    in_database(client, invite_first_owner, employer, "ana@bakery.example", "Ana Whitlock", "en")
    [mail] = [one for one in mails() if "Night Bakery" in one["Subject"]]
    assert mail["Subject"] == "You're invited to hire for Night Bakery"
    assert "The account of Night Bakery on Dayshift is ready for you." in mail_bodies(mail)[0]
    assert "team" not in mail_bodies(mail)[0]  # Nobody else is there yet.
    with time_machine.travel(now() + timedelta(days=7, seconds=1), tick=True):
        [shown] = person.get(f"{WHERE}?q=BAKE")["employers"]
        assert (shown["members"], shown["people"][0]["expired"]) == (0, True)
        person.post(f"{WHERE}/{employer}/invitations/{shown['people'][0]['id']}")
        [key] = re.findall(r"/desk/invitation\?key=([\w-]+)", mail_bodies(mails()[0])[0])
        assert client.post(f"/api/desk/invitations/{key}", json={"name": "Ana Whitlock"}).status_code == 200


def test_an_operator_gives_an_employer_another_owner(
    client: TestClient, person: Person, settings: Settings, mails: Any
) -> None:
    appoint(settings, "maya@example.com")
    diner = business(client)
    ana, maria = diner.member("owner", "Ana Whitlock"), diner.member("manager")
    address = maria.ask("GET", "/me")["member"]["email"]
    mails()
    body = {"email": address, "name": "Ignored", "language": "en"}
    person.post(f"{WHERE}/{diner.id}/owners", body)
    subjects = sorted(one["Subject"] for one in mails())
    assert subjects == ["Maria Ortiz is a new owner of Two Spoons Diner", "You are now an owner of Two Spoons Diner"]
    assert maria.ask("GET", "/me", expect=401)["enrolled"] is False, "an owner needs the second factor"
    person.post(f"{WHERE}/{diner.id}/owners", {**body, "email": "ben@diner.example", "name": "Ben Cole"})
    assert {one["name"]: one["state"] for one in ana.ask("GET", "/team")["members"]}["Ben Cole"] == "invited"
    in_database(client, append_to_chain)
    added = [one for one in in_database(client, entries) if one.action == "employer.owner_added"]
    assert [(one.actor, one.actor_id) for one in added] == [("operator", digest_of(person.id))] * 2


def test_closing_an_employer_ends_everything_and_tells_everybody(
    client: TestClient, person: Person, settings: Settings, mails: Any
) -> None:
    appoint(settings, "maya@example.com")
    diner, bakery = business(client), business(client, "Night Bakery")
    ana, maria = diner.member("owner", "Ana Whitlock"), diner.member("manager")
    ana.ask("POST", "/members", {"email": "theo@diner.example", "name": "Theo Grant", "role": "reviewer"}, expect=201)
    times = {"from": now().isoformat(), "until": (now() + timedelta(days=1)).isoformat()}
    feed = maria.ask("GET", "/calendar", params=times)["feed"]
    for where, name in ((diner, "Ben Cole"), (bakery, "Gus Wolf")):
        body = {"url": "https://hooks.example.com/a", "events": ["application.closed"]}
        where.member("owner", name).ask("POST", "/webhooks", body, expect=201)
    application = applied(client, person, diner.jobs[0])
    elsewhere = applied(client, person, bakery.jobs[0])
    assert [client.get(f"/jobs/{job}").status_code for job in diner.jobs] == [200, 200]
    mails()
    stranger = bakery.member("owner", "Eva Wolf")
    assert stranger.client.post(f"{WHERE}/{diner.id}/close", json={"name": "Two Spoons Diner"}).status_code == 401
    assert person.call("POST", f"{WHERE}/{diner.id}/close", json={"name": "Night Bakery"}).status_code == 422
    ended = person.post(f"{WHERE}/{diner.id}/close", {"name": "Two Spoons Diner"})
    assert ended == {"applications": 1, "jobs": 2, "members": 3}
    endpoints = select(webhook_endpoints.c.employer_id)
    assert in_database(client, lambda tx: tx.execute(endpoints).scalars().all()) == [bakery.id]
    assert person.call("POST", f"{WHERE}/{diner.id}/close", json={"name": "Two Spoons Diner"}).status_code == 409
    told = sorted((str(one["To"]), str(one["Subject"])) for one in mails())
    assert sum("no longer hires with" in subject for _, subject in told) == 4
    assert sum("theo@diner.example" in to for to, _ in told) == 1  # Invited only: the link of the invitation has ended.
    assert sum("maya@example.com" in to for to, _ in told) == 1
    stage = person.get(f"/api/applications/{application}")
    assert stage["stage"] == "closed"
    assert person.get(f"/api/applications/{elsewhere}")["stage"] == "submitted"
    assert [client.get(f"/jobs/{job}").status_code for job in diner.jobs] == [410, 410]
    for member in (ana, maria):
        member.ask("GET", "/me", expect=401)
    assert client.get(feed.removeprefix("http://testserver")).status_code == 404
    stranger.ask("GET", "/me")
    [shown] = person.get(f"{WHERE}?q=two spoons")["employers"]
    assert shown["closedAt"] is not None
    body = {"email": "ana@diner.example", "name": "Ana", "language": "en"}
    assert person.call("POST", f"{WHERE}/{diner.id}/owners", json=body).status_code == 409
    in_database(client, append_to_chain)
    [act] = [one for one in in_database(client, entries) if one.action == "employer.closed"]
    assert (act.actor_id, json.loads(act.details)) == (digest_of(person.id), {**ended, "endpoints": 1})


def test_an_operator_merges_two_records_of_an_employer(
    client: TestClient, person: Person, settings: Settings, mails: Any
) -> None:
    appoint(settings, "maya@example.com")
    ends, stays, bakery = business(client, "Two  spoons DINER"), business(client), business(client, "Night Bakery")
    stays.member("owner", "Ana Whitlock")
    application = applied(client, person, ends.jobs[0])
    shown = person.get(f"{WHERE}/{ends.id}/same-name")["employers"]
    assert [one["id"] for one in shown] == [stays.id]
    where, typed = f"{WHERE}/{ends.id}/merge", {"into": stays.id, "name": "Two Spoons Diner"}
    stranger = bakery.member("owner", "Eva Wolf")
    assert stranger.client.post(where, json=typed).status_code == 401
    would = person.post(where, {"into": stays.id})
    assert (would["done"], would["jobs"], would["applications"]) == (False, 2, 1)
    assert person.call("POST", where, json={**typed, "name": "Night Bakery"}).status_code == 422
    refused = person.call("POST", where, json={"into": bakery.id})
    assert (refused.status_code, refused.json()["code"]) == (409, "merge_other_name")
    assert [one["closedAt"] for one in person.get(f"{WHERE}?q=spoons")["employers"]] == [None, None]
    assert person.post(where, typed) == {**would, "done": True}
    assert person.get(f"/api/applications/{application}")["employer"]["name"] == "Two Spoons Diner"
    assert person.call("POST", where, json={"into": stays.id}).status_code == 409
    assert person.get(f"{WHERE}/{stays.id}/same-name")["employers"] == []
    in_database(client, append_to_chain)
    acts = [one for one in in_database(client, entries) if one.action == "employer.merged"]
    assert {(one.subject_id, one.actor, one.actor_id) for one in acts} == {
        (one, "operator", digest_of(person.id)) for one in (ends.id, stays.id)
    }


def test_employers_come_in_pages_with_a_fixed_number_of_statements(
    client: TestClient, person: Person, settings: Settings
) -> None:
    appoint(settings, "maya@example.com")
    business(client)
    counts = []
    for made in (range(10), range(10, 120)):
        for number in made:
            employer = in_database(client, create_employer, f"Peña {number:03}", ZONE)
            in_database(client, invite_first_owner, employer, f"ana{number}@bakery.example", "Ana Whitlock", "en")
        with recorded_statements() as statements:
            person.get(WHERE)
        counts.append(len(statements))
    assert counts[0] == counts[1]
    pages, after = [], ""
    while not pages or after:
        found = person.get(f"{WHERE}?q=PEÑA{after and f'&after={after}'}")
        pages.append([one["name"] for one in found["employers"]])
        after = found["next"]
    assert [len(page) for page in pages] == [50, 50, 20]
    assert [name for page in pages for name in page] == [f"Peña {one:03}" for one in range(120)]
    first = person.get(WHERE)["employers"][0]
    assert (first["members"], first["people"][0]["state"]) == (0, "invited")
    assert person.get(f"{WHERE}?q=%25")["employers"] == [], "a percent sign is no pattern"
