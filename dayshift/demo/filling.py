"""Fill an installation: the sample, the people, and the work that follows from what they did."""

import tomllib
from pathlib import Path
from typing import Any

import httpx2

from dayshift import admin
from dayshift.accounts import find_user_by_email
from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.demo.story import Person, Taken
from dayshift.jobs import import_sample
from dayshift.question_plans import plan_for
from dayshift.reviews import Verdict, settle
from dayshift.services import Services
from dayshift.settings import Settings
from dayshift.worker import worker

__all__ = ["MailsWouldGoOut", "Taken", "populate"]

PEOPLE = Path(__file__).with_name("people.toml")
READER = "Jordan Lee, Two Spoons Diner"
COMMENT = "Clear and friendly, and honest about being new. Come and meet us."


class MailsWouldGoOut(Exception):
    """The settings name a server for messages, and the demo's people have no addresses."""


async def populate(settings: Settings) -> list[str]:
    """Add the sample's jobs and the demo's people; returns who can sign in, in words.

    Raises `MailsWouldGoOut`; `Taken` where they are there already; `DatabaseInUse` while a server runs on SQLite.
    """
    if settings.smtp_url or settings.sms_url:
        raise MailsWouldGoOut
    told = tomllib.loads(PEOPLE.read_text("utf-8"))
    app = create_app(settings)
    services: Services = app.state.services
    transport = httpx2.ASGITransport(app=app)
    try:
        await services.db.write(import_sample, now())
        async with httpx2.AsyncClient(transport=transport, base_url="http://demo.localhost", timeout=60) as client:
            people = [Person(client, one, told["said"]) for one in told["person"]]
            for person in people:
                await person.live(told["password"])
        work = worker(services)
        await work.drain()  # Scores, playable recordings, mails into the outbox: as the server would do them.
        await services.db.write(_settle, people)
        await work.drain()
    finally:
        await services.aclose()
    return [*map(_in_words, people), f"Everybody's password: {told['password']}"]


def _settle(tx: Tx, people: list[Person]) -> None:
    for person in people:
        if person.told.get("interview") == "read":
            plan = plan_for(person.told["job"], "en")
            levels = {question.competency: level for question, level in zip(plan.questions, (2, 3, 4, 3), strict=True)}
            settle(tx, person.interview, Verdict(READER, levels, COMMENT))
        if person.told.get("operator") and (user := find_user_by_email(tx, person.email)):
            admin.appoint(tx, user.id)


def _in_words(person: Person) -> str:
    told: Any = person.told
    stands = {
        1: "has just signed up",
        2: "has said what they want",
        3: "is about to see matches",
        4: "has seen matches",
    }
    given = {
        "going on": "is in the middle of an interview",
        "completed": "has been interviewed and scored",
        "read": f"has been interviewed, scored, and read by {READER}",
    }
    where = given.get(told.get("interview", ""), stands.get(told["step"], ""))
    if told.get("operator"):
        where = "looks after the installation: /operations"
    return f"{person.email:<22}{where}{' and booked a coach' if told.get('books') else ''}"
