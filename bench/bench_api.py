"""Requests per second of one server process, compared with a typical FastAPI application (typical_app.py).

Both serve the same calls, on SQLite and on PostgreSQL, in alternating rounds, so temporary load on the machine
affects both. The load comes from a separate process (load.py) with 32 connections in a closed loop, so p50 and p99
are those of a saturated server. On a shared machine the ratios and the CPU time per request are more stable than the
rates. Storm: 16 clients sign in as fast as possible while 2 others call `me`. Run as `python -m bench.bench_api`;
`--quick` is a smoke test without meaningful numbers.
"""

import base64
import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
from sqlalchemy import make_url

from bench import bench_start
from bench.bench_tasks import tasks_per_second
from tests.faults.processes import TIMEOUT, Installation, free_port, kill, wait_until
from tests.people import PASSWORD
from tests.postgres import cluster, create_database

CONNECTIONS = 32
STORM_CLIENTS = 16
STORM_ACCOUNTS = 120
TICKS = os.sysconf("SC_CLK_TCK")

COMMANDS = (["--help"], ["wish", "line cook"], ["doctor"])
"""Commands whose CPU time is measured; the last line has the highest."""

CALLS = ("healthz", "me", "create", "register", "login")
numbers = itertools.count(1, 1_000_000)


@dataclass(frozen=True)
class Effort:
    """Duration of the measurement. `hashing`: seconds and rounds of the calls that hash a password."""

    rounds: int = 5
    seconds: float = 3.0
    hashing: tuple[float, int] = (1.0, 3)
    warm_up: float = 1.0
    storm: float = 8.0


QUICK = Effort(rounds=1, seconds=0.3, hashing=(0.3, 1), warm_up=0.2, storm=2.0)


@dataclass(frozen=True)
class Server:
    """A server under test, and its prepared requests by call name."""

    name: str
    port: int
    pid: int
    requests: dict[str, list[bytes]]


def main() -> None:
    """Measure, then print the table and, as last line, the ratios."""
    effort = QUICK if "--quick" in sys.argv[1:] else Effort()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        admin = stack.enter_context(cluster(settings=""))
        start = stack.enter_context
        servers = [
            start(ours(Path(folder) / "ours", "SQLite", "")),
            start(typical("SQLite", f"sqlite+aiosqlite:///{folder}/typical.sqlite3")),
            start(ours(Path(folder) / "ours-pg", "PostgreSQL", create_database(admin, "ours"))),
            start(typical("PostgreSQL", asyncpg_url(create_database(admin, "typical")))),
        ]
        measured = measure_all(servers, effort)
        storm = measure_storm(servers[0], effort.storm)
        tasks = tasks_per_second(f"sqlite:///{folder}/tasks.sqlite3")
        (Path(folder) / "start").mkdir()
        start_s, _, start_mib = bench_start.start(Installation.make(Path(folder) / "start"))
        cli = max(cli_seconds(Path(folder) / "start", *command) for command in COMMANDS)
    report(measured, effort)
    ratio = {
        call: rate(measured, "ours, SQLite", call) / rate(measured, "typical, SQLite", call)
        for call in ("me", "create")
    }
    postgresql = rate(measured, "ours, PostgreSQL", "me") / rate(measured, "typical, PostgreSQL", "me")
    created = rate(measured, "ours, PostgreSQL", "create") / rate(measured, "typical, PostgreSQL", "create")
    print(f"on PostgreSQL: me_x={postgresql:.1f} create_x={created:.1f}")
    print(
        f"api: me_x={ratio['me']:.1f} create_x={ratio['create']:.1f} "
        f"storm_p99_ms={storm['p99']:.0f} mib={storm['mib']:.0f} pg_me_x={postgresql:.1f} pg_create_x={created:.1f} "
        f"start_s={start_s:.2f} start_mib={start_mib:.0f} cli_s={cli:.2f} tasks_per_s={tasks:.0f}"
    )


@contextmanager
def ours(data_dir: Path, database: str, url: str) -> Iterator[Server]:
    """Run our server without the background worker."""
    installation = replace(Installation.make(data_dir, url, run_worker="false"), program="bench.without_search_limit")
    data_dir.mkdir()
    with installation.server() as process:
        yield Server(f"ours, {database}", installation.port, process.pid, prepare(installation.url))


