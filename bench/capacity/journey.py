"""Full candidate journeys, from registration to the end of the interview, over a few connections."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2

from dayshift.core.clock import now
from tests.faults.candidate import ANSWER, Candidate

QUICK_ANSWERS = {
    "employment_type": "part-time",
    "experience": "2-5",
    "availability": "weekends",
    "hourly_rate": "20",
    "start_date": "immediately",
    "zip_code": "10001",
}
PROFILE = {"employmentType": "part-time", "yearsExperience": 3, "expectedPay": "$20/hour", "zipCode": "10001"}


class JourneyCandidate(Candidate):
    """Makes the same API calls as the web app, without recordings."""

    calls: int

    def run(self) -> None:
        """Make all calls from the job search to the end."""
        self.search("waiter, evenings")
        self._reach_step(2, {"jobSearchPrompt": "waiter, evenings"})
        for question, answer in QUICK_ANSWERS.items():
            self.answer_quickly(question, answer)
        self._reach_step(3, PROFILE)
        self.call("GET", "/api/matches")
        self._reach_step(4, {"matchingCompleted": True, "matchingCompletedAt": now().isoformat()})
        self._reach_step(5, {"interviewPrepCompleted": True, "interviewPrepCompletedAt": now().isoformat()})
        self.begin_interview()
        responses: list[dict[str, str]] = []
        for order, question in enumerate(self.questions, 1):
            self.answer(order, f"{ANSWER} {random.random()}")
            responses.append({"questionText": question["question"], "responseText": ANSWER})
            body = {"previousResponses": responses, "remainingQuestions": self.questions[order:]}
            self.call("POST", f"/api/interviews/{self.interview}/adapt-next-question", body)
        self.call("POST", f"/api/interviews/{self.interview}/complete", {})
        self.call("POST", "/api/user/complete-flow", {})

    def call(self, method: str, path: str, json: Any = None, **more: Any) -> Any:
        self.calls = getattr(self, "calls", 1) + 1
        return super().call(method, path, json, **more)

    def _reach_step(self, step: int, data: dict[str, object]) -> None:
        self.call("PATCH", "/api/auth/step", {"step": step, "data": data})


@dataclass
class JourneyStats:
    """Durations of the journeys completed within `seconds`; `calls` per journey; number of `failed` journeys."""

    seconds: float = 0.0
    calls: int = 0
    failed: int = 0
    times: list[float] = field(default_factory=list)


def run_journeys(ports: list[int], clients: int, seconds: float) -> JourneyStats:
    """Run journeys with `clients` concurrent clients for `seconds`."""
    stats, started = JourneyStats(), time.monotonic()

    def run_client(port: int) -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while time.monotonic() < started + seconds:
                _run_once(client, stats)

    _run_threads(clients, lambda number: run_client(ports[number % len(ports)]))
    stats.seconds = time.monotonic() - started
    return stats


def _run_once(client: httpx2.Client, stats: JourneyStats) -> None:
    started = time.monotonic()
    try:
        candidate = JourneyCandidate.register(client)
        candidate.run()
    except httpx2.HTTPError:
        stats.failed += 1
        return
    stats.times.append(time.monotonic() - started)
    stats.calls = candidate.calls


def _run_threads(count: int, target: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=target, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
