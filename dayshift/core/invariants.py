"""What must always hold, said by the rooms whose rows it is about, and looked after by one command."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dayshift.core.db import Database, Tx

SECOND_LOOK_SECONDS = 1.0
"""A running installation changes while we look: only what is still so after this pause is broken."""

SHOWN = 10
"""Broken things of one invariant that are named to a person; a program gets all."""


@dataclass(frozen=True, slots=True)
class Broken:
    """One thing that is not as promised: which one (an id, never personal data), and what is wrong with it."""

    subject: str
    why: str


Find = Callable[[], Awaitable[Sequence[Broken]]]


@dataclass(frozen=True, slots=True)
class Invariant:
    """A promise with a stable name, and how to find what breaks it."""

    name: str
    promise: str
    find: Find


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant with everything that was found to break it."""

    name: str
    promise: str
    broken: list[Broken]

    def as_json(self) -> dict[str, Any]:
        """{name, promise, broken: [{subject, why}]}."""
        return asdict(self)

    def as_lines(self) -> list[str]:
        """A line for the invariant, and one for each of the first things that break it."""
        mark = "BROKEN" if self.broken else "ok    "
        shown = [f"        {broken.subject}: {broken.why}" for broken in self.broken[:SHOWN]]
        more = [f"        and {len(self.broken) - SHOWN} more"] if len(self.broken) > SHOWN else []
        return [f"{mark}  {self.name}: {self.promise}", *shown, *more]


async def found_by_page(db: Database, load: Callable[[Tx, str], tuple[list[Broken], str] | None]) -> list[Broken]:
    """All that `load` finds, a page in each transaction: what is broken among what comes after a key, and the last key
    of the page; None after the last one."""
    found, after = list[Broken](), ""
    while page := await db.read(load, after):
        broken, after = page
        found += broken
    return found


async def examine(invariants: Sequence[Invariant], *, pause: float = SECOND_LOOK_SECONDS) -> list[Finding]:
    """Look for what breaks each of `invariants`, and once more, `pause` seconds later, at what was found."""
    first = [(invariant, set(await invariant.find())) for invariant in invariants]
    if any(found for _, found in first):
        await asyncio.sleep(pause)
    return [
        Finding(invariant.name, invariant.promise, await _still(invariant, found) if found else [])
        for invariant, found in first
    ]


async def _still(invariant: Invariant, found: set[Broken]) -> list[Broken]:
    return sorted(found & set(await invariant.find()), key=lambda broken: (broken.subject, broken.why))
