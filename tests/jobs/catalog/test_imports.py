"""Feed imports: reports, applied changes and damaged feeds."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

from dayshift.core.db import Database, Tx, open_database
from dayshift.core.errors import NotFound
from dayshift.jobs.catalog import (
    Feed,
    Report,
    actions,
    confirm_removal,
    count_jobs,
    import_and_record,
    import_feed,
    record_import,
)
from dayshift.jobs.catalog.actions import packed, serialize
from dayshift.jobs.catalog.models import import_locks, jobs
from dayshift.jobs.index import job_cells
from dayshift.jobs.index.cells import encode
from dayshift.jobs.index.stored import read_index

pytestmark = pytest.mark.both_engines

NOW = datetime(2026, 11, 10, tzinfo=UTC)
SAMPLES = Path(__file__).parent / "samples"
HEADER = "external_id,title,employer,zip,pay_low,pay_high\n"


ROW = {
    "external_id": "1", "title": "Line Cook", "occupation": "cook", "employer": "Diner", "category": "food",
    "description": "Cook.", "street": None, "city": "New York", "state": "NY", "zip": "10001", "lat": 40.7506,
    "lon": -73.9972, "remote": False, "pay_low": 1800, "pay_high": 2100, "pay_text": None,
    "employment_type": "full-time", "shifts": ("weekends",), "experience_years": 1, "start": None, "licence": None,
    "url": None, "posted_at": datetime(2026, 11, 1, tzinfo=UTC), "expires_at": None,
}  # fmt: skip
DIGEST = "b4a38974b882d0d93929460cefb98ee0"
"""Of `ROW`, as version 2026.11.28 computed it."""


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


def test_new_column_that_no_job_states_changes_no_job(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "feed.csv", range(10))
    run(db, path)
    before = stored(db)
    columns = (*actions._STATED, "uniform")
    monkeypatch.setattr(actions, "_STATED", columns)
    monkeypatch.setattr(actions, "_values", itemgetter(*columns))
    monkeypatch.setattr(actions, "_NOT_STATED", dict.fromkeys(columns))
    again = run(db, path, at=NOW + timedelta(days=1))
    assert (again.added, again.changed, again.unchanged, again.removed) == (0, 0, 10, 0)
    assert stored(db) == before
    digests = {serialize(ROW | {"uniform": uniform}).digest.hex() for uniform in (None, False, True)}
    assert len(digests) == 3
    assert serialize(ROW).digest.hex() == DIGEST in digests


def test_digest_of_a_job_is_that_of_earlier_versions() -> None:
    assert serialize(ROW).digest.hex() == DIGEST, "the next import of every feed would write all its jobs again"


def test_dry_run_changes_nothing(db: Database, tmp_path: Path) -> None:
    assert run(db, write(tmp_path / "feed.csv", range(5)), apply=False).added == 5
    assert stored(db) == {}


@pytest.mark.parametrize(
    ("before", "numbers", "held"),
    [
        (range(100), range(0), 100),
        (range(100), range(66), 34),
        (range(100), range(67), 0),
        (range(3), range(2), 0),
        (range(3), range(1), 2),
        (range(2), range(1), 1),
        (range(1), range(0), 1),
    ],
)
def test_more_than_a_third_or_the_last_job_stays_until_an_operator_confirms(
    db: Database, tmp_path: Path, before: range, numbers: range, held: int
) -> None:
    path = tmp_path / "feed.csv"
    run(db, write(path, before))
    new = write(path, numbers, n0="Cook").read_text() + "new,Baker,Two Spoons,10001,18,22\n"
    path.write_text(new)
    report = run(db, path)
    gone = len(before) - len(numbers)
    assert (report.held, report.removed, report.refused) == (held, 0 if held else gone, None)
    assert report.added == 1
    kept = before if held else numbers
    assert set(stored(db)) == {"new", *(str(n) for n in kept)}
    assert run(db, path, remove_many=True).held == 0
    assert set(stored(db)) == {"new", *(str(n) for n in numbers)}


def record_of(db: Database, path: Path, at: datetime, **options: Any) -> Report:
    """An import and its record, as commands and the worker make them."""
    report = run(db, path, at=at, **options)
    asyncio.run(db.write(record_import, report, at))
    return report


def test_imports_in_succession_take_no_more_than_a_third_in_a_week(db: Database, tmp_path: Path) -> None:
    """A feed that breaks slowly, a page or a third at a time, empties the catalog as surely as one that breaks once."""
    path = tmp_path / "feed.csv"
    record_of(db, write(path, range(90)), NOW)
    left = 90
    for import_ in range(1, 9):
        left = left * 2 // 3 + 1
        report = record_of(db, write(path, range(left)), NOW + timedelta(hours=6 * import_))
        assert bool(report.held) == (import_ > 1)
    assert len(stored(db)) == 61
    (tmp_path / "down.html").write_text("<html>Down</html>")
    assert record_of(db, tmp_path / "down.html", NOW + timedelta(days=3)).refused
    assert record_of(db, write(path, range(59)), NOW + timedelta(days=4)).held == 2, "a refusal begins no new week"
    assert record_of(db, write(path, range(50)), NOW + timedelta(days=7)).removed == 11
    assert record_of(db, write(path, range(45)), NOW + timedelta(days=8)).removed == 5
    assert record_of(db, write(path, range(40)), NOW + timedelta(days=9)).held == 5
    confirm(db, "feed", 5)
    assert record_of(db, path, NOW + timedelta(days=9)).removed == 5
    assert record_of(db, write(path, range(28)), NOW + timedelta(days=10)).removed == 12, "an operator knew of the rest"
    assert record_of(db, write(path, range(20)), NOW + timedelta(days=11)).held == 8
    assert record_of(db, path, NOW + timedelta(days=11), remove_many=True).removed == 8
    assert len(stored(db)) == 20


def test_a_feed_may_replace_its_jobs_and_grow(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "feed.csv"
    record_of(db, write(path, range(30)), NOW)
    for day in range(1, 5):
        report = record_of(db, write(path, range(9 * day, 30 + 9 * day)), NOW + timedelta(days=day))
        assert (report.removed, report.added, report.held) == (9, 9, 0)
    record_of(db, write(path, range(36, 156)), NOW + timedelta(days=5))
    assert record_of(db, write(path, range(36, 116)), NOW + timedelta(days=5)).removed == 40
    assert record_of(db, write(path, range(36, 115)), NOW + timedelta(days=5)).held == 1


def test_only_open_jobs_count_as_lost(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "feed.csv"
    header = "external_id,title,employer,zip,expires\n"
    path.write_text(header + "".join(f"{n},Server,Two Spoons,10001,2026-11-20\n" for n in range(9)))
    run(db, path)
    path.write_text(header + "new,Server,Two Spoons,10001,2026-12-20\n")
    assert run(db, path).held == 9
    assert run(db, path, at=NOW + timedelta(days=20)).held == 0
    assert set(stored(db)) == {"new"}


def confirm(db: Database, source: str, held: int) -> None:
    asyncio.run(db.write(confirm_removal, source, held))


def test_a_confirmation_is_for_as_many_jobs_as_the_operator_saw(db: Database, tmp_path: Path) -> None:
    path = write(tmp_path / "feed.csv", range(10))

    def import_and_record() -> Report:
        report = run(db, path)
        asyncio.run(db.write(record_import, report, NOW))
        return report

    import_and_record()
    write(path, range(5))
    assert import_and_record().held == 5
    for wrong in (("feed", 4), ("feed", 6), ("other", 5), ("feed", 0)):
        with pytest.raises(NotFound):
            confirm(db, *wrong)
    confirm(db, "feed", 5)
    write(path, range(3))
    assert import_and_record().held == 7, "the feed lacks more jobs than were confirmed"
    confirm(db, "feed", 7)
    write(path, range(4))
    assert (import_and_record().removed, len(stored(db))) == (6, 4)
    write(path, range(1))
    assert import_and_record().held == 3, "a confirmation holds for one import"


EMPTY = {
    "maintenance.html": (
        b"<!DOCTYPE html><title>Down for\n works</title><h1>Back",
        "an HTML page titled 'Down",
    ),
    "organization.html": (
        b'<html><script type="application/ld+json">{"@type": "Organization", "name": "A"}</script></html>',
        "an HTML page without a title, and no jobs",
    ),
    "s3.xml": (b"<?xml version='1.0'?>\n<Error><Code>NoSuchKey</Code></Error>", "an S3 error NoSuchKey"),
    "rss.xml": (b"<rss><channel><item><title>Job</title></item><item/></channel></rss>", "an RSS feed with 2 items"),
    "atom.xml": (b'<feed xmlns="http://www.w3.org/2005/Atom"><entry></entry></feed>', "an Atom feed with 1 entry"),
    "vacancies.xml": (
        b"<vacancies><position/></vacancies>",
        "XML with the root element <vacancies>",
    ),
    "jobs.json": (b'{"jobs": []}', "a JSON object with the keys jobs"),
    "status.json": (b'{"status": 404, "error": "gone"}', "a JSON object with the keys status, error"),
    "list.json": (b"[]", "an empty JSON list"),
    "nothing.csv": (b"", "an empty file"),
    "words.txt": (b"Service unavailable", "text that begins with 'Service unavailable'"),
}
"""What a server may send instead of a feed, and what the report calls it."""


@pytest.mark.parametrize("name", EMPTY)
def test_what_is_no_feed_is_refused_and_named(db: Database, tmp_path: Path, name: str) -> None:
    run(db, write(tmp_path / "feed.csv", range(3)))
    before = stored(db)
    data, what = EMPTY[name]
    (tmp_path / name).write_bytes(data)
    report = run(db, tmp_path / name)
    assert report.refused is not None
    assert report.refused.startswith(what)
    assert report.incomplete
    assert run(db, tmp_path / name, remove_many=True).refused == report.refused
    assert stored(db) == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.xml", b"<source><publisher>Shop</publisher></source>"),
        ("empty.csv", HEADER.encode()),
        ("empty.json", b'{"jobs": [], "meta": {"total": 0}}'),
    ],
)
def test_a_feed_that_lists_no_job_removes_none_without_a_confirmation(
    db: Database, tmp_path: Path, name: str, data: bytes
) -> None:
    run(db, write(tmp_path / "feed.csv", range(3)))
    (tmp_path / name).write_bytes(data)
    report = run(db, tmp_path / name)
    assert (report.held, report.removed, report.refused) == (3, 0, None)
    assert len(stored(db)) == 3
    assert run(db, tmp_path / name, remove_many=True).removed == 3


@pytest.mark.parametrize(
    "damage", [lambda data: data[: len(data) // 2], lambda data: data.replace(b"Cook", b"C\xf6\xf6k")]
)
def test_damaged_feed_changes_nothing(db: Database, tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes((SAMPLES / "indeed.xml").read_bytes())
    assert run(db, path).added == 4
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
    path.write_text(path.read_text().replace("\n7,Server,Two Spoons,10008,18,22", "\n7,Server,Two Spoons,00000,18,22"))
    report = run(db, path)
    assert dict(report.quarantined) == {"unknown_place": 1}
    assert (report.listed[0].line, report.listed[0].external_id) == (9, "7")
    assert (report.unchanged, report.removed) == (29, 0)
    assert stored(db) == before


def test_duplicate_id_is_quarantined(db: Database) -> None:
    report = run(db, SAMPLES / "indeed.xml")
    assert report.quarantined["duplicate_id"] == 1
    assert (report.added, report.expired) == (4, 1)
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


def test_two_imports_at_one_moment_do_not_each_remove_a_third(
    db: Database, database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Each would remove some jobs that the other keeps, and see the week before it."""
    first = Feed(write(tmp_path / "all.csv", range(100)), "feed")
    asyncio.run(import_and_record(db, first))
    feeds = [Feed(write(tmp_path / f"{at}.csv", range(at, at + 70)), "feed") for at in (0, 30)]
    other = open_database(database_url) if database_url.startswith("postgresql") else db  # SQLite has one process.
    if other is not db:
        request.addfinalizer(other.close)

    async def both() -> list[Report]:
        return await asyncio.gather(import_and_record(db, feeds[0]), import_and_record(other, feeds[1]))

    reports = asyncio.run(both())
    assert sorted(report.removed for report in reports) == [0, 30]
    assert sorted(report.held for report in reports) == [0, 30]


def test_an_import_that_crashed_keeps_nobody_waiting_for_long(db: Database, tmp_path: Path) -> None:
    feed = Feed(write(tmp_path / "all.csv", range(3)), "feed")
    row = {"source": "feed", "holder": "crashed", "until": datetime.now(UTC) - timedelta(seconds=1)}
    asyncio.run(db.write(lambda tx: tx.execute(import_locks.insert(), row)))
    assert asyncio.run(asyncio.wait_for(import_and_record(db, feed), 20)).added == 3
