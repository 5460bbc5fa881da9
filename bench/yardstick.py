"""How fast this machine is just now: what to divide processor times by that were taken while others computed too."""

import time


def loop_milliseconds() -> float:
    """Processor time of a plain loop of a million steps."""
    start, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - start) * 1000
