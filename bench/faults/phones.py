"""Simulated phones that give interviews in a loop and record everything that the server acknowledged."""

import asyncio
import hashlib
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx2

from dayshift.core.ids import new_id
from dayshift.interviews.recordings.chunks import ChunkId, chunk_key
from dayshift.notifications.queries import NEWEST
from dayshift.providers.storage import ObjectMissing, Storage
from tests.faults.candidate import ANSWER, Candidate
from tests.interviews.recordings import media

CHUNKS = 3
"""Chunks of an answer's recording."""
RETRY_SECONDS = 0.5
REQUEST_TIMEOUT = 60.0
REFUSED = {404, 409, 429}
RETRYABLE = {502, 503, 507}
"""Status codes of temporary failures."""
ZONE = "America/New_York"
WITHDRAWN = 0.05
"""Share of looks at an application that end with its withdrawal."""
NOTICES = {"submit": "application_sent", "ask": "application_question", "invite": "application_invited"}
"""Moves, and the notices in the app about them."""


class Stopped(Exception):
    """The fleet is stopping: the phone gives up."""


@dataclass
class Fleet:
    """Shared state of all phones: server URLs, pause between calls in seconds, and results.

    `leaving`: finish the current interview, then stop. `stopping`: stop immediately.
    """

    urls: Sequence[str]
    pause: float
    recordings: list[bytes] = field(default_factory=lambda: [media.record(media.VP8, s) for s in (0.6, 0.8, 1.0)])
    response_times: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    leaving: threading.Event = field(default_factory=threading.Event)
    stopping: threading.Event = field(default_factory=threading.Event)


@dataclass
class Acknowledged:
    """Acknowledged data of one interview."""

    chunks: dict[tuple[int, int], str] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)
    completed: bool = False


