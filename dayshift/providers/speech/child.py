"""The child process of `whisper.py`: transcribes what its standard input names, one line each, within limits."""

import json
import os
import resource
import select
import sys
from dataclasses import asdict
from typing import Any

from dayshift.providers.speech import Part
from dayshift.providers.speech.recognition import Recognizer

MEMORY_BYTES = 2 * 1024**3
"""Of data: the mathematical library reserves 1.3 GB that it never touches; 390 MB are resident."""
IDLE_SECONDS = 600.0
NICENESS = 10
"""Requests come first."""


def main() -> None:
    """Serve until standard input ends, or nothing came for `IDLE_SECONDS`."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    folder, threads = sys.argv[1], int(sys.argv[2])
    recognizer = Recognizer(folder, threads)
    while select.select([sys.stdin], [], [], IDLE_SECONDS)[0]:
        line = sys.stdin.readline()
        if not line:
            break
        sys.stdout.write(json.dumps(_answer(recognizer, json.loads(line))) + "\n")
        sys.stdout.flush()


def _answer(recognizer: Recognizer, request: dict[str, Any]) -> dict[str, Any]:
    import numpy as np  # noqa: PLC0415

    try:
        samples = np.fromfile(request["samples"], np.float32)
        heard = recognizer.listen(samples, request["language"], Part(**request["part"]))
    except Exception as error:  # noqa: BLE001  (Whatever the libraries raise: the task is retried.)
        return {"error": f"{type(error).__name__}: {error}"[:500]}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {**asdict(heard), "cpu": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss * 1024}


if __name__ == "__main__":
    main()
