"""`dayshift users`, `operators`, `erase-user`, `export-user`: people with an account."""

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import installation, load_settings, read, say, with_database, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dayshift.core.db import Tx

users = typer.Typer(no_args_is_help=True, help="People with an account.")
operators = typer.Typer(no_args_is_help=True, help="People who may open the operations page in a browser.")
_SHOWN = 10
"""Refused lines that a report lists."""
Email = Annotated[str, typer.Argument(help="Email address of an account.")]


@users.command("import")
def import_users(
    path: Annotated[
        Path, typer.Argument(help="CSV file with one person per line, as spreadsheets save it.", exists=True)
    ],
) -> None:
    """Add people without a password. Columns: email, first_name, last_name (or name); optional: phone, step (1-5).

    Exports of contacts and payrolls are read as they are; columns that are not used are named. Importing a file again
    changes nothing. Exits with code 1 if a line was refused.
    """
    from dayshift.accounts import MissingColumns, Report, import_legacy
    from dayshift.core.db import Database
    from dayshift.core.spreadsheets import TableDamaged

    async def load(db: Database) -> Report:
        with path.open("rb") as file:
            return await import_legacy(db, file)

    try:
        report = with_database(load)
    except (MissingColumns, TableDamaged) as error:
        sys.exit(f"dayshift: {path}: {error}")
    if report.unused:
        say(f"columns that are not used: {', '.join(report.unused)}")
    say(*(f"line {line}: {reason}" for line, reason in report.refused[:_SHOWN]))
    if (more := len(report.refused) - _SHOWN) > 0:
        say(f"and {more} more")
    print(f"{report.added} added, {report.unchanged} unchanged, {len(report.refused)} refused")
    sys.exit(1 if report.refused else 0)


@operators.command("list")
def list_operators() -> None:
    """List the operators, and what the rights of some wait for."""
    from dayshift.admin import missing_for_operator, operators_of

    def load(tx: "Tx") -> list[str]:
        return [f"{user.email or user.id}{_paused(missing_for_operator(tx, user))}" for user in operators_of(tx)]

    say(*read(load) or ["nobody: dayshift operators add EMAIL"])


_NEEDS = {"email": "a verified email address", "passkey": "a passkey"}


def _paused(missing: "Sequence[str]") -> str:
    return f": paused until the account has {' and '.join(_NEEDS[one] for one in missing)}" if missing else ""


@operators.command("add")
def add_operator(email: Email) -> None:
    """Let a person with an account open the page /operations: system state, queue, dead letters, imports.

    The account needs a verified email address and a passkey, and loses the rights while it lacks one of them.
    """
    _appoint(email, dismiss=False)
    print(f"{email} may now look after this installation at {load_settings().link_url}/operations")


@operators.command("remove")
def remove_operator(email: Email) -> None:
    """Remove a person from the operators. Their account stays."""
    was_one = _appoint(email, dismiss=True)
    print(f"{email} is no operator any more" if was_one else f"{email} was no operator")


def _appoint(email: str, *, dismiss: bool) -> bool:
    from dayshift.admin import NotProtected, appoint_by_email
    from dayshift.core.errors import NotFound

    try:
        return write(lambda tx: appoint_by_email(tx, email.strip().lower(), dismiss=dismiss))
    except NotFound:
        sys.exit("dayshift: there is no account of that address; its owner signs up first")
    except NotProtected as error:
        needs = " and ".join(_NEEDS[one] for one in error.missing)
        page = f"{load_settings().link_url}/profile"
        sys.exit(f"dayshift: the account needs {needs} first; its owner adds that under {page}")


def erase_user(person: Annotated[str, typer.Argument(help="Email address or id.")]) -> None:
    """Erase a person: account, answers, interviews, recordings. Backups keep them until `backup --keep-days` ends."""
    from dayshift.core.errors import NotFound
    from dayshift.core.log import configure
    from dayshift.privacy import LegalHold, erase

    configure(load_settings().log_format)
    try:
        who = person.strip().lower() if "@" in person else person
        recordings = with_database(lambda db: erase(db, who, load_settings().dev_mailbox))
    except NotFound:
        sys.exit("dayshift: there is nobody of that address or id")
    except LegalHold as error:
        sys.exit(
            f"dayshift: a legal hold keeps this person's data until {error.data['until']} (dayshift privacy hold list)"
        )
    print(f"erased; the files of {recordings} recordings go with the next background work")


def export_user(
    person: Annotated[str, typer.Argument(help="Email address or id.")],
    path: Annotated[Path, typer.Argument(help="New ZIP file.")],
) -> None:
    """Write the copy of a person's data to a new ZIP file. The audit log records it.

    It is the copy that the person can download under "Your data". Hand it only to them.
    """
    import asyncio

    from dayshift.admin import open_data
    from dayshift.core.audit import Client, current_client
    from dayshift.core.clock import now
    from dayshift.core.errors import NotFound
    from dayshift.privacy import write_copy
    from dayshift.tables import import_all

    import_all()  # The copy has a part for each table.
    settings = installation()
    who = person.strip().lower() if "@" in person else person

    async def write_to(target: IO[bytes]) -> None:
        current_client.set(Client("command"))
        with open_data(settings) as (db, storage):
            await write_copy(db, storage, settings, who, target, now())

    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        sys.exit(f"dayshift: {path} exists already")
    try:
        with path.open("wb") as target:
            asyncio.run(write_to(target))
    except BaseException as error:
        path.unlink()
        if isinstance(error, NotFound):
            sys.exit("dayshift: there is nobody with an account of that address or id")
        raise
    print(f"{path}: {path.stat().st_size} bytes. Delete it when you have handed it over.")
