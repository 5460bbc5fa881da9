"""Real `dayshift` processes that start as copies of one process with all imports done.

A fork server imports the program once for each test process. Each started process is forked from it, has its own
environment and arguments, and runs the same `__main__` module as `python -m`. It saves two seconds of processor time
per start. Tests of the start itself use fresh interpreters.
"""

import atexit
import contextlib
import functools
import importlib
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.context import ForkServerContext
from pathlib import Path

PROGRAM = (
    "dayshift.cli",
    "dayshift.app",
    "dayshift.admin",
    "dayshift.worker",
    "dayshift.tables",
    "alembic.command",
    "psycopg",
    "uvicorn",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)
"""Modules of a running server or worker. Those that are missing here are imported at each start."""


class PreloadedProcess:
    """A process that was forked from the fork server, with the interface of `subprocess.Popen`."""

    def __init__(self, program: str, arguments: list[str], environment: Mapping[str, str], log: Path) -> None:
        target = functools.partial(_run, program, arguments, dict(environment), str(log))
        self._process = _fork_server().Process(target=target)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@functools.cache
def _fork_server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, f"{__package__}.preload"])
    return context


def _run(program: str, arguments: list[str], environment: dict[str, str], log: str) -> None:
    """Become `python -m PROGRAM ARGUMENTS`, with the log file as standard error."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666), sys.stderr.fileno())
    sys.argv = [program, *arguments]
    try:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    finally:
        atexit._run_exitfuncs()  # `multiprocessing` leaves them out.


def preload() -> None:
    """Import the program; called in the fork server."""
    for module in PROGRAM:
        importlib.import_module(module)
