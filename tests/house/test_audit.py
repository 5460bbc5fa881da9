"""Every request of staff and operators that changes something is in the audit log, or in the list of exceptions."""

import re
from datetime import timedelta
from typing import Any

import pyotp
from sqlalchemy import func, select, update
from starlette.testclient import TestClient

from dayshift.core import audit
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.exchange.webhooks.events import EVENTS
from dayshift.exchange.webhooks.models import webhook_deliveries
from dayshift.hiring.employers import add_member, create_employer, open_member_session, single_sign_on
from dayshift.hiring.employers.oidc import Identity
from dayshift.hiring.employers.sign_up import confirm_sign_up
from dayshift.jobs.catalog import Report, record_import
from dayshift.settings import Settings
from tests.admin.test_page import add_two_dead_letters, dead_letter_ids
from tests.exchange.receiver import Receiver
from tests.hiring.employers.test_claims import DOMAIN, feed, key_in
from tests.hiring.employers.test_posting import COOK
from tests.hiring.employers.test_single_sign_on import Names
from tests.hiring.employers.test_team import PASSWORD, cookie_of, enrolled, link_of, signed_in
from tests.interviews.reviews.test_shared import LENA, code_in, link_in
from tests.job_pages.test_employer_questions import send
from tests.notifications.test_interviews import mail_bodies, mails
from tests.operators import appoint
from tests.people import Person, server_services
from tests.providers.test_calendars import calendar
from tests.security.contract import Operation, operations
from tests.security.desk import add_unsent
from tests.staff import ZONE, Business, StaffMember, applied, business, in_database, interviewed, viewed

__all__ = ["mails"]

EXCEPTIONS = {
    "POST /api/desk/applications/{application_id}/preview": "changes nothing",
    "POST /api/desk/applications/selected": "changes nothing",
    "POST /api/desk/wording": "changes nothing",
    "PUT /api/desk/applications/{application_id}/messages/read": "only the mark that messages to the employer are read",
    "PUT /api/desk/applications/{application_id}/views/{view_id}": "the view is in the log since it began",
    "PUT /api/desk/shared/{key}/views/{view}": "the view is in the log since it began",
    "POST /api/desk/second-factor/setup": "has no effect before it is confirmed, which is in the log",
    "POST /api/desk/shared/{key}/code": "a code for the person of the link; the opening with it is in the log",
    "POST /api/desk/sign-up": "anybody can ask for a link; what is added with it is in the log",
    "POST /api/desk/sign-up/{key}/join": "a mail to owners; their invitation is in the log",
    "POST /api/desk/sign-in/link": "anybody can ask for a link; the sign-in with it is in the log",
    "POST /api/desk/sign-in/link/mine": "a link to oneself; the sign-in with it is in the log",
    "POST /api/desk/views": "filters that a member saves for themselves",
    "PATCH /api/desk/views/{view_id}": "filters that a member saves for themselves",
    "DELETE /api/desk/views/{view_id}": "filters that a member saves for themselves",
    "POST /api/desk/single-sign-on/test": "changes nothing",
    "POST /api/desk/webhooks/{endpoint_id}/test": "sends an example without data; the list of deliveries has it",
    "POST /api/desk/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay": "the list of deliveries has it",
}
"""Requests that write no entry, with the reason."""

FOLDERS = ("/api/desk/", "/api/operations/")


def in_scope() -> list[Operation]:
    return [one for one in operations() if one.unsafe and one.path.startswith(FOLDERS)]


def template_of(method: str, path: str) -> str:
    """The operation of the contract that a request's path belongs to; fixed paths come before those with parameters."""
    for one in sorted(in_scope(), key=lambda one: one.path.count("{")):
        pattern = re.sub(r"\\\{[a-z_]+\\\}", "[^/]+", re.escape(one.path))
        if one.method == method and re.fullmatch(pattern, path):
            return str(one)
    raise LookupError(f"{method} {path}")


