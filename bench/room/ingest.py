"""What it costs to take recordings in: so many clients, each with a piece of 500 kB every four seconds (1 Mbit/s)."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import httpx2

from tests.faults.candidate import Candidate
from tests.faults.processes import PATIENCE, Installation, free_port, kill, wait_until

OURS = "ours"
STORAGES = {"tus, default": "default", "tus, its storage with fsync": "fsync"}

EACH = 50
"""Interviews that one person makes for it: nobody may make many more in an hour."""


@dataclass(frozen=True)
class Load:
    """One server under one load: `p50` and `p99` in ms, `late` pieces not taken in when the time was over."""

    server: str
    clients: int
    megabytes: float
    seconds: float
    failed: int
    late: int
    p50: float
    p99: float
    cpu_seconds: float

    @property
    def cpu_ms_per_mb(self) -> float:
        """Processor time of the server for a megabyte (1,000,000 bytes)."""
        return self.cpu_seconds * 1000 / self.megabytes if self.megabytes else float("inf")


def run(folder: Path, clients: tuple[int, ...], seconds: int) -> list[Load]:
    """Every server under every load, one after the other."""
    loads = []
    for count in clients:
        with ours(folder / f"ours-{count}", count) as (pid, port, puts):
            loads.append(measure(OURS, pid, port, {"puts": puts}, count, seconds))
        for name, storage in STORAGES.items():
            if find_spec("tuspyserver") is None:
                continue
            with tus(folder / f"{storage}-{count}", storage) as (pid, port):
                loads.append(measure(name, pid, port, {"tus": True}, count, seconds))
    return loads


def table(loads: list[Load]) -> str:
    """A line for each."""
    cores, load = os.cpu_count(), os.getloadavg()[0]
    lines = [f"ingest, 500 kB every 4 s from each client, one server process; load average {load:.1f} on {cores} cores"]
    lines.append(
        f"{'':<30}{'clients':>8}{'CPU ms/MB':>11}{'p50 ms':>9}{'p99 ms':>9}{'Mbit/s':>8}{'failed':>8}{'late':>6}"
    )
    for one in loads:
        rate = one.megabytes * 8 / one.seconds
        lines.append(
            f"{one.server:<30}{one.clients:>8}{one.cpu_ms_per_mb:>11.1f}{one.p50:>9.0f}{one.p99:>9.0f}"
            f"{rate:>8.0f}{one.failed:>8}{one.late:>6}"
        )
    if find_spec("tuspyserver") is None:
        lines.append("tuspyserver is not installed: nothing to compare with")
    return "\n".join(lines) + "\n"


@contextmanager
def ours(data_dir: Path, clients: int) -> Iterator[tuple[int, int, list[tuple[str, str]]]]:
    """Our server with an interview for each client: its process, its port; for each its token, where its pieces go."""
    installation = Installation.make(data_dir, run_worker="false")
    data_dir.mkdir()
    puts = []
    with installation.server() as server:
        with httpx2.Client(base_url=installation.url, timeout=PATIENCE) as client:
            for first in range(0, clients, EACH):
                candidate = Candidate.register(client)
                for _ in range(first, min(first + EACH, clients)):
                    candidate.begin_interview()
                    path = f"/api/recordings/{candidate.interview}/takes/1/segments/0/chunks/"
                    puts.append((candidate.token, path))
        yield server.pid, installation.port, puts


@contextmanager
def tus(files: Path, storage: str) -> Iterator[tuple[int, int]]:
    """A server that speaks tus."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.room.tus_app", str(files), storage, str(port)])
    try:
        wait_until(lambda: process.poll() is not None or _listens(port))
        yield process.pid, port
    finally:
        kill(process)


def _listens(port: int) -> bool:
    try:
        return httpx2.get(f"http://127.0.0.1:{port}/ping", timeout=PATIENCE).status_code == 200
    except httpx2.TransportError:
        return False


def measure(name: str, pid: int, port: int, plan: dict[str, object], clients: int, seconds: int) -> Load:
    """One load from a process of its own, which does not stand in the server's way more than it must."""
    before = _cpu(pid)
    wanted = json.dumps({"port": port, "clients": clients, "seconds": seconds, **plan})
    done = subprocess.run(
        [sys.executable, "-m", "bench.room.senders"], input=wanted, capture_output=True, text=True, check=True
    )
    return Load(name, clients, **json.loads(done.stdout), cpu_seconds=_cpu(pid) - before)


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
