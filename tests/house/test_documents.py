"""Documentation matches the code."""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy import text as sql
from typer.main import get_command

from dayshift.app import contract
from dayshift.cli import main
from dayshift.core.errors import AppError
from dayshift.exchange.employer_api import employer_contract
from dayshift.settings import MUST, SHOULD, Settings
from dayshift.tables import check, migrate, newest
from scripts.write_settings_example import TEXTS

ROOT = Path(__file__).parents[2]


def table_rows(text: str, heading: str) -> dict[str, list[str]]:
    """Returns the rows of the first table under `heading`, keyed by their first cell without backticks."""
    lines = text.split(heading, 1)[1].splitlines()[1:]
    end = next((n for n, line in enumerate(lines) if line.startswith("#")), len(lines))
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:end] if line.startswith("|")]
    return {row[0].strip("`"): row[1:] for row in cells[2:]}


def test_settings_page_and_examples_are_up_to_date() -> None:
    for path, text in TEXTS.items():
        assert path.read_text("utf-8") == text, f"{path.name}: run 'make api'"


def test_settings_page_lists_every_setting_in_its_group() -> None:
    text = (ROOT / "docs/settings.md").read_text("utf-8")
    groups = {group: set(table_rows(text, f"## Settings that {group} be set")) for group in ("must", "should", "may")}
    assert groups["must"] == {f"DAYSHIFT_{name.upper()}" for name in MUST}
    assert groups["should"] == {f"DAYSHIFT_{name.upper()}" for name in SHOULD}
    assert set().union(*groups.values()) == {f"DAYSHIFT_{name.upper()}" for name in Settings.model_fields}


def all_errors(kind: type[AppError] = AppError) -> set[type[AppError]]:
    return {sub for direct in kind.__subclasses__() for sub in {direct, *all_errors(direct)}}


def test_error_codes_are_documented_and_unique() -> None:
    contract()  # Builds every route, and so imports what raises errors.
    employer_contract()
    own_errors = {kind for kind in all_errors() if kind.__module__.startswith("dayshift.")}
    codes = [kind.code for kind in own_errors]
    assert len(codes) == len(set(codes))
    rows = table_rows((ROOT / "docs/api.md").read_text(), "## Error codes")
    assert rows == {kind.code: [str(kind.status), (kind.__doc__ or "").splitlines()[0]] for kind in own_errors}


def test_routes_are_documented() -> None:
    documented = table_rows((ROOT / "docs/api.md").read_text(), "## Routes")
    routes = {
        f"{method.upper()} {path}": [call["description"].splitlines()[0]]
        for path, calls in contract()["paths"].items()
        for method, call in calls.items()
    }
    assert documented == routes


def test_published_contract_is_up_to_date() -> None:
    assert json.loads((ROOT / "web/openapi.json").read_text()) == contract(), "run 'make api'"


def test_error_responses_in_contract_use_the_error_body() -> None:
    for path, calls in contract()["paths"].items():
        for method, call in calls.items():
            for status, answer in call["responses"].items():
                if int(status) >= 400:
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorBody"}, (method, path, status)


def test_migrations_create_the_tables_of_the_code(database_url: str) -> None:
    migrate(database_url)
    check(database_url)


def test_newest_migration_has_the_highest_number(database_url: str) -> None:
    migrate(database_url)
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.connect() as connection:
        assert connection.scalar(sql("SELECT version_num FROM alembic_version")) == newest()
    engine.dispose()


def test_architecture_document_lists_every_package() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    packages = {path.parent.name for path in ROOT.glob("dayshift/*/__init__.py")}
    assert {package for package in packages if not re.search(rf"^\s*{package}/", text, re.MULTILINE)} == set()


def test_architecture_document_lists_the_folders_of_the_app_and_the_repository() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    folders = {name.split("/")[0] for name in names if "/" in name and not name.startswith(".")} - {"docs"}
    parts = {
        name.split("/")[2]
        for name in names
        if re.match(r"dayshift/(?:hiring|interviews|matching|jobs|knowledge)/\w+/", name)
    }
    layers = {"/".join(name.split("/")[1:3]) for name in names if re.match(r"web/src/\w+/", name)} - {"src/api"}
    missing = [name for name in folders | parts | layers if not re.search(rf"(?:^|\s){name}/", text)]
    assert sorted(missing) == []
    [features] = re.findall(r"src/features/([^/]+)\n +src/desk/", text)
    found = {name.split("/")[3] for name in names if re.match(r"web/src/features/\w+/", name)}
    assert features.split() == sorted(found)


def test_architecture_lists_the_packages_in_the_order_of_the_import_rules() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract.get("containers") == ["dayshift"]]
    listed = re.search(
        r"Packages import only packages below them: ([^.]+)\.", (ROOT / "docs/architecture.md").read_text()
    )
    assert listed is not None
    assert re.split(r",\s+", listed[1]) == layers


def test_recipes_name_files_and_names_that_exist() -> None:
    recipes = (ROOT / "CONTRIBUTING.md").read_text().split("## Recipes", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in recipes.splitlines() if line.startswith(("| a ", "| an "))]
    assert len(rows) == 11
    for row in rows:
        quoted = re.findall(r"`([^`]+)`", row)
        paths = [ROOT / one for one in quoted if "/" in one]
        assert [path for path in paths if not path.exists()] == [], row
        text = "".join(path.read_text("utf-8") for path in paths if path.is_file())
        names = [one for one in quoted if one.isidentifier() and one != "web"]
        assert [name for name in names if name not in text] == [], row


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")]


def _commands() -> dict[tuple[str, ...], set[str]]:
    """The options of every command of the command line, by its words, such as ("jobs", "import")."""
    found: dict[tuple[str, ...], set[str]] = {}

    def walk(group: Any, words: tuple[str, ...]) -> None:
        for name, command in getattr(group, "commands", {}).items():
            options = (option for one in command.params for option in (*one.opts, *one.secondary_opts))
            found[*words, name] = {"--help", *options}
            walk(command, (*words, name))

    top = get_command(main)
    found[()] = {"--help", *(option for one in top.params for option in one.opts)}
    walk(top, ())
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_settings_in_documents_exist(page: Path) -> None:
    known, text = _commands(), page.read_text("utf-8")
    settings = {f"DAYSHIFT_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"`(DAYSHIFT_\w+)", text)) <= settings
    for line in re.findall(r"`dayshift ([^`]+)`|(?:^ *|&& )dayshift (.+)$", text, re.MULTILINE):
        words = tuple("".join(line).split())
        depth = next((n for n, word in enumerate(words) if words[: n + 1] not in known), len(words))
        command, rest = words[:depth], words[depth:]
        is_group = any(len(one) > depth and one[:depth] == command for one in known)
        assert not (is_group and rest and re.fullmatch(r"[a-z-]+", rest[0]) and not rest[0].startswith("-")), line
        assert {word for word in rest if re.fullmatch(r"--[a-z-]+", word)} <= known[command], line
