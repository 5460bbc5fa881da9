"""Startup: time until /readyz first returns 200, and memory usage then.

Warm start: the database is migrated and the files are in the page cache. Run as `python -m bench.bench_start`.
"""

import os
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

from tests.faults.processes import Installation, stop

ROUNDS = 7


def main() -> None:
    """Start the server repeatedly and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation.make(Path(folder) / "data")
        installation.data_dir.mkdir()
        start(installation)
        rounds = [start(installation) for _ in range(ROUNDS)]
    seconds, cpu, megabytes = zip(*rounds, strict=True)
    print(f"{ROUNDS} starts, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':<24}{'median':>8}{'min':>8}{'max':>8}")
    for name, values in {"ready after, s": seconds, "CPU time, s": cpu, "idle memory, MB": megabytes}.items():
        print(f"{name:<24}{statistics.median(values):>8.2f}{min(values):>8.2f}{max(values):>8.2f}")


def start(installation: Installation) -> tuple[float, float, float]:
    """Return seconds until ready, CPU seconds used, and memory in MB (proportional set size)."""
    started = perf_counter()
    with installation.server() as server:
        ready = perf_counter() - started
        fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
        cpu = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        lines = Path(f"/proc/{server.pid}/smaps_rollup").read_text().splitlines()
        memory = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
        assert stop(server) == 0
    return ready, cpu, memory


if __name__ == "__main__":
    main()
