"""Load generator for uploads: each phone sends a chunk every four seconds (open loop).

Reads a plan from stdin as JSON and prints the result. Gives up `DRAIN_SECONDS` after the last chunk was due, so it ends
at a known time.
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

CHUNK_BYTES = 500_000
INTERVAL = 4.0
"""Seconds between two chunks."""
DRAIN_SECONDS = 6.0
"""Seconds to wait for responses after the last chunk was due."""
MAX_CONNECTING = 20
"""Connections that are opened concurrently before the load starts."""
BODIES = [os.urandom(CHUNK_BYTES) for _ in range(4)]
CHECKSUMS = [hashlib.sha256(body).hexdigest() for body in BODIES]


@dataclass
class Phone:
    """One connection. `latencies`: ms from the moment at which a chunk was due until its acknowledgement."""

    number: int
    plan: dict[str, Any]
    latencies: list[float] = field(default_factory=list)
    due: int = 0
    failed: int = 0
    upload_path: str = ""

    async def connect(self, slots: asyncio.Semaphore) -> None:
        """Open the connection and, with tus, create the upload."""
        async with slots:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.plan["port"])
            if "puts" not in self.plan:
                self.upload_path = await self._create()

    async def send(self, start: float, end: float) -> None:
        """Send a chunk whenever one is due, starting at a random moment within the first interval."""
        first = start + random.uniform(0, INTERVAL)
        due_times = [first + INTERVAL * index for index in range(int((end - first) // INTERVAL) + 1)]
        self.due = len(due_times)
        try:
            for index, due in enumerate(due_times):
                await asyncio.sleep(due - perf_counter())
                self.writer.writelines([self._head(index), BODIES[index % len(BODIES)]])
                status, _ = await read_response(self.reader)
                if status in (201, 204):
                    self.latencies.append((perf_counter() - due) * 1000)
                else:
                    self.failed += 1
        except (OSError, asyncio.IncompleteReadError):  # The server closed the connection: all remaining chunks fail.
            self.failed = self.due - len(self.latencies)
        finally:
            self.writer.close()

    def _head(self, index: int) -> bytes:
        common = f"Host: 127.0.0.1\r\nContent-Length: {CHUNK_BYTES}\r\n"
        if self.upload_path:
            tus = f"Tus-Resumable: 1.0.0\r\nUpload-Offset: {index * CHUNK_BYTES}\r\n"
            content_type = "Content-Type: application/offset+octet-stream"
            return f"PATCH {self.upload_path} HTTP/1.1\r\n{common}{tus}{content_type}\r\n\r\n".encode()
        token, folder = self.plan["puts"][self.number]
        headers = f"Authorization: Bearer {token}\r\nX-Sha256: {CHECKSUMS[index % len(CHECKSUMS)]}\r\n"
        return f"PUT {folder}{index} HTTP/1.1\r\n{common}{headers}Content-Type: video/webm\r\n\r\n".encode()

    async def _create(self) -> str:
        size = CHUNK_BYTES * 1000
        head = f"POST /files/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTus-Resumable: 1.0.0\r\nUpload-Length: {size}\r\n"
        self.writer.write(f"{head}Content-Length: 0\r\n\r\n".encode())
        status, headers = await read_response(self.reader)
        assert status == 201, headers
        return "/" + headers["location"].split("//", 1)[-1].split("/", 1)[1]


async def read_response(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Read an HTTP response and discard its body; return the status and the headers in lower case."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if size := int(headers.get("content-length", 0)):
        await reader.readexactly(size)
    return int(lines[0].split()[1]), headers


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far, including all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def main(plan: dict[str, Any]) -> dict[str, Any]:
    """Run all phones concurrently and return the result."""
    phones = [Phone(number, plan) for number in range(plan["clients"])]
    slots = asyncio.Semaphore(MAX_CONNECTING)
    await asyncio.gather(*(phone.connect(slots) for phone in phones))
    server_before, senders_before = cpu_seconds(plan["pid"]), process_time()
    start = perf_counter()
    end = start + plan["seconds"]
    tasks = [asyncio.create_task(phone.send(start, end)) for phone in phones]
    _, pending = await asyncio.wait(tasks, timeout=plan["seconds"] + DRAIN_SECONDS)
    server_cpu, senders_cpu = cpu_seconds(plan["pid"]) - server_before, process_time() - senders_before
    elapsed = perf_counter() - start
    for task in pending:
        task.cancel()
    latencies = sorted(latency for phone in phones for latency in phone.latencies)
    return {
        "due": sum(phone.due for phone in phones),
        "taken": len(latencies),
        "in_time": sum(latency <= INTERVAL * 1000 for latency in latencies),
        "failed": sum(phone.failed for phone in phones),
        "megabytes": len(latencies) * CHUNK_BYTES / 1e6,
        "seconds": elapsed,
        "p50": latencies[len(latencies) // 2] if latencies else None,
        "p99": latencies[len(latencies) * 99 // 100] if latencies else None,
        "cpu_seconds": server_cpu,
        "senders_cpu_seconds": senders_cpu,
    }


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(json.load(sys.stdin)))))