class Recorder:
    """Sends requests, and collects the actions that each one added to the audit log."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.actions: dict[str, set[str]] = {}

    def _count(self, tx: Tx) -> int:
        return tx.execute(select(func.count()).select_from(audit.audit_entries)).scalar_one()

    def _latest(self, tx: Tx, most: int) -> list[audit.Entry]:
        return audit.entries(tx, most=most) if most else []

    def send(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> Any:
        """Send a request that must succeed; return its JSON."""
        before = in_database(self.client, self._count)
        self.client.cookies.clear()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            named["Authorization"] = f"Bearer {token}"
        reply = self.client.request(method, path, json=body, headers=named)
        assert reply.status_code in {200, 201, 204}, (method, path, reply.text)
        added = in_database(self.client, self._latest, in_database(self.client, self._count) - before)
        seen = self.actions.setdefault(template_of(method, path), set()) if method != "GET" else set()
        seen |= {one.action for one in added}
        self.cookies = reply.headers.get("set-cookie", "")
        self.last = reply
        return reply.json() if reply.content else None

    def by(self, member: StaffMember, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return self.send(method, f"/api/desk{path}", body, member.token, **headers)


def work_on_own_calendar(do: Recorder, maria: StaffMember) -> None:
    with Receiver(lambda _: (200, calendar())) as server:
        server_services(do.client).settings.private_addresses_allowed = True
        do.by(maria, "PUT", "/calendar/own", {"address": server.url})
        server_services(do.client).settings.private_addresses_allowed = False
    do.by(maria, "DELETE", "/calendar/own")


def work_on_applications(do: Recorder, diner: Business, person: Person, mails: Any) -> None:
    maria, rob = diner.member("manager"), diner.member("reviewer", "Rob Reed")
    interview = interviewed(person)
    application = applied(do.client, person, diner.jobs[0], interview)
    one = f"/applications/{application}"
    maria.ask("GET", one)
    view = do.by(maria, "POST", f"{one}/views", {"answer": 1, "kind": "words"})["id"]
    do.by(maria, "PUT", f"{one}/views/{view}", {"seconds": 1})
    viewed(do.client, maria, application)
    question = maria.ask("GET", one)["questions"][0]["id"]
    do.by(maria, "PUT", f"{one}/ratings/{question}", {"level": 3})
    do.by(maria, "PUT", f"{one}/reviewers/{rob.id}")
    do.by(maria, "DELETE", f"{one}/reviewers/{rob.id}")
    mails()
    link = do.by(maria, "POST", f"{one}/links", LENA)
    shared = link_in(mails()[-1])
    do.send("POST", f"{shared}/code")
    do.send("POST", f"{shared}/open", {"code": code_in(mails()[-1])})
    browser = do.cookies.partition(";")[0]
    do.send("GET", shared, Cookie=browser)
    view = do.send("POST", f"{shared}/views", {"answer": 1, "kind": "words"}, Cookie=browser)["id"]
    do.send("PUT", f"{shared}/views/{view}", {"seconds": 1}, Cookie=browser)
    do.send("PUT", f"{shared}/ratings/{question}", {"level": 4}, Cookie=browser)
    do.by(maria, "DELETE", f"{one}/links/{link['links'][0]['id']}")
    do.by(maria, "POST", f"{one}/messages", {"text": "See you soon"}, Idempotency_Key="message-1")
    do.by(maria, "POST", "/wording", {"text": "See you soon"})
    do.by(maria, "PUT", f"{one}/messages/read")
    noted = do.by(maria, "POST", f"{one}/notes", {"text": "Calls back"}, Idempotency_Key="a-note-1")
    do.by(maria, "DELETE", f"{one}/notes/{noted['notes'][0]['id']}")
    template = {"name": "Hi", "purpose": "message", "en": "Hi {name}"}
    saved = do.by(maria, "POST", "/text-templates", template)
    do.by(maria, "PUT", f"/text-templates/{saved['id']}", template)
    do.by(maria, "DELETE", f"/text-templates/{saved['id']}")
    work_on_own_calendar(do, maria)
    ask = {"action": "ask", "text": "When?"}
    do.by(maria, "POST", f"{one}/preview", ask)
    do.by(maria, "POST", "/applications/selected", {"ids": [application]})
    do.by(maria, "POST", f"{one}/moves", ask, If_Match='"2"', Idempotency_Key="decision-1")
    do.by(maria, "DELETE", f"{one}/pending")
    body = {"move": ask, "applications": [{"id": application, "version": 2}]}
    do.by(maria, "POST", "/applications/moves", body, Idempotency_Key="decision-2")
    do.by(maria, "POST", "/applications/moves/undo", {"ids": [application]})
    do.by(maria, "DELETE", f"/unsent/{in_database(do.client, add_unsent, application, maria.id)}")
    saved = do.by(maria, "POST", "/views", {"name": "Mine", "filters": {"view": "all_open"}})["id"]
    do.by(maria, "PATCH", f"/views/{saved}", {"name": "Ours"})
    do.by(maria, "DELETE", f"/views/{saved}")
    for text in ("Is there parking?", "Do I need a uniform?"):
        send(person, diner.jobs[0], text)
    first, second = (one["id"] for one in maria.ask("GET", "/questions")["questions"])
    do.by(maria, "POST", f"/questions/{first}/answer", {"question": "Is there parking?", "answer": "Yes."})
    do.by(maria, "DELETE", f"/questions/{second}")


def work_on_jobs(do: Recorder, diner: Business, mails: Any) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    fields = {**COOK, "locationId": diner.locations[0]}
    job = do.by(ana, "POST", "/jobs", fields, Idempotency_Key="key-of-one-tap")
    path = f"/jobs/{job['id']}"
    do.by(ana, "PUT", path, {**fields, "payLow": 20, "version": 1})
    do.by(ana, "PUT", f"{path}/placement", {"locationId": diner.locations[1], "openings": 2, "version": 2})
    do.by(ana, "POST", f"{path}/renewal", {"version": 3})
    do.by(ana, "POST", f"{path}/state", {"state": "removed", "version": 4})
    do.by(ana, "DELETE", f"{path}/removal")
    do.by(ana, "PATCH", "/employer", {"replyDays": 2})
    place = do.by(ana, "POST", "/locations", {"name": "Harlem", "zip": "10026"})["id"]
    do.by(ana, "PUT", f"/locations/{place}", {"name": "Harlem", "zip": "10027"})
    do.by(ana, "POST", f"/locations/{place}/close")
    do.by(ana, "POST", f"/locations/{place}/reopen")
    feed(do.client)
    bakery = business(do.client, "Night Bakery").member("owner", "Eva Wolf")
    mails()
    do.by(bakery, "POST", "/claims", {"domain": f"jobs.{DOMAIN}", "email": f"boss@{DOMAIN}"})
    do.by(bakery, "POST", "/claims/confirm", {"key": key_in(mails()[-1])})


def work_on_team(do: Recorder, diner: Business) -> None:
    ana = diner.member("owner", "Rosa Vega")
    body = {"email": "pat@example.com", "name": "Pat", "role": "manager", "locationIds": None}
    pat = do.by(ana, "POST", "/members", body)["id"]
    do.by(ana, "POST", f"/members/{pat}/invitation")
    do.by(ana, "DELETE", f"/members/{pat}/invitation")
    lee = do.by(ana, "POST", "/members", {**body, "email": "lee@example.com", "name": "Lee"})["id"]
    do.send("POST", f"/api/desk/invitations/{link_of(do.client, lee, 'invite')}", {"name": "Lee"})
    do.by(ana, "PUT", f"/members/{lee}/role", {"role": "reviewer", "locationIds": None})
    do.by(ana, "POST", f"/members/{lee}/deactivate")
    do.by(ana, "POST", f"/members/{lee}/reactivate")
    do.by(ana, "DELETE", f"/members/{lee}/second-factor")


def sign_in_and_out(do: Recorder, diner: Business) -> None:
    maria = diner.member("manager", "Zoe Lin")
    address = maria.ask("GET", "/me")["member"]["email"]

    def open_session() -> StaffMember:
        do.send("POST", "/api/desk/sign-in/link/open", {"key": link_of(do.client, maria.id)})
        return StaffMember(do.client, maria.id, maria.name, cookie_of(do.last))

    do.send("POST", "/api/desk/sign-in/link", {"email": address})
    one = open_session()
    do.by(one, "PATCH", "/me", {"language": "es"})
    do.by(one, "PUT", "/password", {"newPassword": PASSWORD})
    do.send("POST", "/api/desk/sign-in/password", {"email": address, "password": PASSWORD})
    listed = one.ask("GET", "/sessions")["sessions"]
    do.by(one, "DELETE", f"/sessions/{next(each['id'] for each in listed if not each['current'])}")
    do.by(one, "DELETE", "/sessions")
    app = pyotp.TOTP(do.by(one, "POST", "/second-factor/setup")["secret"])
    codes = do.by(one, "POST", "/second-factor", {"code": app.at(now())})["codes"]
    two = open_session()
    do.by(two, "POST", "/second-factor/code", {"code": codes[0]})
    codes = do.by(two, "POST", "/second-factor/recovery-codes", {"code": codes[1]})["codes"]
    do.by(two, "POST", "/second-factor/remove", {"code": codes[0]})
    do.by(two, "POST", "/sign-out")


def work_on_dead_letters(do: Recorder, person: Person, settings: Settings) -> None:
    appoint(settings, "maya@example.com")
    in_database(do.client, add_two_dead_letters)
    first, second = dead_letter_ids(person)
    token = person.token
    do.send("POST", f"/api/operations/dead-letters/{first}/retry", token=token)
    do.send("DELETE", f"/api/operations/dead-letters/{second}", token=token)
    in_database(do.client, add_two_dead_letters)
    do.send("POST", "/api/operations/dead-letters/retry", token=token)
    in_database(do.client, record_import, Report("shop", held=3), now())
    do.send("POST", "/api/operations/imports/confirm", {"source": "shop", "held": 3}, token=token)
    asked = person.post("/api/accommodations", {"kind": "more_time"})["accommodations"][0]["id"]
    answer = {"state": "arranged", "reply": "Take your time."}
    do.send("POST", f"/api/operations/accommodations/{asked}", answer, token=token)


def decide_claims(do: Recorder, person: Person) -> None:
    employer = in_database(do.client, create_employer, "Night Bakery", ZONE)
    baker = Business(do.client, employer, [], [], []).member("owner", "Ida Stern")
    for verdict in ("refuse", "approve"):
        do.by(baker, "POST", "/claims", {"domain": "indeed.com"})
        claim = do.send("GET", "/api/operations/claims", token=person.token)["claims"][0]["id"]
        do.send("POST", f"/api/operations/claims/{claim}/{verdict}", {"reason": "Not theirs."}, token=person.token)


def add_employers(do: Recorder, mails: Any, person: Person) -> None:
    for number, verdict in enumerate(("", "join", "approve", "refuse")):
        mails()
        body = {"employer": "Salt Cafe", "name": "Ida", "email": f"i{number}@salt.example", "zip": "60614"}
        do.send("POST", "/api/desk/sign-up", body)
        [key] = re.findall(r"/desk/start\?key=([\w-]+)", mail_bodies(mails()[-1])[0])
        path = f"/api/desk/sign-up/{key}"
        if verdict == "join":
            [same] = do.send("GET", path)["alike"]
            do.send("POST", f"{path}/join", {"employerId": same["id"]})
        elif verdict:
            in_database(do.client, lambda tx, key=key: confirm_sign_up(tx, key, approval=True))
            waiting = do.send("GET", "/api/operations/sign-ups", token=person.token)
            one = f"/api/operations/sign-ups/{waiting['signUps'][0]['id']}"
            do.send("POST", f"{one}/{verdict}", {"reason": "No."} if verdict == "refuse" else None, token=person.token)
        else:
            do.send("POST", path)


def leave(do: Recorder) -> None:
    bakery = business(do.client, "Evening Bakery")
    eva, maria = bakery.member("owner", "Eva Wolf"), bakery.member("manager")
    eva = signed_in(do.client, eva)
    app, _, _ = enrolled(eva)
    do.by(eva, "POST", f"/members/{maria.id}/deactivate")
    do.by(eva, "DELETE", f"/members/{maria.id}")
    lea = bakery.member("owner", "Lea Falk")
    do.by(lea, "POST", f"/members/{bakery.member('manager', 'Tim Rau').id}/hand-over")
    code = app.at(now() + timedelta(seconds=30))
    do.by(eva, "POST", "/employer/close", {"name": "Evening Bakery", "code": code})


def prove_domains(do: Recorder, ana: StaffMember, diner: Business, mails: Any) -> None:
    mails()
    do.by(ana, "POST", "/single-sign-on/domains/a.example/mail", {"mailbox": "postmaster"})
    [key] = re.findall(r"/desk/connections\?key=([\w-]+)", mail_bodies(mails()[-1])[0])
    do.by(ana, "POST", "/single-sign-on/domains/confirm", {"key": key})
    server_services(do.client).resolver = names = Names()
    wanted = next(one for one in ana.ask("GET", "/single-sign-on")["domains"] if one["domain"] != "a.example")
    names.records[wanted["recordName"]] = [wanted["recordText"]]
    do.by(ana, "POST", f"/single-sign-on/domains/{wanted['domain']}/check")
    kim = diner.member("manager", "Kim Lu")
    email = kim.ask("GET", "/me")["member"]["email"]

    def enter(tx: Tx) -> str:
        provider = single_sign_on.require_provider(tx, diner.id)
        assert (
            single_sign_on.admit(tx, provider, Identity(provider.issuer, "1", email, "Kim Lu"), None, "/desk") is None
        )
        issued = single_sign_on.issue_consent_key(tx, kim.id)
        assert issued
        return issued[2]

    do.send("POST", "/api/desk/sign-on/allow", {"key": in_database(do.client, enter)})


def help_employers(do: Recorder, diner: Business, person: Person) -> None:
    maria = diner.member("manager", "Uma Roy")
    bakery = business(do.client, "Corner Bakery")
    email = maria.ask("GET", "/me")["member"]["email"]
    in_database(do.client, lambda tx: add_member(tx, bakery.id, email, "Uma Roy", "manager"))
    do.by(maria, "POST", "/sign-in/link/mine", {})
    do.by(maria, "POST", f"/employers/{bakery.id}/switch")
    where, token = f"/api/operations/employers/{bakery.id}", person.token
    do.send("POST", f"{where}/owners", {"email": "o@bakery.example", "name": "Ola", "language": "en"}, token=token)
    people = do.send("GET", "/api/operations/employers?q=corner", token=token)["employers"][0]["people"]
    do.send("POST", f"{where}/invitations/{people[0]['id']}", token=token)
    twin = business(do.client, "CORNER Bakery")
    bakery.member("owner", "Eva Wolf")
    merge = f"/api/operations/employers/{twin.id}/merge"
    do.send("POST", merge, {"into": bakery.id, "name": "Corner Bakery"}, token=token)
    do.send("POST", f"{where}/close", {"name": "Corner Bakery"}, token=token)


def connect_systems(do: Recorder, diner: Business, mails: Any) -> None:
    ana = diner.member("owner", "Lena Berg")
    body = {"url": "https://hooks.example.com/dayshift", "events": list(EVENTS)[:1]}
    path = f"/webhooks/{do.by(ana, 'POST', '/webhooks', body)['endpoint']['id']}"
    do.by(ana, "PUT", path, body)
    do.by(ana, "POST", f"{path}/secret")
    delivery = do.by(ana, "POST", f"{path}/test")["deliveries"][0]["id"]
    in_database(do.client, fail_delivery, delivery)
    do.by(ana, "POST", f"{path}/deliveries/{delivery}/replay")
    do.by(ana, "POST", f"{path}/disable")
    do.by(ana, "POST", f"{path}/enable")
    do.by(ana, "DELETE", path)
    do.by(ana, "POST", "/assessments/key")
    do.by(ana, "DELETE", "/assessments/key")
    made = do.by(ana, "POST", "/api-keys", {"name": "HR system", "scopes": ["jobs:read"]})
    path = f"/api-keys/{made['key']['id']}"
    do.by(ana, "POST", f"{path}/secret")
    do.by(ana, "DELETE", path)
    provider = {
        "issuer": "https://id.example.com",
        "clientId": "dayshift",
        "clientSecret": "s",
        "domains": ["a.example", f"{diner.id[-8:]}.example"],
    }
    do.by(ana, "PUT", "/single-sign-on", provider)
    do.by(ana, "POST", "/single-sign-on/test")
    prove_domains(do, ana, diner, mails)
    keeper = signed_in(do.client, diner.member("owner", "Kira Bo"))
    enrolled(keeper)
    opened = in_database(
        do.client, lambda tx: open_member_session(tx, ana.id, "Test", 1, confirmed=True, single_sign_on=True)
    )
    came = StaffMember(do.client, ana.id, ana.name, opened)
    do.by(came, "PUT", "/single-sign-on/required", {"breakGlass": keeper.id})
    do.by(came, "DELETE", "/single-sign-on/required")
    do.by(came, "DELETE", "/single-sign-on")


def fail_delivery(tx: Tx, delivery: str) -> None:
    failed = update(webhook_deliveries).where(webhook_deliveries.c.id == delivery)
    tx.execute(failed.values(state="failed"))


def test_every_change_by_staff_and_operators_is_in_the_audit_log(
    client: TestClient, person: Person, settings: Settings, mails: Any
) -> None:
    do, diner = Recorder(client), business(client)
    work_on_applications(do, diner, person, mails)
    work_on_jobs(do, diner, mails)
    work_on_team(do, diner)
    sign_in_and_out(do, diner)
    connect_systems(do, diner, mails)
    work_on_dead_letters(do, person, settings)
    decide_claims(do, person)
    add_employers(do, mails, person)
    leave(do)
    help_employers(do, diner, person)
    assert {str(one) for one in in_scope()} - set(do.actions) == set(), "not sent by this test"
    silent = {name for name, actions in do.actions.items() if not actions}
    assert silent == set(EXCEPTIONS)
