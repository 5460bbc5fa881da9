"""What it costs to take recordings in: so many clients, each with a piece of 500 kB every four seconds (1 Mbit/s)."""

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

from bench.room.limits import Over, within
from tests.faults.candidate import Candidate
from tests.faults.processes import PATIENCE, Installation, free_port, kill, wait_until

OURS = "ours"
PROGRAMS = {OURS: "dayshift.cli", "ours, nothing flushed": "bench.room.unflushed"}
STORAGES = {"tus, its storage with fsync": "fsync", "tus, default": "default"}

EACH = 10
"""Interviews that one person makes for it: nobody may make many more in an hour."""
TAKES = 5
"""Clients of one interview: each sends a take of its own."""
MOST_SECONDS = 60
"""For one load, or for making a server ready: what takes longer is told as such."""


@dataclass(frozen=True)
class Load:
    """One server under one load: what was due, what of it was acknowledged, and within four seconds; times in ms."""

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
        """Processor time of the server for a megabyte (1,000,000 bytes)."""
        return self.cpu_seconds * 1000 / self.megabytes if self.megabytes else float("inf")

    def line(self) -> str:
        """Its line of the table."""
        share = self.in_time / self.due
        said = "" if share > SUSTAINED else "  not sustained"
        times = "".join(f"{'-' if time is None else f'{time:.0f}':>8}" for time in (self.p50, self.p99))
        mine = self.senders_cpu_seconds * 1000 / self.megabytes if self.megabytes else float("inf")
        return (
            f"{self.server:<28}{self.clients:>8}{self.cpu_ms_per_mb:>7.1f}{self.cpu_seconds / self.seconds:>7.2f}"
            f"{mine:>9.1f}{times}{self.taken / self.due:>8.0%}{share:>9.0%}{self.failed:>8}{said}"
        )


SUSTAINED = 0.99
"""The share of pieces that must be acknowledged before the next one is due, for a load to be called sustained."""


def run(folder: Path, clients: tuple[int, ...], seconds: int) -> list[Load]:
    """Every server under every load, one after the other; prints a line as each is over. Leaves out what failed."""
    print(f"ingest, 500 kB every 4 s from each client for {seconds} s, one server process, {os.cpu_count()} cores")
    print(
        f"{'':<28}{'clients':>8}{'ms/MB':>7}{'cores':>7}{'senders':>9}{'p50':>8}{'p99':>8}"
        f"{'taken':>8}{'in time':>9}{'failed':>8}",
        flush=True,
    )
    loads: list[Load] = []
    for number, (name, program) in enumerate(PROGRAMS.items()):
        with _told(name), ours(folder / f"ours-{number}", program, max(clients)) as (pid, port, puts):
            for stage, count in enumerate(clients):
                plan = {"pid": pid, "port": port, "puts": [(token, _chunks(*take, stage)) for token, *take in puts]}
                loads += _measured(name, plan, count, seconds, folder / f"ours-{number}/recordings")
    if find_spec("tuspyserver") is None:
        print("tuspyserver is not installed: nothing to compare with")
        return loads
    for name, storage in STORAGES.items():
        for count in clients:
            files = folder / f"{storage}-{count}"
            with _told(name), tus(files, storage) as (pid, port):
                loads += _measured(name, {"pid": pid, "port": port}, count, seconds, files)
    return loads


@contextmanager
def _told(name: str) -> Iterator[None]:
    """A server that cannot be made ready, or does not go on, is a line of the table and no end of it."""
    try:
        yield
    except (Over, OSError, AssertionError, httpx2.HTTPError) as error:
        print(f"{name:<28}  could not be measured: {str(error)[:200] or type(error).__name__}", flush=True)


def _measured(name: str, plan: dict[str, object], clients: int, seconds: int, files: Path) -> list[Load]:
    """One load, from a process of its own; its line is printed, and what it left on the disk goes."""
    wanted = json.dumps({"clients": clients, "seconds": seconds, **plan})
    senders = [sys.executable, "-m", "bench.room.senders"]
    try:
        done = subprocess.run(
            senders, input=wanted, capture_output=True, text=True, check=True, timeout=seconds + MOST_SECONDS
        )
        load = Load(name, clients, **json.loads(done.stdout))
    except subprocess.TimeoutExpired:
        print(f"{name:<28}{clients:>8}  hung: given up after {seconds + MOST_SECONDS} s", flush=True)
        return []
    except subprocess.CalledProcessError as error:
        why = (error.stderr.strip().splitlines() or ["no word"])[-1]
        print(f"{name:<28}{clients:>8}  failed: {why[:120]}", flush=True)
        return []
    finally:
        for one in files.iterdir():
            with contextlib.suppress(OSError):
                shutil.rmtree(one) if one.is_dir() and not one.name.startswith(".") else one.unlink()
        os.sync()  # What one leaves to be written must not be in the way of the next.
    print(load.line(), flush=True)
    return [load]


def _chunks(interview: str, take: int, stage: int) -> str:
    return f"/api/recordings/{interview}/takes/{stage * TAKES + take}/segments/0/chunks/"


@contextmanager
def ours(data_dir: Path, program: str, clients: int) -> Iterator[tuple[int, int, list[tuple[str, str, int]]]]:
    """Our server: its process, its port; for each client its token, its interview and its take."""
    installation = replace(Installation.make(data_dir, run_worker="false"), program=program)
    data_dir.mkdir()
    takes = []
    with installation.server() as server:
        making = within(MOST_SECONDS, "making its interviews")
        with making, httpx2.Client(base_url=installation.url, timeout=PATIENCE) as client:
            for made in range(0, clients, EACH * TAKES):
                candidate = Candidate.register(client)
                for _ in range(made, min(made + EACH * TAKES, clients), TAKES):
                    candidate.begin_interview()
                    takes += [(candidate.token, candidate.interview, take + 1) for take in range(TAKES)]
        yield server.pid, installation.port, takes


@contextmanager
def tus(files: Path, storage: str) -> Iterator[tuple[int, int]]:
    """A server that speaks tus."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.room.tus_app", str(files), storage, str(port)])
    try:
        wait_until(lambda: process.poll() is not None or _listens(port), MOST_SECONDS)
        yield process.pid, port
    finally:
        kill(process)


def _listens(port: int) -> bool:
    try:
        return httpx2.get(f"http://127.0.0.1:{port}/ping", timeout=PATIENCE).status_code == 200
    except httpx2.TransportError:
        return False
