"""A copy of a person's data leaves out nothing by mistake: every table is exported or listed with a reason."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Column, ForeignKey, LargeBinary, MetaData, String, Table

from dayshift.core.db import metadata
from dayshift.privacy import inventory
from dayshift.tables import import_all

SCHEMA = Path(__file__).parents[2] / "docs/export.schema.json"
SECRET = re.compile(r"hash|token$|secret|password|(^|_)key(_|$)|room_|manifest")
PERSON = re.compile(r"^(user|interview|application|recording|booking)_id$")


@pytest.fixture(autouse=True)
def _tables() -> None:
    import_all()


def owned() -> set[str]:
    """The tables that refer to a person."""
    return {table.name for table in inventory.owned_tables()}


def shown() -> Iterator[tuple[str, Column[object]]]:
    """Every exported column, with its name in the form 'table.column'."""
    for section in inventory.sections():
        for column in section.columns.values():
            yield f"{section.table.name}.{column.name}", column


def test_every_table_is_exported_or_left_out_for_a_reason() -> None:
    listed = set(inventory.NOT_EXPORTED)
    by_digest = set(inventory.BY_DIGEST)
    assert owned() | listed | by_digest == set(metadata.tables)
    assert {section.table.name for section in inventory.sections()} == (owned() | by_digest) - listed
    assert not by_digest & (owned() | listed)
    assert all(len(reason) > 10 for reason in inventory.NOT_EXPORTED.values())


def test_every_exported_table_has_a_readable_name_and_a_description() -> None:
    assert {section.table.name for section in inventory.sections()} == set(inventory.SECTIONS)
    names = [section.name for section in inventory.sections()]
    assert len(names) == len(set(names))
    assert all(section.about.endswith(".") for section in inventory.sections())


def test_every_hidden_column_exists_in_an_exported_table_and_has_a_reason() -> None:
    columns = {f"{table.name}.{column.name}" for table in metadata.tables.values() for column in table.columns}
    assert set(inventory.HIDDEN) <= columns
    assert {name.split(".")[0] for name in inventory.HIDDEN} <= set(inventory.SECTIONS)
    assert all(inventory.HIDDEN.values())


def test_no_exported_column_can_hold_a_secret() -> None:
    assert [name for name, _ in shown() if SECRET.search(name.split(".")[1])] == []
    assert [name for name, column in shown() if isinstance(column.type, LargeBinary)] == []


def test_no_exported_column_refers_to_a_row_of_somebody_else() -> None:
    others = {*metadata.tables} - owned()
    found = {name for name, column in shown() for key in column.foreign_keys if key.column.table.name in others}
    assert {name.split(".")[1] for name in found} <= {"employer_id", "location_id", "posting_id", "coach_id"}
    assert not any("member" in name.split(".")[1] and name.endswith("_id") for name, _ in shown())


def test_every_reference_to_a_person_is_a_foreign_key() -> None:
    """Otherwise a new table could refer to a person and be forgotten."""
    loose = [
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if PERSON.search(column.name) and not column.foreign_keys
    ]
    assert loose == []


def test_new_table_is_exported_without_being_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(registry)
    moods = Table("moods", registry, Column("interview_id", ForeignKey("interviews.id")), Column("mood", String))
    monkeypatch.setattr(inventory, "metadata", registry)
    assert moods in inventory.owned_tables()
    assert list(inventory.shown_columns(moods)) == ["interviewId", "mood"]


def test_schema_in_the_documentation_is_current() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == inventory.schema()
