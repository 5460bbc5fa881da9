"""Phones with a queue on the device, and a server that dies at random moments."""

import hashlib
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from tests.faults.candidate import Candidate
from tests.faults.processes import PATIENCE, Installation

PHONES = 6
LONGEST_LIFE = 1.2
"""Seconds for which a server lives at most before it is killed, once it is ready."""
TAKE_CHUNKS = 4
"""Chunks of an answer's recording."""
PAUSE = 0.05
ENOUGH = 120.0
"""Seconds after which no other server is started and killed, however often it was done by then: on a busy machine a
start takes many seconds."""


@dataclass
class Phone:
    """Records answer after answer; what it has is sent again and again until the server has acknowledged it."""

    candidate: Candidate
    chunks: dict[tuple[int, int], bytes] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)
    receipts: int = 0
    tries: int = 0
    abandoned: bool = False

    def live(self, over: threading.Event) -> None:
        """Answer until `over`, and finish the answer that is being given then."""
        for take in range(1, len(self.candidate.questions) * 9):
            for index in range(TAKE_CHUNKS):
                self.chunks[take, index] = random.randbytes(random.randrange(20_000, 200_000))
                self._deliver(lambda take=take, index=index: self._put(take, index))
            self.answers[take] = f"Answer {take} of {self.candidate.id}"
            self._deliver(lambda take=take: self.candidate.answer(take, self.answers[take]))
            if over.is_set():
                return

    def _put(self, take: int, index: int) -> None:
        self.candidate.put_chunk(index, self.chunks[take, index], take=take)

    def _deliver(self, send) -> None:
        while not self.abandoned:
            self.tries += 1
            try:
                send()
            except httpx2.HTTPError:
                time.sleep(PAUSE)
            else:
                self.receipts += 1
                return


@dataclass(frozen=True)
class Killed:
    """What was left after so many kills."""

    kills: int
    chunks: int
    answers: int
    tries: int
    lost_chunks: int
    lost_answers: int

    def table(self) -> str:
        """A line for each kind of thing."""
        again = self.tries - self.chunks - self.answers
        rows = [
            f"server killed (kill -9) {self.kills} times at random, {PHONES} phones sending; {again} tries in vain",
            f"{'':<12}{'acknowledged':>14}{'lost':>8}",
            f"{'chunks':<12}{self.chunks:>14}{self.lost_chunks:>8}",
            f"{'answers':<12}{self.answers:>14}{self.lost_answers:>8}",
        ]
        return "\n".join(rows) + "\n"


def run(data_dir: Path, wanted: int) -> Killed:
    """Let the phones send while the server is killed so often; compare every byte at the end."""
    installation = Installation.make(data_dir, run_worker="false")
    data_dir.mkdir()
    over, started, kills = threading.Event(), time.monotonic(), 0
    phones: list[Phone] = []
    try:
        with httpx2.Client(base_url=installation.url, timeout=PATIENCE) as client:
            with installation.server():
                phones += [Phone(_candidate(client)) for _ in range(PHONES)]
            threads = [threading.Thread(target=phone.live, args=(over,), daemon=True) for phone in phones]
            for thread in threads:
                thread.start()
            while kills < wanted and time.monotonic() - started < ENOUGH:
                with installation.server():  # At its end it is killed.
                    time.sleep(random.uniform(0, LONGEST_LIFE))
                kills += 1
            with installation.server():
                over.set()
                for thread in threads:
                    thread.join(PATIENCE)
                lost = [_lost(phone, data_dir / "recordings") for phone in phones]
    finally:
        for phone in phones:
            phone.abandoned = True
    return Killed(
        kills,
        sum(len(phone.chunks) for phone in phones),
        sum(len(phone.answers) for phone in phones),
        sum(phone.tries for phone in phones),
        sum(chunks for chunks, _ in lost),
        sum(answers for _, answers in lost),
    )


def _candidate(client: httpx2.Client) -> Candidate:
    candidate = Candidate.register(client)
    candidate.begin_interview()
    return candidate


def _lost(phone: Phone, recordings: Path) -> tuple[int, int]:
    """Chunks whose checksum on the disk is not that of what was sent, and answers that are not there word by word."""
    candidate = phone.candidate
    chunks = 0
    for (take, index), data in phone.chunks.items():
        path = recordings / candidate.interview / f"{take:03}" / "chunks" / f"000-{index:04}"
        stored = hashlib.sha256(path.read_bytes()).digest() if path.exists() else b""
        chunks += stored != hashlib.sha256(data).digest()
    kept = candidate.call("GET", f"/api/interviews/{candidate.interview}")["responses"]
    said = {one["responseOrder"]: one["responseText"] for one in kept}
    return chunks, sum(said.get(order) != text for order, text in phone.answers.items())
