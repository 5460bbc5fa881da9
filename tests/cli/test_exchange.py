"""`dayshift exchange check`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from dayshift.cli import main


def test_check_says_whether_the_job_lists_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    run = CliRunner().invoke
    assert run(main, ["sample"]).exit_code == 0
    before = run(main, ["exchange", "check"])
    assert "public address: not set up" in before.output
    monkeypatch.setenv("DAYSHIFT_PUBLIC_URL", "https://jobs.example")
    after = run(main, ["exchange", "check"])
    assert after.exit_code == 0, after.output
    assert "sitemap: works: https://jobs.example/sitemap.xml lists" in after.output
    assert "job feed: works: https://jobs.example/feeds/jobs.xml" in after.output
    assert "public address: works" in after.output
