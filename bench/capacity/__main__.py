"""How many interviews a server carries: `python -m bench.capacity [INTERVIEWS...]` prints three tables and one line.

Each interview sends a piece of 500 kB every four seconds (1 Mbit/s) and an answer after each fifth. One server process
stands on a core of its own; the load and PostgreSQL share the other. So times say what this machine can do with half of
itself, and the processor time of the server, which does not depend on who else is there, says what a core can carry.
Whole journeys, sign-ins at their full cost, and two processes against one (`scale`) follow.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx2

from bench import bench_api
from bench.capacity import scale
from bench.capacity.journey import Walked, walk
from bench.capacity.servers import OTHERS_CORE, Servers, servers
from bench.room.senders import EVERY, PIECE
from tests import postgres
from tests.faults.candidate import Candidate
from tests.faults.processes import PATIENCE

LOADS = (200, 500)
SECONDS = 24
SLOWEST_MS = 1000
"""Within which 99 of 100 pieces are to be acknowledged."""
WALKERS = 8
WALK_SECONDS = 15.0
STORM_SECONDS = 8.0
MAKERS = 6
"""At once, of accounts and interviews before a load."""
QUICK = "bench.capacity.quick"
A_HUNDRED = 100


@dataclass(frozen=True)
class Load:
    """So many interviews at once on so many processes: times in ms, processor time and memory of all servers."""

    on: str
    processes: int
    interviews: int
    sent: dict[str, Any]
    cpu_seconds: float
    megabytes: float
    idle_megabytes: float

    @property
    def errors(self) -> int:
        return int(self.sent["failed"] + self.sent["late"])

    @property
    def held(self) -> bool:
        """Whether everything was taken in, and soon enough."""
        return not self.errors and self.sent["p99"] <= SLOWEST_MS

    @property
    def core_share(self) -> float:
        """Of one core, for a hundred interviews."""
        return self.cpu_seconds / SECONDS * A_HUNDRED / self.interviews

    def as_line(self) -> str:
        sent = self.sent
        more = (self.megabytes - self.idle_megabytes) * A_HUNDRED / self.interviews
        return (
            f"{self.on:<12}{self.processes:>6}{self.interviews:>12}{sent['p50']:>8.0f}{sent['p95']:>8.0f}"
            f"{sent['p99']:>8.0f}{sent['answer_p99']:>12.0f}{sent['failed']:>7}{sent['late']:>6}"
            f"{self.core_share * 100:>11.0f}%{more:>8.0f}"
        )


HEAD = (
    f"{'on':<12}{'procs':>6}{'interviews':>12}{'p50 ms':>8}{'p95 ms':>8}{'p99 ms':>8}{'answer p99':>12}{'failed':>7}"
    f"{'late':>6}{'core/100':>12}{'MB/100':>8}"
)


def rooms(ports: list[int], count: int) -> list[dict[str, Any]]:
    """So many people, each in an interview of their own."""

    def one(number: int) -> dict[str, Any]:
        with httpx2.Client(base_url=f"http://127.0.0.1:{ports[number % len(ports)]}", timeout=PATIENCE) as client:
            candidate = Candidate.register(client)
            candidate.begin_interview()
        return {"token": candidate.token, "interview": candidate.interview, "questions": candidate.questions}

    with ThreadPoolExecutor(MAKERS) as makers:
        return list(makers.map(one, range(count)))


def measure(folder: Path, on: str, processes: int, interviews: int, admin: str = "") -> Load:
    """One load on fresh servers, sent from a process of its own."""
    with servers(folder / f"{on}-{processes}-{interviews}", processes, admin=admin, program=QUICK) as running:
        idle = running.megabytes()
        plan = {"ports": running.ports, "seconds": SECONDS, "every": EVERY, "phones": rooms(running.ports, interviews)}
        before = running.cpu_seconds()
        sent = _send(plan)
        return Load(on, processes, interviews, sent, running.cpu_seconds() - before, running.megabytes(), idle)


def _send(plan: dict[str, Any]) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.capacity.phones"]
    core = {OTHERS_CORE % (os.cpu_count() or 1)}
    done = subprocess.run(
        command,
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, core),
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    sent: dict[str, Any] = json.loads(done.stdout)
    return sent


def interviews_table(folder: Path, admin: str, loads: Sequence[int]) -> list[Load]:
    """Every load on one process of each database, until one is too much."""
    found = []
    for on, at in (("SQLite", ""), ("PostgreSQL", admin)):
        for count in loads:
            found.append(measure(folder, on, 1, count, at))
            print(found[-1].as_line(), flush=True)
            if not found[-1].held:
                break
    return found


def scaling(folder: Path, admin: str) -> float:
    """Print what one and two processes take in that have a quarter of a core each; returns the ratio."""
    print(f"\n{scale.HEAD}")
    found = []
    for count in (1, 2):
        with servers(folder / f"scale-{count}", count, admin=admin, program=QUICK, together=True) as running:
            phones = rooms(running.ports, scale.PHONES * count)
            plan = {"ports": running.ports, "seconds": scale.SECONDS, "every": 0, "phones": phones}
            before = running.cpu_seconds()
            with scale.held_to_a_part(running.pids):
                sent = _send(plan)
            found.append(scale.part_of(count, running.cpu_seconds() - before, sent, PIECE))
        print(found[-1].as_line(), flush=True)
    return found[1].megabytes / found[0].megabytes


def storm(folder: Path) -> None:
    """Print how much longer it takes to hear who one is while others sign in as fast as they can, at the full cost."""
    with bench_api.ours(folder / "storm", "SQLite", "") as server:
        idle = bench_api.load(server, "me", 2, STORM_SECONDS)
        signing_in = bench_api.load_process(server, "login", bench_api.STORM_CLIENTS, STORM_SECONDS + 1)
        busy = bench_api.load(server, "me", 2, STORM_SECONDS)
        logins = bench_api.finish(signing_in)
    print(
        f"\nme, p99 in ms: {idle['p99']:.1f} alone, {busy['p99']:.1f} ({busy['p99'] / idle['p99']:.1f} times) beside "
        f"{logins['answers'] / logins['seconds']:.0f} sign-ins a second"
    )


def journeys(folder: Path, admin: str) -> None:
    """Print how many candidates a second walk from their registration to the end of their interview."""
    heads = ("a second", "calls", "median s", "server ms", "database ms", "failed")
    print(f"\n{'journeys on':<14}{'procs':>6}", *(f"{head:>12}" for head in heads), sep="")
    for on, at, processes in (("SQLite", "", 1), ("PostgreSQL", admin, 1), ("PostgreSQL", admin, 2)):
        with servers(folder / f"journeys-{on}-{processes}", processes, admin=at, program=QUICK) as running:
            walk(running.ports, 1, 2.0)  # What is read once is read now.
            before, of_database = running.cpu_seconds(), postgres_seconds(at)
            walked = walk(running.ports, WALKERS, WALK_SECONDS)
            print(_journey_line(on, processes, walked, running, before, postgres_seconds(at) - of_database), flush=True)


def _journey_line(on: str, processes: int, walked: Walked, running: Servers, before: float, database: float) -> str:
    count = max(1, len(walked.times))
    own = (running.cpu_seconds() - before) / count * 1000
    return (
        f"{on:<14}{processes:>6}{len(walked.times) / walked.seconds:>12.1f}{walked.calls:>12}"
        f"{median(walked.times or [0]):>12.2f}{own:>12.1f}{database / count * 1000:>12.1f}{walked.failed:>12}"
    )


def postgres_seconds(admin: str) -> float:
    """Processor time that the database's processes have taken so far."""
    return postgres.cpu_seconds(admin) if admin else 0.0


def main(arguments: Sequence[str]) -> int:
    """Do it and print it."""
    began, loads = time.monotonic(), tuple(map(int, arguments)) or LOADS
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; 1 Mbit/s each for {SECONDS} s\n{HEAD}")
    with tempfile.TemporaryDirectory() as folder, postgres.cluster(settings="") as admin:
        found = interviews_table(Path(folder), admin, loads)
        journeys(Path(folder), admin)
        storm(Path(folder))
        scale2 = scaling(Path(folder), admin)
    held = [one for one in found if one.held]
    best = max(held, key=lambda one: one.interviews) if held else found[0]
    print(f"load average {os.getloadavg()[0]:.1f} at the end; it took {time.monotonic() - began:.0f} s")
    print(
        f"\nload: interviews={best.interviews} p99_ms={best.sent['p99']:.0f} "
        f"errors={sum(one.errors for one in held)} scale2={scale2:.2f}"
    )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
