"""Cases about people, accounts and the exchange: a checker for each kind.

They need employers and applications, which nobody can make from outside: a server in this process has them, and each
case is tried over HTTP. Kinds that need a browser are not checked here.
"""

import json
import logging
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes, policy
from functools import cache
from hashlib import sha256
from hmac import new
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import httpx2
import structlog
from icalendar import Calendar
from starlette.testclient import TestClient

from bench.cases.case import Case, Checker
from bench.cases.product import Product
from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.phones import as_e164
from dayshift.core.tasks import Worker
from dayshift.scheduling import read_coaches, save_coaches
from dayshift.settings import Settings
from dayshift.tables import migrate
from dayshift.worker import handlers
from tests.calendar import coach
from tests.hiring.applications.test_candidate import decide, sent
from tests.hiring.employers.test_posting import COOK
from tests.people import PASSWORD, Person
from tests.staff import Business, StaffMember, applied, business

SECRET = "a secret of both"  # noqa: S105
NUMBER = "+12125550142"


class World:
    """A server with an employer, its owner, and a key of a tracking system."""

    def __init__(self) -> None:
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
        folder = Path(tempfile.mkdtemp())
        url = f"sqlite:///{folder}/world.sqlite3"
        migrate(url)
        settings = Settings(
            database_url=url, data_dir=folder, run_worker=False, free_disk_mb=0, scheduling_secret=SECRET,
            private_addresses_allowed=True, tries_per_address=1_000_000, transcriber_url="off",
        )  # fmt: skip
        app = create_app(settings)
        self.client = TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"})
        self.client.__enter__()
        services = app.state.services
        self.worker = Worker(services.db, handlers(services), tracer=services.traces.tracer)
        self.outbox, self.number = folder / "outbox", 0
        self.diner: Business = business(self.client)
        self.owner: StaffMember = self.diner.member("owner")
        assert self.client.portal is not None
        self.client.portal.call(services.db.write, save_coaches, read_coaches(coach()))
        self.key = self.owner.ask("POST", "/assessments/key", expect=201)["key"]

    def email(self) -> str:
        """An address that no case has used."""
        self.number += 1
        return f"case{self.number}@example.com"

    def person(self, **names: str) -> Person:
        """A new candidate."""
        return Person.register(self.client, self.email(), **names)

    @property
    def last_email(self) -> str:
        """The address that was given out last."""
        return f"case{self.number}@example.com"

    def drain(self) -> None:
        """Run the tasks that are due."""
        assert self.client.portal is not None
        self.client.portal.call(self.worker.drain)

    def mails(self) -> list[Any]:
        """All mails so far, oldest first."""
        self.drain()
        files = sorted(self.outbox.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
        return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]

    def book(self, name: str, language: str) -> Any:
        """Book a coach as a guest; return the mail about it."""
        params = {"zone": "America/New_York", "first": str(now().date() + timedelta(days=2)), "days": 5}
        slots = self.client.get("/api/schedule/slots", params=params).json()["slots"]
        body = {"startsAt": slots[self.number % 20]["startsAt"], "zone": "America/New_York", "language": language}
        email = self.email()
        self.client.cookies.clear()
        made = self.client.post("/api/schedule/bookings", json={**body, "name": name, "email": email})
        assert made.status_code == 201, made.text
        return next(one for one in self.mails() if email in one["To"])

    def ats(self, path: str, body: Any) -> Any:
        """Call as the tracking system."""
        return self.client.post(f"/api/exchange/assessments/{path}", json=body, auth=(self.key, ""))

    def order(self, **candidate: Any) -> Any:
        """Order an interview."""
        candidate = {"first_name": "Suharto", "email": self.email(), **candidate}
        url = "https://ats.example.com/assessments/41"
        return self.ats("send_test", {"partner_test_id": self.diner.postings[0], "candidate": candidate, "url": url})

    def hook(self, body: bytes) -> int:
        """Send a signed message of a calendar."""
        if b'"triggerEvent"' in body:
            vendor, header = "cal.com", {"X-Cal-Signature-256": new(SECRET.encode(), body, sha256).hexdigest()}
        else:
            at = int(time.time())
            signature = new(SECRET.encode(), f"{at}.".encode() + body, sha256).hexdigest()
            vendor, header = "calendly", {"Calendly-Webhook-Signature": f"t={at},v1={signature}"}
        return self.client.post(f"/api/schedule/webhooks/{vendor}", content=body, headers=header).status_code


