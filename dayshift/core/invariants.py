"""Invariants: each package defines those of its own rows, and one command checks them all."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dayshift.core.db import Database, Tx

SECOND_LOOK_SECONDS = 1.0
"""Pause before violations are checked again: a running installation changes during the check."""

AT_ONCE = 4
"""Invariants that are checked at the same time: some wait for the database, others for the storage."""

SHOWN = 10
"""Maximum violations per invariant in text output; JSON has all."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation: its subject (an id, never personal data) and the reason."""

    subject: str
    why: str


Find = Callable[[], Awaitable[Sequence[Violation]]]


@dataclass(frozen=True, slots=True)
class Invariant:
    """An invariant: a stable name, a description, and a function that finds violations."""

    name: str
    promise: str
    find: Find


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant with the violations found."""

    name: str
    promise: str
    broken: list[Violation]

    def as_json(self) -> dict[str, Any]:
        """{name, promise, broken: [{subject, why}]}."""
        return asdict(self)

    def as_lines(self) -> list[str]:
        """Return a line for the invariant, and one for each of the first violations."""
        mark = "BROKEN" if self.broken else "ok    "
        shown = [f"        {broken.subject}: {broken.why}" for broken in self.broken[:SHOWN]]
        more = [f"        and {len(self.broken) - SHOWN} more"] if len(self.broken) > SHOWN else []
        return [f"{mark}  {self.name}: {self.promise}", *shown, *more]


async def found_by_page(db: Database, load: Callable[[Tx, str], tuple[list[Violation], str] | None]) -> list[Violation]:
    """Return all violations that `load` finds, with one transaction per page. `load` takes the key to start after and
    returns the page's violations and its last key, or None after the last page."""
    found, after = list[Violation](), ""
    while page := await db.read(load, after):
        broken, after = page
        found += broken
    return found


async def examine(invariants: Sequence[Invariant], *, pause: float = SECOND_LOOK_SECONDS) -> list[Finding]:
    """Check the `invariants`; check violations again after `pause` seconds, to ignore temporary ones."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def look(invariant: Invariant) -> set[Violation]:
        async with gate:
            return set(await invariant.find())

    first = list(zip(invariants, await asyncio.gather(*map(look, invariants)), strict=True))
    if any(found for _, found in first):
        await asyncio.sleep(pause)
    return [
        Finding(invariant.name, invariant.promise, await _recheck(invariant, found) if found else [])
        for invariant, found in first
    ]


async def _recheck(invariant: Invariant, found: set[Violation]) -> list[Violation]:
    return sorted(found & set(await invariant.find()), key=lambda broken: (broken.subject, broken.why))
