"""Imported by the fork server, see `tests.faults.preloaded`."""

import gc

from tests.faults.preloaded import preload

gc.disable()
preload()
gc.enable()
gc.freeze()  # Keeps the garbage collection of a forked process from copying the memory pages.
