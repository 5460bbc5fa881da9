"""Many phones in one process: each sends a piece every four seconds, whether or not the one before was slow.

A plan comes on stdin as JSON, the result goes to stdout.
"""

import asyncio
import hashlib
import json
import os
import random
import sys
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import uvloop

PIECE = 500_000
EVERY = 4.0
PATIENCE = 20.0
"""Seconds that we go on after the last piece was due."""
BODIES = [os.urandom(PIECE) for _ in range(4)]
SUMS = [hashlib.sha256(body).hexdigest() for body in BODIES]


@dataclass
class Phone:
    """One connection and what went over it."""

    number: int
    plan: dict[str, Any]
    took: list[float] = field(default_factory=list)
    failed: int = 0
    late: int = 0

    async def live(self, start: float, end: float) -> None:
        """Send a piece whenever one is due, from a moment of its own within the first four seconds."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan["port"])
        where = await self._create(reader, writer) if "tus" in self.plan else ""
        due, piece = start + random.uniform(0, EVERY), 0
        while due < end:
            await asyncio.sleep(due - perf_counter())
            if perf_counter() > end + PATIENCE:
                self.late += int((end - due) // EVERY) + 1
                break
            writer.writelines([self._head(where, piece), BODIES[piece % len(BODIES)]])
            status, _ = await read_reply(reader)
            self.took.append((perf_counter() - due) * 1000)
            self.failed += status not in (201, 204)
            due, piece = due + EVERY, piece + 1
        writer.close()

    def _head(self, where: str, piece: int) -> bytes:
        common = f"Host: 127.0.0.1\r\nContent-Length: {PIECE}\r\n"
        if where:
            tus = f"Tus-Resumable: 1.0.0\r\nUpload-Offset: {piece * PIECE}\r\n"
            return (
                f"PATCH {where} HTTP/1.1\r\n{common}{tus}Content-Type: application/offset+octet-stream\r\n\r\n".encode()
            )
        token, where = self.plan["puts"][self.number]
        path = f"{where}{piece}"
        own = f"Authorization: Bearer {token}\r\nX-Sha256: {SUMS[piece % len(SUMS)]}\r\n"
        return f"PUT {path} HTTP/1.1\r\n{common}{own}Content-Type: video/webm\r\n\r\n".encode()

    async def _create(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        size = PIECE * 1000
        head = f"POST /files/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTus-Resumable: 1.0.0\r\nUpload-Length: {size}\r\n"
        writer.write(f"{head}Content-Length: 0\r\n\r\n".encode())
        status, headers = await read_reply(reader)
        assert status == 201, headers
        return "/" + headers["location"].split("//", 1)[-1].split("/", 1)[1]


async def read_reply(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if size := int(headers.get("content-length", 0)):
        await reader.readexactly(size)
    return int(lines[0].split()[1]), headers


async def main(plan: dict[str, Any]) -> dict[str, Any]:
    """Let all phones live at once."""
    phones = [Phone(number, plan) for number in range(plan["clients"])]
    start = perf_counter() + 1
    end = start + plan["seconds"]
    await asyncio.gather(*(phone.live(start, end) for phone in phones))
    took = sorted(one for phone in phones for one in phone.took)
    return {
        "megabytes": len(took) * PIECE / 1e6,
        "seconds": perf_counter() - start,
        "failed": sum(phone.failed for phone in phones),
        "late": sum(phone.late for phone in phones),
        "p50": took[len(took) // 2],
        "p99": took[len(took) * 99 // 100],
    }


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(json.load(sys.stdin)))))
