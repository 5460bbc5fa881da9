"""`dayshift exchange check`."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.cli.common import with_database
from dayshift.core.db import Database
from dayshift.job_pages import Sitemap


def test_check_says_whether_the_job_lists_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    run = CliRunner().invoke
    assert run(main, ["sample"]).exit_code == 0
    before = run(main, ["exchange", "check"])
    assert before.exit_code == 1
    assert "sitemap: does not work" in before.output
    assert "public address: not set up" in before.output

    async def make(db: Database) -> None:
        await asyncio.wait_for(Sitemap(db, "https://jobs.example").make(), 60)

    with_database(make)
    monkeypatch.setenv("DAYSHIFT_PUBLIC_URL", "https://jobs.example")
    after = run(main, ["exchange", "check"])
    assert after.exit_code == 0, after.output
    assert "sitemap: works: https://jobs.example/sitemap.xml lists" in after.output
    assert "job feed: works: https://jobs.example/feeds/jobs.xml" in after.output
    assert "public address: works" in after.output
