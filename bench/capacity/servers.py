"""Servers that stand on a core of their own, and what they have used up."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import postgres
from tests.faults.processes import Installation, free_port

SERVERS_CORE, OTHERS_CORE = 0, 1


@dataclass(frozen=True)
class Servers:
    """Processes of one installation that are ready: where they listen, and their ids."""

    ports: list[int]
    pids: list[int]

    def cpu_seconds(self) -> float:
        """Processor time that they have taken so far."""
        return sum(map(_cpu, self.pids))

    def megabytes(self) -> float:
        """Memory that they hold in all."""
        return sum(map(_memory, self.pids))


@contextmanager
def servers(
    folder: Path, count: int, *, admin: str = "", program: str = "dayshift.cli", together: bool = False
) -> Iterator[Servers]:
    """So many servers, the first, or all `together`, pinned to a core; on SQLite unless `admin` names a PostgreSQL."""
    data = folder / "data"
    data.mkdir(parents=True)
    url = postgres.create_database(admin, "load") if admin else ""
    settings = {"run_worker": "false"}
    installations = [Installation(data, url, free_port(), settings, program) for _ in range(count)]
    done = installations[0].run("sample")
    if done.returncode:
        raise RuntimeError(done.stderr)
    with ExitStack() as stack:
        pids = []
        for number, one in enumerate(installations):
            process = stack.enter_context(one.server())
            _pin(process.pid, SERVERS_CORE if number == 0 or together else OTHERS_CORE)
            pids.append(process.pid)
        yield Servers([one.port for one in installations], pids)


def _pin(pid: int, core: int) -> None:
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {core % (os.cpu_count() or 1)})


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) * 1024 / 1e6
