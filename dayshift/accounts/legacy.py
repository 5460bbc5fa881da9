"""Import of users from an older system: without a password, at any step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, BinaryIO

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from dayshift.accounts.actions import create_user
from dayshift.accounts.errors import EmailTaken
from dayshift.accounts.schemas import Email, FamilyName, ImportedPhone, Name
from dayshift.core.audit import operator_or_system, record
from dayshift.core.db import Database, Tx
from dayshift.core.names import divided_name, given_and_family
from dayshift.core.spreadsheets import TableRow, columns_of, rows_of

BATCH = 500
"""Rows per transaction."""

LAST_STEP = 5

_COLUMNS = {
    "email": "e_mail mail personal_email home_email email_personal email_home primary_email work_email email_work"
    " correo correo_electronico correo_electrónico",
    "first_name": "first firstname given_name givenname forename nombre nombres",
    "last_name": "last lastname surname family_name familyname apellido apellidos",
    "name": "full_name fullname display_name employee_name worker candidate team_member last_name_first_name"
    " first_name_last_name name_last_first nombre_completo",
    "phone": "mobile mobile_phone phone_mobile personal_mobile cell cell_phone cellphone celular primary_phone"
    " personal_phone telephone tel telefono teléfono home_phone phone_home work_phone phone_work business_phone",
    "step": "current_step",
}
"""Our values, and the other names of their columns, the likeliest first."""
_SEVERAL = " ::: "
"""What contact lists write between several numbers or addresses of one kind."""
_NEUTRAL = frozenset({"address", "number", "no", "value", "employee", "worker", "legal", "candidate", "contact"})
_SHOWN_COLUMNS = 12


class _Row(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True)

    email: Email
    first_name: Name
    last_name: FamilyName = ""
    phone: ImportedPhone | None = None
    step: Annotated[int, BeforeValidator(lambda text: text or 1), Field(ge=1, le=LAST_STEP)] = 1


class MissingColumns(ValueError):
    """The header of the file has no email addresses, or no names."""


@dataclass
class Report:
    """The result per row. `refused` holds (line number, reason), `unused` the columns that were not read."""

    added: int = 0
    unchanged: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)


async def import_legacy(db: Database, file: BinaryIO) -> Report:
    """Import the users of a table with a header.

    It needs email and first_name, last_name or name; phone and step (1 to 5) are optional. Exports of contacts and
    payrolls have other names for them, which are understood, and more columns. A row that is not readable is refused.
    Existing accounts stay unchanged, so the import is idempotent. Raises `MissingColumns` or `TableDamaged`; the rows
    before the damage are imported then.
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
    header = next(rows, TableRow(1, [])).values
    columns = columns_of(header, _COLUMNS, _NEUTRAL)
    if not columns["email"] or not (columns["first_name"] or columns["last_name"] or columns["name"]):
        raise MissingColumns(_missing(header))
    used = {at for several in columns.values() for at in several}
    unused = [name for at, name in enumerate(header) if at not in used and name]
    report.unused = [*unused[:_SHOWN_COLUMNS], *(["and more"] if len(unused) > _SHOWN_COLUMNS else [])]
    for row in rows:
        try:
            yield _Row.model_validate(_checked(len(header), columns, row))
        except (ValidationError, ValueError) as error:
            report.refused.append((row.line, _reason(error)))


def _missing(header: list[str]) -> str:
    if header and header[0].upper() == "BEGIN:VCARD":
        return "this is a vCard file: export the contacts as CSV"
    found = f"the header has {', '.join(header[:_SHOWN_COLUMNS])}; " if header else ""
    return (
        f"{found}the columns: email, first_name, last_name (or name); and if you like phone, step. "
        "They are divided by commas, semicolons or tabs"
    )


def _checked(width: int, columns: Mapping[str, list[int]], row: TableRow) -> dict[str, str]:
    """Return our values of a row, with a single name as the first one. Raises `ValueError`."""
    if row.problem:
        raise ValueError(row.problem)
    if len(row.values) < width or any(row.values[width:]):
        raise ValueError("this line has more or fewer cells than the first")
    cells = {
        name: next((row.values[at] for at in several if row.values[at]), "").partition(_SEVERAL)[0].strip()
        for name, several in columns.items()
        if several
    }
    whole = divided_name(cells.pop("name", ""))
    first, last = given_and_family(cells.get("first_name"), cells.get("last_name"))
    return {**cells, **dict(zip(("first_name", "last_name"), (first, last) if first else whole, strict=True))}


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
