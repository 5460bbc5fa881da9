"""The command line `dayshift`, one module per topic.

Commands import what they need when they run, so that `--help` is instant.
"""

import gc
import os
import sys
from typing import Annotated

import typer

from dayshift.cli import (
    accommodations,
    admin,
    audit,
    calls,
    coaches,
    demo,
    employers,
    exchange,
    interviewer,
    jobs,
    people,
    privacy,
    scores,
    serve,
)

# Help texts are plain: as markup, square brackets in them would disappear.
main = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"max_content_width": 120},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from dayshift.version import version

        typer.echo(version())
        raise typer.Exit


@main.callback()
def about(
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Dayshift: one application, one short interview, many hourly jobs.

    To try it: demo, then serve.

    To set it up: settings checks the configuration; jobs import, coaches import; serve.

    Every day: doctor, tasks list, backup. Each command has its own --help.

    Settings are environment variables with the prefix DAYSHIFT_ (see the README).
    """


main.command()(serve.serve)
main.command()(serve.worker)
main.command()(serve.migrate)
main.command()(serve.openapi)
main.command()(demo.demo)
main.command()(demo.sample)
main.command("settings")(admin.check_settings)
main.command()(admin.doctor)
main.command()(admin.backup)
main.command()(admin.restore)
main.command()(admin.move)
main.add_typer(admin.keys, name="keys")
main.add_typer(admin.tasks, name="tasks")
main.add_typer(people.operators, name="operators")
main.add_typer(people.users, name="users")
main.command("erase-user")(people.erase_user)
main.command("export-user")(people.export_user)
main.add_typer(audit.audit, name="audit")
main.add_typer(privacy.privacy, name="privacy")
main.add_typer(accommodations.accommodations, name="accommodations")
main.add_typer(employers.employers, name="employers")
main.add_typer(exchange.exchange, name="exchange")
main.add_typer(jobs.jobs, name="jobs")
main.command()(jobs.wish)
main.add_typer(coaches.coaches, name="coaches")
main.add_typer(calls.calls, name="calls")
main.add_typer(scores.scores, name="scores")
main.command()(interviewer.score)
main.add_typer(interviewer.plans, name="plans")
main.add_typer(interviewer.model, name="model")


def run() -> None:
    """The program `dayshift`; reports invalid settings in plain words, whatever the command."""
    os.umask(os.umask(0) | 0o007)  # What commands write is personal data, or a key to it.
    gc.set_threshold(10_000)  # Importing creates no garbage; searching for some would take a sixth of a short command.
    try:
        main()
    except Exception as error:
        if problem := _problem(error):
            sys.exit(f"dayshift: {problem}")
        raise


_OF_THE_FILE = {8, 10, 13, 14}
"""SQLite's primary result codes READONLY, IOERR, FULL and CANTOPEN (https://sqlite.org/rescode.html)."""


def _problem(error: Exception) -> str:
    """Return what an operator can do about an error; empty for an error in the program."""
    import errno
    import sqlite3

    from pydantic import ValidationError
    from sqlalchemy.exc import OperationalError

    from dayshift.core.errors import CannotStart
    from dayshift.settings import Settings

    if isinstance(error, CannotStart):
        return str(error)
    cause = error.orig if isinstance(error, OperationalError) else None
    if isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF in _OF_THE_FILE:
        return f"the database: {cause}. Is the disk full, or does the file belong to another account?"
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return f"the disk is full: {error}"
    if isinstance(error, PermissionError):
        return f"{error}. As root, commands continue as the owner of the data folder"
    if isinstance(error, ValidationError) and error.title == Settings.__name__:
        from dayshift.admin import faults_in_words

        faults = "\n  ".join(faults_in_words(error))
        return f"these settings cannot be used:\n  {faults}"
    return ""
