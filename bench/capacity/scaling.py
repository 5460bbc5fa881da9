"""Horizontal scaling: throughput of two server processes compared with one, on a machine with two cores.

Each server is limited to a fraction of one core with SIGSTOP and SIGCONT. The load generator and the database use the
other core, so neither is the bottleneck. Phones send chunks in a closed loop; acknowledged chunks are counted.
"""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

CORE_SHARE = 0.25
"""Share of a core for each server."""
PERIOD_SECONDS = 0.04
SECONDS = 15
PHONES = 16
"""Phones per server, enough to keep requests pending at all times."""


@dataclass(frozen=True)
class Throughput:
    """Throughput of throttled servers: MB per second, and share of a core used by each."""

    processes: int
    megabytes: float
    core_each: float
    failed: int

    def as_line(self) -> str:
        return f"{self.processes:>6}{self.core_each * 100:>14.0f}%{self.megabytes:>12.1f}{self.failed:>8}"


HEAD = f"{'procs':>6}{'core each':>15}{'MB/s':>12}{'failed':>8}"


def throughput(processes: int, cpu_seconds: float, sent: dict[str, Any], chunk_bytes: int) -> Throughput:
    """Return the throughput of one round."""
    seconds = sent["seconds"]
    megabytes = sent["chunks"] * chunk_bytes / 1e6 / seconds
    return Throughput(processes, megabytes, cpu_seconds / seconds / processes, sent["failed"] + sent["late"])


@contextmanager
def throttled(pids: Sequence[int]) -> Iterator[None]:
    """Let each process run only for `CORE_SHARE` of the time during the block, at staggered times."""
    done = threading.Event()

    def throttle(pid: int, delay: float) -> None:
        done.wait(delay)
        while not done.is_set():
            os.kill(pid, signal.SIGCONT)
            done.wait(CORE_SHARE * PERIOD_SECONDS)
            os.kill(pid, signal.SIGSTOP)
            done.wait((1 - CORE_SHARE) * PERIOD_SECONDS)
        os.kill(pid, signal.SIGCONT)

    threads = [
        threading.Thread(target=throttle, args=(pid, PERIOD_SECONDS * number / len(pids)))
        for number, pid in enumerate(pids)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()
