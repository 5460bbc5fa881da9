"""A time limit for everything, so that the last line is always printed."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType


class Over(Exception):
    """Something took longer than it may."""


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Raise `Over` in the middle of the block, wherever it waits, once `seconds` are over.

    Limits nest: the one that ends first counts. For the main thread alone.
    """
    started = monotonic()

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise Over(f"{what} took longer than {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, ring)
    outer, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    if 0 < outer < seconds:
        signal.setitimer(signal.ITIMER_REAL, outer)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, max(0.001, outer - (monotonic() - started)) if outer else 0)
        signal.signal(signal.SIGALRM, before)
