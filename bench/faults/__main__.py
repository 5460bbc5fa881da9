"""Fault injection during interviews and hiring: `python -m bench.faults [N] [PHONES]` prints a table and a summary.

Three quarters of the faults hit an installation of many processes, the rest a single process with SQLite. After each
fault the site must serve again and the database invariants must hold. At the end all phones finish their interviews,
all acknowledged data is verified, and `dayshift doctor --deep` checks everything.
"""

import asyncio
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median

import httpx2
from sqlalchemy import func, select

from bench.faults.employers import Manager, count_resent, create
from bench.faults.kinds import CLOCK_JUMP, MANY_PROCESSES, SINGLE_PROCESS, Fault, run_in_database
from bench.faults.phones import REQUEST_TIMEOUT, Fleet, Phone, Stopped
from bench.faults.sites import Site, many, single
from dayshift.admin import all_invariants, open_data
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.invariants import examine
from dayshift.core.tasks import tasks
from dayshift.providers.storage import open_storage
from tests.faults.clocked import set_ahead
from tests.faults.processes import wait_until

SINGLE_PROCESS_RATIO = 4
"""One in this many faults hits the single process."""
START_SECONDS = 600.0
"""Until every phone has given its first interview and applied: with a hundred phones, some need three minutes."""
RECOVERY_SECONDS = 180.0
DRAIN_SECONDS = 900.0
CALLS_PER_SECOND = 12
"""Calls of all phones together that a busy machine with two cores can serve during faults."""
RECOVERED_RESPONSES = 5
"""Successful responses after a fault that prove that the site serves again."""


