"""The command line starts quickly and lists every command with its own help text."""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.cli.common import write
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers.claims import Claim, request_claim
from dayshift.hiring.employers.queries import members_by_email

COMMANDS = [
    "serve",
    "worker",
    "migrate",
    "openapi",
    "demo",
    "sample",
    "settings",
    "doctor",
    "backup",
    "restore",
    "tasks",
    "operators",
    "users",
    "erase-user",
    "export-user",
    "employers",
    "jobs",
    "wish",
    "coaches",
    "calls",
    "scores",
    "score",
    "plans",
]


def test_help_does_not_import_heavy_modules() -> None:
    program = """if True:
        import sys
        from dayshift.cli import main
        try:
            main(["--help"])
        except SystemExit:
            print(sorted({"fastapi", "sqlalchemy", "numpy", "httpx2"} & sys.modules.keys()))
    """
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"


def test_wish_imports_no_database_and_no_http() -> None:
    check = """if True:
        import sys
        from dayshift.cli import main
        try:
            main(["wish", "line cook"])
        except SystemExit as stop:
            print(stop.code)
            print(sorted({"fastapi", "sqlalchemy", "structlog", "zipcodes"} & sys.modules.keys()))
    """
    result = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("1.00  Line Cook\n")
    assert result.stdout.endswith("\n0\n[]\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_command_list_uses_each_commands_help_text(name: str) -> None:
    listed = CliRunner().invoke(main, ["--help"], env={"COLUMNS": "200"})
    [line] = [line for line in listed.output.splitlines() if line.startswith(f"  {name} ")]
    shown = CliRunner().invoke(main, [name, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0, shown.output
    assert line.strip().removeprefix(name).strip().removesuffix("...") in " ".join(shown.output.split())


def test_wish_prints_text_and_json() -> None:
    def run_wish(*arguments: str) -> str:
        return CliRunner().invoke(main, ["wish", *arguments]).stdout

    parsed = json.loads(run_wish("Mesera near 10001, $18, evenings", "--json"))
    assert parsed["titles"][0] == {"title": "Server", "score": 1.0}
    assert (parsed["pay"]["hourlyRate"], parsed["place"]["zip"]) == (18.0, "10001")
    assert "1.00  Server" in run_wish("waitress")
    assert json.loads(run_wish("quantum astronaut", "--json"))["titles"] == []
    assert run_wish("quantum astronaut") == "No work that is known.\n"


def test_import_prints_nothing_but_json_and_fails_unless_all_is_imported(sqlite_template: Path, tmp_path: Path) -> None:
    shutil.copy(sqlite_template, tmp_path / "dayshift.sqlite3")
    feed = tmp_path / "feed.csv"

    def run(*arguments: str) -> tuple[int, Any]:
        done = CliRunner().invoke(main, ["jobs", *arguments, "--json"], env={"DAYSHIFT_DATA_DIR": str(tmp_path)})
        return done.exit_code, json.loads(done.stdout)

    jobs = "".join(f"{n},Cook,Two Spoons,10001\n" for n in range(3))
    feed.write_text(f"external_id,title,employer,zip\n{jobs}")
    code, report = run("import", str(feed))
    assert (code, report["added"], report["held"]) == (0, 3, 0)
    feed.write_text("external_id,title,employer,zip\n")
    code, report = run("import", str(feed))
    assert (code, report["removed"], report["held"]) == (1, 0, 3)
    code, listed = run("imports")
    assert (code, listed[0]["source"], listed[0]["held"]) == (1, "feed.csv", 3)
    confirmed = CliRunner().invoke(main, ["jobs", "confirm", "feed.csv", "3"], env={"DAYSHIFT_DATA_DIR": str(tmp_path)})
    assert confirmed.exit_code == 0, confirmed.output
    code, report = run("import", str(feed))
    assert (code, report["removed"]) == (0, 3)
    feed.write_text("<html><title>Maintenance</title></html>")
    code, report = run("import", str(feed))
    assert code == 1
    assert report["refused"].startswith("an HTML page titled 'Maintenance'")
    feed.unlink()
    code, report = run("import", str(feed))
    assert (code, report["refused"]) == (1, f"there is no {feed}")
    run("import", "no such file.csv")
    code, listed = run("imports")
    assert [(one["source"], one["refused"]) for one in listed] == [("feed.csv", f"there is no {feed}")]
    unset = CliRunner().invoke(main, ["jobs", "import", " "])
    assert (unset.exit_code, "name a file" in unset.output) == (2, True)
    unknown = CliRunner().invoke(main, ["jobs", "import", "x", "--kind", "pdf"])
    assert (unknown.exit_code, unknown.exception.__class__) == (2, SystemExit)


def test_candidate_questions_are_escaped_for_the_terminal(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(sqlite_template, tmp_path / "dayshift.sqlite3")
    monkeypatch.setattr("dayshift.job_pages.open_questions", lambda _tx, _most: [QUESTION])
    shown = CliRunner().invoke(main, ["jobs", "questions"], env={"DAYSHIFT_DATA_DIR": str(tmp_path)})
    assert shown.exit_code == 0, shown.output
    assert len(shown.stdout.splitlines()) == 1
    assert r"Is it paid?\x1b[2J\n2026 forged" in shown.stdout


QUESTION = SimpleNamespace(
    asked_at=datetime(2026, 3, 2, tzinfo=UTC),
    title="Cook",
    employer="Diner",
    job_id="one",
    question="Is it paid?\x1b[2J\n2026 forged",
)


def test_employers_are_added_with_an_invited_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    run = CliRunner().invoke
    assert run(main, ["migrate"]).exit_code == 0
    added = run(main, ["employers", "add", "Two Spoons Diner", "--owner", "Ana@Spoons.example"])
    assert added.exit_code == 0, added.output
    assert "ana@spoons.example gets an invitation" in added.output
    again = run(main, ["employers", "add", "Night Bakery", "--owner", "ana@spoons.example"])
    assert again.exit_code == 0, "one person may own several employers"
    twice = run(main, ["employers", "add", "two spoons  DINER", "--owner", "ana@spoons.example"])
    assert (twice.exit_code, "there already" in twice.output) == (1, True), twice.output
    for wrong in (["--owner", "nobody"], ["--owner", "b@c.example", "--zone", "Mars"]):
        assert run(main, ["employers", "add", "Blue Cafe", *wrong]).exit_code == 1
    listed = run(main, ["employers", "list"]).output
    assert "Two Spoons Diner" in listed
    assert "Blue Cafe" not in listed  # Nothing of a refused employer stays.
    for email in ("ana@spoons.example", "nobody@spoons.example"):  # Invited, and unknown.
        refused = run(main, ["employers", "reset-second-factor", email])
        assert refused.exit_code == 1
    database = tmp_path / "dayshift.sqlite3"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE members SET state = 'active', totp_secret = x'00', totp_confirmed_at = invited_at")
    which = run(main, ["employers", "reset-second-factor", "Ana@spoons.example"])
    assert which.exit_code == 1, "of which employer?"
    employer = re.findall(r"(\S+) \(Two Spoons Diner\)", which.output)[0]
    done = run(main, ["employers", "reset-second-factor", "Ana@spoons.example", "--employer", employer])
    assert done.exit_code == 0, done.output
    with closing(sqlite3.connect(database)) as connection:
        kept = connection.execute("SELECT employer_id FROM members WHERE totp_secret IS NULL").fetchall()
        assert kept == [(employer,)]
        acts = connection.execute("SELECT actor, client FROM audit_entries WHERE action = 'member.second_factor_reset'")
        assert acts.fetchall() == [("operator", "command")]


def test_operators_help_employers_that_nobody_can_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    run = CliRunner().invoke
    assert run(main, ["migrate"]).exit_code == 0
    assert run(main, ["employers", "add", "Two Spoons Diner", "--owner", "ana@spoons.example"]).exit_code == 0
    for arguments, output in (
        (["invite", "Two Spoons Diner", "Ana@spoons.example"], "gets a new invitation"),
        (["owner", "Two Spoons Diner", "ben@spoons.example", "--name", "Ben Cole"], "gets an invitation"),
    ):
        done = run(main, ["employers", *arguments])
        assert (done.exit_code, output in done.output) == (0, True), done.output
    for arguments in (["invite", "Two Spoons Diner", "eve@spoons.example"], ["close", "Nobody's Diner", "--yes"]):
        assert run(main, ["employers", *arguments]).exit_code == 1
    assert run(main, ["employers", "close", "Two Spoons Diner"], input="n\n").exit_code == 1
    assert "(closed)" not in run(main, ["employers", "list"]).output
    assert run(main, ["employers", "close", "Two Spoons Diner", "--yes"]).exit_code == 0
    assert "(closed)" in run(main, ["employers", "list"]).output
    assert run(main, ["employers", "owner", "Two Spoons Diner", "ana@spoons.example"]).exit_code == 1
    with closing(sqlite3.connect(tmp_path / "dayshift.sqlite3")) as connection:
        acts = connection.execute("SELECT action, actor, client FROM audit_entries ORDER BY id").fetchall()
    assert acts == [
        (action, "operator", "command")
        for action in ("employer.added", "member.invited", "employer.owner_added", "employer.closed")
    ]


def test_records_are_merged_only_with_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    run = CliRunner().invoke
    assert run(main, ["migrate"]).exit_code == 0
    for name in ("Two Spoons Diner", "TWO SPOONS diner", "Night Bakery"):
        assert run(main, ["employers", "add", name, "--owner", "ana@spoons.example", "--another"]).exit_code == 0
    merge = ["employers", "merge", "TWO SPOONS diner", "Two Spoons Diner"]
    for arguments, why in (
        (merge, "no active owner"),
        (["employers", "merge", "Night Bakery", "Two Spoons Diner"], "an owner of one of them has to give it"),
        (["employers", "merge", "Blue Cafe", "Two Spoons Diner"], "0 employers are called Blue Cafe"),
    ):
        refused = run(main, [*arguments, "--yes"])
        assert (refused.exit_code, why in refused.output) == (1, True), refused.output
    with closing(sqlite3.connect(tmp_path / "dayshift.sqlite3")) as connection, connection:
        connection.execute("UPDATE members SET state = 'active'")
    shown = run(main, merge)
    assert "1 people are members of both" in shown.output
    assert "Nothing was changed." in shown.output
    assert "(closed)" not in run(main, ["employers", "list"]).output
    done = run(main, [*merge, "--yes"])
    assert (done.exit_code, "Merged." in done.output) == (0, True), done.output
    assert "TWO SPOONS diner  America/New_York  0 active (closed)" in run(main, ["employers", "list"]).output
    with closing(sqlite3.connect(tmp_path / "dayshift.sqlite3")) as connection:
        acts = connection.execute("SELECT actor, client FROM audit_entries WHERE action = 'employer.merged'").fetchall()
    assert acts == [("operator", "command")] * 2


def test_operators_list_approve_and_reject_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    run = CliRunner().invoke
    assert run(main, ["sample"]).exit_code == 0
    assert run(main, ["employers", "add", "Low Tide Tavern", "--owner", "ana@tavern.example"]).exit_code == 0
    assert "No claim waits" in run(main, ["employers", "claims"]).output

    def ask(tx: Tx) -> Claim:
        [owner] = members_by_email(tx, "ana@tavern.example")
        assert owner is not None
        return request_claim(tx, owner, "lowtidetavern.example", None, now())

    first = write(ask)
    listed = run(main, ["employers", "claims"]).output
    assert f"{first.id}  " in listed
    assert "Low Tide Tavern asks for jobs of low tide tavern at lowtidetavern.example" in listed
    assert run(main, ["employers", "reject", first.id]).output == "Rejected.\n"
    assert run(main, ["employers", "approve", first.id]).exit_code == 1
    approved = run(main, ["employers", "approve", write(ask).id])
    assert re.fullmatch(r"Approved: [1-9]\d* jobs can now be applied for\.\n", approved.output)
    with closing(sqlite3.connect(tmp_path / "dayshift.sqlite3")) as connection:
        log = connection.execute("SELECT actor, client, details FROM audit_entries WHERE action = 'claim.decided'")
        decided = [(actor, client, json.loads(details)["approved"]) for actor, client, details in log]
    assert decided == [("operator", "command", False), ("operator", "command", True)]


def test_export_of_levels_is_in_the_audit_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    run = CliRunner().invoke
    assert run(main, ["migrate"]).exit_code == 0
    exported = run(main, ["scores", "export"])
    assert exported.exit_code == 0, exported.output
    with closing(sqlite3.connect(tmp_path / "dayshift.sqlite3")) as connection:
        log = connection.execute("SELECT actor, client, details FROM audit_entries WHERE action = 'scores.exported'")
        assert log.fetchall() == [("operator", "command", '{"answers":0}')]
