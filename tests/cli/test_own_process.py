"""Every command runs in a process of its own, which has loaded only what the command line itself loads."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_installation import ALL

ELSEWHERE = {"serve", "worker", "demo"}
"""Run as processes by the tests of faults and of the first day."""

RUNNER = """if True:
    import json, os, sys, traceback
    import alembic, fastapi, numpy, pydantic, sqlalchemy, structlog  # Slow to load, and not what is tested.
    from dayshift.cli import run
    assert not [name for name in sys.modules if name.startswith("dayshift.") and not name.startswith("dayshift.cli")]
    for line in sys.stdin:
        arguments = json.loads(line)
        pid = os.fork()
        if pid == 0:
            out = os.open("output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1), os.dup2(out, 2)
            sys.argv, code = ["dayshift", *arguments], 0
            try:
                run()
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
                if isinstance(stop.code, str):
                    print(stop.code)
            except BaseException:
                traceback.print_exc()
                code = 70
            sys.stdout.flush()
            os._exit(code)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""

TWO = ["NIGHT bakery", "Night Bakery"]
HOLD = ["--reason", "Case 7", "--until", "2090-01-01", "--by", "Jo"]
STEPS: list[tuple[str, list[str], int]] = [
    ("migrate", [], 0),
    ("settings", [], 1),
    ("openapi", ["api.json"], 0),
    ("sample", [], 0),
    ("jobs sample", [], 0),
    ("jobs import", ["jobs.csv"], 0),
    ("jobs imports", [], 0),
    ("jobs confirm", ["jobs.csv", "1"], 1),
    ("jobs questions", [], 0),
    ("coaches sample", [], 0),
    ("coaches import", ["coaches.toml", "--yes"], 1),
    ("coaches links", [], 0),
    ("users import", ["people.csv"], 0),
    ("operators add", ["maya@example.com"], 1),
    ("operators remove", ["maya@example.com"], 0),
    ("operators list", [], 0),
    ("employers add", ["Night Bakery", "--owner", "ana@spoons.example"], 0),
    ("employers add", ["NIGHT bakery", "--owner", "ben@spoons.example", "--another"], 0),
    ("employers invite", ["Night Bakery", "ana@spoons.example"], 0),
    ("employers owner", ["Night Bakery", "eva@spoons.example"], 0),
    ("employers list", [], 0),
    ("employers report", [], 0),
    ("employers claims", [], 0),
    ("employers approve", ["1"], 1),
    ("employers reject", ["1"], 1),
    ("employers optional-sign-on", ["Night Bakery"], 1),
    ("employers reset-second-factor", ["ana@spoons.example"], 1),
    ("employers merge", TWO, 0),
    ("employers merge", [*TWO, "--yes"], 0),
    ("employers close", ["Night Bakery", "--yes"], 0),
    ("exchange check", [], 3),
    ("accommodations list", [], 0),
    ("accommodations answer", ["1", "--reply", "Yes"], 1),
    ("calls live", [], 0),
    ("calls link", ["1", "--name", "Jo Lee"], 2),
    ("scores queue", [], 0),
    ("scores show", ["1"], 1),
    ("scores settle", ["1", "--by", "Jo Lee", "--level", "x=none"], 1),
    ("scores audit", [], 1),
    ("scores export", [], 0),
    ("scores agreement", [], 0),
    ("scores cost", [], 0),
    ("score", ["answers.jsonl"], 0),
    ("plans check", [], 0),
    ("model exam", [], 1),
    ("wish", ["line cook"], 0),
    ("tasks list", [], 0),
    ("tasks retry", ["all"], 0),
    ("tasks drop", ["1"], 1),
    ("keys rotate", [], 0),
    ("keys reseal", [], 0),
    ("keys discard", ["--yes"], 0),
    ("export-user", ["maya@example.com", "copy.zip"], 0),
    ("privacy rules", [], 0),
    ("privacy hold add", [*HOLD, "--person", "maya@example.com"], 0),
    ("privacy hold list", [], 0),
    ("privacy hold rows", ["1"], 1),
    ("privacy hold rows", ["1", "--to", "rows.jsonl"], 1),
    ("privacy hold end", ["1", "--by", "Jo"], 1),
    ("privacy status", [], 0),
    ("erase-user", ["noah@example.com"], 0),
    ("audit list", [], 0),
    ("audit verify", [], 0),
    ("doctor", [], 0),
    ("backup", ["backups"], 0),
    ("move", ["sqlite:///moved.sqlite3"], 0),
    ("restore", ["{backup}", "--check"], 0),
]  # fmt: skip

FILES = {
    "jobs.csv": "external_id,title,employer,zip\n1,Cook,Two Spoons,10001\n",
    "people.csv": "email,first_name,last_name\nmaya@example.com,Maya,Torres\nnoah@example.com,Noah,Kim\n",
    "coaches.toml": "",
    "answers.jsonl": "",
}


def test_every_command_is_run() -> None:
    assert {name for name, _, _ in STEPS} | ELSEWHERE == ALL.keys()


class Commands:
    """Runs commands in processes of their own, in an empty directory."""

    def __init__(self, directory: Path) -> None:
        plain = {name: value for name, value in os.environ.items() if not name.startswith("DAYSHIFT_")}
        self.directory = directory
        self._runner = subprocess.Popen(
            [sys.executable, "-c", RUNNER], cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**plain, "DAYSHIFT_DATA_DIR": "data", "DAYSHIFT_VIDEO_URL": "https://key@video.example"},
        )  # fmt: skip

    def run(self, *arguments: str) -> tuple[int, str]:
        """Return the exit code and the output of a command."""
        assert self._runner.stdin
        assert self._runner.stdout
        self._runner.stdin.write(f"{json.dumps(arguments)}\n")
        self._runner.stdin.flush()
        code = int(self._runner.stdout.readline())
        return code, (self.directory / "output").read_text()

    def change(self, statement: str, *values: str) -> None:
        """Change the database."""
        with closing(sqlite3.connect(self.directory / "data" / "dayshift.sqlite3")) as connection, connection:
            connection.execute(statement, values)

    def close(self) -> None:
        """End the process that starts them."""
        with self._runner:
            assert self._runner.stdin
            self._runner.stdin.close()


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Commands]:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    with closing(Commands(tmp_path)) as running:
        yield running


