"""Cost of receiving recordings: clients that each send a chunk of 500 kB every four seconds (1 Mbit/s)."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import httpx2

from bench.room.time_limit import TimeLimitExceeded, time_limit
from tests.faults.candidate import Candidate
from tests.faults.processes import TIMEOUT, Installation, free_port, kill, wait_until

OURS = "ours"
PROGRAMS = {OURS: "dayshift.cli", "ours, without flushing": "bench.room.without_fsync"}
STORAGES = {"tus with fsync": "fsync", "tus, default": "default"}

INTERVIEWS_PER_CANDIDATE = 10
"""Interviews created per candidate, below the hourly rate limit."""
TAKES = 5
"""Clients per interview; each sends a separate take."""
TIMEOUT_SECONDS = 60
"""Time limit for preparing a server, and for a load in addition to its duration."""


@dataclass(frozen=True)
class Load:
    """Result of one load on one server: chunks due, acknowledged, and acknowledged within four seconds; times in ms."""

    server: str
    clients: int
    due: int
    taken: int
    in_time: int
    failed: int
    megabytes: float
    seconds: float
    p50: float | None
    p99: float | None
    cpu_seconds: float
    senders_cpu_seconds: float

    @property
    def cpu_ms_per_mb(self) -> float:
        """CPU time of the server per megabyte (1,000,000 bytes)."""
        return self.cpu_seconds * 1000 / self.megabytes if self.megabytes else float("inf")

    def as_line(self) -> str:
        """Return the line of the table."""
        share = self.in_time / self.due
        note = "" if share > SUSTAINED else "  not sustained"
        times = "".join(f"{'-' if time is None else f'{time:.0f}':>8}" for time in (self.p50, self.p99))
        senders = self.senders_cpu_seconds * 1000 / self.megabytes if self.megabytes else float("inf")
        return (
            f"{self.server:<28}{self.clients:>8}{self.cpu_ms_per_mb:>7.1f}{self.cpu_seconds / self.seconds:>7.2f}"
            f"{senders:>9.1f}{times}{self.taken / self.due:>8.0%}{share:>9.0%}{self.failed:>8}{note}"
        )


SUSTAINED = 0.99
"""Minimum share of chunks that are acknowledged before the next one is due for a sustained load."""


def run(folder: Path, clients: tuple[int, ...], seconds: int) -> list[Load]:
    """Run every load on every server and print a line for each; return the successful ones."""
    print(f"ingest, 500 kB every 4 s from each client for {seconds} s, one server process, {os.cpu_count()} cores")
    print(
        f"{'':<28}{'clients':>8}{'ms/MB':>7}{'cores':>7}{'senders':>9}{'p50':>8}{'p99':>8}"
        f"{'taken':>8}{'in time':>9}{'failed':>8}",
        flush=True,
    )
    loads: list[Load] = []
    for number, (name, program) in enumerate(PROGRAMS.items()):
        with _reported(name), ours(folder / f"ours-{number}", program, max(clients)) as (pid, port, puts):
            for stage, count in enumerate(clients):
                plan = {
                    "pid": pid,
                    "port": port,
                    "puts": [(token, _chunks_path(*take, stage)) for token, *take in puts],
                }
                loads += _measure(name, plan, count, seconds, folder / f"ours-{number}/recordings")
    if find_spec("tuspyserver") is None:
        print("tuspyserver is not installed: skipping the comparison")
        return loads
    for name, storage in STORAGES.items():
        for count in clients:
            files = folder / f"{storage}-{count}"
            with _reported(name), tus(files, storage) as (pid, port):
                loads += _measure(name, {"pid": pid, "port": port}, count, seconds, files)
    return loads


@contextmanager
def _reported(name: str) -> Iterator[None]:
    """Print an error of one server as a line of the table, and continue with the next."""
    try:
        yield
    except (TimeLimitExceeded, OSError, AssertionError, httpx2.HTTPError) as error:
        print(f"{name:<28}  could not be measured: {str(error)[:200] or type(error).__name__}", flush=True)


def _measure(name: str, plan: dict[str, object], clients: int, seconds: int, files: Path) -> list[Load]:
    """Run one load from a separate process, print its line, and delete its files."""
    config = json.dumps({"clients": clients, "seconds": seconds, **plan})
    senders = [sys.executable, "-m", "bench.room.senders"]
    try:
        process = subprocess.run(
            senders, input=config, capture_output=True, text=True, check=True, timeout=seconds + TIMEOUT_SECONDS
        )
        load = Load(name, clients, **json.loads(process.stdout))
    except subprocess.TimeoutExpired:
        print(f"{name:<28}{clients:>8}  timed out after {seconds + TIMEOUT_SECONDS} s", flush=True)
        return []
    except subprocess.CalledProcessError as error:
        reason = (error.stderr.strip().splitlines() or ["no output"])[-1]
        print(f"{name:<28}{clients:>8}  failed: {reason[:120]}", flush=True)
        return []
    finally:
        for entry in files.iterdir():
            with contextlib.suppress(OSError):
                shutil.rmtree(entry) if entry.is_dir() and not entry.name.startswith(".") else entry.unlink()
        os.sync()  # Pending writes must not slow down the next load.
    print(load.as_line(), flush=True)
    return [load]


def _chunks_path(interview: str, take: int, stage: int) -> str:
    return f"/api/recordings/{interview}/takes/{stage * TAKES + take}/segments/0/chunks/"


@contextmanager
def ours(data_dir: Path, program: str, clients: int) -> Iterator[tuple[int, int, list[tuple[str, str, int]]]]:
    """Run our server; yield its pid, its port, and (token, interview, take) for each client."""
    installation = replace(Installation.make(data_dir, run_worker="false"), program=program)
    data_dir.mkdir()
    takes = []
    with installation.server() as server:
        limit = time_limit(TIMEOUT_SECONDS, "creating interviews")
        with limit, httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
            for created in range(0, clients, INTERVIEWS_PER_CANDIDATE * TAKES):
                candidate = Candidate.register(client)
                for _ in range(created, min(created + INTERVIEWS_PER_CANDIDATE * TAKES, clients), TAKES):
                    candidate.begin_interview()
                    takes += [(candidate.token, candidate.interview, take + 1) for take in range(TAKES)]
        yield server.pid, installation.port, takes


@contextmanager
def tus(files: Path, storage: str) -> Iterator[tuple[int, int]]:
    """Run a tus server; yield its pid and port."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.room.tus_app", str(files), storage, str(port)])
    try:
        wait_until(lambda: process.poll() is not None or _responds(port), TIMEOUT_SECONDS)
        yield process.pid, port
    finally:
        kill(process)


def _responds(port: int) -> bool:
    try:
        return httpx2.get(f"http://127.0.0.1:{port}/ping", timeout=TIMEOUT).status_code == 200
    except httpx2.TransportError:
        return False
