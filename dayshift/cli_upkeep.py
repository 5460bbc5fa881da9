"""The operators' commands: `dayshift doctor`, `backup`, `restore`, `tasks`."""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dayshift.settings import Settings

main = typer.Typer()
tasks = typer.Typer(no_args_is_help=True, help="The background work.")
main.add_typer(tasks, name="tasks")
operators = typer.Typer(no_args_is_help=True, help="The people who look after the installation in a browser.")
main.add_typer(operators, name="operators")
Email = Annotated[str, typer.Argument(help="Email address of an account.")]


@main.command("settings")
def check_settings() -> None:
    """Show which settings differ from their defaults, and ask what they name whether it is there. Sends nothing.

    Ends with 1 if something is wrong.
    """
    import os

    from dayshift.admin import check, unknown_variables

    settings = Settings()
    for name in sorted(settings.model_fields_set):
        shown = "(set)" if _is_secret(name) else getattr(settings, name)
        print(f"DAYSHIFT_{name.upper()}={shown}")
    findings = [*unknown_variables(os.environ), *asyncio.run(check(settings))]
    for finding in findings:
        print(f"{finding.verdict:<6}{finding.words}")
    sys.exit(1 if any(finding.verdict == "wrong" for finding in findings) else 0)


def _is_secret(name: str) -> bool:
    """Whether a setting's value may hold a key or a password."""
    return name.endswith(("_url", "_token", "_secret", "_dsn")) and name not in {"public_url", "scheduling_url"}