@pytest.mark.slow
def test_commands_run_in_their_own_process(commands: Commands) -> None:
    found = []
    for name, arguments, expected in STEPS:
        if name == "employers merge":
            commands.change("UPDATE members SET state = 'active'")
        backups = [path.parent for path in (commands.directory / "backups").glob("*/backup.json")]
        given = [str(backups[0]) if one == "{backup}" else one for one in arguments]
        code, output = commands.run(*name.split(), *given)
        if code != expected or "Traceback" in output:
            found.append(f"{name}: {code}, {output[-400:]}")
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_rows_of_a_hold_are_listed_exported_and_deleted_with_it(commands: Commands) -> None:
    commands.run("migrate")
    commands.run("users", "import", "people.csv")
    hold = commands.run("privacy", "hold", "add", *HOLD, "--person", "maya@example.com")[1].strip()
    commands.change(
        "INSERT INTO held_rows (id, user_id, source, content, removed_at)"
        " SELECT ?, id, 'notes', ?, ? FROM users WHERE email = 'maya@example.com'",
        "row-1", '{"text": "Speaks too fast."}', "2089-01-02 10:00:00.000000",
    )  # fmt: skip
    code, listed = commands.run("privacy", "hold", "rows", hold)
    assert code == 0
    assert "2089-01-02 10:00 notes of person " in listed
    assert "1 rows are kept" in listed
    assert "Speaks too fast." not in listed
    assert commands.run("privacy", "hold", "rows", hold, "--to", "rows.jsonl", "--by", "Jo")[0] == 0
    file = commands.directory / "rows.jsonl"
    [row] = map(json.loads, file.read_text().splitlines())
    assert (row["source"], row["content"]) == ("notes", {"text": "Speaks too fast."})
    assert file.stat().st_mode & 0o777 == 0o600
    assert commands.run("privacy", "hold", "rows", hold, "--to", "rows.jsonl", "--by", "Jo")[0] == 1  # It exists.
    assert '"rows":1' in commands.run("audit", "list")[1].replace(" ", "")
    assert commands.run("privacy", "hold", "end", hold, "--by", "Jo")[0] == 0
    assert "0 rows are kept" in commands.run("privacy", "hold", "rows", hold)[1]