@dataclass
class Report:
    """Results by kind of fault: longest times without a response, failed requests, and violations."""

    silences: dict[str, list[float]] = field(default_factory=dict)
    refused: dict[str, Counter[str]] = field(default_factory=dict)
    broken: dict[str, list[str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        return sum(len(silences) for silences in self.silences.values())

    @property
    def count_broken(self) -> int:
        return sum(len(broken) for broken in self.broken.values())

    def table(self) -> str:
        """Return the table with a line for each kind of fault."""
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
def running_fleet(site: Site, count: int, pause: float) -> Iterator[tuple[Fleet, list[Phone], list[threading.Thread]]]:
    """Run `count` phones that give interviews and apply, and the members of the employer that they apply to."""
    fleet, employer = Fleet(site.urls, pause), create(site)
    clients = [httpx2.Client(timeout=REQUEST_TIMEOUT) for _ in range(count + len(employer.members))]
    phones: list[Phone] = []
    for number, client in enumerate(clients[:count]):
        client.base_url = site.urls[number % len(site.urls)]
        phone = Phone.register(client).join(fleet, number)
        phone.apply_at(employer.id, employer.jobs)
        phones.append(phone)
    for number, (client, member) in enumerate(zip(clients[count:], employer.members, strict=True)):
        manager = Manager.sign_in(client, site, member, invites=number == 0)
        phones.append(manager.join(fleet, count + number))
    threads = [threading.Thread(target=_run_phone, args=(phone,), daemon=True) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        yield fleet, phones, threads
    finally:
        fleet.leaving.set()
        fleet.stopping.set()
        for thread in threads:
            thread.join(REQUEST_TIMEOUT)
        for client in clients:
            client.close()


def _run_phone(phone: Phone) -> None:
    try:
        phone.run()
    except Stopped:
        return
    except Exception as error:  # noqa: BLE001  (any error of a phone is a finding)
        phone.fleet.failures.append(f"phone {phone.id} stopped: {error!r}")


def inject(site: Site, fleet: Fleet, kind: str, fault: Fault, report: Report) -> None:
    """Inject one fault, wait until the site serves again, and check the invariants."""
    before, started = Counter(fleet.refused), time.monotonic()
    fault(site)
    responses = len(fleet.response_times)
    wait_until(lambda: _poll(len(fleet.response_times) >= responses + RECOVERED_RESPONSES), RECOVERY_SECONDS)
    moments = [started, *(moment for moment in list(fleet.response_times) if moment > started)]
    report.silences.setdefault(kind, []).append(max(later - earlier for earlier, later in pairwise(moments)))
    report.refused.setdefault(kind, Counter()).update(fleet.refused - before)
    violations = asyncio.run(_check_database(site))
    report.broken.setdefault(kind, []).extend(violations)
    waiting = run_in_database(site, _count_due)
    line = f"{report.faults:>4} {kind}: {report.silences[kind][-1]:.1f} s of silence, {waiting} tasks waiting"
    print(line, *violations, sep="\n     ", flush=True)


async def _check_database(site: Site) -> list[str]:
    """Return violated database invariants; recordings are checked at the end."""
    with open_data(site.settings) as (db, storage):
        invariants = all_invariants(db, storage)
        selected = [each for each in invariants if not each.name.startswith("recordings.")]
        return [f"{result.name} {b.subject} {b.why}" for result in await examine(selected) for b in result.broken]


def _poll(done: bool) -> bool:
    if not done:
        time.sleep(0.1)
    return done


def _wait_until_applied(fleet: Fleet, phones: Sequence[Phone]) -> None:
    """Wait until every phone has applied once. Raises `RuntimeError` if one stops before."""
    wait_until(lambda: _poll(bool(fleet.failures) or all(phone.applied for phone in phones)), START_SECONDS)
    if fleet.failures:
        raise RuntimeError("\n".join(fleet.failures))


def finish(site: Site, fleet: Fleet, phones: list[Phone], threads: list[threading.Thread]) -> list[str]:
    """Let all phones finish, then verify all acknowledged data; return violations."""
    fleet.leaving.set()
    end = time.monotonic() + DRAIN_SECONDS
    for thread in threads:
        thread.join(max(1.0, end - time.monotonic()))
    violations = [
        f"phone {phone.id} did not finish" for phone, thread in zip(phones, threads, strict=True) if thread.is_alive()
    ]
    set_ahead(site.clock, CLOCK_JUMP + 60)  # Tasks enqueued while the clock was ahead become due.
    wait_until(lambda: _poll(run_in_database(site, _count_due) == 0), DRAIN_SECONDS)
    with closing(open_storage(site.settings.storage_url, site.settings.data_dir / "recordings")) as storage:
        for phone in phones:
            phone.verify(storage, violations.append)
    return fleet.failures + violations + site.run_doctor()


def _count_due(tx: Tx) -> int:
    soon = now() + timedelta(seconds=CLOCK_JUMP + 60)
    # The lease of a running task and the pause before a retry end later than `soon` while the site's clock is ahead.
    begun = (tasks.c.state == "running") | (tasks.c.attempts > 0)
    waiting = tasks.c.state.in_(("ready", "running")) & (begun | (tasks.c.due_at <= soon))
    return tx.execute(select(func.count()).where(waiting)).scalar_one()


def run(site: Site, name: str, kinds: dict[str, Fault], times: int, phone_count: int, report: Report) -> None:
    """Inject `times` faults at one site, evenly distributed over all kinds, in random order."""
    if site.disk is None and "disk full" in kinds:
        print("cannot mount a small disk: skipping 'disk full'")
        kinds = {kind: fault for kind, fault in kinds.items() if fault is not SINGLE_PROCESS["disk full"]}
    names = [list(kinds)[number % len(kinds)] for number in range(times)]
    random.shuffle(names)
    with running_fleet(site, phone_count, pause=phone_count / CALLS_PER_SECOND) as (fleet, phones, threads):
        _wait_until_applied(fleet, phones[:phone_count])
        for kind in names:
            inject(site, fleet, f"{name}: {kind}", kinds[kind], report)
        broken = finish(site, fleet, phones, threads)
    print(*broken, sep="\n", flush=True)
    report.broken[f"{name}, at the end"] = broken
    interviews = [acknowledged for phone in phones for acknowledged in phone.acknowledged.values()]
    chunks, answers = sum(len(each.chunks) for each in interviews), sum(len(each.answers) for each in interviews)
    report.lines.append(
        f"{name}: {phone_count} interviews at once, {len(interviews)} in all; acknowledged and verified: "
        f"{chunks} chunks, {answers} answers, {sum(len(phone.bookings) for phone in phones)} bookings; "
        f"broken at the end: {len(broken)}"
    )
    report.lines.append(f"{name}: {_hiring(site, phones)}")


def _hiring(site: Site, phones: list[Phone]) -> str:
    """Return how much of the hiring was acknowledged and verified."""
    assert site.mail
    managers = [phone for phone in phones if isinstance(phone, Manager)]
    counts = {
        "applications": sum(len(phone.applied) for phone in phones),
        "withdrawn": sum(len(phone.withdrawn) for phone in phones),
        "decisions": sum(len(manager.decided) for manager in managers),
        "undone": sum(len(manager.undone) for manager in managers),
        "messages": sum(len(phone.messages) for phone in phones) + sum(len(one.written) for one in managers),
        "invitations": sum(len(manager.invited) for manager in managers),
        "mails": len(site.mail.letters),
        "mails repeated with the same id": count_resent(site.mail),
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def main(arguments: Sequence[str]) -> int:
    """Run the faults at both sites and print the report."""
    times = int(arguments[0]) if arguments else 100
    phone_count = int(arguments[1]) if len(arguments) > 1 else 100
    report, single_times = Report(), times // SINGLE_PROCESS_RATIO
    with tempfile.TemporaryDirectory() as folder:
        with many(Path(folder) / "many") as site:
            run(site, "many", MANY_PROCESSES, times - single_times, phone_count, report)
        with single(Path(folder) / "single") as site:
            run(site, "one", SINGLE_PROCESS, single_times, max(1, phone_count // 2), report)
    print(report.table())
    print(f"faults: n={report.faults} broken={report.count_broken}")
    return 1 if report.count_broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