class Phone(Candidate):
    """Retries every request until it is acknowledged, on any server, as the web app does."""

    def join(self, fleet: Fleet, number: int) -> "Phone":
        """Join the fleet."""
        self.fleet, self.turn, self.step = fleet, number, 1
        self.address = f"198.18.{number // 250}.{number % 250 + 1}"  # unique, because of rate limits
        self.acknowledged: dict[str, Acknowledged] = {}
        self.bookings: set[str] = set()
        self.employer = ""
        self.jobs: list[str] = []
        self.applied: dict[str, str] = {}
        self.withdrawn: set[str] = set()
        self.messages: dict[str, str] = {}
        return self

    def apply_at(self, employer: str, jobs: Sequence[str]) -> None:
        """Apply for these jobs of an employer between interviews, in random order."""
        self.employer, self.jobs = employer, random.sample(list(jobs), len(jobs))

    def call(self, method: str, path: str, json: Any = None, **more: Any) -> Any:
        headers = {"X-Forwarded-For": self.address, **more.pop("headers", {})}
        while not self.fleet.stopping.is_set():
            url = self.fleet.urls[self.turn % len(self.fleet.urls)]
            try:
                reply = super().call(method, url + path, json, headers=headers, **more)
            except httpx2.TransportError:
                self.fleet.refused["cut off"] += 1
            except httpx2.HTTPStatusError as error:
                status = error.response.status_code
                if status < 500:
                    raise
                self.fleet.refused["sent away" if status in RETRYABLE else "internal error"] += 1
            else:
                self.fleet.response_times.append(time.monotonic())
                return reply
            self.turn += 1
            time.sleep(RETRY_SECONDS)
        raise Stopped

    def tolerate(self, work: Callable[[], None]) -> None:
        """Do `work`, and give it up if the server refuses it because others acted first or a limit is reached."""
        try:
            work()
        except httpx2.HTTPStatusError as error:
            if error.response.status_code not in REFUSED:
                raise

    def pause(self) -> None:
        """Wait like a person between actions."""
        time.sleep(random.uniform(0, 2 * self.fleet.pause))

    def run(self) -> None:
        """Go through onboarding, sometimes book a coach, then give interviews until the fleet leaves."""
        self.search("waiter, evenings")
        self._reach(2, {"jobSearchPrompt": "waiter, evenings"})
        self.answer_quickly("zip_code", f"{random.randrange(10_000, 99_999)}")
        profile = {"employmentType": "part-time", "yearsExperience": 3, "expectedPay": "$20/hour", "zipCode": "10001"}
        self._reach(3, profile)
        self._reach(4, None)
        if self.turn % 4 == 0:
            self._book()
        while not self.fleet.leaving.is_set():
            self._interview()

    def _reach(self, step: int, data: dict[str, object] | None) -> None:
        self.call("PATCH", "/api/auth/step", {"step": step} | ({"data": data} if data else {}))
        self.step = step
        self.pause()

    def _book(self) -> None:
        person = {"name": "Maya Torres", "email": f"{self.id}@example.com", "zone": ZONE}
        slots = self.call("GET", f"/api/schedule/slots?zone={ZONE}")["slots"]
        random.shuffle(slots)
        for slot in slots[:10]:
            try:
                booking = self.call("POST", "/api/schedule/bookings", person | {"startsAt": slot["startsAt"]})
            except httpx2.HTTPStatusError:  # The slot was taken, or our own response was lost.
                continue
            self.bookings.add(booking["key"])
            return

    def _interview(self) -> None:
        self.begin_interview()
        acknowledged = self.acknowledged[self.interview] = Acknowledged()
        for order in range(1, len(self.questions) + 1):
            data = random.choice(self.fleet.recordings)
            for index, chunk in enumerate(media.cut(data, CHUNKS)):
                self.pause()
                self.put_chunk(index, chunk, take=order)
                acknowledged.chunks[order, index] = hashlib.sha256(chunk).hexdigest()
            segments = [{"segment": 0, "count": CHUNKS, "mimeType": media.VP8.mime_type}]
            text = f"{ANSWER} {new_id()}"
            self.answer(order, text, take={"number": order, "segments": segments})
            acknowledged.answers[order] = text
        self.call("POST", f"/api/interviews/{self.interview}/complete", {})
        acknowledged.completed = True
        self.tolerate(self._apply)
        for application in self.call("GET", "/api/applications")["applications"]:
            self.pause()
            self.tolerate(partial(self._reply, application))

    def _apply(self) -> None:
        if not self.jobs:
            return
        job = self.jobs.pop()
        body = {"jobIds": [job], "shares": [{"employerId": self.employer}]}
        [result] = self.call("POST", "/api/applications", body)["results"]
        made = result["applicationId"] or result["knownApplicationId"]  # Known: the first response was lost.
        if not made:
            raise RuntimeError(f"cannot apply: {result}")
        self.applied[job] = made

    def _reply(self, application: dict[str, Any]) -> None:
        path = f"/api/applications/{application['id']}"
        if application["turn"] and random.random() < WITHDRAWN:
            try:
                self.call("POST", f"{path}/withdraw")
            finally:  # Refused if the response to a first request was lost, or a member has declined meanwhile.
                if self.call("GET", path)["stage"] == "withdrawn":
                    self.withdrawn.add(application["id"])
        elif application["stage"] == "question_asked":
            text = f"Yes {new_id()}"
            self.call("POST", f"{path}/messages", {"text": text}, headers={"Idempotency-Key": new_id()})
            self.messages[text] = application["id"]
        elif application["stage"] == "invited" and application["turn"] == "candidate":
            times = application["meeting"]["offered"]
            self.call("POST", f"{path}/time", {"startsAt": random.choice(times)})

    def verify(self, storage: Storage, report: Callable[[str], None]) -> None:
        """Report every difference between acknowledged and stored data."""
        me = self.call("GET", "/api/auth/me")["user"]
        if me["currentStep"] != self.step:
            report(f"{self.id} is at step {me['currentStep']} instead of {self.step}")
        if not self.searches <= {search["id"] for search in self.call("GET", f"/api/job-searches/{self.id}")}:
            report(f"{self.id} lost a search")
        answers = {row["questionType"]: row["answer"] for row in self.call("GET", f"/api/user-responses/{self.id}")}
        if not self.quick_answers.items() <= answers.items():
            report(f"{self.id} lost a quick answer")
        if not self.bookings <= {booking["key"] for booking in self.call("GET", "/api/schedule/bookings")["bookings"]}:
            report(f"{self.id} lost a booking")
        notices = self.call("GET", "/api/notices")["notices"]
        for notice, times in Counter((each["kind"], str(each["data"])) for each in notices).items():
            if times > 1 and not notice[0].startswith("application_"):  # There may be a second question.
                report(f"{self.id} has {times} notices {notice[0]}")
        self._check_applications(Counter(each["kind"] for each in notices), report)
        for interview, acknowledged in self.acknowledged.items():
            self._check_interview(interview, acknowledged, report)
            asyncio.run(_check_chunks(storage, interview, acknowledged, report))

    def _check_applications(self, notices: Counter[str], report: Callable[[str], None]) -> None:
        stored = {one["jobId"]: one for one in self.call("GET", "/api/applications")["applications"]}
        made: Counter[str] = Counter()
        for job, application in self.applied.items():
            if job not in stored or stored[job]["id"] != application:
                report(f"{self.id} lost the application {application}")
                continue
            whole = self.call("GET", f"/api/applications/{application}")
            made.update(NOTICES[move["action"]] for move in whole["moves"] if move["action"] in NOTICES)
            if application in self.withdrawn and whole["stage"] != "withdrawn":
                report(f"{application} was withdrawn and is {whole['stage']}")
            texts = Counter(message["text"] for message in whole["messages"])
            for text, about in self.messages.items():
                if about == application and texts[text] != 1:
                    report(f"{application} has {texts[text]} messages {text}")
        for kind, count in made.items():
            # The list has the newest ones only, so that earlier ones may be missing in a long run.
            if notices[kind] > count or (notices[kind] < count and notices.total() < NEWEST):
                report(f"{self.id} has {notices[kind]} notices {kind} of {count} moves")

    def _check_interview(self, interview: str, acknowledged: Acknowledged, report: Callable[[str], None]) -> None:
        stored = self.call("GET", f"/api/interviews/{interview}")
        answers = {response["responseOrder"]: response["responseText"] for response in stored["responses"]}
        for order, text in acknowledged.answers.items():
            if answers.get(order) != text:
                report(f"{interview} lost answer {order}")
        if not acknowledged.completed:
            return
        if (stored["status"], stored["scoring"]) != ("completed", "done"):
            report(f"{interview} is {stored['status']}, its scoring {stored['scoring']}")
        states = {take["number"]: take["state"] for take in stored["takes"]}
        for order in acknowledged.answers:
            if states.get(order) != "ready":
                report(f"{interview} has take {order} {states.get(order)}")


async def _check_chunks(
    storage: Storage, interview: str, acknowledged: Acknowledged, report: Callable[[str], None]
) -> None:
    for (take, index), digest in acknowledged.chunks.items():
        try:
            stored = await storage.get(chunk_key(interview, take, ChunkId(0, index)))
        except ObjectMissing:
            report(f"{interview} lost chunk {index} of take {take}")
            continue
        if hashlib.sha256(stored).hexdigest() != digest:
            report(f"{interview} has different bytes in chunk {index} of take {take}")
