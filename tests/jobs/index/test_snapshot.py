"""The snapshot gives the same results as the database, whatever has changed since it was written."""

import multiprocessing
import random
import shutil
from datetime import UTC, datetime, timedelta
from math import asin, cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.db import Tx
from dayshift.jobs.catalog import find_jobs
from dayshift.jobs.catalog.actions import replace_source
from dayshift.jobs.catalog.models import jobs
from dayshift.jobs.index import SnapshotCells
from dayshift.jobs.index.snapshot import is_due, publish
from dayshift.jobs.index.stored import STORED
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, SHIFTS, STARTS, locate_zip, understand
from dayshift.matching.matches import JobSearch, Matches, View, find_matches
from dayshift.settings import Settings
from tests.jobs.catalog.test_catalogue import row
from tests.matching.matches.cases import Near, slow_percent
from tests.matching.onboarding.test_onboarding import load_jobs, onboard
from tests.people import Person

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SEARCH = JobSearch("server", "full-time", 3, ("weekday-mornings", "weekends"), 20, "within-1-week", "10001")
FULL_VIEW = View(limit=1000)


def catalogue(seed: int, size: int = 120) -> list[dict[str, Any]]:
    """Returns jobs within about forty miles of New York. Fields may be missing, some jobs are remote, some expire."""
    rng = random.Random(seed)
    return [job(rng, str(number)) for number in range(size)]


def job(rng: random.Random, name: str) -> dict[str, Any]:
    low = rng.choice([None, rng.randint(1200, 3000)])
    remote = rng.random() < 0.1
    return row(
        name,
        state=None if remote else "NY",
        lat=round(40.75 + rng.uniform(-0.6, 0.6), 4),
        lon=round(-74 + rng.uniform(-0.6, 0.6), 4),
        occupation=rng.choice(["server", "bartender", "line-cook", None]),
        pay_low=low,
        pay_high=low and low + rng.randint(0, 900),
        employment_type=rng.choice([None, *EMPLOYMENT_TYPES]),
        shifts=rng.choice([None, rng.sample(SHIFTS, rng.randint(1, 4))]),
        experience_years=rng.choice([None, 0, 1, 3, 6]),
        start=rng.choice([None, *STARTS]),
        remote=remote,
        expires_at=rng.choice([None, None, NOW, NOW + timedelta(days=1)]),
        licence="Food handler card" if int(name.removeprefix("new ")) % 3 == 0 else None,
    )


def matches_of_both(tx: Tx, cells: SnapshotCells, now: datetime = NOW) -> Matches:
    """Returns the matches after checking that the snapshot and the database agree."""
    found = find_matches(tx, SEARCH, now, FULL_VIEW, cells=cells)
    assert found == find_matches(tx, SEARCH, now, FULL_VIEW, cells=STORED)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_snapshot_agrees_with_database_and_reference_scorer(tx: Tx, tmp_path: Path, seed: int) -> None:
    replace_source(tx, "feed", catalogue(seed), NOW)
    publish(tx, tmp_path / "cells")
    cells = SnapshotCells(tmp_path / "cells")
    assert score_by_id(matches_of_both(tx, cells)) == oracle(tx)
    changed = [*catalogue(seed)[:100], *(job(random.Random(seed), f"new {n}") for n in range(30))]
    replace_source(tx, "feed", changed, NOW)
    assert score_by_id(matches_of_both(tx, cells)) == oracle(tx)
    matches_of_both(tx, cells, NOW + timedelta(days=2))


def score_by_id(found: Matches) -> dict[str, int]:
    return {match.job.id: match.score for match in found.matches}


def oracle(tx: Tx) -> dict[str, int]:
    """Returns the score of every open job within reach, computed with the reference scorer."""
    fits = {fit.occupation: fit.fit for fit in understand(SEARCH.text)}
    centre = locate_zip(SEARCH.zip_code)
    assert centre is not None
    scores = {}
    for candidate in find_jobs(tx, tx.execute(jobs.select()).scalars().all()).values():
        if candidate.expires_at is not None and candidate.expires_at <= NOW:
            continue
        miles = (
            0.0 if candidate.remote else miles_between(centre.lat, centre.lon, candidate.lat or 0, candidate.lon or 0)
        )
        percent = slow_percent(SEARCH, Near(candidate, miles), fits)
        if miles <= SEARCH.radius_miles and percent >= 60:
            scores[candidate.id] = percent
    return scores


