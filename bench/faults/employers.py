"""Simulated members of an employer who view, decide, undo, write and invite, and record what was acknowledged."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx2
from sqlalchemy import select

from bench.faults.kinds import run_in_database
from bench.faults.phones import Fleet, Phone
from bench.faults.sites import Site
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.hiring.applications.models import applications, messages, moves
from dayshift.hiring.employers import (
    Role,
    add_location,
    add_member,
    adopt_jobs,
    create_employer,
    open_member_session,
    postings_of_jobs,
)
from dayshift.hiring.employers.models import members
from dayshift.jobs.catalog.actions import replace_source
from dayshift.jobs.catalog.models import jobs
from dayshift.providers.storage import Storage
from tests.jobs.catalog.test_catalogue import row
from tests.mail_server import MailServer

JOBS = 12
MANAGERS = 3
INVITATIONS = 20
"""Maximum number of members that the owner invites."""
UNDONE = 0.3
"""Share of decisions that are taken back at once."""
ZONE = "America/New_York"


@dataclass(frozen=True)
class Employer:
    """An employer whose jobs the phones apply for, and its members: id and session token, the owner first."""

    id: str
    jobs: list[str]
    members: list[tuple[str, str]]


def create(site: Site) -> Employer:
    """Create an employer with jobs, one owner and several managers, all signed in."""

    def work(tx: Tx) -> Employer:
        titles = [f"Server {number}" for number in range(JOBS)]
        replace_source(tx, "faults", [row(f"faults {title}", title=title, employer="Diner") for title in titles], now())
        ids = list(tx.execute(select(jobs.c.id).where(jobs.c.source == "faults")).scalars())
        employer = create_employer(tx, "Two Spoons Diner", ZONE)
        place = add_location(tx, employer, "9th Avenue", "218 9th Ave", "10001", ZONE)
        adopt_jobs(tx, employer, ids, place, 2)
        assert len(postings_of_jobs(tx, ids)) == JOBS
        staff = []
        for number in range(MANAGERS + 1):
            role: Role = "manager" if number else "owner"
            name = f"Maria{number} Ortiz"
            member = add_member(tx, employer, f"maria{number}@diner.example", name, role, [place] if number else None)
            staff.append((member.id, open_member_session(tx, member.id, "Bench", 1, confirmed=True)))
        return Employer(employer, ids, staff)

    return run_in_database(site, work, write=True)


class Manager(Phone):
    """A member who retries every request until it is answered, as the web app does."""

    site: Site
    invites: bool

    @classmethod
    def sign_in(cls, client: httpx2.Client, site: Site, member: tuple[str, str], *, invites: bool) -> "Manager":
        """Return a signed-in member; `invites`: also invites colleagues."""
        manager = cls(client, member[1], member[0])
        manager.site, manager.invites = site, invites
        return manager

    def join(self, fleet: Fleet, number: int) -> "Manager":
        """Join the fleet."""
        super().join(fleet, number)
        self.decided: dict[str, tuple[str, str]] = {}
        self.undone: dict[str, str] = {}
        self.written: dict[str, str] = {}
        self.invited: set[str] = set()
        return self

    def run(self) -> None:
        """Work on what waits until the fleet leaves."""
        while not self.fleet.leaving.is_set():
            self.pause()
            self.tolerate(self._work)

    def _work(self) -> None:
        if self.invites and len(self.invited) < INVITATIONS and random.random() < 0.1:
            self._invite_colleague()
        waiting = self.call("GET", "/api/desk/queue")["rows"]
        if not waiting:
            return
        one = random.choice(waiting)
        path = f"/api/desk/applications/{one['id']}"
        view = self.call("POST", f"{path}/views", {"answer": 1, "kind": "words"})
        self.pause()
        if random.random() < 0.25:
            self._write(one["id"], path)
        else:
            self._decide(one["id"], path, view["version"])

    def _write(self, application: str, path: str) -> None:
        text, key = f"See you soon {new_id()}", new_id()
        self.call("POST", f"{path}/messages", {"text": text}, headers={"Idempotency-Key": key})
        self.written[text] = application

    def _decide(self, application: str, path: str, version: int) -> None:
        text, key = f"In short {new_id()}", new_id()
        start = (now() + timedelta(days=2, minutes=random.randrange(5000))).isoformat()
        body: dict[str, Any] = random.choice([
            {"action": "ask", "text": text},
            {"action": "ask", "text": text},
            {"action": "invite", "times": [start], "place": "218 9th Ave", "askFor": "Maria", "words": text},
            {"action": "invite", "times": [start], "place": "218 9th Ave", "askFor": "Maria", "words": text},
            {"action": "decline", "reason": "times", "words": text},
        ])  # fmt: skip
        self.call("POST", f"{path}/moves", body, headers={"If-Match": f'"{version}"', "Idempotency-Key": key})
        if random.random() > UNDONE:
            self.decided[key] = application, text
            return
        self.call("DELETE", f"{path}/pending")  # Refused if it was sent, or if the response to this was lost.
        self.undone[key] = text

    def _invite_colleague(self) -> None:
        email = f"{new_id()}@diner.example"
        body = {"email": email, "name": "Sam Okafor", "role": "owner", "locationIds": []}
        try:
            self.call("POST", "/api/desk/members", body)
        except httpx2.HTTPStatusError as error:
            if error.response.status_code != httpx2.codes.CONFLICT:  # Invited, and the response was lost.
                raise
        self.invited.add(email)

    def verify(self, storage: Storage, report: Callable[[str], None]) -> None:  # noqa: ARG002  (as of phones)
        """Report lost and repeated decisions, messages and mails, and what was sent although it was undone."""
        assert self.site.mail
        stored, stages, texts, known = run_in_database(self.site, _load)
        mails = received(self.site.mail)
        for key, (application, text) in self.decided.items():
            if key not in stored and stages.get(application) != "withdrawn":
                report(f"{application} lost the decision {key}")
            if key in stored and len(mails[text]) != 1:
                report(f"{application} has {len(mails[text])} mails about the decision {key}")
        for key, text in self.undone.items():
            if key in stored or mails[text]:
                report(f"the decision {key} was sent although it was undone")
        for text, application in self.written.items():
            if texts[text] != 1 or len(mails[text]) != 1:
                report(f"{application} has {texts[text]} messages and {len(mails[text])} mails with {text}")
        for email in self.invited:
            if email not in known or not mails[email]:
                report(f"the invitation of {email} was lost")


def _load(tx: Tx) -> tuple[set[str | None], dict[str, str], Counter[str], set[str]]:
    """Return the keys of all moves, the stages of applications, how often each message is stored, and all members."""
    stages = {row.id: row.stage for row in tx.execute(select(applications.c.id, applications.c.stage))}
    texts = Counter(tx.execute(select(messages.c.text)).scalars())
    return (
        set(tx.execute(select(moves.c.key)).scalars()),
        stages,
        texts,
        set(tx.execute(select(members.c.email)).scalars()),
    )


def received(mail: MailServer) -> dict[str, set[str]]:
    """Return the ids of the mails by the unique end of their texts, and by recipient.

    An email that is sent again after a crash has the same id: email programs show it once.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for one in mail.mails():
        body = one.get_body(("plain",))
        words = " ".join(body.get_content().split()) if body else ""
        for start in ("In short ", "See you soon "):
            if start in words:
                found[start + words.partition(start)[2][: len(new_id())]].add(one["Message-ID"])
        found[str(one["To"].addresses[0].addr_spec)].add(one["Message-ID"])
    return found


def count_resent(mail: MailServer) -> int:
    """Return how many mails arrived again with the same id, after their worker died."""
    ids = [one["Message-ID"] for one in mail.mails()]
    return len(ids) - len(set(ids))
