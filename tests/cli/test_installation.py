"""Every command needs an installation with its own schema, unless it creates one or needs none."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, literal_column, select
from sqlalchemy.exc import OperationalError
from typer.main import get_command
from typer.testing import CliRunner

from dayshift.cli import main, run
from dayshift.cli.common import read, write
from dayshift.core.clock import now
from dayshift.core.ids import new_id
from dayshift.scheduling import active_coaches
from dayshift.scheduling.models import bookings, coaches
from dayshift.tables import newest

CREATE = {"serve", "demo", "sample", "migrate", "restore"}
NEED_NONE = {"openapi", "score", "plans check", "wish", "privacy rules", "settings"}
OLDER_TOO = {"backup"}
"""A backup is made before an upgrade."""
WAITS = {"worker"}
"""For a server that migrates the database."""

VALUES = {"owner": "a@b.example", "email": "a@b.example", "until": "2030-01-01", "level": "x=none"}
READ = {"path", "file"}
"""Parameters that name a file that exists."""
WRITTEN = {"backup folder", "export-user path"}


def commands(command: Any, *names: str) -> Iterator[tuple[str, Any]]:
    """Every command, with its full name."""
    if inside := getattr(command, "commands", None):
        for name, inner in inside.items():
            yield from commands(inner, *names, name)
    else:
        yield " ".join(names), command


ALL = dict(commands(get_command(main)))
NEEDING = sorted(ALL.keys() - CREATE - NEED_NONE)
REFUSING = [(name, "9999") for name in [*NEEDING, "migrate", "sample", "demo"]] + [
    (name, "0001") for name in NEEDING if name not in OLDER_TOO | WAITS
]


def arguments(name: str, folder: Path) -> list[str]:
    """The shortest valid call of a command."""
    file = folder / "file"
    file.write_text("")
    found = name.split()
    for one in ALL[name].params:
        value = VALUES.get(one.name, "1")
        if f"{name} {one.name}" in WRITTEN:
            value = str(folder / "new")
        elif one.name in READ:
            value = str(file)
        if one.required or f"{name} {one.name}" == "privacy hold add person":
            found += [value] if one.param_type_name == "argument" else [one.opts[0], value]
    return found


Invoke = Callable[[str], tuple[Any, str]]


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Invoke:
    """Run a command in an empty folder; return its exit code, and what it wrote to the standard error."""
    monkeypatch.delenv("DAYSHIFT_DATA_DIR", raising=False)
    monkeypatch.setenv("DAYSHIFT_LANGUAGE_MODEL_URL", "openai+http://127.0.0.1:1/v1?model=x")
    monkeypatch.chdir(tmp_path)

    def invoked(name: str) -> tuple[Any, str]:
        monkeypatch.setattr("sys.argv", ["dayshift", *arguments(name, tmp_path)])
        with pytest.raises(SystemExit) as stop:
            run()
        code = stop.value.code
        written = capsys.readouterr().err + (code if isinstance(code, str) else "")
        return (1 if isinstance(code, str) else code), written

    return invoked


def test_exceptions_are_commands() -> None:
    assert ALL.keys() >= CREATE | NEED_NONE | OLDER_TOO | WAITS


@pytest.mark.parametrize("name", NEEDING)
def test_command_without_an_installation_says_so_and_leaves_nothing(name: str, tmp_path: Path, invoke: Invoke) -> None:
    code, written = invoke(name)
    assert code == (2 if name == "doctor" else 1), written
    assert written.startswith("dayshift: ")
    assert "there is no installation in var: DAYSHIFT_DATA_DIR names its folder" in written
    assert len(written.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(("name", "version"), REFUSING)
def test_command_refuses_another_schema(
    name: str, version: str, tmp_path: Path, sqlite_template: Path, invoke: Invoke
) -> None:
    (tmp_path / "var").mkdir()
    path = Path(shutil.copy(sqlite_template, tmp_path / "var" / "dayshift.sqlite3"))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = ?", (version,))
        before = list(db.iterdump())
    code, written = invoke(name)
    assert code == (2 if name == "doctor" else 1), written
    [message] = [line for line in written.splitlines() if line.startswith("dayshift: ")]
    assert f"the database has schema {version}, and this version of the program " in message
    assert newest() in message
    with closing(sqlite3.connect(path)) as db:
        assert list(db.iterdump()) == before


@pytest.mark.parametrize("name", sorted({*NEEDING, *CREATE, "settings"} - {"restore"}))
def test_missing_extra_is_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "dayshift.core.db.postgresql", raising=False)
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    monkeypatch.setattr("sys.argv", ["dayshift", *arguments(name, tmp_path)])
    with pytest.raises(SystemExit) as ended:
        run()
    written = "".join(capsys.readouterr())
    shown = written if isinstance(ended.value.code, int) else f"{written}{ended.value.code}"
    assert "DAYSHIFT_DATABASE_URL needs the extra 'postgresql': pip install 'dayshift[postgresql]'" in shown
    assert "Traceback" not in shown


def test_settings_say_what_is_missing_and_create_nothing(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DAYSHIFT_DATA_DIR", raising=False)
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(main, ["settings"])
    assert shown.exit_code == 0, shown.output
    assert "The data folder var does not exist yet" in shown.output
    assert "There is no database yet" in shown.output
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "var").mkdir()
    path = Path(shutil.copy(sqlite_template, tmp_path / "var" / "dayshift.sqlite3"))
    for version, code, words in (("9999", 1, "has schema 9999"), ("0001", 0, "next start of a server upgrades it")):
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE alembic_version SET version_num = ?", (version,))
        shown = CliRunner().invoke(main, ["settings"])
        assert (shown.exit_code, words in shown.output) == (code, True), shown.output


@pytest.mark.parametrize("name", sorted(ALL))
def test_help_shows_everything_in_square_brackets(name: str) -> None:
    command = ALL[name]
    shown = CliRunner().invoke(main, [*name.split(), "--help"], env={"COLUMNS": "200"}).output
    texts = [command.callback.__doc__, *(getattr(one, "help", None) or "" for one in command.params)]
    bracketed = re.findall(r"\[[^\]]*\]+", "\n".join(texts))
    assert [one for one in bracketed if " ".join(one.split()) not in " ".join(shown.split())] == []


COACH = """
[[coach]]
name = "Ana Ruiz"
email = "{}@coaches.example"
zone = "UTC"
hours = {{ mon = ["09:00-12:00"] }}
"""


def test_coaches_are_retired_only_after_a_confirmation(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    shutil.copy(sqlite_template, tmp_path / "dayshift.sqlite3")
    file = tmp_path / "coaches.toml"

    def imported(text: str, *options: str) -> tuple[int, str]:
        file.write_text(text)
        done = CliRunner().invoke(main, ["coaches", "import", str(file), *options])
        return done.exit_code, done.output + str(done.exception)

    assert imported(COACH.format("ana") + COACH.format("sam"))[0] == 0
    booking = {
        "id": new_id(), "state": "booked", "starts_at": now() + timedelta(days=1), "ends_at": now() + timedelta(days=1),
        "zone": "UTC", "name": "Maya Torres", "email": "maya@example.com", "sequence": 0, "source": "own",
        "created_at": now(),
    }  # fmt: skip
    of_sam = select(coaches.c.id).where(coaches.c.email == "sam@coaches.example")
    write(lambda tx: tx.execute(bookings.insert(), booking | {"coach_id": tx.execute(of_sam).scalar_one()}))

    for text, reason in (
        (COACH.format("ana").replace("[[coach]]", "[[coaches]]"), "unknown: coaches"),
        (COACH.format("ana") + "[extra]\n", "unknown: extra"),
        (COACH.format("ana") + "phone = 1\n", "phone: Extra inputs"),
        ("", "no table [[coach]]"),
        ("coach = []", "no table [[coach]]"),
        (COACH.format("ana").replace("[[coach]]", "[coach]"), "no table [[coach]]"),
        (COACH.format("ana").replace('["09:00-12:00"]', "[]"), "hours name no time"),
    ):
        code, shown = imported(text, "--yes")
        assert (code, reason in shown) == (1, True), shown
    code, shown = imported(COACH.format("ana"))
    assert code == 1
    assert "Ana Ruiz (sam@coaches.example) is not in the file and can no longer be booked." in shown
    assert "UTC, Maya Torres (maya@example.com)" in shown
    assert len(read(active_coaches)) == 2
    assert imported(COACH.format("ana"), "--yes")[0] == 0
    assert [coach.email for coach in read(active_coaches)] == ["ana@coaches.example"]


def test_imports_name_what_is_unknown_and_change_nothing_for_an_empty_file(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    shutil.copy(sqlite_template, tmp_path / "dayshift.sqlite3")
    file = tmp_path / "file.csv"
    jobs = "external_id,title,employer"
    for command, text, code, words in (
        ("users import", "", 1, "the columns: email, first_name, last_name (or name)"),
        ("users import", "email,first_name,last_name,phon\na@b.example,A,B,1\n", 0, "columns that are not used: phon"),
        ("jobs import", "", 1, "REFUSED, nothing was changed"),
        (
            "jobs import",
            f"{jobs},pay_mni\n1,Cook,Diner,9\n",
            0,
            "'pay_mni': the header has these columns, which are unk",
        ),
        ("privacy rules", "", 1, "rule: Field required"),
        ("privacy rules", "rule = []\n", 1, "rule: List should have at least 1 item"),
        ("privacy rules", "[[rules]]\nid = 'x'\n", 1, "rules: Extra inputs"),
    ):
        file.write_text(text)
        monkeypatch.setenv("DAYSHIFT_LEGAL_RULES", str(file) if command == "privacy rules" else "")
        done = CliRunner().invoke(main, [*command.split(), *([str(file)] if "import" in command else [])])
        shown = done.output + str(done.exception)
        assert (done.exit_code, words in shown) == (code, True), shown


def test_what_commands_write_is_hidden_from_other_accounts(tmp_path: Path) -> None:
    command = [Path(sys.executable).with_name("dayshift"), "migrate"]
    data = tmp_path / "data"
    environment = {**os.environ, "DAYSHIFT_DATA_DIR": str(data), "DAYSHIFT_DATABASE_URL": ""}
    subprocess.run(command, env=environment, check=True, capture_output=True, umask=0)
    made = [data, *data.rglob("*")]
    assert len(made) > 1
    assert [path for path in made if path.stat().st_mode & 0o007] == []


def test_database_that_cannot_be_opened_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dayshift.sqlite3").mkdir()
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", "")
    monkeypatch.setattr("sys.argv", ["dayshift", "employers", "list"])
    with pytest.raises(SystemExit, match=r"^dayshift: the database: .*Is the disk full"):
        run()


def test_fault_of_a_statement_is_not_told_as_one_of_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        with create_engine("sqlite://").connect() as connection:
            connection.execute(select(literal_column("nowhere")))

    monkeypatch.setattr("dayshift.cli.main", fail)
    with pytest.raises(OperationalError, match="nowhere"):
        run()
