"""Feed imports: reports, applied changes and damaged feeds."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

from dayshift.core.db import Database, Tx, open_database
from dayshift.job_index import job_cells
from dayshift.job_index.cells import encode
from dayshift.job_index.stored import read_index
from dayshift.jobs import Feed, Report, count_jobs, import_feed
from dayshift.jobs.actions import packed
from dayshift.jobs.models import jobs

NOW = datetime(2026, 11, 10, tzinfo=UTC)
SAMPLES = Path(__file__).parent / "samples"
HEADER = "external_id,title,employer,zip,pay_low,pay_high\n"


@pytest.fixture
def db(database_url: str) -> Iterator[Database]:
    db = open_database(database_url)
    yield db
    db.close()


def run(db: Database, path: Path, *, at: datetime = NOW, **options: Any) -> Report:
    return asyncio.run(import_feed(db, Feed(path, "feed", employer="Parcel"), at, **options))


def write(path: Path, numbers: range, **changed: str) -> Path:
    lines = [f"{n},{changed.get(f'n{n}', 'Server')},Two Spoons,{10001 + n % 30:05},18,22\n" for n in numbers]
    path.write_text(HEADER + "".join(lines))
    return path


def stored(db: Database) -> dict[str, tuple[Any, ...]]:
    def read(tx: Tx) -> dict[str, tuple[Any, ...]]:
        assert_cells_agree(tx)
        return {row.external_id: tuple(row) for row in tx.execute(select(jobs))}

    return asyncio.run(db.read(read))


def assert_cells_agree(tx: Tx) -> None:
    """Assert that the cells match the rows exactly."""
    numbers = {name: number for number, name in enumerate(read_index(tx).occupations)}
    by_cell: dict[int, list[Any]] = {}
    for row in tx.execute(select(jobs)).mappings():
        by_cell.setdefault(row["cell"], []).append(row)
    for cell in tx.execute(select(job_cells)):
        rows = by_cell.pop(cell.cell, [])
        table = {column.name: [row[column.name] for row in rows] for column in jobs.c}
        (expected,) = encode(packed(table, numbers), np.zeros(len(rows), dtype=np.intp), 1)
        assert (bytes(cell.hot), bytes(cell.cold), cell.first_expiry) == expected
    assert by_cell == {}


def test_report_counts_changes(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "feed.csv"
    first = run(db, write(path, range(100)))
    assert (first.read, first.added, first.changed, first.unchanged, first.removed) == (100, 100, 0, 0, 0)
    before = stored(db)
    again = run(db, path, at=NOW + timedelta(days=1))
    assert (again.added, again.changed, again.unchanged, again.removed) == (0, 0, 100, 0)
    assert stored(db) == before
    later = run(db, write(path, range(10, 105), n20="Line Cook"))
    assert (later.added, later.changed, later.unchanged, later.removed) == (5, 1, 89, 10)
    after = stored(db)
    assert set(after) == {str(n) for n in range(10, 105)}
    assert after["20"][0] == before["20"][0], "a changed job keeps its ID"
    assert {key: row for key, row in after.items() if key in before and key != "20"} == {
        key: row for key, row in before.items() if key in after and key != "20"
    }


def test_dry_run_changes_nothing(db: Database, tmp_path: Path) -> None:
    assert run(db, write(tmp_path / "feed.csv", range(5)), apply=False).added == 5
    assert stored(db) == {}


@pytest.mark.parametrize("numbers", [range(0), range(70)])
def test_feed_that_removes_too_many_jobs_is_rejected(db: Database, tmp_path: Path, numbers: range) -> None:
    path = tmp_path / "feed.csv"
    run(db, write(path, range(100)))
    before = stored(db)
    report = run(db, write(path, numbers))
    assert report.refused == f"it would remove {100 - len(numbers)} of 100 jobs"
    assert stored(db) == before
    assert run(db, path, remove_many=True).refused is None
    assert set(stored(db)) == {str(n) for n in numbers}


@pytest.mark.parametrize(
    "damage", [lambda data: data[: len(data) // 2], lambda data: data.replace(b"Cook", b"C\xf6\xf6k")]
)
def test_damaged_feed_changes_nothing(db: Database, tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes((SAMPLES / "indeed.xml").read_bytes())
    assert run(db, path).added == 3
    before = stored(db)
    path.write_bytes(damage(path.read_bytes()))
    report = run(db, path)
    assert report.refused is not None
    assert "line" in report.refused
    assert stored(db) == before


def test_quarantined_posting_keeps_its_stored_job(db: Database, tmp_path: Path) -> None:
    path = write(tmp_path / "feed.csv", range(30))
    run(db, path)
    before = stored(db)
    path.write_text(
        path.read_text().replace("\n7,Server,Two Spoons,10008,18,22", "\n7,Server,Two Spoons,10008,18,2200")
    )
    report = run(db, path)
    assert dict(report.quarantined) == {"absurd_pay": 1}
    assert (report.listed[0].line, report.listed[0].external_id) == (9, "7")
    assert (report.unchanged, report.removed) == (29, 0)
    assert stored(db) == before


def test_duplicate_id_is_quarantined(db: Database) -> None:
    report = run(db, SAMPLES / "indeed.xml")
    assert report.quarantined["duplicate_id"] == 1
    assert (report.added, report.expired) == (3, 1)
    assert dict(report.assumed) == {"year": 1}


@pytest.mark.parametrize("name", ["greenhouse.json", "lever.json", "ashby.json", "hr_open.json", "pages", "own.csv"])
def test_every_feed_format_is_imported_idempotently(db: Database, name: str) -> None:
    first = run(db, SAMPLES / name)
    assert first.refused is None
    assert first.added == len(stored(db)) > 0
    second = run(db, SAMPLES / name)
    assert (second.added, second.changed, second.unchanged, second.removed) == (0, 0, first.added, 0)


def test_paged_import_keeps_cells_consistent(db: Database, tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    path = tmp_path / "feed.csv"
    assert run(db, write(path, range(4500))).added == 4500
    titles = {f"n{n}": "Line Cook" for n in random.choice(4500, 900, replace=False)}
    report = run(db, write(path, range(300, 4700), **titles))
    assert (report.added, report.removed) == (200, 300)
    stored(db)
    assert asyncio.run(db.read(count_jobs, NOW)) == 4400
