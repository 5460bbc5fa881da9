"""Current speed of this machine, to normalize CPU times that were measured under load."""

import time


def loop_milliseconds() -> float:
    """Return the CPU time of a loop of a million steps."""
    start, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - start) * 1000
