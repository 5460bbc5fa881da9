"""The child process of `process.py`: runs jobs from standard input one by one, each in a fork with limits."""

import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import av.subtitles.stream  # noqa: F401  (PyAV loads it with the first file: here, once, in front of all forks.)

from dayshift.providers.media import remux, voice_activity
from dayshift.providers.media.errors import OverLimits, Unplayable

OPEN_FILES = 512


def _remux(sources: list[str], target: str) -> dict[str, Any]:
    return asdict(remux.remux([Path(source) for source in sources], Path(target)))


def _read_through(source: str) -> float:
    return remux.read_through(Path(source))


def _copy_sound(source: str, folder: str) -> str | None:
    sound = remux.copy_sound(Path(source), Path(folder))
    return str(sound) if sound else None


def _voiced_seconds(source: str) -> float:
    return voice_activity.voiced_seconds_of(Path(source))


def _decode_sound(sources: list[str], target: str) -> float:
    return voice_activity.decode_sound([Path(source) for source in sources], Path(target))


JOBS: dict[str, Callable[..., Any]] = {
    "remux": _remux,
    "read_through": _read_through,
    "copy_sound": _copy_sound,
    "voiced_seconds": _voiced_seconds,
    "decode_sound": _decode_sound,
}


def main() -> None:
    """Serve until standard input ends."""
    for line in sys.stdin.buffer:
        request = json.loads(line)
        prepare(request["job"])
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(json.dumps(_run(request)).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            reply = pipe.read()
        _, status, usage = os.wait4(pid, 0)
        answer = json.loads(reply) if reply and status == 0 else {}
        answer["signal"] = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        answer["cpu"] = usage.ru_utime + usage.ru_stime
        answer["memory"] = usage.ru_maxrss * 1024
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


def prepare(job: str) -> None:
    """Import what this job needs, once and outside its limits, so that forks import nothing."""
    if job in {"voiced_seconds", "decode_sound"}:
        import numpy.ma  # noqa: PLC0415, F401  (It takes 0.4 s, and most work on recordings does without.)


def _run(request: dict[str, Any]) -> dict[str, Any]:
    job, arguments, limits = JOBS[request["job"]], request["arguments"], request["limits"]
    try:
        _limit(limits, sum(map(_size, _sources(arguments))))
        return {"result": job(**arguments)}
    except OverLimits as error:
        return {"unplayable": str(error), "over_limits": True}
    except MemoryError:
        return {"unplayable": "needs too much memory", "over_limits": True}
    except Unplayable as error:
        return {"unplayable": str(error), "over_limits": False}
    except OSError:  # A local disk error: the fork dies, and the job is retried.
        raise
    except Exception as error:  # noqa: BLE001  (Whatever a damaged file makes the library raise.)
        return {"unplayable": repr(error), "over_limits": False}


def _limit(limits: dict[str, int], source_bytes: int) -> None:
    signal.alarm(limits["wall"])
    resource.setrlimit(resource.RLIMIT_CPU, (limits["cpu"], limits["cpu"] + 5))  # SIGXCPU, and then SIGKILL.
    for kind, most in (
        (resource.RLIMIT_AS, _address_space() + limits["memory"]),
        (resource.RLIMIT_FSIZE, max(limits["file"], 2 * source_bytes)),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def _address_space() -> int:
    """Return the address space that this process already uses, for its libraries: more once a job has loaded NumPy."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    return pages * resource.getpagesize()


def _sources(arguments: dict[str, Any]) -> list[str]:
    return arguments["sources"] if "sources" in arguments else [arguments["source"]]


def _size(path: str) -> int:
    return Path(path).stat().st_size


if __name__ == "__main__":
    main()
