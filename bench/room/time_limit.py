"""Time limits, so the benchmark always prints its summary."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType


class TimeLimitExceeded(Exception):
    """A block exceeded its time limit."""


@contextmanager
def time_limit(seconds: float, name: str) -> Iterator[None]:
    """Interrupt the block with `TimeLimitExceeded` after `seconds`. Can be nested; main thread only."""
    started = monotonic()

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise TimeLimitExceeded(f"{name} took longer than {seconds:.0f} s")

    previous = signal.signal(signal.SIGALRM, interrupt)
    outer, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    if 0 < outer < seconds:
        signal.setitimer(signal.ITIMER_REAL, outer)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, max(0.001, outer - (monotonic() - started)) if outer else 0)
        signal.signal(signal.SIGALRM, previous)
