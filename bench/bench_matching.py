"""Matching over a million jobs: the product's cells beside four other engines, with equal answers checked.

Everything runs in one process, question by question in turn, so that a busy moment of the machine falls on every
engine. Run it as `python -m bench.bench_matching [JOBS]`; DuckDB and Polars take part where they are installed.
"""

import contextlib
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from bench.matching import engines
from bench.matching.catalogue import Catalogue, generate, store
from bench.matching.question import Answer, Question, ask
from bench.matching.titles import quality
from dayshift.jobs import SnapshotCells
from dayshift.jobs.snapshot import publish
from dayshift.matching import Wish
from dayshift.tables import migrate
from tests.postgres import cluster, create_database

TEXTS = ("server", "line cook or dishwasher", "hotel housekeeping", "warehouse, forklift")
PLACES = {"NYC 10001": "10001", "rural 59301": "59301"}
ROUNDS = 5


def main() -> None:
    """Build, measure, and print the tables."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        catalogue = generate(size)
        contenders, hot_bytes = build(stack, folder, catalogue)
        print(f"{size:,} jobs, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {ROUNDS} rounds")
        cpu, equal = measure(contenders)
    found = quality()
    print(f"\n{'wishes':<12}{'count':>6}{'R@5':>8}{'MRR':>8}")
    for kind, of_kind in found.items():
        print(f"{kind:<12}{of_kind.count:>6}{of_kind.recall_at_5:>8.2f}{of_kind.reciprocal_rank:>8.2f}")
    best_peer = min(cpu[name, "NYC 10001"] for name, _ in cpu if not name.startswith("Dayshift"))
    print(
        f"matching: nyc_cpu_ms={cpu['Dayshift, SQLite', 'NYC 10001']:.2f} "
        f"rural_cpu_ms={cpu['Dayshift, SQLite', 'rural 59301']:.2f} best_peer_cpu_ms={best_peer:.2f} "
        f"equal={'yes' if equal else 'no'} bytes_per_job={hot_bytes / size:.1f} r_at_5={found['all'].recall_at_5:.2f}"
    )


def build(stack: contextlib.ExitStack, folder: Path, catalogue: Catalogue) -> tuple[list[engines.Engine], int]:
    """Every engine with the whole catalogue, the product's own first, and the bytes of the hot parts of its cells."""
    with timed("SQLite cells, written"):
        sqlite = f"sqlite:///{folder / 'cells.sqlite3'}"
        migrate(sqlite)
        tx = stack.enter_context(engines.cells_of(sqlite))
        hot_bytes = store(tx, catalogue)
        tx.commit()
    snapshot = folder / "jobs.cells"
    with timed("snapshot, written"):
        publish(tx, snapshot)
    contenders: list[engines.Engine] = [
        engines.Ours("Dayshift, SQLite", tx),
        engines.Ours("Dayshift, snapshot", tx, SnapshotCells(snapshot)),
    ]
    admin = stack.enter_context(cluster())
    with timed("PostgreSQL cells, written"):
        url = create_database(admin, "bench")
        migrate(url)
        of_postgres = stack.enter_context(engines.cells_of(url))
        store(of_postgres, catalogue)
        of_postgres.commit()
    contenders.append(engines.Ours("Dayshift, PostgreSQL", of_postgres))
    with timed("SQLite R*Tree, written"):
        contenders.append(engines.sqlite_rtree(folder, catalogue))
    if find_spec("duckdb") and find_spec("polars"):
        contenders += [engines.duckdb_sorted(catalogue), engines.PolarsEngine(catalogue)]
    with timed("PostgreSQL btree, written"):
        contenders.append(stack.enter_context(engines.postgres_btree(url, catalogue)))
    return contenders, hot_bytes


def measure(contenders: list[engines.Engine]) -> tuple[dict[tuple[str, str], float], bool]:
    """CPU milliseconds of a question by engine and place, and whether all answers were equal."""
    cpu: dict[tuple[str, str], float] = {}
    equal = True
    for place, zip_code in PLACES.items():
        questions = [
            ask(Wish(text, "full-time", 3, ("weekday-mornings", "weekends"), 18, "immediately", zip_code))
            for text in TEXTS
        ]
        answers, cold = zip(*(first(engine, questions) for engine in contenders), strict=True)
        equal &= all(answer == answers[0] for answer in answers)
        warm: dict[str, list[tuple[float, float]]] = {engine.name: [] for engine in contenders}
        for _ in range(ROUNDS):
            for question in questions:
                for engine in contenders:
                    warm[engine.name].append(timed_answer(engine, question)[1:])
        print(f"\n{place}: {sum(answer.total for answer in answers[0])} matches to {len(questions)} wishes")
        print(f"{'':<28}{'CPU ms':>9}{'times':>8}{'p50 ms':>9}{'p95 ms':>9}{'cold ms':>9}  answers")
        for engine, answer, cold_ms in zip(contenders, answers, cold, strict=True):
            runs = warm[engine.name]
            mean = statistics.mean(run[0] for run in runs)
            cpu[engine.name, place] = mean
            walls = sorted(run[1] for run in runs)
            times = mean / cpu[contenders[0].name, place]
            p50, p95 = walls[len(walls) // 2], walls[int(len(walls) * 0.95)]
            same = "equal" if answer == answers[0] else "DIFFERENT"
            print(f"{engine.name:<28}{mean:>9.2f}{times:>7.0f}x{p50:>9.2f}{p95:>9.2f}{cold_ms:>9.1f}  {same}")
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
