"""Faults in a row while interviews are going on: `python -m bench.faults [N] [PHONES]` prints a table and one line.

Three quarters of them befall an installation of many processes, the rest one of a single process with SQLite. After
each the site must serve again and the database must be whole; at the end all phones finish what they began, every
promise that they were made is looked up, and `dayshift doctor --deep` looks at everything.
"""

import asyncio
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import aclosing, closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median

import httpx2
from sqlalchemy import func, select

from bench.faults.kinds import AHEAD, OF_MANY, OF_SINGLE, Fault, ask
from bench.faults.phones import ANSWER_SECONDS, Fleet, Over, Phone
from bench.faults.sites import Site, many, single
from dayshift.admin import all_invariants
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.invariants import examine
from dayshift.core.tasks import tasks
from dayshift.providers.storage import open_storage
from dayshift.services import open_services
from dayshift.worker import handlers
from tests.faults.clocked import set_ahead
from tests.faults.processes import wait_until

OF_SINGLE_SHARE = 4
"""One in so many faults befalls the single process."""
RECOVERY_SECONDS = 180.0
DRAIN_SECONDS = 900.0
CALLS_A_SECOND = 12
"""Of all people together: what a busy machine of two cores can work off beside the faults."""
HEARD = 5
"""Answers after a fault that show that the site serves again."""


