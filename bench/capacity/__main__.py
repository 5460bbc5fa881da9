"""Capacity of a server in concurrent interviews: `python -m bench.capacity [INTERVIEWS...]`.

Each interview sends a chunk of 500 kB every four seconds (1 Mbit/s) and an answer after every fifth chunk. One server
process is pinned to one core; the load generator and PostgreSQL share the other. Latencies therefore show what half of
this machine can do, and the CPU time of the server shows the capacity of a core. Full journeys, sign-ins with real
password hashing, and two processes compared with one (`scaling`) follow.
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
from bench.capacity import scaling
from bench.capacity.journey import JourneyStats, run_journeys
from bench.capacity.servers import LOAD_CORE, servers
from bench.room.senders import CHUNK_BYTES, INTERVAL
from tests import postgres
from tests.faults.candidate import Candidate
from tests.faults.processes import TIMEOUT

LOADS = (200, 500)
SECONDS = 24
MAX_P99_MS = 1000
"""Limit for the p99 of chunk acknowledgements."""
JOURNEY_CLIENTS = 8
JOURNEY_SECONDS = 15.0
STORM_SECONDS = 8.0
SETUP_THREADS = 6
"""Threads that create accounts and interviews before a load."""
CHEAP_PASSWORDS = "bench.capacity.cheap_passwords"
PER_HUNDRED = 100


@dataclass(frozen=True)
class Load:
    """Result of concurrent interviews on a number of processes: latencies in ms, CPU time and memory of all servers."""

    database: str
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
    def sustained(self) -> bool:
        """Whether all requests succeeded within the latency limit."""
        return not self.errors and self.sent["p99"] <= MAX_P99_MS

    @property
    def core_share(self) -> float:
        """Share of one core for a hundred interviews."""
        return self.cpu_seconds / SECONDS * PER_HUNDRED / self.interviews

    def as_line(self) -> str:
        sent = self.sent
        memory = (self.megabytes - self.idle_megabytes) * PER_HUNDRED / self.interviews
        return (
            f"{self.database:<12}{self.processes:>6}{self.interviews:>12}{sent['p50']:>8.0f}{sent['p95']:>8.0f}"
            f"{sent['p99']:>8.0f}{sent['answer_p99']:>12.0f}{sent['failed']:>7}{sent['late']:>6}"
            f"{self.core_share * 100:>11.0f}%{memory:>8.0f}"
        )


HEAD = (
    f"{'database':<12}{'procs':>6}{'interviews':>12}{'p50 ms':>8}{'p95 ms':>8}{'p99 ms':>8}{'answer p99':>12}"
    f"{'failed':>7}{'late':>6}{'core/100':>12}{'MB/100':>8}"
)


def start_interviews(ports: list[int], count: int) -> list[dict[str, Any]]:
    """Register `count` candidates and start an interview for each."""

    def start(number: int) -> dict[str, Any]:
        with httpx2.Client(base_url=f"http://127.0.0.1:{ports[number % len(ports)]}", timeout=TIMEOUT) as client:
            candidate = Candidate.register(client)
            candidate.begin_interview()
        return {"token": candidate.token, "interview": candidate.interview, "questions": candidate.questions}

    with ThreadPoolExecutor(SETUP_THREADS) as threads:
        return list(threads.map(start, range(count)))


def measure(folder: Path, database: str, processes: int, interviews: int, admin: str = "") -> Load:
    """Measure one load on fresh servers, sent from a separate process."""
    data = folder / f"{database}-{processes}-{interviews}"
    with servers(data, processes, admin=admin, program=CHEAP_PASSWORDS) as running:
        idle = running.megabytes()
        phones = start_interviews(running.ports, interviews)
        plan = {"ports": running.ports, "seconds": SECONDS, "interval": INTERVAL, "phones": phones}
        before = running.cpu_seconds()
        sent = _send(plan)
        return Load(database, processes, interviews, sent, running.cpu_seconds() - before, running.megabytes(), idle)


def _send(plan: dict[str, Any]) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.capacity.phones"]
    core = {LOAD_CORE % (os.cpu_count() or 1)}
    process = subprocess.run(
        command,
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, core),
    )
    if process.returncode:
        raise RuntimeError(process.stderr)
    sent: dict[str, Any] = json.loads(process.stdout)
    return sent


def interviews_table(folder: Path, admin: str, loads: Sequence[int]) -> list[Load]:
    """Measure increasing loads on one process with each database, until one is not sustained."""
    results = []
    for database, admin_url in (("SQLite", ""), ("PostgreSQL", admin)):
        for count in loads:
            results.append(measure(folder, database, 1, count, admin_url))
            print(results[-1].as_line(), flush=True)
            if not results[-1].sustained:
                break
    return results


def measure_scaling(folder: Path, admin: str) -> float:
    """Print the throughput of one and two processes with a quarter of a core each; return the ratio."""
    print(f"\n{scaling.HEAD}")
    results = []
    for count in (1, 2):
        with servers(folder / f"scale-{count}", count, admin=admin, program=CHEAP_PASSWORDS, together=True) as running:
            phones = start_interviews(running.ports, scaling.PHONES * count)
            plan = {"ports": running.ports, "seconds": scaling.SECONDS, "interval": 0, "phones": phones}
            before = running.cpu_seconds()
            with scaling.throttled(running.pids):
                sent = _send(plan)
            results.append(scaling.throughput(count, running.cpu_seconds() - before, sent, CHUNK_BYTES))
        print(results[-1].as_line(), flush=True)
    return results[1].megabytes / results[0].megabytes


def measure_storm(folder: Path) -> None:
    """Print how sign-ins with real password hashing affect the latency of `me`."""
    with bench_api.ours(folder / "storm", "SQLite", "") as server:
        idle = bench_api.load(server, "me", 2, STORM_SECONDS)
        signing_in = bench_api.load_process(server, "login", bench_api.STORM_CLIENTS, STORM_SECONDS + 1)
        busy = bench_api.load(server, "me", 2, STORM_SECONDS)
        logins = bench_api.finish(signing_in)
    print(
        f"\nme, p99 in ms: {idle['p99']:.1f} alone, {busy['p99']:.1f} ({busy['p99'] / idle['p99']:.1f} times) during "
        f"{logins['answers'] / logins['seconds']:.0f} sign-ins per second"
    )


def measure_journeys(folder: Path, admin: str) -> float:
    """Print the number of full journeys per second, from registration to the end of the interview.

    Returns the highest CPU time of the servers for one, in ms.
    """
    milliseconds = []
    heads = ("per second", "calls", "median s", "server ms", "database ms", "failed")
    print(f"\n{'journeys on':<14}{'procs':>6}", *(f"{head:>12}" for head in heads), sep="")
    for database, admin_url, processes in (("SQLite", "", 1), ("PostgreSQL", admin, 1), ("PostgreSQL", admin, 2)):
        data = folder / f"journeys-{database}-{processes}"
        with servers(data, processes, admin=admin_url, program=CHEAP_PASSWORDS) as running:
            run_journeys(running.ports, 1, 2.0)  # warm-up
            before, database_before = running.cpu_seconds(), postgres_seconds(admin_url)
            stats = run_journeys(running.ports, JOURNEY_CLIENTS, JOURNEY_SECONDS)
            database_seconds = postgres_seconds(admin_url) - database_before
            server_seconds = running.cpu_seconds() - before
            print(_journey_line(database, processes, stats, server_seconds, database_seconds), flush=True)
            milliseconds.append(server_seconds / max(1, len(stats.times)) * 1000)
    return max(milliseconds)


def _journey_line(
    database: str, processes: int, stats: JourneyStats, server_seconds: float, database_seconds: float
) -> str:
    count = max(1, len(stats.times))
    return (
        f"{database:<14}{processes:>6}{len(stats.times) / stats.seconds:>12.1f}{stats.calls:>12}"
        f"{median(stats.times or [0]):>12.2f}{server_seconds / count * 1000:>12.1f}"
        f"{database_seconds / count * 1000:>12.1f}{stats.failed:>12}"
    )


def postgres_seconds(admin: str) -> float:
    """Return the CPU time of the database's processes so far."""
    return postgres.cpu_seconds(admin) if admin else 0.0


def main(arguments: Sequence[str]) -> int:
    """Run all measurements and print the tables."""
    started, loads = time.monotonic(), tuple(map(int, arguments)) or LOADS
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; 1 Mbit/s each for {SECONDS} s\n{HEAD}")
    with tempfile.TemporaryDirectory() as folder, postgres.cluster(settings="") as admin:
        results = interviews_table(Path(folder), admin, loads)
        journey_ms = measure_journeys(Path(folder), admin)
        measure_storm(Path(folder))
        scale2 = measure_scaling(Path(folder), admin)
    sustained = [load for load in results if load.sustained]
    best = max(sustained, key=lambda load: load.interviews) if sustained else results[0]
    postgresql = [load for load in results if load.database == "PostgreSQL"][-1]
    print(f"load average {os.getloadavg()[0]:.1f} at the end; duration {time.monotonic() - started:.0f} s")
    print(
        f"\nload: interviews={best.interviews} p99_ms={best.sent['p99']:.0f} "
        f"errors={sum(load.errors for load in sustained)} scale2={scale2:.2f} "
        f"pg_interviews={postgresql.interviews} pg_p99_ms={postgresql.sent['p99']:.0f} journey_cpu_ms={journey_ms:.0f}"
    )
    return 0 if sustained else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
