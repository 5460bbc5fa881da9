"""Real `dayshift` processes: started, watched, killed, started again."""

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
from typing import Any

import httpx2

PATIENCE = 120.0
"""Seconds after which waiting for a process is a failure; a loaded machine needs many."""

TOLD = 4000
"""Characters of a log that a failed test shows."""


@dataclass(frozen=True)
class Installation:
    """One installation: its data folder, its database, its port, further settings by their names, and its program."""

    data_dir: Path
    database_url: str
    port: int
    settings: dict[str, str]
    program: str = "dayshift.cli"

    @classmethod
    def make(cls, data_dir: Path, database_url: str = "", **settings: object) -> "Installation":
        """An installation on a free port of the loopback address."""
        return cls(data_dir, database_url, free_port(), {name: str(value) for name, value in settings.items()})

    @property
    def url(self) -> str:
        """Where its server listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, command: str, *arguments: str) -> subprocess.Popen[str]:
        """Start `dayshift COMMAND`; its log goes to a file beside the data."""
        with self.log.open("a") as log:
            program = [sys.executable, "-m", self.program, command, *arguments]
            return subprocess.Popen(program, env=self.environment(), stdin=subprocess.DEVNULL, stderr=log, text=True)

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run `dayshift ARGUMENTS` to its end."""
        program = [sys.executable, "-m", "dayshift.cli", *map(str, arguments)]
        return subprocess.run(
            program, env=self.environment(), capture_output=True, text=True, check=False, timeout=PATIENCE
        )

    def environment(self) -> dict[str, str]:
        """The environment of its processes."""
        others = {name: value for name, value in os.environ.items() if not name.startswith("DAYSHIFT_")}
        return (
            others
            | {
                "DAYSHIFT_DATA_DIR": str(self.data_dir),
                "DAYSHIFT_DATABASE_URL": self.database_url,
                "DAYSHIFT_PORT": str(self.port),
                "DAYSHIFT_LOG_FORMAT": "json",
                "DAYSHIFT_FREE_DISK_MB": "0",
                "DAYSHIFT_TRIES_PER_ADDRESS": "1000000",  # All our candidates live at one address.
            }
            | {f"DAYSHIFT_{name.upper()}": value for name, value in self.settings.items()}
        )

    @property
    def log(self) -> Path:
        """What the processes have said."""
        return self.data_dir.with_name(self.data_dir.name + ".log")

    @contextmanager
    def process(self, command: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A process that has gone, one way or the other, when the block ends. A failure in it carries the log."""
        process = self.start(command, *arguments)
        try:
            yield process
        except BaseException as error:
            error.add_note(self.log.read_text()[-TOLD:])
            raise
        finally:
            kill(process)

    @contextmanager
    def server(self) -> Iterator[subprocess.Popen[str]]:
        """A server that is ready."""
        with self.process("serve") as process:
            self.wait_until_ready(process)
            yield process

    def wait_until_ready(self, process: subprocess.Popen[str]) -> None:
        """Return once /readyz says yes."""
        wait_until(lambda: process.poll() is not None or self._is_ready())
        assert process.poll() is None, self.log.read_text()

    def _is_ready(self) -> bool:
        try:
            # Without the certificates: to read them takes longer than to ask.
            return httpx2.get(f"{self.url}/readyz", timeout=PATIENCE, verify=False).status_code == 200
        except httpx2.TransportError:
            return False


def kill(process: subprocess.Popen[Any]) -> None:
    """kill -9; a process that has gone already is fine."""
    process.kill()
    process.wait()


def stop(process: subprocess.Popen[Any]) -> int:
    """SIGTERM; returns the exit code."""
    process.send_signal(signal.SIGTERM)
    return process.wait(PATIENCE)


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Look again and again until `condition` holds; fails after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"still waiting after {seconds} s"
        time.sleep(0.02)


def free_port() -> int:
    """A port of the loopback address that nobody listens on, and that nobody else is given.

    Each test process has its own range, below the ephemeral ports, so that a server that is still starting cannot be
    confused with another test's. `DAYSHIFT_TEST_PORTS` moves the first range (2,500 ports), for a second run of the
    suite on the same machine.
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