@dataclass
class Report:
    """What came of the faults: for each kind its longest silences; and everything that was found broken."""

    silences: dict[str, list[float]] = field(default_factory=dict)
    refused: dict[str, Counter[str]] = field(default_factory=dict)
    broken: dict[str, list[str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        return sum(len(one) for one in self.silences.values())

    @property
    def count_broken(self) -> int:
        return sum(len(one) for one in self.broken.values())

    def table(self) -> str:
        """A line for each kind of fault."""
        lines = [f"{'fault':<32}{'times':>6}{'cut off':>9}{'sent away':>11}{'500':>5}{'silence s':>11}{'worst':>7}"]
        lines[0] += f"{'broken':>8}"
        for kind, silences in self.silences.items():
            seen = self.refused[kind]
            lines.append(
                f"{kind:<32}{len(silences):>6}{seen['cut off']:>9}{seen['sent away']:>11}{seen['internal error']:>5}"
                f"{median(silences):>11.1f}{max(silences):>7.1f}{len(self.broken.get(kind, [])):>8}"
            )
        return "\n".join([*lines, "", *self.lines])


@contextmanager
def fleet_of(site: Site, count: int, pause: float) -> Iterator[tuple[Fleet, list[Phone], list[threading.Thread]]]:
    """`count` people who are giving interviews."""
    fleet = Fleet(site.urls, pause)
    clients = [httpx2.Client(timeout=ANSWER_SECONDS) for _ in range(count)]
    phones: list[Phone] = []
    for number, client in enumerate(clients):
        client.base_url = site.urls[number % len(site.urls)]
        phones.append(Phone.register(client).join(fleet, number))  # type: ignore[attr-defined]  # it makes one of us
    threads = [threading.Thread(target=_live, args=(phone,), daemon=True) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        yield fleet, phones, threads
    finally:
        fleet.leaving.set()
        fleet.over.set()
        for thread in threads:
            thread.join(ANSWER_SECONDS)
        for client in clients:
            client.close()


def _live(phone: Phone) -> None:
    try:
        phone.live()
    except Over:
        return
    except Exception as error:  # noqa: BLE001  (whatever stops a phone is a finding)
        phone.fleet.stopped.append(f"phone {phone.id} stopped: {error!r}")


def befall(site: Site, fleet: Fleet, kind: str, fault: Fault, report: Report) -> None:
    """One fault, until the site serves again and its database is whole."""
    before, began = Counter(fleet.refused), time.monotonic()
    fault(site)
    heard = len(fleet.heard)
    wait_until(lambda: _pause(len(fleet.heard) >= heard + HEARD), RECOVERY_SECONDS)
    moments = [began, *(moment for moment in list(fleet.heard) if moment > began)]
    report.silences.setdefault(kind, []).append(max(later - earlier for earlier, later in pairwise(moments)))
    report.refused.setdefault(kind, Counter()).update(fleet.refused - before)
    found = asyncio.run(_look(site))
    report.broken.setdefault(kind, []).extend(found)
    waiting = ask(site, _count_due)
    said = f"{report.faults:>4} {kind}: {report.silences[kind][-1]:.1f} s of silence, {waiting} tasks wait"
    print(said, *found, sep="\n     ", flush=True)


async def _look(site: Site) -> list[str]:
    """What is broken in the database right now; the recordings are looked at when all is over."""
    async with aclosing(open_services(site.settings)) as services:
        chosen = [one for one in all_invariants(services, handlers(services)) if not one.name.startswith("recordings.")]
        return [f"{one.name} {b.subject} {b.why}" for one in await examine(chosen) for b in one.broken]


def _pause(seen: bool) -> bool:
    if not seen:
        time.sleep(0.1)
    return seen


def finish(site: Site, fleet: Fleet, phones: list[Phone], threads: list[threading.Thread]) -> list[str]:
    """Let everybody come to the end, then look up every promise; returns those that were broken."""
    fleet.leaving.set()
    end = time.monotonic() + DRAIN_SECONDS
    for thread in threads:
        thread.join(max(1.0, end - time.monotonic()))
    found = [
        f"phone {phone.id} did not get to its end" for phone, one in zip(phones, threads, strict=True) if one.is_alive()
    ]
    set_ahead(site.clock, AHEAD + 60)  # What was asked for while the clock was ahead is due now.
    wait_until(lambda: _pause(ask(site, _count_due) == 0), DRAIN_SECONDS)
    with closing(open_storage(site.settings.storage_url, site.settings.data_dir / "recordings")) as storage:
        for phone in phones:
            phone.broken(storage, found.append)
    return fleet.stopped + found + site.ask_doctor()


def _count_due(tx: Tx) -> int:
    soon = now() + timedelta(seconds=AHEAD + 60)
    waiting = tasks.c.state.in_(("ready", "running")) & (tasks.c.due_at <= soon)
    return tx.execute(select(func.count()).where(waiting)).scalar_one()


def run(site: Site, name: str, kinds: dict[str, Fault], times: int, people: int, report: Report) -> None:
    """So many faults at one site, evenly of all kinds, in random order."""
    if site.disk is None and "disk full" in kinds:
        print("no small disk could be mounted: no full disk is tried")
        kinds = {kind: fault for kind, fault in kinds.items() if fault is not OF_SINGLE["disk full"]}
    names = [list(kinds)[number % len(kinds)] for number in range(times)]
    random.shuffle(names)
    with fleet_of(site, people, pause=people / CALLS_A_SECOND) as (fleet, phones, threads):
        wait_until(lambda: _pause(all(phone.interview for phone in phones)))
        for kind in names:
            befall(site, fleet, f"{name}: {kind}", kinds[kind], report)
        broken = finish(site, fleet, phones, threads)
    print(*broken, sep="\n", flush=True)
    report.broken[f"{name}, at the end"] = broken
    given = [one for phone in phones for one in phone.given.values()]
    chunks, answers = sum(len(one.chunks) for one in given), sum(len(one.answers) for one in given)
    report.lines.append(
        f"{name}: {people} interviews at once, {len(given)} in all; acknowledged and found again: {chunks} chunks, "
        f"{answers} answers, {sum(len(phone.bookings) for phone in phones)} bookings; broken at the end: {len(broken)}"
    )


def main(arguments: Sequence[str]) -> int:
    """Do it and print it."""
    times = int(arguments[0]) if arguments else 100
    people = int(arguments[1]) if len(arguments) > 1 else 100
    report, of_single = Report(), times // OF_SINGLE_SHARE
    with tempfile.TemporaryDirectory() as folder:
        with many(Path(folder) / "many") as site:
            run(site, "many", OF_MANY, times - of_single, people, report)
        with single(Path(folder) / "single") as site:
            run(site, "one", OF_SINGLE, of_single, max(1, people // 2), report)
    print(report.table())
    print(f"faults: n={report.faults} broken={report.count_broken}")
    return 1 if report.count_broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
