"""Phones that retry uploads while the server is killed at random moments."""

import hashlib
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from tests.faults.candidate import Candidate
from tests.faults.processes import TIMEOUT, Installation

PHONES = 6
MAX_UPTIME = 1.2
"""Maximum seconds between readiness of a server and its kill."""
TAKE_CHUNKS = 4
"""Chunks of an answer's recording."""
RETRY_SECONDS = 0.05
TIME_LIMIT = 120.0
"""Seconds after which no further kill is started, because starts are slow on a busy machine."""


@dataclass
class Phone:
    """Records answers in a loop and retries each upload until the server acknowledges it."""

    candidate: Candidate
    chunks: dict[tuple[int, int], bytes] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)
    acknowledged: int = 0
    attempts: int = 0
    abandoned: bool = False

    def run(self, done: threading.Event) -> None:
        """Give answers until `done` is set, then finish the current answer."""
        for take in range(1, len(self.candidate.questions) * 9):
            for index in range(TAKE_CHUNKS):
                self.chunks[take, index] = random.randbytes(random.randrange(20_000, 200_000))
                self._deliver(lambda take=take, index=index: self._put(take, index))
            self.answers[take] = f"Answer {take} of {self.candidate.id}"
            self._deliver(lambda take=take: self.candidate.answer(take, self.answers[take]))
            if done.is_set():
                return

    def _put(self, take: int, index: int) -> None:
        self.candidate.put_chunk(index, self.chunks[take, index], take=take)

    def _deliver(self, send) -> None:
        while not self.abandoned:
            self.attempts += 1
            try:
                send()
            except httpx2.HTTPError:
                time.sleep(RETRY_SECONDS)
            else:
                self.acknowledged += 1
                return


@dataclass(frozen=True)
class KillResult:
    """Acknowledged and lost data after a number of kills."""

    kills: int
    chunks: int
    answers: int
    attempts: int
    lost_chunks: int
    lost_answers: int

    def table(self) -> str:
        """Return the table for chunks and answers."""
        failed = self.attempts - self.chunks - self.answers
        rows = [
            f"server killed (kill -9) {self.kills} times at random, {PHONES} phones sending; {failed} failed attempts",
            f"{'':<12}{'acknowledged':>14}{'lost':>8}",
            f"{'chunks':<12}{self.chunks:>14}{self.lost_chunks:>8}",
            f"{'answers':<12}{self.answers:>14}{self.lost_answers:>8}",
        ]
        return "\n".join(rows) + "\n"


def run(data_dir: Path, wanted: int) -> KillResult:
    """Kill the server `wanted` times while phones send; compare every byte at the end."""
    installation = Installation.make(data_dir, run_worker="false")
    data_dir.mkdir()
    done, started, kills = threading.Event(), time.monotonic(), 0
    phones: list[Phone] = []
    try:
        with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
            with installation.server():
                phones += [Phone(_candidate(client)) for _ in range(PHONES)]
            threads = [threading.Thread(target=phone.run, args=(done,), daemon=True) for phone in phones]
            for thread in threads:
                thread.start()
            while kills < wanted and time.monotonic() - started < TIME_LIMIT:
                with installation.server():  # killed at the end of the block
                    time.sleep(random.uniform(0, MAX_UPTIME))
                kills += 1
            with installation.server():
                done.set()
                for thread in threads:
                    thread.join(TIMEOUT)
                lost = [_lost(phone, data_dir / "recordings") for phone in phones]
    finally:
        for phone in phones:
            phone.abandoned = True
    return KillResult(
        kills,
        sum(len(phone.chunks) for phone in phones),
        sum(len(phone.answers) for phone in phones),
        sum(phone.attempts for phone in phones),
        sum(chunks for chunks, _ in lost),
        sum(answers for _, answers in lost),
    )


def _candidate(client: httpx2.Client) -> Candidate:
    candidate = Candidate.register(client)
    candidate.begin_interview()
    return candidate


def _lost(phone: Phone, recordings: Path) -> tuple[int, int]:
    """Return the number of chunks with a wrong checksum on disk, and of missing or changed answers."""
    candidate = phone.candidate
    chunks = 0
    for (take, index), data in phone.chunks.items():
        path = recordings / candidate.interview / f"{take:03}" / "chunks" / f"000-{index:04}"
        stored = hashlib.sha256(path.read_bytes()).digest() if path.exists() else b""
        chunks += stored != hashlib.sha256(data).digest()
    responses = candidate.call("GET", f"/api/interviews/{candidate.interview}")["responses"]
    stored_texts = {each["responseOrder"]: each["responseText"] for each in responses}
    return chunks, sum(stored_texts.get(order) != text for order, text in phone.answers.items())
