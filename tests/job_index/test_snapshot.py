"""The snapshot: the same answers as the database, whatever has changed since it was written."""

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
from dayshift.job_index import SnapshotCells
from dayshift.job_index.snapshot import is_due, publish
from dayshift.job_index.stored import STORED
from dayshift.jobs import find_jobs
from dayshift.jobs.actions import replace_source
from dayshift.jobs.models import jobs
from dayshift.matching import JobSearch, Matches, View, find_matches
from dayshift.occupations import EMPLOYMENT_TYPES, SHIFTS, STARTS, locate_zip, understand
from dayshift.settings import Settings
from tests.jobs.test_catalogue import row
from tests.matching.cases import Near, slow_percent
from tests.onboarding.test_onboarding import load_jobs, onboard
from tests.people import Person

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SEARCH = JobSearch("server", "full-time", 3, ("weekday-mornings", "weekends"), 20, "within-1-week", "10001")
WHOLE = View(limit=1000)


def catalogue(seed: int, size: int = 120) -> list[dict[str, Any]]:
    """Jobs within some forty miles of New York; anything may be unstated, some are remote, some expire."""
    choose = random.Random(seed)
    return [job(choose, str(number)) for number in range(size)]


def job(choose: random.Random, name: str) -> dict[str, Any]:
    low = choose.choice([None, choose.randint(1200, 3000)])
    return row(
        name,
        lat=round(40.75 + choose.uniform(-0.6, 0.6), 4),
        lon=round(-74 + choose.uniform(-0.6, 0.6), 4),
        occupation=choose.choice(["server", "bartender", "line-cook", None]),
        pay_low=low,
        pay_high=low and low + choose.randint(0, 900),
        employment_type=choose.choice([None, *EMPLOYMENT_TYPES]),
        shifts=choose.choice([None, choose.sample(SHIFTS, choose.randint(1, 4))]),
        experience_years=choose.choice([None, 0, 1, 3, 6]),
        start=choose.choice([None, *STARTS]),
        remote=choose.random() < 0.1,
        expires_at=choose.choice([None, None, NOW, NOW + timedelta(days=1)]),
        licence="Food handler card" if int(name.removeprefix("new ")) % 3 == 0 else None,
    )


def both(tx: Tx, cells: SnapshotCells, now: datetime = NOW) -> Matches:
    """The answer, which is the same from the snapshot and from the database."""
    found = find_matches(tx, SEARCH, now, WHOLE, cells=cells)
    assert found == find_matches(tx, SEARCH, now, WHOLE, cells=STORED)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_answers_are_those_of_the_database_and_of_a_slow_oracle(tx: Tx, tmp_path: Path, seed: int) -> None:
    replace_source(tx, "feed", catalogue(seed), NOW)
    publish(tx, tmp_path / "cells")
    cells = SnapshotCells(tmp_path / "cells")
    assert score_by_id(both(tx, cells)) == oracle(tx)
    changed = [*catalogue(seed)[:100], *(job(random.Random(seed), f"new {n}") for n in range(30))]
    replace_source(tx, "feed", changed, NOW)
    assert score_by_id(both(tx, cells)) == oracle(tx)
    both(tx, cells, NOW + timedelta(days=2))


def score_by_id(found: Matches) -> dict[str, int]:
    return {match.job.id: match.score for match in found.matches}


def oracle(tx: Tx) -> dict[str, int]:
    """Every open job within reach, scored by the rules one at a time in plain Python."""
    fits = {fit.occupation: fit.fit for fit in understand(SEARCH.text)}
    centre = locate_zip(SEARCH.zip_code)
    assert centre is not None
    scores = {}
    for one in find_jobs(tx, tx.execute(jobs.select()).scalars().all()).values():
        if one.expires_at is not None and one.expires_at <= NOW:
            continue
        miles = 0.0 if one.remote else miles_between(centre.lat, centre.lon, one.lat or 0, one.lon or 0)
        percent = slow_percent(SEARCH, Near(one, miles), fits)
        if miles <= SEARCH.radius_miles and percent >= 60:
            scores[one.id] = percent
    return scores


