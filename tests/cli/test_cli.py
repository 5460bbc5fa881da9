"""The command line says what there is at once, and says of each command what the command says of itself."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from dayshift.cli import main

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
    "jobs",
    "wish",
    "coaches",
    "calls",
    "scores",
    "score",
    "plans",
]


def test_help_does_not_load_the_product() -> None:
    program = """if True:
        import sys
        from dayshift.cli import main
        try:
            main(["--help"])
        except SystemExit:
            print(sorted({"fastapi", "sqlalchemy", "numpy", "httpx2"} & sys.modules.keys()))
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_listed_in_its_own_words(name: str) -> None:
    listed = CliRunner().invoke(main, ["--help"], env={"COLUMNS": "200"})
    [line] = [line for line in listed.output.splitlines() if line.startswith(f"\u2502 {name} ")]
    shown = CliRunner().invoke(main, [name, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0, shown.output
    assert line.strip("\u2502 ").removeprefix(name).strip() in " ".join(shown.output.split())


def test_what_is_understood_of_a_wish_is_said_to_people_and_to_programs() -> None:
    def said(*arguments: str) -> str:
        return CliRunner().invoke(main, ["wish", *arguments]).stdout

    reading = json.loads(said("Mesera near 10001, $18, evenings", "--json"))
    assert reading["titles"][0] == {"title": "Server", "score": 1.0}
    assert (reading["pay"]["hourlyRate"], reading["place"]["zip"]) == (18.0, "10001")
    assert "1.00  Server" in said("waitress")
    assert json.loads(said("quantum astronaut", "--json"))["titles"] == []
    assert said("quantum astronaut") == "No work that is known.\n"


def test_questions_of_candidates_cannot_control_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
