"""Real `dayshift` processes: starting, watching, killing and restarting them."""

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import httpx2

from tests.faults.preloaded import PreloadedProcess

TIMEOUT = 120.0
"""Maximum seconds to wait for a process. Loaded machines need a lot of time."""

SHOWN_LOG_CHARACTERS = 4000
"""Number of log characters that a failed test shows."""

POLL_SECONDS = 0.02
"""Shortest interval between checks."""


class Process(Protocol):
    """A running process: `subprocess.Popen` or `PreloadedProcess`."""

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, number: int, /) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


@dataclass(frozen=True)
class Installation:
    """An installation: data folder, database, port, additional settings by name, and program.

    With `preloaded`, its processes start without importing the program again, see `tests.faults.preloaded`.
    """

    data_dir: Path
    database_url: str
    port: int
    settings: dict[str, str]
    program: str = "dayshift.cli"
    preloaded: bool = False

    @classmethod
    def make(
        cls, data_dir: Path, database_url: str = "", *, preloaded: bool = False, **settings: object
    ) -> "Installation":
        """An installation on a free local port."""
        values = {name: str(value) for name, value in settings.items()}
        return cls(data_dir, database_url, free_port(), values, preloaded=preloaded)

    @property
    def url(self) -> str:
        """URL of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, command: str, *arguments: str) -> Process:
        """Start `dayshift COMMAND`; its log goes to a file next to the data folder."""
        if self.preloaded:
            return PreloadedProcess(self.program, [command, *arguments], self.environment(), self.log)
        with self.log.open("a") as log:
            program = [sys.executable, "-m", self.program, command, *arguments]
            return subprocess.Popen(program, env=self.environment(), stdin=subprocess.DEVNULL, stderr=log, text=True)

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run `dayshift ARGUMENTS` until it exits."""
        program = [sys.executable, "-m", "dayshift.cli", *map(str, arguments)]
        return subprocess.run(
            program, env=self.environment(), capture_output=True, text=True, check=False, timeout=TIMEOUT
        )

    def environment(self) -> dict[str, str]:
        """Environment variables of its processes."""
        others = {name: value for name, value in os.environ.items() if not name.startswith("DAYSHIFT_")}
        return (
            others
            | {
                "DAYSHIFT_DATA_DIR": str(self.data_dir),
                "DAYSHIFT_DATABASE_URL": self.database_url,
                "DAYSHIFT_PORT": str(self.port),
                "DAYSHIFT_LOG_FORMAT": "json",
                "DAYSHIFT_FREE_DISK_MB": "0",
                "DAYSHIFT_TRANSCRIBER_URL": "off",
                "DAYSHIFT_TRIES_PER_ADDRESS": "1000000",  # All test candidates share one address.
            }
            | {f"DAYSHIFT_{name.upper()}": value for name, value in self.settings.items()}
        )

    @property
    def log(self) -> Path:
        """The log file of the processes."""
        return self.data_dir.with_name(self.data_dir.name + ".log")

    @contextmanager
    def process(self, command: str, *arguments: str) -> Iterator[Process]:
        """A process that is killed at the end of the block. A failure in the block includes the log."""
        process = self.start(command, *arguments)
        try:
            yield process
        except BaseException as error:
            error.add_note(self.log.read_text()[-SHOWN_LOG_CHARACTERS:])
            raise
        finally:
            kill(process)

    @contextmanager
    def server(self) -> Iterator[Process]:
        """A server that is ready."""
        with self.process("serve") as process:
            self.wait_until_ready(process)
            yield process

    def wait_until_ready(self, process: Process) -> None:
        """Wait until /readyz succeeds."""
        wait_until(lambda: process.poll() is not None or self._is_ready())
        assert process.poll() is None, self.log.read_text()

    def _is_ready(self) -> bool:
        with socket.socket() as probe:  # Opening an HTTP client costs a hundred times as much.
            if probe.connect_ex(("127.0.0.1", self.port)) != 0:
                return False
        try:
            # Loading certificates takes longer than the request.
            return httpx2.get(f"{self.url}/readyz", timeout=TIMEOUT, verify=False).status_code == 200
        except httpx2.TransportError:
            return False


def kill(process: Process) -> None:
    """Send SIGKILL; does nothing if the process has exited."""
    process.kill()
    process.wait()


def stop(process: Process) -> int:
    """Send SIGTERM and return the exit code."""
    process.send_signal(signal.SIGTERM)
    return process.wait(TIMEOUT)


def wait_until(condition: Callable[[], bool], seconds: float = TIMEOUT) -> None:
    """Poll until `condition` holds; fails after `seconds`.

    The pause grows with the duration of the check, so that the checks do not slow down the process they check.
    """
    end = time.monotonic() + seconds
    started = time.monotonic()
    while not condition():
        now = time.monotonic()
        assert now < end, f"still waiting after {seconds} s"
        time.sleep(max(POLL_SECONDS, 2 * (now - started)))
        started = time.monotonic()


def free_port() -> int:
    """Returns a free local port that no other test gets.

    Each test process has its own range below the ephemeral ports, so that a server that is still starting cannot be
    confused with another test's server. `DAYSHIFT_TEST_PORTS` moves the first range (2,500 ports), for a second run of
    the suite on the same machine.
    """
    for port in _ports:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is left")


def _own_ports() -> Iterator[int]:
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = int(os.environ.get("DAYSHIFT_TEST_PORTS", "20000")) + worker % 10 * 250
    return itertools.cycle(range(first, first + 250))


_ports = _own_ports()
