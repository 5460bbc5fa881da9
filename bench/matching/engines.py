"""Matching engines to compare: the product's cells and alternatives with SQL or data frames."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import psycopg
from sqlalchemy import create_engine

from bench.matching.catalog import Catalog
from bench.matching.question import TOP, Answer, Question, answer_of, sql
from dayshift.core.db import Tx
from dayshift.core.db.sqlite import engine_of
from dayshift.jobs.index.cells import STEPS
from dayshift.matching.matches import locate, score_near
from dayshift.matching.matches.score import PERFECT, matches_of, ranking

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Engine(Protocol):
    """Answers matching queries over the whole catalog. `cpu` returns the CPU seconds used so far."""

    name: str

    def answer(self, question: Question) -> Answer: ...

    def cpu(self) -> float: ...


class Ours:
    """The product's engine: cells and numpy."""

    def __init__(self, name: str, tx: Tx) -> None:
        self.name, self._tx = name, tx
        self.cpu = time.process_time

    def answer(self, question: Question) -> Answer:
        scores = score_near(self._tx, locate(question.search), NOW)
        percent = scores.percent[matches_of(scores)]
        best = [int(job[-12:], 16) for job in scores.jobs.ids(ranking(scores, TOP)).tolist()]
        average = int(percent.sum()) // len(percent) if len(percent) else None
        return Answer(len(percent), average, int((percent >= PERFECT).sum()), tuple(best))


class _Sql:
    """An SQL engine; `execute(statement, fits)` runs a statement."""

    def __init__(self, name: str, execute: Callable[..., list[Any]], source: Callable[[Question], str]) -> None:
        self.name, self._execute, self._source = name, execute, source
        self.options: dict[str, str] = {}
        self.cpu: Callable[[], float] = time.process_time

    def answer(self, question: Question) -> Answer:
        return answer_of(self._execute(sql(question, self._source(question), **self.options), question.fits))


def _rows(catalog: Catalog) -> Iterator[tuple[Any, ...]]:
    lat, lon = catalog.lat_steps / STEPS, catalog.lon_steps / STEPS
    bands = np.floor(lat / 0.05).astype(int)
    columns = (bands, lat, lon, catalog.occupation, catalog.pay_low, catalog.pay_high, catalog.bits)
    return zip(range(len(catalog)), *(column.tolist() for column in columns), strict=True)


_COLUMNS = (
    "id INTEGER, band INTEGER, lat DOUBLE PRECISION, lon DOUBLE PRECISION, occupation INTEGER, "
    "pay_low INTEGER, pay_high INTEGER, bits INTEGER"
)