@cache
def world() -> World:
    """The server, started by the first case that needs it."""
    return World()


def _feeds() -> tuple[str, str, str]:
    day = {"from": now().isoformat(), "until": (now() + timedelta(days=7)).isoformat()}
    own = world().person().put("/api/calendar-feed", None)["url"]
    return own, world().owner.ask("GET", "/calendar", params=day)["feed"], "/api/coach/key/calendar.ics"


def head(case: Case, _: Product) -> str | None:
    """HEAD has status and headers of GET."""
    job = world().diner.jobs[0]
    paths = {"/jobs/ID": f"/jobs/{job}", "/jobs/ID-of-a-closed-job": "/jobs/closed", "coach .ics": _feeds()[2]}
    path = paths.get(case.input) or (urlsplit(_feeds()[0]).path if "candidate" in case.input else case.input)
    read, asked = world().client.get(path), world().client.head(path)
    return None if (asked.status_code, asked.content) == (read.status_code, b"") else f"{path}: {asked.status_code}"


def robots(_: Case, __: Product) -> str | None:
    """Calendars may fetch the feeds."""
    rules = RobotFileParser()
    rules.parse(world().client.get("/robots.txt").text.splitlines())
    wrong = [url for url in _feeds() if not rules.can_fetch("Google-Calendar-Importer", url)]
    return f"not allowed: {wrong}" if wrong else None


def moved(case: Case, _: Product) -> str | None:
    """A moved booking is told once, as moved."""
    inputs = case.folder / "inputs"
    if case.id == "14d":
        before = len(world().mails())
        status = world().hook((inputs / "14_calcom_phone_only.json").read_bytes().strip())
        return None if status == 200 and len(world().mails()) == before else "a mail was sent"
    person, unique = world().person(), f"{case.id}{world().number}"
    names = ["created", "moved_1_canceled", "moved_2_created"]
    for name in names if case.id == "14a" else [names[0], names[2], names[1]]:
        body = (inputs / f"14_calendly_{name}.json").read_text().strip()
        body = body.replace("maya@example.com", world().last_email).replace("/scheduled_events/EV", f"/{unique}/EV")
        if world().hook(body.encode()) != 200:
            return f"{name} was refused"
        world().drain()
    kinds = [one["kind"] for one in person.get("/api/notices")["notices"]]
    return None if kinds == case.right["kinds"] else str(kinds)


def nulls(case: Case, _: Product) -> str | None:
    """Null is what was left out."""
    if case.id == "14e":
        times = {"startTime": "2026-12-08T15:00:00Z", "endTime": "2026-12-08T15:30:00Z", "uid": world().email()}
        who = [{"name": None, "email": world().email(), "timeZone": None}]
        message = {"triggerEvent": "BOOKING_CREATED", "payload": {**times, "attendees": who}}
        statuses = [world().hook(json.dumps(message).encode())]
    else:
        order = world().order().json()["partner_interview_id"]
        body = json.loads(case.path.read_text("utf-8").replace("@ORDER@", order))
        statuses = [world().ats(path, body).status_code for path in ("response_error", "request_errors")]
    return None if set(statuses) == {200} else str(statuses)


def phone(case: Case, product: Product) -> str | None:
    """A number is stored as it is, or refused if it is none or has an extension, which is named then."""
    door, typed = case.id.rpartition("-")[2], case.input
    names = {"firstName": "Maya", "lastName": "Torres"}
    if door == "import":
        email = f"{product.name()}@example.com"
        file = product.file(".csv", f'email,first_name,last_name,phone\n{email},Maya,Torres,"{typed}"\n')
        done = product.installation.run("users", "import", file)
        accepted, said, stored = done.returncode == 0, done.stdout, typed
    else:
        if door == "profile":
            reply = world().person().call("PATCH", "/api/auth/profile", {**names, "phone": typed})
        elif door == "signup":
            body = {**names, "email": world().email(), "password": PASSWORD, "phone": typed}
            reply = world().client.post("/api/auth/register", json=body)
        else:
            body = {"startsAt": "2030-01-01T10:00:00Z", "zone": "UTC", "name": "M", "email": world().email()}
            reply = world().client.post("/api/schedule/bookings", json={**body, "phoneNumber": typed})
        accepted, said = "phone" not in reply.text or reply.status_code < 300, reply.text
        stored = reply.json()["user"]["phone"] if reply.status_code < 300 and door != "book" else typed
    extension = re.search(r"(?:x|ext\. ?)(\d+)$", typed)
    if extension:
        return None if not accepted and extension[1] in said else f"accepted={accepted}: {said[:200]}"
    if case.right == "refused":
        return None if not accepted else "accepted"
    return None if accepted and as_e164(stored or "") == NUMBER else f"accepted={accepted}: {said[:200]}"


