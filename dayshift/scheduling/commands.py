"""What the command line does with coaches."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from dayshift.core.db import Tx, open_database
from dayshift.scheduling.actions import renew_link
from dayshift.scheduling.coaches import SAMPLE, read_coaches, save_coaches
from dayshift.scheduling.queries import active_coaches, coach_key
from dayshift.settings import Settings

T = TypeVar("T")


def import_file(settings: Settings, path: Path) -> list[str]:
    """Make the file's people the coaches, and say for each that they can be booked. Raises `CoachesDamaged`."""
    entries = read_coaches(path.read_text("utf-8-sig"))

    def save(tx: Tx) -> list[str]:
        return [f"{coach.name} ({coach.email}) can be booked." for coach in save_coaches(tx, entries)]

    return _write(settings, save)


def add_sample(settings: Settings) -> str:
    """Add the sample's coaches where there is none, and say who can be booked."""
    entries = read_coaches(SAMPLE.read_text("utf-8"))

    def save(tx: Tx) -> str:
        found = active_coaches(tx) or save_coaches(tx, entries)
        return f"{len(found)} coaches can be booked."

    return _write(settings, save)


def links(settings: Settings, renew: str | None) -> list[str]:
    """The private page of every coach; `renew` names one whose earlier links end. Raises `NotFound`."""

    def load(tx: Tx) -> list[str]:
        if renew:
            renew_link(tx, renew)
        return [f"{coach.name}: {settings.link_url}/coach?key={coach_key(tx, coach)}" for coach in active_coaches(tx)]

    return _write(settings, load)


def _write(settings: Settings, fn: Callable[[Tx], T]) -> T:
    async def run() -> T:
        db = open_database(settings.database)
        try:
            return await db.write(fn)
        finally:
            db.close()

    return asyncio.run(run())
