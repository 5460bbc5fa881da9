"""Seed an installation: the sample jobs, and users who act through the server's own HTTP API."""

import asyncio
import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx2

from dayshift import accounts, admin
from dayshift.accounts import find_user_by_email
from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.demo.desk import add_staff_and_applications
from dayshift.demo.recording import MIME_TYPE, recording
from dayshift.interviews.reviews import Verdict, settle
from dayshift.interviews.room.queries import Transcript
from dayshift.interviews.room.transcripts import request_transcript, store_transcript
from dayshift.jobs.catalog import import_sample
from dayshift.knowledge.question_plans import plan_for
from dayshift.providers.speech import Passage
from dayshift.services import Services
from dayshift.settings import Settings
from dayshift.worker import workers

PEOPLE = Path(__file__).with_name("people.toml")
READER = "Jordan Lee, Two Spoons Diner"
COMMENT = "Clear and friendly, and honest about being new. Come and meet us."
ZONE = "America/New_York"
CHUNK = 40_000
"""Bytes of a chunk of a recording."""

_QUICK = {
    "availability": "weekday-evenings,weekends",
    "hourly_rate": "20",
    "start_date": "immediately",
    "zip_code": "10001",
}
_YEARS = {"0-1": 0, "2-5": 3, "5+": 5}


class Taken(Exception):
    """The address has an account: the sample people exist already."""


