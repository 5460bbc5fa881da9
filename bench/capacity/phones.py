"""Load generator for interviews: each phone sends a chunk every four seconds, and an answer after every fifth chunk.

Reads a plan from stdin as JSON, {ports, seconds, interval, phones: [{token, interview, questions}]}, and prints the
result. With `interval` 0 each phone sends its chunks in a closed loop, without answers.
"""

import asyncio
import json
import random
import resource
import sys
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import uvloop

from bench.room.senders import BODIES, CHECKSUMS, CHUNK_BYTES, DRAIN_SECONDS, INTERVAL, read_response
from tests.faults.candidate import ANSWER

ANSWER_CHUNKS = 5
"""Chunks of an answer: twenty seconds of speech."""


@dataclass
class Phone:
    """One connection. `chunks`, `answers`: latencies in ms from the moment at which the request was due."""

    port: int
    token: str
    interview: str
    questions: list[dict[str, Any]]
    chunks: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    failed: int = 0
    late: int = 0
    interval: float = INTERVAL

    async def send(self, start: float, end: float) -> None:
        """Send requests when they are due, starting at a random moment within the first interval."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        due, number = start + random.uniform(0, self.interval), 0
        while due < end:
            await asyncio.sleep(due - perf_counter())
            due = due if self.interval else perf_counter()
            if perf_counter() > end + DRAIN_SECONDS:
                self.late += int((end - due) // (self.interval or 1)) + 1
                break
            take, chunk = divmod(number, ANSWER_CHUNKS)
            writer.writelines([self._chunk_head(take + 1, chunk), BODIES[number % len(BODIES)]])
            await self._receive(reader, due, self.chunks)
            if self.interval and chunk == ANSWER_CHUNKS - 1 and take < len(self.questions):
                sent = perf_counter()
                writer.write(self._answer(take + 1))
                await self._receive(reader, sent, self.answers)
            due, number = due + self.interval, number + 1
        writer.close()

    async def _receive(self, reader: asyncio.StreamReader, since: float, latencies: list[float]) -> None:
        status, _ = await read_response(reader)
        latencies.append((perf_counter() - since) * 1000)
        self.failed += status not in (200, 201)

    def _chunk_head(self, take: int, index: int) -> bytes:
        path = f"/api/recordings/{self.interview}/takes/{take}/segments/0/chunks/{index}"
        checksum = CHECKSUMS[((take - 1) * ANSWER_CHUNKS + index) % len(CHECKSUMS)]
        return self._head("PUT", path, CHUNK_BYTES, f"X-Sha256: {checksum}\r\nContent-Type: video/webm\r\n")

    def _answer(self, order: int) -> bytes:
        question = self.questions[order - 1]
        take = {"number": order, "segments": [{"segment": 0, "count": ANSWER_CHUNKS, "mimeType": "video/webm"}]}
        answer = {"questionText": question["question"], "questionId": question["id"], "responseText": ANSWER}
        body = json.dumps({**answer, "responseOrder": order, "take": take}).encode()
        path = f"/api/interviews/{self.interview}/responses"
        return self._head("POST", path, len(body), "Content-Type: application/json\r\n") + body

    def _head(self, method: str, path: str, length: int, headers: str) -> bytes:
        common = f"Host: 127.0.0.1\r\nContent-Length: {length}\r\nAuthorization: Bearer {self.token}\r\n"
        return f"{method} {path} HTTP/1.1\r\n{common}{headers}\r\n".encode()


def _percentile(latencies: list[float], share: float) -> float:
    return sorted(latencies)[min(len(latencies) - 1, int(len(latencies) * share))] if latencies else 0.0


async def main(plan: dict[str, Any]) -> dict[str, Any]:
    """Run all phones concurrently and return the result."""
    ports = plan["ports"]
    phones = [
        Phone(ports[number % len(ports)], interval=plan["interval"], **phone)
        for number, phone in enumerate(plan["phones"])
    ]
    start = perf_counter() + 1
    await asyncio.gather(*(phone.send(start, start + plan["seconds"]) for phone in phones))
    chunks = [latency for phone in phones for latency in phone.chunks]
    answers = [latency for phone in phones for latency in phone.answers]
    percentiles = {f"p{round(share * 100)}": _percentile(chunks, share) for share in (0.5, 0.95, 0.99)}
    return {
        **percentiles,
        "answer_p99": _percentile(answers, 0.99),
        "chunks": len(chunks),
        "answers": len(answers),
        "failed": sum(phone.failed for phone in phones),
        "late": sum(phone.late for phone in phones),
        "seconds": perf_counter() - start,
    }


if __name__ == "__main__":
    hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    print(json.dumps(uvloop.run(main(json.load(sys.stdin)))))
