"""`dayshift exchange check`."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from typer.testing import CliRunner

from dayshift.cli import main


class Refusing(BaseHTTPRequestHandler):
    """Refuses every request for want of a key."""

    def do_GET(self) -> None:
        self.send_error(401)

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def refusing() -> Iterator[str]:
    """The address of a feed that replies 401."""
    server = HTTPServer(("127.0.0.1", 0), Refusing)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/jobs.xml"
    server.shutdown()
    server.server_close()


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


def test_check_tells_what_people_correct_from_connections_that_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusing: str
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path / "data"))
    run = CliRunner().invoke
    jobs = tmp_path / "jobs.csv"
    text = "external_id,title,employer,city,state,zip,url\n1,Server,Diner,New York,NY,10027,https://diner.example/1\n"
    jobs.write_text(text, "utf-8")
    assert run(main, ["sample"]).exit_code == 0
    imported = run(main, ["jobs", "import", str(jobs), "--name", "diner"])
    assert imported.exit_code == 0, imported.output
    found = run(main, ["exchange", "check"])
    assert "feed diner: works: 1 jobs were read at" in found.output
    assert "feed diner: needs somebody: open jobs have no end date: 1" in found.output
    assert found.exit_code == 3
    assert run(main, ["jobs", "import", refusing, "--name", "diner"]).exit_code == 1
    found = run(main, ["exchange", "check"])
    assert "feed diner: does not work: the import at" in found.output
    assert "it could not be fetched: 401 Unauthorized" in found.output
    assert found.exit_code == 1