def one_name(case: Case, _: Product) -> str | None:
    """Somebody with one name gets in."""
    if case.id == "16a":
        body = {**case.input, "email": world().email(), "password": PASSWORD}
        status = world().client.post("/api/auth/register", json=body).status_code
        return None if status == 201 else str(status)
    if case.id == "16e":
        status = world().person().call("PATCH", "/api/auth/profile", case.input).status_code
    else:
        email = world().email()
        status = world().order(last_name=None, email=email).status_code
        if case.id == "16d":
            [mail] = [one for one in world().mails() if email in one["To"]]
            [key] = set(re.findall(r"assessment\?key=([\w-]+)", mail.get_body(("plain",)).get_content()))
            world().client.cookies.clear()
            status = world().client.post(f"/api/assessments/{key}/accept", json=case.input).status_code
    return None if status == 200 else str(status)


def partner_input(case: Case, _: Product) -> str | None:
    """Blanks around an address don't count."""
    status = world().order(email=case.input).status_code
    return None if status == 200 else str(status)


def first_names(case: Case, _: Product) -> str | None:
    """Given names of two words stay whole."""
    if case.id == "17-guest":
        mail = world().book(case.input, "es")
        hello = re.findall(r"^Hola.*", mail.get_body(("plain",)).get_content(), re.MULTILINE)
        return None if hello and (case.input in hello[0] or hello[0] == "Hola María José:") else str(hello)
    first = case.right if case.id != "17-letters" else "María José"
    last = case.input.removeprefix(first).strip() or "Ruiz"
    person = world().person(firstName=first, lastName=last)
    application = applied(world().client, person, world().diner.jobs[0])
    rows = world().owner.ask("GET", "/queue")["rows"]
    shown = {row["firstName"] for row in rows if row["id"] == application}
    shown |= {world().owner.ask("GET", f"/applications/{application}{path}")["firstName"] for path in ("", "/options")}
    return None if shown == {first} else str(shown)


@cache
def _names(folder: Path) -> dict[str, str]:
    found = {}
    for one in json.loads((folder / "inputs/17_names.json").read_text("utf-8")):
        person = world().person(firstName=one["firstName"], lastName=one["lastName"])
        application = applied(world().client, person, world().diner.jobs[1])
        found[f"{one['firstName']} {one['lastName']}".strip()] = application
    return found


def search(case: Case, _: Product) -> str | None:
    """A name is found as people type it."""
    wanted = _names(case.folder)[case.right.removeprefix("(either way) ")]
    params = {"view": "all_open", "search": case.input}
    found = [row["id"] for row in world().owner.ask("GET", "/applications", params=params)["rows"]]
    return None if wanted in found else "not found"


def passwords(case: Case, _: Product) -> str | None:
    """Both spellings of a password are the same one."""
    both = json.loads(case.path.read_text("utf-8"))
    first, second = (both[one] for one in case.input.split("->"))
    email = world().email()
    body = {"firstName": "Ana", "lastName": "Ruiz", "email": email, "password": first}
    world().client.post("/api/auth/register", json=body)
    world().client.cookies.clear()
    status = world().client.post("/api/auth/login", json={"email": email, "password": second}).status_code
    return None if status == 200 else str(status)


