"""Whether two processes carry twice as much as one, on a machine that has no room to fill two.

Each server gets a part of one core only: it is stopped and let go again many times a second. The load and the database
have the other core, so neither is what holds a server back. Phones send their pieces one after the other without a
pause, and what is counted is what was acknowledged.
"""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

SHARE = 0.25
"""Of a core, for each server."""
TURN_SECONDS = 0.04
SECONDS = 15
PHONES = 16
"""At each server, so that one of them has always sent something."""


@dataclass(frozen=True)
class Part:
    """What so many servers took in with their parts of a core: MB a second, and of a core each."""

    processes: int
    megabytes: float
    core_each: float
    failed: int

    def as_line(self) -> str:
        return f"{self.processes:>6}{self.core_each * 100:>14.0f}%{self.megabytes:>12.1f}{self.failed:>8}"


HEAD = f"{'procs':>6}{'core each':>15}{'MB/s':>12}{'failed':>8}"


def part_of(processes: int, cpu_seconds: float, sent: dict[str, Any], piece_bytes: int) -> Part:
    """What came of one round."""
    seconds = sent["seconds"]
    megabytes = sent["pieces"] * piece_bytes / 1e6 / seconds
    return Part(processes, megabytes, cpu_seconds / seconds / processes, sent["failed"] + sent["late"])


@contextmanager
def held_to_a_part(pids: Sequence[int]) -> Iterator[None]:
    """Meanwhile each process runs for `SHARE` of the time, each at a time of its own."""
    over = threading.Event()

    def turns(pid: int, delay: float) -> None:
        over.wait(delay)
        while not over.is_set():
            os.kill(pid, signal.SIGCONT)
            over.wait(SHARE * TURN_SECONDS)
            os.kill(pid, signal.SIGSTOP)
            over.wait((1 - SHARE) * TURN_SECONDS)
        os.kill(pid, signal.SIGCONT)

    threads = [
        threading.Thread(target=turns, args=(pid, TURN_SECONDS * number / len(pids))) for number, pid in enumerate(pids)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()
