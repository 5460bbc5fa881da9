"""Matching over a million jobs, compared with four other engines; checks that all answers are equal.

Everything runs in one process, with the engines alternating per query, so temporary load on the machine affects all of
them. Run as `python -m bench.bench_matching [JOBS] [--alone]`. DuckDB and Polars are included if installed; `--alone`
runs no other engine.
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

from bench.machine_speed import loop_milliseconds
from bench.matching import engines, occupations, strangers, titles
from bench.matching.catalog import Catalog, generate, store
from bench.matching.question import Answer, Question, ask
from dayshift.core.db import open_database
from dayshift.jobs.catalog.actions import serialize, store_jobs
from dayshift.jobs.catalog.models import jobs
from dayshift.knowledge.occupations import locate_zip
from dayshift.matching.matches import JobSearch, locate, score_near
from dayshift.tables import migrate
from tests.postgres import cluster, create_database

TEXTS = ("server", "line cook or dishwasher", "hotel housekeeping", "warehouse, forklift")
PLACES = {"NYC 10001": "10001", "rural 59301": "59301"}
ROUNDS = 10


def main() -> None:
    """Build the data, measure, and print the tables."""
    alone = "--alone" in sys.argv
    size = next((int(word) for word in sys.argv[1:] if word.isdigit()), 1_000_000)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with timed("catalog, generated"):
            catalog = generate(size)
        competitors, hot_bytes = ours(stack, folder, catalog)
        if not alone:
            competitors += other_engines(stack, folder, catalog)
        print(f"{size:,} jobs, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {ROUNDS} rounds")
        print(f"a loop of a million steps takes {loop_milliseconds():.0f} ms of CPU time on this machine")
        print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:,.0f} MB")
        cpu, equal = measure(competitors)
        visible = sorted(asyncio.run(until_visible(f"sqlite:///{folder / 'cells.sqlite3'}")))
    titles.main()
    occupations.main()
    strangers.main()
    reported = occupations.shares()["sample"]
    median = visible[len(visible) // 2]
    print(f"\na new job in New York is visible after {median:.1f} ms (median), {visible[-1]:.1f} ms (maximum)")
    others = [cpu[name, "NYC 10001"] for name, place in cpu if place == "NYC 10001" and not name.startswith("Dayshift")]
    print(
        f"matching: nyc_cpu_ms={cpu['Dayshift, SQLite', 'NYC 10001']:.2f} "
        f"rural_cpu_ms={cpu['Dayshift, SQLite', 'rural 59301']:.2f} "
        f"best_peer_cpu_ms={f'{min(others):.2f}' if others else 'none'} "
        f"equal={'yes' if equal else 'no'} bytes_per_job={hot_bytes / size:.1f} "
        f"r_at_5={strangers.recalls()['sealed'].exact:.3f} "
        f"titles_known={reported.known:.3f} titles_right={reported.right:.3f}"
    )


def ours(stack: contextlib.ExitStack, folder: Path, catalog: Catalog) -> tuple[list[engines.Engine], int]:
    """Return our engine on SQLite, and the size of the hot parts of the cells in bytes."""
    with timed("SQLite cells, written"):
        sqlite = f"sqlite:///{folder / 'cells.sqlite3'}"
        migrate(sqlite)
        with engines.cells_of(sqlite) as tx:
            hot_bytes = store(tx, catalog)
            tx.exec_driver_sql("COMMIT")
    tx = stack.enter_context(engines.cells_of(sqlite))
    return [engines.Ours("Dayshift, SQLite", tx)], hot_bytes


def other_engines(stack: contextlib.ExitStack, folder: Path, catalog: Catalog) -> list[engines.Engine]:
    """Return our engine on PostgreSQL and the other engines, with the whole catalog."""
    admin = stack.enter_context(cluster())
    with timed("PostgreSQL cells, written"):
        url = create_database(admin, "bench")
        migrate(url)
        postgres_tx = stack.enter_context(engines.cells_of(url))
        store(postgres_tx, catalog)
        postgres_tx.commit()
    competitors: list[engines.Engine] = [engines.Ours("Dayshift, PostgreSQL", postgres_tx)]
    with timed("SQLite R*Tree, written"):
        competitors.append(engines.sqlite_rtree(folder, catalog))
    if find_spec("duckdb") and find_spec("polars"):
        with timed("DuckDB and Polars, filled"):
            competitors += [engines.duckdb_sorted(catalog), engines.PolarsEngine(catalog)]
    else:
        print("DuckDB and Polars are not installed: 'make bench-matching' installs them")
    with timed("PostgreSQL btree, written"):
        competitors.append(stack.enter_context(engines.postgres_btree(url, catalog)))
    return competitors


async def until_visible(url: str, times: int = 20) -> list[float]:
    """Return milliseconds from submitting a job in New York until a search on another connection returns it."""
    db, elapsed = open_database(url), []
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
            new = serialize({**row, "external_id": str(number)})
            await db.write(store_jobs, "new", [new], (), engines.NOW)
            scores = await db.read(score_near, locate(search), engines.NOW)
            assert (scores.jobs.pay_low == 9000).sum() == number + 1  # No other job pays this.
            elapsed.append((time.perf_counter() - start) * 1000)
    finally:
        db.close()
    return elapsed


def measure(competitors: list[engines.Engine]) -> tuple[dict[tuple[str, str], float], bool]:
    """Return CPU milliseconds per query by (engine, place), and whether all answers were equal."""
    cpu: dict[tuple[str, str], float] = {}
    equal = True
    for place, zip_code in PLACES.items():
        questions = [
            ask(JobSearch(text, "full-time", 3, ("weekday-mornings", "weekends"), 18, "immediately", zip_code))
            for text in TEXTS
        ]
        answers, cold = zip(*(first(engine, questions) for engine in competitors), strict=True)
        equal &= all(answer == answers[0] for answer in answers)
        warm: dict[str, list[tuple[float, float]]] = {engine.name: [] for engine in competitors}
        for _ in range(ROUNDS):
            for question in questions:
                for engine in competitors:
                    warm[engine.name].append(timed_answer(engine, question)[1:])
        print(f"\n{place}: {sum(answer.total for answer in answers[0])} matches for {len(questions)} searches")
        print(f"{'':<28}{'CPU ms':>9}{'min':>8}{'ratio':>8}{'p50 ms':>9}{'p95 ms':>9}{'cold ms':>9}  answers")
        for engine, answer, cold_ms in zip(competitors, answers, cold, strict=True):
            runs = warm[engine.name]
            mean = statistics.mean(run[0] for run in runs)
            cpu[engine.name, place] = mean
            walls = sorted(run[1] for run in runs)
            ratio = mean / cpu[competitors[0].name, place]
            p50, p95 = walls[len(walls) // 2], walls[int(len(walls) * 0.95)]
            equality = "equal" if answer == answers[0] else "DIFFERENT"
            minimum = min(run[0] for run in runs)
            print(
                f"{engine.name:<28}{mean:>9.2f}{minimum:>8.2f}{ratio:>7.1f}x{p50:>9.2f}{p95:>9.2f}{cold_ms:>9.1f}"
                f"  {equality}"
            )
    return cpu, equal


def first(engine: engines.Engine, questions: list[Question]) -> tuple[tuple[Answer, ...], float]:
    """Return the answers to the first queries, and the wall time of the very first one in milliseconds."""
    results = [timed_answer(engine, question) for question in questions]
    return tuple(answer for answer, _, _ in results), results[0][2]


def timed_answer(engine: engines.Engine, question: Question) -> tuple[Answer, float, float]:
    """Return an answer with its CPU and wall time in milliseconds."""
    # The CPU time of another process has a resolution of 10 ms, so repeat the query.
    times = 1 if engine.cpu is time.process_time else 3
    wall, cpu = time.perf_counter(), engine.cpu()
    for _ in range(times):
        answer = engine.answer(question)
    return answer, (engine.cpu() - cpu) * 1000 / times, (time.perf_counter() - wall) * 1000 / times


@contextlib.contextmanager
def timed(label: str) -> Iterator[None]:
    """Print the duration of the block."""
    start = time.perf_counter()
    yield
    print(f"{label}: {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
