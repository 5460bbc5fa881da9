"""Many phones in one process: each sends a piece every four seconds, whether or not the one before was slow.

A plan comes on stdin as JSON, the result goes to stdout. What was not taken in `PATIENCE` after the last piece was due
is given up, so this ends at a known time.
"""

import asyncio
import hashlib
import json
import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import uvloop

PIECE = 500_000
EVERY = 4.0
PATIENCE = 6.0
"""Seconds that we go on after the last piece was due."""
AT_ONCE = 20
"""Connections that are opened at the same time before the load begins."""
BODIES = [os.urandom(PIECE) for _ in range(4)]
SUMS = [hashlib.sha256(body).hexdigest() for body in BODIES]


@dataclass
class Phone:
    """One connection and what went over it: how long each piece took since it was due, in ms."""

    number: int
    plan: dict[str, Any]
    took: list[float] = field(default_factory=list)
    due: int = 0
    failed: int = 0
    where: str = ""

    async def connect(self, turn: asyncio.Semaphore) -> None:
        """Open the connection, and with tus the upload."""
        async with turn:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.plan["port"])
            if "puts" not in self.plan:
                self.where = await self._create()

    async def live(self, start: float, end: float) -> None:
        """Send a piece whenever one is due, from a moment of its own within the first four seconds."""
        first = start + random.uniform(0, EVERY)
        dues = [first + EVERY * piece for piece in range(int((end - first) // EVERY) + 1)]
        self.due = len(dues)
        try:
            for piece, due in enumerate(dues):
                await asyncio.sleep(due - perf_counter())
                self.writer.writelines([self._head(piece), BODIES[piece % len(BODIES)]])
                status, _ = await self._reply()
                if status in (201, 204):
                    self.took.append((perf_counter() - due) * 1000)
                else:
                    self.failed += 1
        except (OSError, asyncio.IncompleteReadError):  # The server has hung up: all that was due from here on.
            self.failed = self.due - len(self.took)
        finally:
            self.writer.close()

    def _head(self, piece: int) -> bytes:
        common = f"Host: 127.0.0.1\r\nContent-Length: {PIECE}\r\n"
        if self.where:
            tus = f"Tus-Resumable: 1.0.0\r\nUpload-Offset: {piece * PIECE}\r\n"
            kind = "Content-Type: application/offset+octet-stream"
            return f"PATCH {self.where} HTTP/1.1\r\n{common}{tus}{kind}\r\n\r\n".encode()
        token, folder = self.plan["puts"][self.number]
        own = f"Authorization: Bearer {token}\r\nX-Sha256: {SUMS[piece % len(SUMS)]}\r\n"
        return f"PUT {folder}{piece} HTTP/1.1\r\n{common}{own}Content-Type: video/webm\r\n\r\n".encode()

    async def _create(self) -> str:
        size = PIECE * 1000
        head = f"POST /files/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTus-Resumable: 1.0.0\r\nUpload-Length: {size}\r\n"
        self.writer.write(f"{head}Content-Length: 0\r\n\r\n".encode())
        status, headers = await self._reply()
        assert status == 201, headers
        return "/" + headers["location"].split("//", 1)[-1].split("/", 1)[1]

    async def _reply(self) -> tuple[int, dict[str, str]]:
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if size := int(headers.get("content-length", 0)):
            await self.reader.readexactly(size)
        return int(lines[0].split()[1]), headers


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used so far, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def main(plan: dict[str, Any]) -> dict[str, Any]:
    """Let all phones live at once."""
    phones = [Phone(number, plan) for number in range(plan["clients"])]
    turn = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(phone.connect(turn) for phone in phones))
    before, own = cpu_seconds(plan["pid"]), process_time()
    start = perf_counter()
    end = start + plan["seconds"]
    living = [asyncio.create_task(phone.live(start, end)) for phone in phones]
    _, waiting = await asyncio.wait(living, timeout=plan["seconds"] + PATIENCE)
    used, ours, took = cpu_seconds(plan["pid"]) - before, process_time() - own, perf_counter() - start
    for one in waiting:
        one.cancel()
    times = sorted(one for phone in phones for one in phone.took)
    return {
        "due": sum(phone.due for phone in phones),
        "taken": len(times),
        "in_time": sum(one <= EVERY * 1000 for one in times),
        "failed": sum(phone.failed for phone in phones),
        "megabytes": len(times) * PIECE / 1e6,
        "seconds": took,
        "p50": times[len(times) // 2] if times else None,
        "p99": times[len(times) * 99 // 100] if times else None,
        "cpu_seconds": used,
        "senders_cpu_seconds": ours,
    }


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(json.load(sys.stdin)))))
