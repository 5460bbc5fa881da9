"""The command line: `dayshift serve`, `worker`, `migrate`, `jobs`, `users`, `wish`."""

import asyncio
import json
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dayshift.settings import Settings

main = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
jobs = typer.Typer(no_args_is_help=True, help="The catalogue of jobs.")
main.add_typer(jobs, name="jobs")
tasks = typer.Typer(no_args_is_help=True, help="The background work.")
main.add_typer(tasks, name="tasks")
users = typer.Typer(no_args_is_help=True, help="The people with an account.")
main.add_typer(users, name="users")
coaches = typer.Typer(no_args_is_help=True, help="The hiring coaches whom candidates can book.")
main.add_typer(coaches, name="coaches")


@main.callback()
def about() -> None:
    """Dayshift: one application, one short interview, many hourly jobs.

    Settings are environment variables with the prefix DAYSHIFT_ (see the README).
    """


@main.command()
def serve(
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
) -> None:
    """Serve the product; migrates the embedded database first."""
    import uvicorn

    from dayshift.app import create_app
    from dayshift.kit.db import DatabaseInUse
    from dayshift.kit.log import configure
    from dayshift.tables import migrate as to_head

    chosen = {name: value for name, value in {"port": port, "host": host}.items() if value is not None}
    settings = Settings(**chosen)  # type: ignore[arg-type]  # pydantic validates what it is given
    configure(settings.log_format)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        app = create_app(settings)
    except DatabaseInUse as error:
        sys.exit(f"dayshift: {error}. Stop it first, or choose another DAYSHIFT_DATA_DIR.")
    to_head(settings.database)  # Only now: before it had the file to itself, it must not change it.
    # uvicorn finishes what is running and then raises the signal again: a stop by the system is a normal end.
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(0))
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # The app knows which proxies to trust.
        timeout_graceful_shutdown=10,
    )


@main.command()
def worker() -> None:
    """Do background work in a process of its own (PostgreSQL; with SQLite the server does it)."""
    from dayshift.app import run_worker
    from dayshift.kit.log import configure

    settings = Settings()
    configure(settings.log_format)
    asyncio.run(run_worker(settings))


@main.command()
def migrate() -> None:
    """Bring the database to the newest schema."""
    from dayshift.tables import migrate as to_head

    settings = Settings()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    to_head(settings.database)
    print("The database is at the newest schema.")