@contextmanager
def _provider(script: Path, mode: str, email: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, script, str(port), mode, email], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                httpx2.get(f"http://127.0.0.1:{port}/keys")
                break
            except httpx2.TransportError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def single_sign_on(case: Case, _: Product) -> str | None:
    """A sign-in ends at the desk, or is refused for a good reason."""
    mode, number = case.id.partition("-")[2], world().number
    domain = f"case{number}.example"
    world().email()
    diner = business(world().client, f"Diner {number}")
    owner = diner.member("owner")
    with _provider(case.path, mode, f"rosa@{domain}") as issuer:
        fields = {"issuer": issuer, "clientId": "us", "clientSecret": "s3cret", "domains": [domain]}
        [wanted] = owner.ask("PUT", "/single-sign-on", fields)["domains"]

        class Names:
            async def texts(self, _name: str) -> list[str]:
                return [wanted["recordText"]]

        world().client.app.state.services.resolver = Names()  # type: ignore[attr-defined]
        owner.ask("POST", f"/single-sign-on/domains/{domain}/check")
        world().client.cookies.clear()
        start = f"/api/desk/sign-on/{diner.id}/start?next=/desk"
        begin = world().client.get(start, follow_redirects=False).headers["Location"]
        back = urlsplit(httpx2.get(begin).headers["Location"])
        page = world().client.get(f"{back.path}?{back.query}", follow_redirects=False).headers["Location"]
    refused = case.right == "refused"
    return None if (page == "/desk") != refused else page


def replies(case: Case, _: Product) -> str | None:
    """Mails say where to answer."""
    for language, words in (("en", "Nobody reads replies"), ("es", "Nadie lee las respuestas")):
        person = world().person()
        person.put("/api/auth/language", {"language": language})
        world().mails()
        start = f"{now().year + 1}-01-12T15:00:00+00:00"
        if case.input == "booking":
            if words not in world().book("Maya Torres", language).get_body(("plain",)).get_content():
                return f"{language}: no such line"
            continue
        application = sent(person, world().diner)
        if case.input == "meeting":
            invite = {"minutes": 20, "place": "12 Long Wharf", "ask_for": "Ana", "times": [start]}
            decide(world().client, world().owner, application, action="invite", **invite)
        else:
            decide(world().client, world().owner, application, action="ask", text="Can you come?")
        own = [one for one in world().mails() if world().last_email in one["To"] and "application?id=" in str(one)]
        for body in own[-1].iter_parts():
            if body.get_content_type().startswith("text/") and words not in body.get_content():
                return f"{language}: no such line"
    return None


def webhook_address(case: Case, _: Product) -> str | None:
    """An address is stored as typed, or refused with the limit."""
    short, long = (case.folder / "inputs/R3_webhook_urls.txt").read_text().split()[:2]
    url = short if case.id == "R3a" else long
    reply = world().owner.call("POST", "/webhooks", {"url": url, "events": ["application.submitted"]})
    if reply.status_code == 201:
        return None if url in reply.text else "changed"
    said = " ".join(reply.json().get("fields", {}).values())
    return None if case.id == "R3b" and re.search(r"at most \d+ characters", said) else f"{reply.status_code} {said}"


def idempotency(case: Case, _: Product) -> str | None:
    """A key of another body is a conflict."""
    key = {"Idempotency-Key": f"posting-{world().email()}"}
    statuses = []
    for title in case.input:
        body = {**COOK, "title": title, "locationId": world().diner.locations[0]}
        statuses.append(world().owner.call("POST", "/jobs", body, headers=key).status_code)
    return None if statuses in ([201, 409], [201, 422]) else str(statuses)


def calendar(_: Case, __: Product) -> str | None:
    """An entry says where to go."""
    person = world().person()
    application = sent(person, world().diner)
    start = f"{now().year + 1}-01-12T15:00:00+00:00"
    invite = {"minutes": 20, "place": "12 Long Wharf", "ask_for": "Ana", "times": [start]}
    decide(world().client, world().owner, application, action="invite", **invite)
    person.post(f"/api/applications/{application}/time", {"startsAt": start})
    file = person.call("GET", f"/api/applications/{application}/meeting.ics").content
    feed = world().client.get(urlsplit(person.put("/api/calendar-feed", None)["url"]).path).content
    places = [str(one.walk("VEVENT")[0].get("LOCATION")) for one in map(Calendar.from_ical, (file, feed))]
    return None if places == ["12 Long Wharf"] * 2 else str(places)


CHECKERS: dict[str, Checker] = {
    "HEAD": head,
    "robots of calendars": robots,
    "moved bookings": moved,
    "partner nulls": nulls,
    "phone numbers": phone,
    "one name": one_name,
    "partner input": partner_input,
    "first names": first_names,
    "search by name": search,
    "passwords NFC": passwords,
    "single sign-on keys": single_sign_on,
    "single sign-on Entra ID": single_sign_on,
    "replies to mails": replies,
    "webhook address": webhook_address,
    "idempotency": idempotency,
    "calendar entries": calendar,
}
