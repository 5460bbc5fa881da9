"""What each of the demo's people does, in calls to the server's own interface: nothing is written behind its back."""

import hashlib
from collections.abc import Mapping
from typing import Any

import httpx2

from dayshift.core.clock import now
from dayshift.demo.recording import MIME_TYPE, recording

ZONE = "America/New_York"
SECONDS = 6
CHUNK = 40_000
"""Bytes of a piece of a recording."""

_QUICK = {
    "availability": "weekday-evenings,weekends",
    "hourly_rate": "20",
    "start_date": "immediately",
    "zip_code": "10001",
}
_YEARS = {"0-1": 0, "2-5": 3, "5+": 5}


class Taken(Exception):
    """The address has an account: the demo's people are there already."""


class Person:
    """One of them, signed in."""

    def __init__(self, client: httpx2.AsyncClient, told: Mapping[str, Any], said: Mapping[str, list[str]]) -> None:
        self.told, self._client, self._said = told, client, said
        self.email = f"{told['first_name'].lower()}@demo.example"
        self.interview = ""
        self._token, self._id = "", ""

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """The JSON of a call that succeeds."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        reply = await self._client.request(method, path, json=body, headers=headers | more.pop("headers", {}), **more)
        return reply.raise_for_status().json()

    async def live(self, password: str) -> None:
        """Sign up, and come as far as it is told. Raises `Taken`."""
        await self._sign_up(password)
        told, step = self.told, self.told["step"]
        if step >= 2:
            await self.call("POST", "/api/job-searches", {"searchQuery": told["wish"], "userId": self._id})
            await self._reach(2, {"jobSearchPrompt": told["wish"]})
        if step >= 3:
            await self._answer_quickly(told["experience"])
        if step >= 4:
            await self._reach(4, {"matchingCompleted": True, "matchingCompletedAt": now().isoformat()})
            await self._save_a_job()
        if told.get("books"):
            await self._book()
        if step >= 5:
            await self._reach(5, {"interviewPrepCompleted": True, "interviewPrepCompletedAt": now().isoformat()})
            await self._give_interview()

    async def _sign_up(self, password: str) -> None:
        person = {"firstName": self.told["first_name"], "lastName": self.told["last_name"], "email": self.email}
        try:
            entered = await self.call("POST", "/api/auth/register", {**person, "password": password})
        except httpx2.HTTPStatusError as error:
            if error.response.json().get("code") == "email_taken":
                raise Taken from None
            raise
        self._client.cookies.clear()
        self._token, self._id = entered["token"], entered["user"]["id"]
        await self.call("PUT", "/api/auth/language", {"language": self.told.get("language", "en")})

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
        name = f"{self.told['first_name']} {self.told['last_name']}"
        booking = {"startsAt": slots[len(slots) // 3]["startsAt"], "zone": ZONE, "name": name, "email": self.email}
        await self.call("POST", "/api/schedule/bookings", booking)

    async def _give_interview(self) -> None:
        wanted = {"userId": self._id, "jobTitle": self.told["job"], "scheduledAt": now().isoformat()}
        made = await self.call("POST", "/api/interviews", wanted)
        self.interview, path = made["id"], f"/api/interviews/{made['id']}"
        consent = {"version": (await self.call("GET", "/api/consent"))["version"]}
        await self.call("POST", f"{path}/consent", {**consent, "recording": True, "aiScoring": True})
        await self.call("POST", f"{path}/start", {"participantName": self.told["first_name"], "userId": self._id})
        await self.call("POST", f"{path}/start-recording", {})
        goes_on = self.told["interview"] == "going on"
        for order, question in enumerate(made["questions"][: 2 if goes_on else None], 1):
            await self._answer(order, question)
        if not goes_on:
            await self.call("POST", f"{path}/complete", {})
            await self.call("POST", "/api/user/complete-flow", {})

    async def _answer(self, order: int, question: dict[str, Any]) -> None:
        begins = self.told["experience"] == "0-1"
        data = recording(SECONDS, 60 + begins * 90)
        chunks = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
        where = f"/api/recordings/{self.interview}/takes/{order}/segments/0/chunks"
        for index, chunk in enumerate(chunks):
            headers = {"x-sha256": hashlib.sha256(chunk).hexdigest(), "Content-Type": "video/webm"}
            await self.call("PUT", f"{where}/{index}", content=chunk, headers=headers)
        said = {"questionText": question["question"], "questionId": question["id"], "responseOrder": order}
        take = {"number": order, "segments": [{"segment": 0, "count": len(chunks), "mimeType": MIME_TYPE}]}
        body = {**said, "responseText": self._said[question["id"]][begins], "durationSeconds": SECONDS, "take": take}
        await self.call("POST", f"/api/interviews/{self.interview}/responses", body)
