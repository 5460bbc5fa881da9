"""Candidates from their registration to the end of their interview, one after the other over a few connections."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2

from dayshift.core.clock import now
from tests.faults.candidate import ANSWER, Candidate

QUICK = {
    "employment_type": "part-time",
    "experience": "2-5",
    "availability": "weekends",
    "hourly_rate": "20",
    "start_date": "immediately",
    "zip_code": "10001",
}
FACTS = {"employmentType": "part-time", "yearsExperience": 3, "expectedPay": "$20/hour", "zipCode": "10001"}


class Walker(Candidate):
    """Makes the calls that the web app makes on its way, without recordings."""

    calls: int

    def walk(self) -> None:
        """From the wish to the end."""
        self.search("waiter, evenings")
        self._reach(2, {"jobSearchPrompt": "waiter, evenings"})
        for question, answer in QUICK.items():
            self.answer_quickly(question, answer)
        self._reach(3, FACTS)
        self.call("GET", "/api/matches")
        self._reach(4, {"matchingCompleted": True, "matchingCompletedAt": now().isoformat()})
        self._reach(5, {"interviewPrepCompleted": True, "interviewPrepCompletedAt": now().isoformat()})
        self.begin_interview()
        said: list[dict[str, str]] = []
        for order, question in enumerate(self.questions, 1):
            self.answer(order, f"{ANSWER} {random.random()}")
            said.append({"questionText": question["question"], "responseText": ANSWER})
            left = {"previousResponses": said, "remainingQuestions": self.questions[order:]}
            self.call("POST", f"/api/interviews/{self.interview}/adapt-next-question", left)
        self.call("POST", f"/api/interviews/{self.interview}/complete", {})
        self.call("POST", "/api/user/complete-flow", {})

    def call(self, method: str, path: str, json: Any = None, **more: Any) -> Any:
        self.calls = getattr(self, "calls", 1) + 1
        return super().call(method, path, json, **more)

    def _reach(self, step: int, data: dict[str, object]) -> None:
        self.call("PATCH", "/api/auth/step", {"step": step, "data": data})


@dataclass
class Walked:
    """How many candidates came to their end within `seconds`; `calls` each makes; `failed` gave up."""

    seconds: float = 0.0
    calls: int = 0
    failed: int = 0
    times: list[float] = field(default_factory=list)


def walk(ports: list[int], walkers: int, seconds: float) -> Walked:
    """`walkers` at a time, for so long."""
    walked, began = Walked(), time.monotonic()

    def one(port: int) -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while time.monotonic() < began + seconds:
                _walk_once(client, walked)

    _all(walkers, lambda number: one(ports[number % len(ports)]))
    walked.seconds = time.monotonic() - began
    return walked


def _walk_once(client: httpx2.Client, walked: Walked) -> None:
    began = time.monotonic()
    try:
        walker = Walker.register(client)
        walker.walk()  # type: ignore[attr-defined]  # it makes one of us
    except httpx2.HTTPError:
        walked.failed += 1
        return
    walked.times.append(time.monotonic() - began)
    walked.calls = walker.calls  # type: ignore[attr-defined]


def _all(count: int, one: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
