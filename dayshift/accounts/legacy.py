"""Import of users from an older system: without a password, at any step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, BinaryIO

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from dayshift.accounts.actions import create_user
from dayshift.accounts.errors import EmailTaken
from dayshift.accounts.schemas import Email, FamilyName, ImportedPhone, Name
from dayshift.core.audit import operator_or_system, record
from dayshift.core.db import Database, Tx
from dayshift.core.person_names import given_and_family
from dayshift.core.spreadsheets import TableRow, column_names, rows_of

BATCH = 500
"""Rows per transaction."""

LAST_STEP = 5

REQUIRED = {"email", "first_name", "last_name"}
OPTIONAL = {"phone", "step"}
_ALSO = {
    "email": "e_mail email_address e_mail_address mail correo correo_electronico correo_electrónico",
    "first_name": "first firstname given_name forename nombre nombres",
    "last_name": "last lastname surname family_name apellido apellidos",
    "phone": "phone_number telephone tel mobile mobile_phone cell cell_phone telefono teléfono celular",
    "step": "current_step",
}


class _Row(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True)

    email: Email
    first_name: Name
    last_name: FamilyName = ""
    phone: ImportedPhone | None = None
    step: Annotated[int, BeforeValidator(lambda text: text or 1), Field(ge=1, le=LAST_STEP)] = 1


class UnknownColumns(ValueError):
    """The header of the file lacks required columns or has unknown ones."""


@dataclass
class Report:
    """The result per row. `refused` holds (line number, reason)."""

    added: int = 0
    unchanged: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)


async def import_legacy(db: Database, file: BinaryIO) -> Report:
    """Import the users of a table with a header.

    email, first_name and last_name are required; phone and step (1 to 5) are optional, and usual other names of the
    columns are understood. A row that is not readable is refused. Existing accounts stay unchanged, so the import is
    idempotent. Raises `UnknownColumns` or `TableDamaged`; the rows before the damage are imported then.
    """
    report = Report()
    batch: list[_Row] = []
    for row in _read(file, report):
        batch.append(row)
        if len(batch) == BATCH:
            await _add(db, batch, report)
            batch = []
    if batch:
        await _add(db, batch, report)
    return report


def _read(file: BinaryIO, report: Report) -> Iterator[_Row]:
    rows = rows_of(file)
    header = column_names(next(rows, TableRow(1, [])).values, _ALSO)
    columns = set(header)
    if not REQUIRED <= columns <= REQUIRED | OPTIONAL:
        unknown = sorted(columns - REQUIRED - OPTIONAL)
        found = f"unknown: {', '.join(unknown)}" if unknown else f"missing: {', '.join(sorted(REQUIRED - columns))}"
        known = f"{', '.join(sorted(REQUIRED))}; and if you like {', '.join(sorted(OPTIONAL))}"
        raise UnknownColumns(f"columns {found}; the columns: {known}. They are divided by commas, semicolons or tabs")
    for row in rows:
        try:
            yield _Row.model_validate(_checked(header, row))
        except (ValidationError, ValueError) as error:
            report.refused.append((row.line, _reason(error)))


def _checked(header: list[str], row: TableRow) -> dict[str, str]:
    """Return the cells, with a single name as the first one. Raises `ValueError`."""
    if row.problem:
        raise ValueError(row.problem)
    if len(row.values) < len(header) or any(row.values[len(header) :]):
        raise ValueError("this line has more or fewer cells than the first")
    cells = dict(zip(header, row.values, strict=False))
    first, last = given_and_family(cells["first_name"], cells["last_name"])
    return {**cells, "first_name": first, "last_name": last}


def _reason(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    return "; ".join(f"{issue['loc'][0]}: {issue['msg']}" for issue in error.errors(include_input=False))


async def _add(db: Database, batch: list[_Row], report: Report) -> None:
    added = await db.write(_write, batch)
    report.added += added
    report.unchanged += len(batch) - added


def _write(tx: Tx, batch: list[_Row]) -> int:
    added = 0
    for row in batch:
        try:
            create_user(
                tx,
                email=row.email,
                first_name=row.first_name,
                last_name=row.last_name,
                phone=row.phone,
                current_step=row.step,
            )
        except EmailTaken:
            continue
        added += 1
    if added:
        record(tx, "people.imported", operator_or_system(), details={"added": added})
    return added