@main.command()
def doctor(
    deep: Annotated[bool, typer.Option(help="Also read every recording to its end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check what must always hold, in the database and among the recordings; while it runs or while it does not.

    Ends with 0 when everything holds, with 1 when something does not, and with 2 when it could not look.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from dayshift.kit.log import configure
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
        print("\n".join(line for finding in findings for line in finding.as_lines()))
    sys.exit(0 if healthy else 1)


@main.command()
def backup(
    folder: Annotated[Path, typer.Argument(help="Folder of all backups; a new one is made in it.")],
    keep_days: Annotated[int, typer.Option(min=0, help="Older backups are removed, but never the newest.")] = 14,
) -> None:
    """Back up the database and the recordings, while the server runs. Prints the new backup's folder last.

    What is deleted from the installation is gone from its backups KEEP_DAYS later. PostgreSQL's client tools are
    needed with that database.
    """
    from datetime import timedelta

    from dayshift.kit.log import configure
    from dayshift.operations import EngineFailed
    from dayshift.upkeep import back_up

    settings = Settings()
    configure(settings.log_format)
    try:
        made, removed = asyncio.run(back_up(settings, folder, timedelta(days=keep_days)))
    except (OSError, EngineFailed) as error:
        sys.exit(f"dayshift: no backup was made: {error}")
    print(*(f"removed {old}" for old in removed), made, sep="\n")


@main.command()
def restore(
    folder: Annotated[Path, typer.Argument(help="One backup.", exists=True, file_okay=False)],
    check: Annotated[bool, typer.Option("--check", help="Read the backup to its last byte; restore nothing.")] = False,
) -> None:
    """Make an empty installation what a backup holds; every checksum is compared before anything is changed."""
    from dayshift.kit.log import configure
    from dayshift.operations import Damaged, EngineFailed, NotEmpty
    from dayshift.upkeep import check_backup, restore_from

    settings = Settings()
    configure(settings.log_format)
    try:
        if check:
            summary = asyncio.run(check_backup(folder))
            print(f"whole: {summary.objects} objects, {summary.bytes} bytes, made at {summary.made_at}")
            return
        findings = asyncio.run(restore_from(settings, folder))
    except (OSError, Damaged, EngineFailed, NotEmpty) as error:
        sys.exit(f"dayshift: nothing was restored: {error}")
    print("\n".join(line for finding in findings for line in finding.as_lines()))
    sys.exit(1 if any(finding.broken for finding in findings) else 0)


@main.command()
def openapi(path: Annotated[Path, typer.Argument(help="File to write.")]) -> None:
    """Write the server's contract, from which the web app's client is generated."""
    from dayshift.app import contract

    path.write_text(json.dumps(contract(), indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


@tasks.command("list")
def list_tasks(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show how much work there is, and the dead letters: what was given up after many attempts, and why."""
    from dayshift.upkeep import work

    counts, letters = asyncio.run(work(Settings()))
    if as_json:
        shown = {"counts": [asdict(count) for count in counts], "dead": [asdict(letter) for letter in letters]}
        print(json.dumps(shown, default=str))
        return
    for count in counts:
        print(f"{count.tasks:>8} {count.state:<8}{count.kind}, first due {count.first_due_at:%Y-%m-%d %H:%M:%S} UTC")
    for letter in letters:
        print(f"dead: {letter.id} {letter.kind} after {letter.attempts} attempts: {letter.last_error}")


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


@users.command("import")
def import_users(path: Annotated[Path, typer.Argument(help="CSV file with one person a line.", exists=True)]) -> None:
    """Add people without a password. Columns: email, first_name, last_name, and if you like phone and step (1-5).

    Importing a file again changes nothing. Ends with code 1 if a line was refused.
    """
    from dayshift.accounts import Report, UnknownColumns, import_legacy
    from dayshift.kit.db import open_database

    async def load() -> Report:
        db = open_database(Settings().database)
        try:
            with path.open(encoding="utf-8-sig", newline="") as lines:
                return await import_legacy(db, lines)
        finally:
            db.close()

    try:
        report = asyncio.run(load())
    except UnknownColumns as error:
        sys.exit(f"dayshift: {path}: {error}")
    for line, reason in report.refused:
        print(f"line {line}: {reason}")
    print(f"{report.added} added, {report.unchanged} unchanged, {len(report.refused)} refused")
    sys.exit(1 if report.refused else 0)


@coaches.command("import")
def import_coaches(
    path: Annotated[Path, typer.Argument(help="TOML file with a [[coach]] for everybody.", exists=True)],
) -> None:
    """Make the people of a file the coaches who can be booked, and print the link of each one's own page.

    A coach has name, email, zone, hours ({mon = ["09:00-12:00", "13:00-17:00"]}), and if you like days_off,
    buffer_minutes and daily_limit. Who is not in the file keeps the bookings they have and gets no more.
    """
    from dayshift.scheduling import CoachesDamaged, commands

    try:
        for line in commands.import_file(Settings(), path):
            print(line)
    except CoachesDamaged as error:
        sys.exit(f"dayshift: {path}: {error}")


@coaches.command("sample")
def sample_coaches() -> None:
    """Add two made-up coaches if there is none. Adding them again changes nothing."""
    from dayshift.scheduling import commands

    print(commands.add_sample(Settings()))


@jobs.command("sample")
def load_sample() -> None:
    """Load the sample catalogue. Loading it again changes nothing."""
    from dayshift.jobs import import_sample
    from dayshift.kit.clock import now
    from dayshift.kit.db import open_database

    async def load() -> int:
        db = open_database(Settings().database)
        try:
            return await db.write(import_sample, now())
        finally:
            db.close()

    print(f"{asyncio.run(load())} sample jobs are in the catalogue.")


@jobs.command("import")
def import_jobs(  # noqa: PLR0913, PLR0917  (one parameter for each option)
    source: Annotated[str, typer.Argument(help="A file, a folder of pages, or an http(s) address.")],
    name: Annotated[str, typer.Option(help="Name under which its jobs are kept; by default from SOURCE.")] = "",
    kind: Annotated[str | None, typer.Option(help="Kind of feed; found out by default.")] = None,
    employer: Annotated[str, typer.Option(help="Employer of postings that name none.")] = "",
    remove_many: Annotated[bool, typer.Option(help="Let the feed remove more than a fifth of its jobs.")] = False,
    dry_run: Annotated[bool, typer.Option(help="Report what would change, and change nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Make the catalogue's jobs of SOURCE what it says now. Importing the same again changes nothing."""
    from dayshift.jobs import Feed, FeedDamaged, Report, commands, local_copy

    kept_as = name or commands.source_name(source)
    try:
        with local_copy(source) as path:
            feed = Feed(path, kept_as, kind, employer)
            report = commands.import_source(Settings().database, feed, remove_many=remove_many, apply=not dry_run)
    except FeedDamaged as error:
        report = Report(kept_as, refused=str(error))
    print(commands.as_json(report) if as_json else commands.words_of(report))
    sys.exit(1 if report.refused else 0)


@main.command()
def wish(
    text: Annotated[str, typer.Argument(help="A wish, in a candidate's words.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what is understood of a wish: titles, pay, times and place."""
    from dayshift.matching import read_wish

    reading = read_wish(text).as_json()
    lines = [f"{entry['score']:.2f}  {entry['title']}" for entry in reading["titles"][:10]]
    lines += [f"{name}: {value}" for name, value in reading.items() if name != "titles" and value]
    print(json.dumps(reading, ensure_ascii=False) if as_json else "\n".join(lines))


if __name__ == "__main__":
    main()
