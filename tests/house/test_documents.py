"""Documentation that can be checked is checked."""

import json
import re
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy import text as sql

from dayshift.app import contract
from dayshift.core.errors import AppError
from dayshift.settings import Settings
from dayshift.tables import check, migrate, newest
from scripts.write_settings_example import TARGET, example

ROOT = Path(__file__).parents[2]


def table_rows(text: str, heading: str) -> dict[str, list[str]]:
    """The rows of the first table under `heading`, by their first cell without its backticks."""
    lines = text.split(heading, 1)[1].splitlines()[1:]
    until = next((n for n, line in enumerate(lines) if line.startswith("#")), len(lines))
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:until] if line.startswith("|")]
    return {row[0].strip("`"): row[1:] for row in cells[2:]}


def test_the_readme_lists_every_setting_with_its_default() -> None:
    rows = table_rows((ROOT / "README.md").read_text(), "## Settings")
    fields = {f"DAYSHIFT_{name.upper()}": field for name, field in Settings.model_fields.items()}
    assert set(rows) == set(fields)
    for name, field in fields.items():
        shown = (
            ""
            if field.default == ""
            else f"`{str(field.default).lower() if isinstance(field.default, bool) else field.default}`"
        )
        assert rows[name] == [shown, field.description], name


def test_the_settings_example_lists_every_setting() -> None:
    assert TARGET.read_text("utf-8") == example(), "run 'make api'"


def every_error(kind: type[AppError] = AppError) -> set[type[AppError]]:
    return {sub for direct in kind.__subclasses__() for sub in {direct, *every_error(direct)}}


def test_every_error_code_is_documented_and_unique() -> None:
    contract()  # imports every room
    ours = {kind for kind in every_error() if kind.__module__.startswith("dayshift.")}
    codes = [kind.code for kind in ours]
    assert len(codes) == len(set(codes))
    rows = table_rows((ROOT / "docs/api.md").read_text(), "## Error codes")
    assert rows == {kind.code: [str(kind.status), (kind.__doc__ or "").splitlines()[0]] for kind in ours}


def test_every_route_is_documented() -> None:
    documented = table_rows((ROOT / "docs/api.md").read_text(), "## Routes")
    routes = {
        f"{method.upper()} {path}": [call["description"].splitlines()[0]]
        for path, calls in contract()["paths"].items()
        for method, call in calls.items()
    }
    assert documented == routes


def test_the_published_contract_is_the_servers() -> None:
    assert json.loads((ROOT / "web/openapi.json").read_text()) == contract(), "run 'make api'"


def test_every_error_answer_in_the_contract_has_the_one_body() -> None:
    for path, calls in contract()["paths"].items():
        for method, call in calls.items():
            for status, answer in call["responses"].items():
                if int(status) >= 400:
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorBody"}, (method, path, status)


def test_the_migrations_make_the_tables_of_the_code(database_url: str) -> None:
    migrate(database_url)
    check(database_url)


def test_the_newest_migration_is_the_one_with_the_highest_name(database_url: str) -> None:
    migrate(database_url)
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.connect() as connection:
        assert connection.scalar(sql("SELECT version_num FROM alembic_version")) == newest()
    engine.dispose()


def test_the_map_names_every_room() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    rooms = {path.parent.name for path in ROOT.glob("dayshift/*/__init__.py")}
    assert {room for room in rooms if not re.search(rf"^\s*{room}/", text, re.MULTILINE)} == set()
