"""Server processes pinned to cores, and their resource usage."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import postgres
from tests.faults.processes import Installation, free_port

SERVER_CORE, LOAD_CORE = 0, 1


@dataclass(frozen=True)
class Servers:
    """Running server processes of one installation: ports and process ids."""

    ports: list[int]
    pids: list[int]

    def cpu_seconds(self) -> float:
        """Return the CPU time of all processes so far."""
        return sum(map(_cpu, self.pids))

    def megabytes(self) -> float:
        """Return the total memory of all processes."""
        return sum(map(_memory, self.pids))


@contextmanager
def servers(
    folder: Path, count: int, *, admin: str = "", program: str = "dayshift.cli", together: bool = False
) -> Iterator[Servers]:
    """Run `count` servers, with the first one, or all if `together`, pinned to the server core.

    `admin` is the URL of a PostgreSQL cluster; empty: SQLite.
    """
    data = folder / "data"
    data.mkdir(parents=True)
    url = postgres.create_database(admin, "load") if admin else ""
    settings = {"run_worker": "false"}
    installations = [Installation(data, url, free_port(), settings, program) for _ in range(count)]
    command = installations[0].run("sample")
    if command.returncode:
        raise RuntimeError(command.stderr)
    with ExitStack() as stack:
        pids = []
        for number, installation in enumerate(installations):
            process = stack.enter_context(installation.server())
            _pin(process.pid, SERVER_CORE if number == 0 or together else LOAD_CORE)
            pids.append(process.pid)
        yield Servers([installation.port for installation in installations], pids)


def _pin(pid: int, core: int) -> None:
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {core % (os.cpu_count() or 1)})


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) * 1024 / 1e6
