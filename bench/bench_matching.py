"""Matching over a million jobs: the product's cells beside four other engines, with equal answers checked.

Everything runs in one process, question by question in turn, so that a busy moment of the machine falls on every
engine. Run it as `python -m bench.bench_matching [JOBS] [--alone]`; DuckDB and Polars take part where they are
installed, and no other engine with `--alone`.
"""

import asyncio
import contextlib
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from bench.matching import engines, titles
from bench.matching.catalogue import Catalogue, generate, store
from bench.matching.question import Answer, Question, ask
from bench.yardstick import loop_milliseconds
from dayshift.core.db import open_database
from dayshift.job_index import SnapshotCells
from dayshift.job_index.snapshot import publish
from dayshift.jobs.actions import sealed, store_jobs
from dayshift.jobs.models import jobs
from dayshift.matching import JobSearch, locate, score_near
from dayshift.occupations import locate_zip
from dayshift.tables import migrate
from tests.postgres import cluster, create_database

TEXTS = ("server", "line cook or dishwasher", "hotel housekeeping", "warehouse, forklift")
PLACES = {"NYC 10001": "10001", "rural 59301": "59301"}
ROUNDS = 10


def main() -> None:
    """Build, measure, and print the tables."""
    alone = "--alone" in sys.argv
    size = next((int(word) for word in sys.argv[1:] if word.isdigit()), 1_000_000)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with timed("catalogue, generated"):
            catalogue = generate(size)
        contenders, hot_bytes = ours(stack, folder, catalogue)
        if not alone:
            contenders += peers(stack, folder, catalogue)
        print(f"{size:,} jobs, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {ROUNDS} rounds")
        print(f"a loop of a million steps takes {loop_milliseconds():.0f} ms of processor time here and now")
        print(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:,.0f} MB")
        cpu, equal = measure(contenders)
        visible = sorted(asyncio.run(until_visible(f"sqlite:///{folder / 'cells.sqlite3'}")))
    titles.main()
    middle = visible[len(visible) // 2]
    print(f"\na new job in New York is found after {middle:.1f} ms (median), {visible[-1]:.1f} ms at most")
    others = [cpu[name, "NYC 10001"] for name, place in cpu if place == "NYC 10001" and not name.startswith("Dayshift")]
    print(
        f"matching: nyc_cpu_ms={cpu['Dayshift, SQLite', 'NYC 10001']:.2f} "
        f"rural_cpu_ms={cpu['Dayshift, SQLite', 'rural 59301']:.2f} "
        f"best_peer_cpu_ms={f'{min(others):.2f}' if others else 'none'} "
        f"equal={'yes' if equal else 'no'} bytes_per_job={hot_bytes / size:.1f} "
        f"r_at_5={titles.quality()['all'].recall_at_5:.2f}"
    )


def ours(stack: contextlib.ExitStack, folder: Path, catalogue: Catalogue) -> tuple[list[engines.Engine], int]:
    """The product's own two ways on SQLite with the whole catalogue, and the bytes of the hot parts of its cells."""
    with timed("SQLite cells, written"):
        sqlite = f"sqlite:///{folder / 'cells.sqlite3'}"
        migrate(sqlite)
        with engines.cells_of(sqlite) as tx:
            hot_bytes = store(tx, catalogue)
            tx.exec_driver_sql("COMMIT")
    tx = stack.enter_context(engines.cells_of(sqlite))
    snapshot = folder / "jobs.cells"
    with timed("snapshot, written"):
        publish(tx, snapshot)
    print(f"snapshot: {snapshot.stat().st_size / 1e6:,.0f} MB, {hot_bytes / 1e6:,.0f} of them hot")
    return [
        engines.Ours("Dayshift, SQLite", tx),
        engines.Ours("Dayshift, snapshot", tx, SnapshotCells(snapshot)),
    ], hot_bytes


def peers(stack: contextlib.ExitStack, folder: Path, catalogue: Catalogue) -> list[engines.Engine]:
    """Everything else with the whole catalogue: PostgreSQL with our cells, and what else one would use."""
    admin = stack.enter_context(cluster())
    with timed("PostgreSQL cells, written"):
        url = create_database(admin, "bench")
        migrate(url)
        of_postgres = stack.enter_context(engines.cells_of(url))
        store(of_postgres, catalogue)
        of_postgres.commit()
    contenders: list[engines.Engine] = [engines.Ours("Dayshift, PostgreSQL", of_postgres)]
    with timed("SQLite R*Tree, written"):
        contenders.append(engines.sqlite_rtree(folder, catalogue))
    if find_spec("duckdb") and find_spec("polars"):
        with timed("DuckDB and Polars, filled"):
            contenders += [engines.duckdb_sorted(catalogue), engines.PolarsEngine(catalogue)]
    else:
        print("DuckDB and Polars are not installed: 'make bench-matching' installs them")
    with timed("PostgreSQL btree, written"):
        contenders.append(stack.enter_context(engines.postgres_btree(url, catalogue)))
    return contenders


async def until_visible(url: str, times: int = 20) -> list[float]:
    """Milliseconds from handing in a job in the middle of New York until a search by somebody else has it."""
    db, found = open_database(url), []
    place = locate_zip("10001")
    assert place is not None
    row = {column.name: None for column in jobs.c} | {
        "title": "Server", "occupation": "server", "employer": "New", "category": "restaurants-bars",
        "description": "", "lat": place.lat, "lon": place.lon, "remote": False, "pay_low": 9000, "pay_high": 9000,
    }  # fmt: skip
    search = JobSearch("server", "full-time", 3, ("weekday-mornings",), 80, "immediately", "10001")
    try:
        for number in range(times):
            start = time.perf_counter()
            new = sealed({**row, "external_id": str(number)})
            await db.write(store_jobs, "new", [new], (), engines.NOW)
            scores = await db.read(score_near, locate(search), engines.NOW)
            assert (scores.jobs.pay_low == 9000).sum() == number + 1  # Nobody else pays that.
            found.append((time.perf_counter() - start) * 1000)
    finally:
        db.close()
    return found


def measure(contenders: list[engines.Engine]) -> tuple[dict[tuple[str, str], float], bool]:
    """CPU milliseconds of a question by engine and place, and whether all answers were equal."""
    cpu: dict[tuple[str, str], float] = {}
    equal = True
    for place, zip_code in PLACES.items():
        questions = [
            ask(JobSearch(text, "full-time", 3, ("weekday-mornings", "weekends"), 18, "immediately", zip_code))
            for text in TEXTS
        ]
        answers, cold = zip(*(first(engine, questions) for engine in contenders), strict=True)
        equal &= all(answer == answers[0] for answer in answers)
        warm: dict[str, list[tuple[float, float]]] = {engine.name: [] for engine in contenders}
        for _ in range(ROUNDS):
            for question in questions:
                for engine in contenders:
                    warm[engine.name].append(timed_answer(engine, question)[1:])
        print(f"\n{place}: {sum(answer.total for answer in answers[0])} matches to {len(questions)} searches")
        print(f"{'':<28}{'CPU ms':>9}{'least':>8}{'times':>8}{'p50 ms':>9}{'p95 ms':>9}{'cold ms':>9}  answers")
        for engine, answer, cold_ms in zip(contenders, answers, cold, strict=True):
            runs = warm[engine.name]
            mean = statistics.mean(run[0] for run in runs)
            cpu[engine.name, place] = mean
            walls = sorted(run[1] for run in runs)
            times = mean / cpu[contenders[0].name, place]
            p50, p95 = walls[len(walls) // 2], walls[int(len(walls) * 0.95)]
            same = "equal" if answer == answers[0] else "DIFFERENT"
            least = min(run[0] for run in runs)
            print(
                f"{engine.name:<28}{mean:>9.2f}{least:>8.2f}{times:>7.1f}x{p50:>9.2f}{p95:>9.2f}{cold_ms:>9.1f}  {same}"
            )
    return cpu, equal


def first(engine: engines.Engine, questions: list[Question]) -> tuple[tuple[Answer, ...], float]:
    """The answers to questions asked for the first time, and the wall milliseconds of the very first."""
    results = [timed_answer(engine, question) for question in questions]
    return tuple(answer for answer, _, _ in results), results[0][2]


def timed_answer(engine: engines.Engine, question: Question) -> tuple[Answer, float, float]:
    """An answer, and the milliseconds of processor and of wall time that it took."""
    # The processor time of another process is told in hundredths of a second: ask often enough to see it.
    times = 1 if engine.cpu is time.process_time else 3
    wall, cpu = time.perf_counter(), engine.cpu()
    for _ in range(times):
        answer = engine.answer(question)
    return answer, (engine.cpu() - cpu) * 1000 / times, (time.perf_counter() - wall) * 1000 / times


@contextlib.contextmanager
def timed(what: str) -> Iterator[None]:
    """Say how long something took."""
    start = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