def miles_between(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    phi, psi = radians(lat), radians(other_lat)
    chord = sin((psi - phi) / 2) ** 2 + cos(phi) * cos(psi) * sin(radians(other_lon - lon) / 2) ** 2
    return 2 * 3958.7613 * asin(sqrt(chord))


def test_missing_or_damaged_snapshot_falls_back_to_database(tx: Tx, tmp_path: Path) -> None:
    replace_source(tx, "feed", catalogue(1), NOW)
    cells = SnapshotCells(tmp_path / "cells")
    assert matches_of_both(tx, cells).total_matches
    (tmp_path / "cells").write_bytes(b"something else that is no snapshot at all")
    assert matches_of_both(tx, cells).total_matches


def test_truncated_or_corrupted_snapshot_is_not_used(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    replace_source(tx, "feed", catalogue(1, 12), NOW)
    publish(tx, path)
    original = path.read_bytes()
    for end in range(len(original)):
        path.write_bytes(original[:end])
        assert is_due(tx, path), end
    path.write_bytes(original[: len(original) // 2])
    assert matches_of_both(tx, SnapshotCells(path)).total_matches
    directory = int.from_bytes(original[24:32], "little")
    for at in (*range(8), *range(24, len(original))):
        if at < 40 or at >= directory:
            path.write_bytes(original[:at] + bytes([original[at] ^ 0x10]) + original[at + 1 :])
            assert is_due(tx, path), at
    path.write_bytes(original + b"\0")
    assert is_due(tx, path)


def test_full_disk_keeps_the_old_snapshot(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    replace_source(tx, "feed", catalogue(1), NOW)
    publish(tx, path)
    before = path.read_bytes()
    replace_source(tx, "feed", catalogue(2), NOW)
    (tmp_path / "cells.new").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        publish(tx, path)
    assert path.read_bytes() == before
    assert matches_of_both(tx, SnapshotCells(path)).total_matches
    assert publish(tx, path)
    assert path.read_bytes() != before


def test_new_snapshot_replaces_the_old_one(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    assert not is_due(tx, path)
    replace_source(tx, "feed", catalogue(1), NOW)
    assert is_due(tx, path)
    publish(tx, path)
    assert not is_due(tx, path)
    cells = SnapshotCells(path)
    before = matches_of_both(tx, cells)
    replace_source(tx, "feed", catalogue(2), NOW)
    assert is_due(tx, path)
    publish(tx, path)
    assert matches_of_both(tx, cells) != before
    assert sorted(file.name for file in tmp_path.glob("cells*")) == ["cells", "cells.lock"]


def test_snapshot_newer_than_database_is_not_used(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    replace_source(tx, "feed", catalogue(1), NOW)
    with tx.begin_nested() as later:
        replace_source(tx, "feed", catalogue(2), NOW)
        publish(tx, path)
        later.rollback()
    assert is_due(tx, path)
    matches_of_both(tx, SnapshotCells(path))


def _totals(url: str, path: Path, ready: Any, totals: Any) -> None:
    """Runs in another process: reports totals before and after a new job."""
    engine = create_engine(url)
    cells = SnapshotCells(path)
    for _ in range(2):
        with engine.connect() as tx:
            totals.put(matches_of_both(tx, cells).total_matches)
        ready.wait(30)


def test_processes_share_snapshot_and_see_committed_jobs(sqlite_template: Path, tmp_path: Path) -> None:
    database, path = tmp_path / "shared.sqlite3", tmp_path / "cells"
    shutil.copy(sqlite_template, database)
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as tx:
        replace_source(tx, "feed", catalogue(1), NOW)
        publish(tx, path)
    context = multiprocessing.get_context("spawn")
    ready, totals = context.Event(), context.Queue()
    other = context.Process(target=_totals, args=(f"sqlite:///{database}", path, ready, totals))
    other.start()
    before = totals.get(timeout=60)
    with engine.begin() as tx:
        new = row("x", occupation="server", pay_low=2500, pay_high=2500, lat=40.75, lon=-74.0)
        replace_source(tx, "feed", [*catalogue(1), new], NOW)
    ready.set()
    assert totals.get(timeout=60) == before + 1
    other.join(60)
    assert other.exitcode == 0
    engine.dispose()


def test_server_with_snapshot_returns_same_matches(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"jobs_snapshot": True}))
    with TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        assert client.portal is not None
        load_jobs(client)
        person = Person.register(client, "maya@example.com")
        onboard(person)
        from_database = person.get("/api/matches")
        client.portal.call(app.state.services.db.read, publish, settings.snapshot_file)
        assert person.get("/api/matches") == from_database
        assert from_database["totalMatches"] > 3
