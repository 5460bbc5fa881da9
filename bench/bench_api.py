"""Requests per second of one server process on SQLite, beside an endpoint that does nothing.

The load comes from a process of its own (bench/load.py): 32 connections in a closed loop. So p50
and p99 are those of a saturated server. On a machine that others use as well, the processor time
per request is the steadier figure. Run it as `python -m bench.bench_api`.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx2

from tests.faults.candidate import Candidate
from tests.faults.processes import PATIENCE, Installation

CONNECTIONS = 32
SECONDS = 3.0
WARM_UP_SECONDS = 1.0
ROUNDS = 5
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure in rounds, so that a busy moment falls on every line, and print the medians."""
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation.make(Path(folder) / "data", run_worker="false", log_format="json")
        installation.data_dir.mkdir()
        with installation.server() as server:
            requests = prepare(installation)
            for request in requests.values():
                load(installation.port, request, WARM_UP_SECONDS)
            measured: dict[str, list[dict[str, Any]]] = {name: [] for name in requests}
            for _ in range(ROUNDS):
                for name, request in requests.items():
                    measured[name].append(measure(installation.port, server.pid, request))
    print(f"one process, SQLite, {CONNECTIONS} connections, medians of {ROUNDS} rounds of {SECONDS:.0f} s")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':<24}{'requests/s':>12}{'best round':>12}{'p50 ms':>9}{'p99 ms':>9}{'CPU us/request':>16}")
    for name, rounds in measured.items():
        middle = {key: statistics.median(each[key] for each in rounds) for key in ("rate", "p50", "p99", "cpu")}
        best = max(each["rate"] for each in rounds)
        print(
            f"{name:<24}{middle['rate']:>12,.0f}{best:>12,.0f}"
            f"{middle['p50']:>9.1f}{middle['p99']:>9.1f}{middle['cpu']:>16.0f}"
        )


def prepare(installation: Installation) -> dict[str, bytes]:
    """The requests to send, by what they are called in the table."""
    with httpx2.Client(base_url=installation.url) as client:
        maya = Candidate.register(client)
    search = json.dumps({"searchQuery": "waiter, evenings", "userId": maya.id}).encode()
    return {
        "GET /healthz": request("GET", "/healthz", ""),
        "GET /api/auth/me": request("GET", "/api/auth/me", maya.token),
        "POST /api/job-searches": request("POST", "/api/job-searches", maya.token, search),
    }


def request(method: str, path: str, token: str, body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}"]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def load(port: int, request: bytes, seconds: float) -> dict[str, Any]:
    """What the load generator found."""
    program = [sys.executable, "-m", "bench.load", str(port), str(CONNECTIONS), str(seconds)]
    done = subprocess.run(program, input=request, stdout=subprocess.PIPE, check=True, timeout=seconds + PATIENCE)
    result: dict[str, Any] = json.loads(done.stdout)
    assert result["failed"] == 0, result
    return result


def measure(port: int, pid: int, request: bytes) -> dict[str, Any]:
    """One round: requests per second, latencies in ms, processor time of the server per request in us."""
    before = cpu_seconds(pid)
    result = load(port, request, SECONDS)
    cpu = (cpu_seconds(pid) - before) / result["answers"] * 1e6
    return {**result, "rate": result["answers"] / result["seconds"], "cpu": cpu}


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
