"""Run work on recordings in child processes with limits.

A server process keeps idle children, which have loaded FFmpeg and wait for work: loading it takes 0.2 s. Such a child
forks for each job; the fork sets its own limits (memory, processor time, file size) before it reads the first byte, so
a hostile file ends that fork and nothing else. The child knows no secrets: its environment is empty.
"""

import asyncio
import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from dayshift.providers.media.errors import MediaCrashed, OverLimits, Unplayable

MEMORY_BYTES = 1024 * 1024 * 1024
"""Address space of one job, besides the libraries that its child has loaded. A 4K picture decodes in 0.3 GB."""
CPU_SECONDS = 60
"""Processor time of one job: a hundred times what the largest take needs."""
FILE_BYTES = 500_000_000
"""Largest file that a job may write, unless twice what it reads is more: two hours of decoded sound."""
WALL_SECONDS = 300
"""Time of one job on a slow disk and a busy machine."""

MAX_IDLE = 2
"""Idle children that are kept, with 35 MB each, most of it shared."""

_idle: list["_Child"] = []


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a job, and the processor time that it took."""

    result: Any
    cpu_seconds: float


async def run_media(job: str, **arguments: Any) -> Done:
    """Run a job of `child.JOBS` on local files.

    Raises `Unplayable`, of which `OverLimits` is the kind for memory and time, and `MediaCrashed`.
    """
    limits = {"memory": MEMORY_BYTES, "cpu": CPU_SECONDS, "file": FILE_BYTES, "wall": WALL_SECONDS}
    child = _idle.pop() if _idle else _Child()
    try:
        async with asyncio.timeout(WALL_SECONDS + 5):
            reply = await asyncio.to_thread(child.ask, {"job": job, "arguments": arguments, "limits": limits})
    except TimeoutError:
        child.kill()
        raise OverLimits("took too long", cpu_seconds=CPU_SECONDS) from None
    except BaseException:  # Also when cancelled: the thread returns as soon as the child is gone.
        child.kill()
        raise
    if len(_idle) < MAX_IDLE:
        _idle.append(child)
    else:
        child.kill()
    return _outcome(reply)


def _outcome(reply: dict[str, Any]) -> Done:
    ended, cpu = reply["signal"], reply["cpu"]
    if "result" in reply:
        return Done(reply["result"], cpu)
    if "unplayable" in reply:
        raise (OverLimits if reply["over_limits"] else Unplayable)(reply["unplayable"], cpu_seconds=cpu)
    if ended in {signal.SIGXCPU, signal.SIGALRM}:
        raise OverLimits("took too long", cpu_seconds=cpu)
    raise MediaCrashed(f"signal {ended}" if ended else "no result", cpu_seconds=cpu)


class _Child:
    """An idle child process. It exits when its standard input is closed, including when the parent dies."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Run one job; blocks until it ends. Raises `MediaCrashed` if the child itself dies."""
        if self._process is None:
            self._process = _start()
        assert self._process.stdin and self._process.stdout  # noqa: S101, PT018  (pipes)
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except OSError as error:
            raise MediaCrashed("the child process is gone") from error
        if not answer:
            raise MediaCrashed("the child process is gone")
        reply: dict[str, Any] = json.loads(answer)
        return reply

    def kill(self) -> None:
        """Kill the child and the job that it runs."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # What was not sent cannot be flushed any more.
                if pipe is not None:
                    pipe.close()


@atexit.register
def _end() -> None:
    while _idle:
        _idle.pop().kill()


def _start() -> subprocess.Popen[bytes]:
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)  # noqa: PTH100  (also of what is not there)
    environment = {"PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-P", "-m", "dayshift.providers.media.child"]
    return subprocess.Popen(  # noqa: S603  (our own program)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd="/", start_new_session=True
    )
