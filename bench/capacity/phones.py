"""Many interviews from one process: each phone sends a piece every four seconds, and an answer after each fifth.

A plan comes on stdin as JSON, {ports, seconds, every, phones: [{token, interview, questions}]}; the result goes to
stdout. With `every` 0 each phone sends its pieces one after the other, and no answers.
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

from bench.room.senders import BODIES, EVERY, PATIENCE, PIECE, SUMS, read_reply
from tests.faults.candidate import ANSWER

PIECES = 5
"""Of an answer: twenty seconds of talking."""


@dataclass
class Phone:
    """One connection, and what went over it: milliseconds from the moment that a piece, or an answer, was due."""

    port: int
    token: str
    interview: str
    questions: list[dict[str, Any]]
    pieces: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    failed: int = 0
    late: int = 0
    every: float = EVERY

    async def live(self, start: float, end: float) -> None:
        """Send what is due, however slow what came before was, from a moment within the first four seconds on."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        due, number = start + random.uniform(0, self.every), 0
        while due < end:
            await asyncio.sleep(due - perf_counter())
            due = due if self.every else perf_counter()
            if perf_counter() > end + PATIENCE:
                self.late += int((end - due) // (self.every or 1)) + 1
                break
            take, piece = divmod(number, PIECES)
            writer.writelines([self._piece(take + 1, piece), BODIES[number % len(BODIES)]])
            await self._hear(reader, due, self.pieces)
            if self.every and piece == PIECES - 1 and take < len(self.questions):
                asked = perf_counter()
                writer.write(self._answer(take + 1))
                await self._hear(reader, asked, self.answers)
            due, number = due + self.every, number + 1
        writer.close()

    async def _hear(self, reader: asyncio.StreamReader, since: float, took: list[float]) -> None:
        status, _ = await read_reply(reader)
        took.append((perf_counter() - since) * 1000)
        self.failed += status not in (200, 201)

    def _piece(self, take: int, index: int) -> bytes:
        path = f"/api/recordings/{self.interview}/takes/{take}/segments/0/chunks/{index}"
        own = f"X-Sha256: {SUMS[((take - 1) * PIECES + index) % len(SUMS)]}\r\nContent-Type: video/webm\r\n"
        return self._head("PUT", path, PIECE, own)

    def _answer(self, order: int) -> bytes:
        question = self.questions[order - 1]
        take = {"number": order, "segments": [{"segment": 0, "count": PIECES, "mimeType": "video/webm"}]}
        said = {"questionText": question["question"], "questionId": question["id"], "responseText": ANSWER}
        body = json.dumps({**said, "responseOrder": order, "take": take}).encode()
        path = f"/api/interviews/{self.interview}/responses"
        return self._head("POST", path, len(body), "Content-Type: application/json\r\n") + body

    def _head(self, method: str, path: str, length: int, more: str) -> bytes:
        common = f"Host: 127.0.0.1\r\nContent-Length: {length}\r\nAuthorization: Bearer {self.token}\r\n"
        return f"{method} {path} HTTP/1.1\r\n{common}{more}\r\n".encode()


def _rank(took: list[float], share: float) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * share))] if took else 0.0


async def main(plan: dict[str, Any]) -> dict[str, Any]:
    """Let all phones live at once."""
    ports = plan["ports"]
    phones = [
        Phone(ports[number % len(ports)], every=plan["every"], **phone) for number, phone in enumerate(plan["phones"])
    ]
    start = perf_counter() + 1
    await asyncio.gather(*(phone.live(start, start + plan["seconds"]) for phone in phones))
    pieces = [one for phone in phones for one in phone.pieces]
    answers = [one for phone in phones for one in phone.answers]
    ranks = {f"p{round(share * 100)}": _rank(pieces, share) for share in (0.5, 0.95, 0.99)}
    return {
        **ranks,
        "answer_p99": _rank(answers, 0.99),
        "pieces": len(pieces),
        "answers": len(answers),
        "failed": sum(phone.failed for phone in phones),
        "late": sum(phone.late for phone in phones),
        "seconds": perf_counter() - start,
    }


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(uvloop.run(main(json.load(sys.stdin)))))