@contextmanager
def typical(database: str, url: str) -> Iterator[Server]:
    """Run the typical application."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.typical_app", url, str(port)])
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: responds(address))
        yield Server(f"typical, {database}", port, process.pid, prepare(address))
    finally:
        kill(process)


def asyncpg_url(url: str) -> str:
    """Return the URL of the same database for asyncpg."""
    return make_url(url).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


def responds(address: str) -> bool:
    """Whether a server responds at the address."""
    try:
        return httpx2.get(f"{address}/healthz", timeout=TIMEOUT).status_code == 200
    except httpx2.TransportError:
        return False


def prepare(address: str) -> dict[str, list[bytes]]:
    """Register users on a fresh server and return the requests to send, by call name."""
    emails = [f"person{number}@example.com" for number in range(STORM_ACCOUNTS)]
    registered = [register(address, email) for email in emails]
    token, user_id = registered[0]["token"], registered[0]["user"]["id"]
    search = {"searchQuery": "waiter, evenings", "userId": user_id}
    return {
        "healthz": [request("GET", "/healthz", "")],
        "me": [request("GET", "/api/auth/me", token)],
        "create": [request("POST", "/api/job-searches", token, search)],
        "register": [request("POST", "/api/auth/register", "", person("new#COUNTER@example.com"))],
        "login": [request("POST", "/api/auth/login", "", {"email": email, "password": PASSWORD}) for email in emails],
    }


def register(address: str, email: str) -> Any:
    """Register a user without a cookie-keeping client, as programs do; return the response."""
    return httpx2.post(f"{address}/api/auth/register", json=person(email), timeout=TIMEOUT).raise_for_status().json()


def person(email: str) -> dict[str, str]:
    """Return a registration payload."""
    return {"firstName": "Maya", "lastName": "Torres", "email": email, "password": PASSWORD}


def request(method: str, path: str, token: str, body: dict[str, str] | None = None) -> bytes:
    """Return the raw bytes of a request."""
    content = json.dumps(body).encode() if body else b""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""]).encode() + content


def measure_all(servers: list[Server], effort: Effort) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Measure all rounds of every server and call."""
    measured: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for call in CALLS:
        # Longer rounds would hit the rate limits of the accounts, and hashing dominates the time anyway.
        seconds, rounds = effort.hashing if call in {"login", "register"} else (effort.seconds, effort.rounds)
        for server in servers:
            if call != "login":
                load(server, call, CONNECTIONS, effort.warm_up)
        for _ in range(rounds):
            for server in servers:
                measured.setdefault((server.name, call), []).append(measure(server, call, seconds))
    return measured


def measure(server: Server, call: str, seconds: float) -> dict[str, Any]:
    """Measure one round: requests per second, latencies in ms, CPU time of the server per request in us."""
    before = cpu_seconds(server.pid)
    result = finish(load_process(server, call, CONNECTIONS, seconds))
    cpu = (cpu_seconds(server.pid) - before) / result["answers"] * 1e6
    return {**result, "rate": result["answers"] / result["seconds"], "cpu": cpu}


def measure_storm(server: Server, seconds: float) -> dict[str, float]:
    """Return p99 of `me` in ms during the storm, and the peak memory of the server in MiB."""
    storm = load_process(server, "login", STORM_CLIENTS, seconds)
    me = finish(load_process(server, "me", 2, seconds - 1))
    logins = finish(storm)
    peak = next(line for line in Path(f"/proc/{server.pid}/status").read_text().splitlines() if "VmHWM" in line)
    print(f"storm: {logins['answers'] / logins['seconds']:.0f} logins/s, me p50 {me['p50']:.1f} ms")
    return {"p99": me["p99"], "mib": int(peak.split()[1]) / 1024}


def load(server: Server, call: str, connections: int, seconds: float) -> dict[str, Any]:
    """Run the load generator and return its result."""
    return finish(load_process(server, call, connections, seconds))


def load_process(server: Server, call: str, connections: int, seconds: float) -> subprocess.Popen[bytes]:
    """Start the load generator."""
    program = [sys.executable, "-m", "bench.load", str(server.port), str(connections), str(seconds), str(next(numbers))]
    process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    process.stdin.writelines(base64.b64encode(each) + b"\n" for each in server.requests[call])
    process.stdin.close()
    return process


def finish(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """Wait for the load generator and return its result; every response must have been successful."""
    assert process.stdout
    with process.stdout as stdout:
        result: dict[str, Any] = json.load(stdout)
    assert process.wait(TIMEOUT) == 0
    assert result["failed"] == 0, result
    return result


def report(measured: dict[tuple[str, str], list[dict[str, Any]]], effort: Effort) -> None:
    """Print the table of medians."""
    print(f"one process, {CONNECTIONS} connections, medians of {effort.rounds} rounds of {effort.seconds:g} s")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':<20}{'call':<10}{'requests/s':>11}{'best round':>11}{'p50 ms':>8}{'p99 ms':>8}{'CPU us/request':>16}")
    for (server, call), rounds in measured.items():
        median: Callable[[str], float] = lambda key, rounds=rounds: statistics.median(each[key] for each in rounds)  # noqa: E731
        best = max(each["rate"] for each in rounds)
        print(
            f"{server:<20}{call:<10}{median('rate'):>11,.0f}{best:>11,.0f}"
            f"{median('p50'):>8.1f}{median('p99'):>8.1f}{median('cpu'):>16.0f}"
        )


def rate(measured: dict[tuple[str, str], list[dict[str, Any]]], server: str, call: str) -> float:
    """Return the median of requests per second."""
    return statistics.median(each["rate"] for each in measured[server, call])


def cli_seconds(data_dir: Path, *command: str) -> float:
    """Return the CPU time of one call of `dayshift`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call = [sys.executable, "-m", "dayshift.cli", *command]
    subprocess.run(call, env={**os.environ, "DAYSHIFT_DATA_DIR": str(data_dir)}, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
