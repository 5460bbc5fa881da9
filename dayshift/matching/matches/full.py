"""Jobs whose openings are all filled: no search finds them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from dayshift.core.db import Tx


@dataclass(frozen=True, slots=True)
class FullJobs:
    """`ids(tx)` returns the ids of these jobs.

    Who was hired is known to a higher package, which `app.py` adds to the services.
    """

    ids: Callable[[Tx], Collection[str]]