class Person:
    """A sample person, signed in."""

    def __init__(self, client: httpx2.AsyncClient, profile: Mapping[str, Any]) -> None:
        self.profile, self._client = profile, client
        self.email = f"{profile['first_name'].lower()}@demo.example"
        self.interview = ""
        self.transcripts: dict[int, Transcript] = {}
        self._token, self._id = "", ""

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """The JSON reply of a request; raises unless it succeeds."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        reply = await self._client.request(method, path, json=body, headers=headers | more.pop("headers", {}), **more)
        return reply.raise_for_status().json()

    async def act(self, password: str) -> None:
        """Sign up, and complete the steps in the profile. Raises `Taken`."""
        await self._sign_up(password)
        profile, step = self.profile, self.profile["step"]
        if step >= 2:
            await self.call("POST", "/api/job-searches", {"searchQuery": profile["wish"], "userId": self._id})
            await self._reach(2, {"jobSearchPrompt": profile["wish"]})
        if step >= 3:
            await self._answer_quickly(profile["experience"])
        if step >= 4:
            await self._reach(4, {"matchingCompleted": True, "matchingCompletedAt": now().isoformat()})
            await self._save_a_job()
        if profile.get("books"):
            await self._book()
        if step >= 5:
            await self._reach(5, {"interviewPrepCompleted": True, "interviewPrepCompletedAt": now().isoformat()})
            await self._give_interview()

    async def _sign_up(self, password: str) -> None:
        person = {"firstName": self.profile["first_name"], "lastName": self.profile["last_name"], "email": self.email}
        try:
            entered = await self.call("POST", "/api/auth/register", {**person, "password": password})
        except httpx2.HTTPStatusError as error:
            if error.response.json().get("code") == "email_taken":
                raise Taken from None
            raise
        self._client.cookies.clear()
        self._token, self._id = entered["token"], entered["user"]["id"]
        await self.call("PUT", "/api/auth/language", {"language": self.profile.get("language", "en")})

    async def _reach(self, step: int, data: dict[str, Any]) -> None:
        await self.call("PATCH", "/api/auth/step", {"step": step, "data": data})

    async def _answer_quickly(self, experience: str) -> None:
        answers = {**_QUICK, "employment_type": "part-time", "experience": experience}
        for question, answer in answers.items():
            body = {"userId": self._id, "questionType": question, "answer": answer}
            await self.call("POST", "/api/user-responses", body)
        facts = {"employmentType": "part-time", "expectedPay": "$20/hour", "zipCode": _QUICK["zip_code"]}
        await self._reach(3, {**facts, "yearsExperience": _YEARS[experience]})

    async def _save_a_job(self) -> None:
        matches = (await self.call("GET", "/api/matches"))["jobs"]
        if matches:
            await self.call("PUT", f"/api/job-marks/{matches[0]['id']}", {"mark": "saved"})

    async def _book(self) -> None:
        slots = (await self.call("GET", "/api/schedule/slots", params={"zone": ZONE}))["slots"]
        name = f"{self.profile['first_name']} {self.profile['last_name']}"
        booking = {"startsAt": slots[len(slots) // 3]["startsAt"], "zone": ZONE, "name": name, "email": self.email}
        await self.call("POST", "/api/schedule/bookings", booking)

    async def _give_interview(self) -> None:
        wanted = {"userId": self._id, "jobTitle": self.profile["job"], "scheduledAt": now().isoformat()}
        made = await self.call("POST", "/api/interviews", wanted)
        self.interview, path = made["id"], f"/api/interviews/{made['id']}"
        consent = {"version": (await self.call("GET", "/api/consent"))["version"]}
        await self.call("POST", f"{path}/consent", {**consent, "recording": True, "aiScoring": True})
        await self.call("POST", f"{path}/start", {"participantName": self.profile["first_name"], "userId": self._id})
        await self.call("POST", f"{path}/start-recording", {})
        goes_on = self.profile["interview"] == "going on"
        for order, question in enumerate(made["questions"][: 2 if goes_on else None], 1):
            await self._answer(order, question)
        if not goes_on:
            await self.call("POST", f"{path}/complete", {})
            await self.call("POST", "/api/user/complete-flow", {})

    async def _answer(self, order: int, question: dict[str, Any]) -> None:
        said = {"questionText": question["question"], "questionId": question["id"], "responseOrder": order}
        body = {**said, "responseText": self.profile["says"][question["id"]], "mode": "typed"}
        if self.profile.get("records"):
            body |= await self._record(order, question["id"])
        await self.call("POST", f"/api/interviews/{self.interview}/responses", body)

    async def _record(self, order: int, question: str) -> dict[str, Any]:
        answer = await asyncio.to_thread(recording, self.profile["first_name"].lower(), question)
        chunks = [answer.data[start : start + CHUNK] for start in range(0, len(answer.data), CHUNK)]
        where = f"/api/recordings/{self.interview}/takes/{order}/segments/0/chunks"
        for index, chunk in enumerate(chunks):
            headers = {"x-sha256": hashlib.sha256(chunk).hexdigest(), "Content-Type": "video/webm"}
            await self.call("PUT", f"{where}/{index}", content=chunk, headers=headers)
        take = {"number": order, "segments": [{"segment": 0, "count": len(chunks), "mimeType": MIME_TYPE}]}
        sentences = re.split(r"(?<=[.!?]) ", self.profile["says"][question])
        passages = [
            asdict(Passage(begin, end, text, confidence=1.0, language="en"))
            for text, (begin, end) in zip(sentences, answer.sentences, strict=True)
        ]
        self.transcripts[order] = Transcript(by="demo", passages=passages, language="en")
        return {"mode": "spoken", "durationSeconds": answer.seconds, "take": take}


class MailsWouldGoOut(Exception):
    """The settings configure a message provider, but the sample users have no real addresses."""


async def populate(settings: Settings) -> list[str]:
    """Add the sample jobs, people, staff and applications; returns a line for each person who can sign in.

    Raises `MailsWouldGoOut`, `Taken` if they exist already, and `DatabaseInUse` while a server is running on SQLite.
    """
    if settings.smtp_url or settings.sms_url:
        raise MailsWouldGoOut
    sample = tomllib.loads(PEOPLE.read_text("utf-8"))
    app = create_app(settings)
    services: Services = app.state.services
    transport = httpx2.ASGITransport(app=app)
    try:
        await services.db.write(import_sample, now())
        async with httpx2.AsyncClient(transport=transport, base_url="http://demo.localhost", timeout=60) as client:
            people = [Person(client, one) for one in sample["person"]]
            for person in people:
                await person.act(sample["password"])
        await services.db.write(_store_transcripts, people)
        work = workers(services)
        await work.drain()  # Create scores, playable recordings and emails, as a running server would.
        await services.db.write(_settle, people)
        hashed = await services.get(accounts.Passwords).hash(sample["password"])
        staff = await services.db.write(add_staff_and_applications, hashed, now())
        await work.drain()
    finally:
        await services.aclose()
    return [*map(_in_words, people), *staff, f"Everybody's password: {sample['password']}"]


def _store_transcripts(tx: Tx, people: list[Person]) -> None:
    """Store what was said, so that no recognizer has to listen to half an hour."""
    for person in people:
        for order, transcript in person.transcripts.items():
            request_transcript(tx, person.interview, order)  # Also where the settings have no recognizer.
            store_transcript(tx, person.interview, order, transcript)


def _settle(tx: Tx, people: list[Person]) -> None:
    for person in people:
        if person.profile.get("interview") == "read":
            plan = plan_for(person.profile["job"], "en")
            levels = {question.competency: level for question, level in zip(plan.questions, (2, 3, 4, 3), strict=True)}
            settle(tx, person.interview, Verdict(READER, levels, COMMENT))
        if person.profile.get("operator") and (user := find_user_by_email(tx, person.email)):
            accounts.update_user(tx, user.id, {"email_verified": True})  # Lacks only the passkey of a real person.
            admin.appoint(tx, user.id)


def _in_words(person: Person) -> str:
    profile: Any = person.profile
    steps = {
        1: "has just signed up",
        2: "has said what they want",
        3: "is about to see matches",
        4: "has seen matches",
    }
    interviews = {
        "going on": "is in the middle of an interview",
        "completed": "has been interviewed and scored",
        "read": f"has been interviewed, scored, and read by {READER}",
    }
    where = interviews.get(profile.get("interview", ""), steps.get(profile["step"], ""))
    if profile.get("operator"):
        where = "looks after the installation: add a passkey under /profile, then run dayshift operators add EMAIL"
    return f"{person.email:<22}{where}{' and booked a coach' if profile.get('books') else ''}"