@main.command()
def doctor(
    deep: Annotated[bool, typer.Option(help="Also read every recording to its end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check what must always hold, in the database and among the recordings; while it runs or while it does not.

    Ends with 0 when everything holds, with 1 when something does not, and with 2 when it could not look.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from dayshift.core.log import configure
    from dayshift.core.terminal import say
    from dayshift.upkeep import look_after

    settings = Settings()
    configure(settings.log_format)
    try:
        if settings.sqlite_file and not settings.sqlite_file.exists():
            raise FileNotFoundError(f"there is no database at {settings.sqlite_file}")
        findings = asyncio.run(look_after(settings, deep=deep))
    except (OSError, SQLAlchemyError) as error:
        print(f"dayshift: could not look: {error}", file=sys.stderr)
        sys.exit(2)
    healthy = not any(finding.broken for finding in findings)
    if as_json:
        print(json.dumps({"ok": healthy, "invariants": [finding.as_json() for finding in findings]}))
    else:
        say(*(line for finding in findings for line in finding.as_lines()))
    sys.exit(0 if healthy else 1)


@main.command()
def backup(
    folder: Annotated[Path, typer.Argument(help="Folder of all backups; a new one is made in it.")],
    keep_days: Annotated[int, typer.Option(min=0, help="Older backups are removed, but never the newest.")] = 14,
) -> None:
    """Back up the database and the recordings, while the server runs. Prints the new backup's folder last.

    An object that cannot be read does not stop it: the backup has everything else, and the command ends with 1.
    What is deleted from the installation is gone from its backups KEEP_DAYS later. PostgreSQL's client tools are
    needed with that database.
    """
    from datetime import timedelta

    from dayshift.admin import EngineFailed
    from dayshift.core.errors import AppError
    from dayshift.core.log import configure
    from dayshift.upkeep import back_up

    settings = Settings()
    configure(settings.log_format)
    try:
        made, removed = asyncio.run(back_up(settings, folder, timedelta(days=keep_days)))
    except (OSError, AppError, EngineFailed) as error:
        sys.exit(f"dayshift: no backup was made: {error}")
    for warning in made.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    for problem in made.problems:
        print(f"incomplete: {problem}", file=sys.stderr)
    print(*(f"removed {old}" for old in removed), made.folder, sep="\n")
    sys.exit(1 if made.problems else 0)


@main.command()
def restore(
    folder: Annotated[Path, typer.Argument(help="One backup.", exists=True, file_okay=False)],
    check: Annotated[bool, typer.Option("--check", help="Read the backup to its last byte; restore nothing.")] = False,
    partial: Annotated[bool, typer.Option("--partial", help="Restore all but the objects that are damaged.")] = False,
) -> None:
    """Restore a backup into an empty installation; every checksum is compared before anything is changed.

    An interrupted restore continues when it is run again; until then no server starts. Ends with 1 if something is
    missing afterwards.
    """
    from dayshift.admin import Damaged, EngineFailed, NotEmpty, Unfit, read_summary
    from dayshift.core.log import configure
    from dayshift.upkeep import check_backup, restore_from

    settings = Settings()
    configure(settings.log_format)
    try:
        if check:
            damaged = asyncio.run(check_backup(folder))
            summary = read_summary(folder)
            print(*(f"damaged: {error}" for error in damaged), sep="\n")
            print(f"{summary.objects} objects, {summary.bytes} bytes, made at {summary.made_at}")
            sys.exit(1 if damaged else 0)
        lost, findings = asyncio.run(restore_from(settings, folder, partial=partial))
    except (Damaged, NotEmpty, Unfit) as error:
        sys.exit(f"dayshift: nothing was restored: {error}")
    except (OSError, EngineFailed) as error:
        sys.exit(f"dayshift: the restore was interrupted; run it again to continue: {error}")
    for problem in lost:
        print(f"lost: {problem}")
    print("\n".join(line for finding in findings for line in finding.as_lines()))
    # Work that was given up before the backup is reported, but the restore is complete.
    sys.exit(1 if lost or any(finding.broken for finding in findings if finding.name != "tasks.dead") else 0)


@main.command("erase-user")
def erase_user(who: Annotated[str, typer.Argument(help="Email address or id.")]) -> None:
    """Erase a person: account, answers, interviews and recordings. Their backups end as `backup --keep-days` says."""
    from dayshift.core.errors import NotFound
    from dayshift.core.log import configure
    from dayshift.upkeep import erase

    settings = Settings()
    configure(settings.log_format)
    try:
        recordings = asyncio.run(erase(settings, who.strip().lower() if "@" in who else who))
    except NotFound:
        sys.exit("dayshift: there is nobody of that address or id")
    print(f"erased; the files of {recordings} recordings go with the next background work")


@tasks.command("list")
def list_tasks(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show how much work there is, and the dead letters: what was given up after many attempts, and why."""
    from dayshift.core.terminal import say
    from dayshift.upkeep import work

    counts, letters = asyncio.run(work(Settings()))
    if as_json:
        shown = {"counts": [asdict(count) for count in counts], "dead": [asdict(letter) for letter in letters]}
        print(json.dumps(shown, default=str))
        return
    for count in counts:
        print(f"{count.tasks:>8} {count.state:<8}{count.kind}, first due {count.first_due_at:%Y-%m-%d %H:%M:%S} UTC")
    for letter in letters:
        say(f"dead: {letter.id} {letter.kind} after {letter.attempts} attempts: {letter.last_error}")


@tasks.command("retry")
def retry_tasks(ids: Annotated[list[str], typer.Argument(help="Dead tasks by id, or 'all'.")]) -> None:
    """Give dead tasks a new life, once what stopped them is mended."""
    from dayshift.upkeep import revive

    revived = asyncio.run(revive(Settings(), None if ids == ["all"] else ids))
    print(f"{revived} to be tried again")
    sys.exit(0 if revived or ids == ["all"] else 1)


@tasks.command("drop")
def drop_tasks(ids: Annotated[list[str], typer.Argument(help="Dead tasks by id.")]) -> None:
    """Forget dead tasks for good."""
    from dayshift.upkeep import drop

    dropped = asyncio.run(drop(Settings(), ids))
    print(f"{dropped} forgotten")
    sys.exit(0 if dropped else 1)


@operators.command("list")
def list_operators() -> None:
    """Show who is an operator."""
    from dayshift.core.terminal import say
    from dayshift.upkeep import operators as found

    say(*asyncio.run(found(Settings())) or ["nobody: dayshift operators add EMAIL"])


@operators.command("add")
def add_operator(email: Email) -> None:
    """Let somebody who has an account see the page /operations: system state, queue, dead letters, imports."""
    _appoint(email, dismiss=False)
    print(f"{email} may now look after this installation at {Settings().link_url}/operations")


@operators.command("remove")
def remove_operator(email: Email) -> None:
    """Somebody is no operator any more. Their account stays."""
    was_one = _appoint(email, dismiss=True)
    print(f"{email} is no operator any more" if was_one else f"{email} was no operator")


def _appoint(email: str, *, dismiss: bool) -> bool:
    from dayshift.core.errors import NotFound
    from dayshift.upkeep import appoint

    try:
        return asyncio.run(appoint(Settings(), email.strip().lower(), dismiss=dismiss))
    except NotFound:
        sys.exit("dayshift: there is no account of that address; its owner signs up first")
