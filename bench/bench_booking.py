"""Booking race: how many of 200 clients get the same slot, and how long it takes, on both databases.

Each client books through the same code as the HTTP route in a separate transaction; on PostgreSQL over many
concurrent connections, on SQLite through its one writer. Run as `python -m bench.bench_booking`; the last line is
machine-readable.
"""

import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from sqlalchemy import select

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, open_database
from dayshift.scheduling import read_coaches, save_coaches
from dayshift.scheduling.actions import Visitor, book
from dayshift.scheduling.errors import SlotTaken
from dayshift.scheduling.models import bookings
from dayshift.tables import migrate
from tests import postgres
from tests.calendar import ZONE, coach

RACERS = 200
ROUNDS = 5


def main() -> None:
    """Run the races and print the table."""
    print(f"{RACERS} clients, one slot, {ROUNDS} races; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':<12}{'booked':>8}{'refused':>9}{'double':>8}{'race, ms':>10}{'slowest':>9}")
    results = []
    for name, database in (("sqlite", sqlite), ("postgresql", postgresql)):
        with database() as url:
            migrate(url)
            db = open_database(url)
            outcome, double, seconds = asyncio.run(races(db))
            db.close()
        times = f"{sum(seconds) / ROUNDS * 1000:>10.0f}{max(seconds) * 1000:>9.0f}"
        print(f"{name:<12}{outcome['booked']:>8}{outcome['taken']:>9}{double:>8}{times}")
        results.append((outcome["booked"] / ROUNDS, double))
    booked = max(each for each, _ in results)
    assert min(each for each, _ in results) == booked, "a slot was lost"
    double = sum(each for _, each in results)
    print(f"booking: racers={RACERS} booked={booked:g} double={double} db=sqlite,postgresql")


@contextmanager
def sqlite() -> Iterator[str]:
    """Yield the URL of an empty SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'race.sqlite3'}"


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of an empty database in a separate cluster with fsync enabled."""
    with postgres.cluster("-c fsync=on") as admin:
        yield postgres.create_database(admin, "race")


async def races(db: Database) -> tuple[Counter[str], int, list[float]]:
    """Return the outcomes, the number of overlapping bookings, and the seconds of each race."""
    await db.write(save_coaches, read_coaches(coach(hours="00:00-24:00")))
    first_day = datetime.combine(now().date() + timedelta(days=2), datetime.min.time(), UTC)
    outcome: Counter[str] = Counter()
    seconds = []
    for race in range(ROUNDS):
        start = first_day + timedelta(hours=race + 12)
        started = perf_counter()
        outcome += Counter(await asyncio.gather(*(racer(db, start, f"{race}.{n}") for n in range(RACERS))))
        seconds.append(perf_counter() - started)
    return outcome, await db.read(doubles), seconds


async def racer(db: Database, start: datetime, name: str) -> str:
    """Try to book as one client; return 'booked' or 'taken'."""
    try:
        await db.write(book, start, Visitor(None, name, f"racer{name}@example.com", None, ZONE), None)
    except SlotTaken:
        return "taken"
    return "booked"


def doubles(tx: Tx) -> int:
    """Return the number of bookings that start before the previous one of the same coach ends."""
    columns = (bookings.c.coach_id, bookings.c.starts_at, bookings.c.ends_at)
    rows = tx.execute(select(*columns).where(bookings.c.state == "booked").order_by(*columns[:2])).all()
    return sum(a.coach_id == b.coach_id and b.starts_at < a.ends_at for a, b in pairwise(rows))


if __name__ == "__main__":
    main()