def miles_between(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    phi, psi = radians(lat), radians(other_lat)
    chord = sin((psi - phi) / 2) ** 2 + cos(phi) * cos(psi) * sin(radians(other_lon - lon) / 2) ** 2
    return 2 * 3958.7613 * asin(sqrt(chord))


def test_without_a_file_or_with_a_broken_one_the_database_answers(tx: Tx, tmp_path: Path) -> None:
    replace_source(tx, "feed", catalogue(1), NOW)
    cells = SnapshotCells(tmp_path / "cells")
    assert both(tx, cells).total_matches
    (tmp_path / "cells").write_bytes(b"something else that is no snapshot at all")
    assert both(tx, cells).total_matches


def test_a_file_cut_at_any_place_is_not_read(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    replace_source(tx, "feed", catalogue(1, 12), NOW)
    publish(tx, path)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        assert is_due(tx, path), end
    path.write_bytes(whole[: len(whole) // 2])
    assert both(tx, SnapshotCells(path)).total_matches
    directory = int.from_bytes(whole[24:32], "little")
    for at in (*range(8), *range(24, len(whole))):
        if at < 40 or at >= directory:
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
            assert is_due(tx, path), at
    path.write_bytes(whole + b"\0")
    assert is_due(tx, path)


def test_a_full_disk_leaves_the_old_file(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    replace_source(tx, "feed", catalogue(1), NOW)
    publish(tx, path)
    before = path.read_bytes()
    replace_source(tx, "feed", catalogue(2), NOW)
    (tmp_path / "cells.new").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        publish(tx, path)
    assert path.read_bytes() == before
    assert both(tx, SnapshotCells(path)).total_matches
    assert publish(tx, path)
    assert path.read_bytes() != before


def test_a_new_file_takes_the_place_of_the_old_one(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    assert not is_due(tx, path)
    replace_source(tx, "feed", catalogue(1), NOW)
    assert is_due(tx, path)
    publish(tx, path)
    assert not is_due(tx, path)
    cells = SnapshotCells(path)
    before = both(tx, cells)
    replace_source(tx, "feed", catalogue(2), NOW)
    assert is_due(tx, path)
    publish(tx, path)
    assert both(tx, cells) != before
    assert sorted(file.name for file in tmp_path.glob("cells*")) == ["cells", "cells.lock"]


def test_a_database_that_was_set_back_is_not_answered_from_its_future(tx: Tx, tmp_path: Path) -> None:
    path = tmp_path / "cells"
    replace_source(tx, "feed", catalogue(1), NOW)
    with tx.begin_nested() as later:
        replace_source(tx, "feed", catalogue(2), NOW)
        publish(tx, path)
        later.rollback()
    assert is_due(tx, path)
    both(tx, SnapshotCells(path))


def _totals(url: str, path: Path, ready: Any, totals: Any) -> None:
    """Another process: its answers before and after a new job."""
    engine = create_engine(url)
    cells = SnapshotCells(path)
    for _ in range(2):
        with engine.connect() as tx:
            totals.put(both(tx, cells).total_matches)
        ready.wait(30)


def test_processes_share_the_file_and_see_new_jobs_with_their_commit(sqlite_template: Path, tmp_path: Path) -> None:
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


def test_a_server_with_a_snapshot_answers_the_same(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"jobs_snapshot": True}))
    with TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        assert client.portal is not None
        load_jobs(client)
        person = Person.register(client, "maya@example.com")
        onboard(person)
        plain = person.get("/api/matches")
        client.portal.call(app.state.services.db.read, publish, settings.snapshot_file)
        assert person.get("/api/matches") == plain
        assert plain["totalMatches"] > 3