def sqlite_rtree(folder: Path, catalog: Catalog) -> Engine:
    """SQLite with an R*Tree on the coordinates."""
    db = sqlite3.connect(folder / "rtree.sqlite3")
    db.execute(f"CREATE TABLE jobs ({_COLUMNS.replace('id INTEGER', 'id INTEGER PRIMARY KEY', 1)})")
    db.execute("CREATE VIRTUAL TABLE places USING rtree(id, south, north, west, east)")
    db.executemany("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _rows(catalog))
    db.execute("INSERT INTO places SELECT id, lat, lat, lon, lon FROM jobs")
    db.execute("CREATE TEMP TABLE fits (occupation INTEGER PRIMARY KEY, fit REAL)")
    db.commit()

    def execute(statement: str, fits: dict[int, float]) -> list[Any]:
        db.execute("DELETE FROM fits")
        db.executemany("INSERT INTO fits VALUES (?, ?)", fits.items())
        return db.execute(statement).fetchall()

    def source(question: Question) -> str:
        south, north, west, east = question.box
        within = f"p.north >= {south} AND p.south <= {north} AND p.east >= {west} AND p.west <= {east}"
        return f"(SELECT jobs.* FROM places p CROSS JOIN jobs ON jobs.id = p.id WHERE {within}) j"

    engine = _Sql("SQLite R*Tree + SQL", execute, source)
    engine.options = {"least": "min", "decimal": "REAL"}
    return engine


def duckdb_sorted(catalog: Catalog) -> Engine:
    """DuckDB with one thread, and rows sorted by band and longitude so zone maps skip most of them."""
    import duckdb  # noqa: PLC0415
    import polars  # noqa: F401, PLC0415

    db = duckdb.connect()
    db.execute("SET threads = 1")
    frame = _columns(catalog)  # noqa: F841  (DuckDB reads local variables)
    db.execute("CREATE TABLE jobs AS SELECT * FROM frame ORDER BY band, lon")

    def execute(statement: str, fits: dict[int, float]) -> list[Any]:
        values = ", ".join(f"({number}, {fit}::DOUBLE)" for number, fit in fits.items())
        return db.execute(f"WITH fits(occupation, fit) AS (VALUES {values}), {statement.strip()[5:]}").fetchall()

    engine = _Sql("DuckDB, sorted", execute, lambda question: f"(SELECT * FROM jobs WHERE {_in_box(question)}) j")
    engine.options = {"decimal": "DOUBLE"}
    return engine


class PolarsEngine:
    """Polars with one thread: expressions over a slice of latitudes, which are faster than its SQL."""

    name = "Polars"

    def __init__(self, catalog: Catalog) -> None:
        import polars as pl  # noqa: PLC0415

        self._pl, self._frame = pl, pl.DataFrame(_columns(catalog)).sort("lat")
        self.cpu = time.process_time

    def answer(self, question: Question) -> Answer:
        return _polars_answer(self._pl, self._frame, question)


def _polars_answer(pl: Any, frame: Any, question: Question) -> Answer:
    """Evaluate the scoring rules as expressions over the slice of latitudes."""
    from bench.matching.expressions import scored  # noqa: PLC0415

    south, north, west, east = question.box
    first, last = (frame["lat"].search_sorted(edge) for edge in (south, north))
    near = frame.lazy().slice(first, last - first).filter(pl.col("lon").is_between(west, east))
    matches = scored(pl, near, question).collect()
    if not len(matches):
        return Answer(0, None, 0, ())
    best = matches.sort(["exact", "points", "id"], descending=[True, True, False]).head(TOP)["id"]
    points = int(matches["percent"].sum())
    perfect = int((matches["percent"] >= PERFECT).sum())
    return Answer(len(matches), points // len(matches), perfect, tuple(best.to_list()))


@contextmanager
def postgres_btree(url: str, catalog: Catalog) -> Iterator[Engine]:
    """PostgreSQL with a covering index on band and longitude."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"CREATE UNLOGGED TABLE bench_jobs ({_COLUMNS})")
        with db.cursor().copy("COPY bench_jobs FROM STDIN") as copy:
            for row in _rows(catalog):
                copy.write_row(row)
        db.execute("CREATE INDEX ON bench_jobs (band, lon) INCLUDE (id, lat, occupation, pay_low, pay_high, bits)")
        db.execute("VACUUM ANALYZE bench_jobs")
        db.execute("CREATE TEMP TABLE fits (occupation INTEGER PRIMARY KEY, fit DOUBLE PRECISION)")
        db.execute("SET max_parallel_workers_per_gather = 0")

        def execute(statement: str, fits: dict[int, float]) -> list[Any]:
            db.execute("TRUNCATE fits")
            db.cursor().executemany("INSERT INTO fits VALUES (%s, %s)", list(fits.items()))
            return db.execute(statement).fetchall()

        def source(question: Question) -> str:
            south, north, west, east = question.box
            bands = ", ".join(str(band) for band in range(int(south // 0.05), int(north // 0.05) + 1))
            box = f"band IN ({bands}) AND lon BETWEEN {west} AND {east} AND lat BETWEEN {south} AND {north}"
            return f"(SELECT * FROM bench_jobs WHERE {box} OFFSET 0) j"

        engine = _Sql("PostgreSQL, covering btree", execute, source)
        engine.options = {"decimal": "numeric"}
        backend = db.info.backend_pid
        engine.cpu = lambda: time.process_time() + _cpu_of(backend)
        yield engine


def _cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _in_box(question: Question) -> str:
    south, north, west, east = question.box
    band = f"band BETWEEN {int(south // 0.05)} AND {int(north // 0.05)}"
    return f"{band} AND lat BETWEEN {south} AND {north} AND lon BETWEEN {west} AND {east}"


def _columns(catalog: Catalog) -> dict[str, Any]:
    lat = catalog.lat_steps / STEPS
    return {
        "id": np.arange(len(catalog), dtype=np.int32),
        "band": np.floor(lat / 0.05).astype(np.int32),
        "lat": lat,
        "lon": catalog.lon_steps / STEPS,
        "occupation": catalog.occupation.astype(np.int32),
        "pay_low": catalog.pay_low.astype(np.int32),
        "pay_high": catalog.pay_high.astype(np.int32),
        "bits": catalog.bits.astype(np.int32),
    }


@contextmanager
def cells_of(url: str) -> Iterator[Tx]:
    """Open a transaction on the product's database with the product's connection settings."""
    sqlite = url.startswith("sqlite:///")
    path = Path(url.removeprefix("sqlite:///"))
    engine = engine_of(path) if sqlite else create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.connect() as tx:
        if sqlite:
            tx.exec_driver_sql("BEGIN")
        yield tx
    engine.dispose()
