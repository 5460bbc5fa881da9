"""Candidates who give one interview after the other and write down every promise that the server made."""

import asyncio
import hashlib
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2

from dayshift.core.ids import new_id
from dayshift.providers.storage import ObjectMissing, Storage
from dayshift.recordings.chunks import ChunkId, chunk_key
from tests.faults.candidate import ANSWER, Candidate
from tests.recordings import media

CHUNKS = 3
"""Chunks of an answer's recording."""
AGAIN_SECONDS = 0.5
ANSWER_SECONDS = 60.0
TROUBLE = {502, 503, 507}
"""Statuses with which a server in trouble sends a phone away for a while."""
ZONE = "America/New_York"


class Over(Exception):
    """The phone is to give up, whatever it is doing: the site did not come back."""


@dataclass
class Fleet:
    """What all phones share: where the servers are, how long they pause, what came of their calls."""

    urls: Sequence[str]
    pause: float
    recordings: list[bytes] = field(default_factory=lambda: [media.record(media.VP8, s) for s in (0.6, 0.8, 1.0)])
    heard: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    stopped: list[str] = field(default_factory=list)
    leaving: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)


@dataclass
class Given:
    """What was acknowledged of one interview."""

    chunks: dict[tuple[int, int], str] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)
    completed: bool = False


class Phone(Candidate):
    """Sends everything until it is acknowledged, by whichever server answers, as the web app does."""

    def join(self, fleet: Fleet, number: int) -> "Phone":
        """Become one of the fleet."""
        self.fleet, self.turn, self.step = fleet, number, 1
        self.address = f"198.18.{number // 250}.{number % 250 + 1}"  # Each at an address of its own: tries are counted.
        self.given: dict[str, Given] = {}
        self.bookings: set[str] = set()
        return self

    def call(self, method: str, path: str, json: Any = None, **more: Any) -> Any:
        headers = {"X-Forwarded-For": self.address, **more.pop("headers", {})}
        while not self.fleet.over.is_set():
            url = self.fleet.urls[self.turn % len(self.fleet.urls)]
            try:
                reply = super().call(method, url + path, json, headers=headers, **more)
            except httpx2.TransportError:
                self.fleet.refused["cut off"] += 1
            except httpx2.HTTPStatusError as error:
                status = error.response.status_code
                if status < 500:
                    raise
                self.fleet.refused["sent away" if status in TROUBLE else "internal error"] += 1
            else:
                self.fleet.heard.append(time.monotonic())
                return reply
            self.turn += 1
            time.sleep(AGAIN_SECONDS)
        raise Over

    def rest(self) -> None:
        """Take the time that people take."""
        time.sleep(random.uniform(0, 2 * self.fleet.pause))

    def live(self) -> None:
        """Walk through the onboarding, book a coach perhaps, then give interviews until the fleet leaves."""
        self.search("waiter, evenings")
        self._reach(2, {"jobSearchPrompt": "waiter, evenings"})
        self.answer_quickly("zip_code", f"{random.randrange(10_000, 99_999)}")
        facts = {"employmentType": "part-time", "yearsExperience": 3, "expectedPay": "$20/hour", "zipCode": "10001"}
        self._reach(3, facts)
        self._reach(4, None)
        if self.turn % 4 == 0:
            self._book()
        while not self.fleet.leaving.is_set():
            self._interview()

    def _reach(self, step: int, data: dict[str, object] | None) -> None:
        self.call("PATCH", "/api/auth/step", {"step": step} | ({"data": data} if data else {}))
        self.step = step
        self.rest()

    def _book(self) -> None:
        person = {"name": "Maya Torres", "email": f"{self.id}@example.com", "zone": ZONE}
        slots = self.call("GET", f"/api/schedule/slots?zone={ZONE}")["slots"]
        random.shuffle(slots)
        for slot in slots[:10]:
            try:
                booking = self.call("POST", "/api/schedule/bookings", person | {"startsAt": slot["startsAt"]})
            except httpx2.HTTPStatusError:  # Somebody was faster, or it was we ourselves and the answer was lost.
                continue
            self.bookings.add(booking["key"])
            return

    def _interview(self) -> None:
        self.begin_interview()
        given = self.given[self.interview] = Given()
        for order in range(1, len(self.questions) + 1):
            data = random.choice(self.fleet.recordings)
            for index, chunk in enumerate(media.cut(data, CHUNKS)):
                self.rest()
                self.put_chunk(index, chunk, take=order)
                given.chunks[order, index] = hashlib.sha256(chunk).hexdigest()
            segments = [{"segment": 0, "count": CHUNKS, "mimeType": media.VP8.mime_type}]
            text = f"{ANSWER} {new_id()}"
            self.answer(order, text, take={"number": order, "segments": segments})
            given.answers[order] = text
        self.call("POST", f"/api/interviews/{self.interview}/complete", {})
        given.completed = True

    def broken(self, storage: Storage, tell: Callable[[str], None]) -> None:
        """Tell each promise that was not kept."""
        me = self.call("GET", "/api/auth/me")["user"]
        if me["currentStep"] != self.step:
            tell(f"{self.id} stands at step {me['currentStep']} instead of {self.step}")
        if not self.searches <= {one["id"] for one in self.call("GET", f"/api/job-searches/{self.id}")}:
            tell(f"{self.id} lost a search")
        said = {one["questionType"]: one["answer"] for one in self.call("GET", f"/api/user-responses/{self.id}")}
        if not self.quick_answers.items() <= said.items():
            tell(f"{self.id} lost a quick answer")
        if not self.bookings <= {one["key"] for one in self.call("GET", "/api/schedule/bookings")["bookings"]}:
            tell(f"{self.id} lost a booking")
        told = Counter((one["kind"], str(one["data"])) for one in self.call("GET", "/api/notices")["notices"])
        for what, times in told.items():
            if times > 1:
                tell(f"{self.id} was told {times} times of {what[0]}")
        for interview, given in self.given.items():
            self._check_interview(interview, given, tell)
            asyncio.run(_check_chunks(storage, interview, given, tell))

    def _check_interview(self, interview: str, given: Given, tell: Callable[[str], None]) -> None:
        kept = self.call("GET", f"/api/interviews/{interview}")
        answers = {one["responseOrder"]: one["responseText"] for one in kept["responses"]}
        for order, text in given.answers.items():
            if answers.get(order) != text:
                tell(f"{interview} lost answer {order}")
        if not given.completed:
            return
        if (kept["status"], kept["scoring"]) != ("completed", "done"):
            tell(f"{interview} is {kept['status']}, its scoring {kept['scoring']}")
        states = {take["number"]: take["state"] for take in kept["takes"]}
        for order in given.answers:
            if states.get(order) != "ready":
                tell(f"{interview} has take {order} {states.get(order)}")


async def _check_chunks(storage: Storage, interview: str, given: Given, tell: Callable[[str], None]) -> None:
    for (take, index), digest in given.chunks.items():
        try:
            stored = await storage.get(chunk_key(interview, take, ChunkId(0, index)))
        except ObjectMissing:
            tell(f"{interview} lost chunk {index} of take {take}")
            continue
        if hashlib.sha256(stored).hexdigest() != digest:
            tell(f"{interview} has other bytes in chunk {index} of take {take}")
