"""The command line: `dayshift serve`, `worker`, `migrate`, `jobs`, `users`, `wish`."""

import asyncio
import gc
import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift import cli_upkeep
from dayshift.cli_rooms import Rooms, announce
from dayshift.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI

main = typer.Typer(cls=Rooms, no_args_is_help=True, pretty_exceptions_enable=False)
jobs = typer.Typer(no_args_is_help=True, help="The catalogue of jobs.")
main.add_typer(jobs, name="jobs")
main.add_typer(cli_upkeep.main)
users = typer.Typer(no_args_is_help=True, help="The people with an account.")
main.add_typer(users, name="users")
coaches = typer.Typer(no_args_is_help=True, help="The hiring coaches whom candidates can book.")
main.add_typer(coaches, name="coaches")


@main.callback()
def about() -> None:
    """Dayshift: one application, one short interview, many hourly jobs.

    To look at it: demo, then serve.

    To set it up: settings says whether everything is there; jobs import, coaches import; serve.

    Every day: doctor, tasks list, backup. Behind each of them --help says more.

    Settings are environment variables with the prefix DAYSHIFT_ (see the README).
    """


@main.command()
def serve(
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
) -> None:
    """Serve the product; migrates the embedded database first."""
    gc.disable()  # Nothing of what a start makes becomes garbage; to look for some takes a tenth of its time.
    from dayshift.admin import HalfRestored
    from dayshift.app import create_app
    from dayshift.core.db import DatabaseInUse
    from dayshift.core.log import configure
    from dayshift.interviewer import PlansDamaged
    from dayshift.tables import migrate as to_head

    chosen = {name: value for name, value in {"port": port, "host": host}.items() if value is not None}
    settings = Settings(**chosen)  # type: ignore[arg-type]  # pydantic validates what it is given
    configure(settings.log_format)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        app = create_app(settings)
    except DatabaseInUse as error:
        sys.exit(f"dayshift: {error}. Stop it first, or choose another DAYSHIFT_DATA_DIR.")
    except HalfRestored as error:
        sys.exit(f"dayshift: {error}.")
    except PlansDamaged as error:
        sys.exit(f"dayshift: your own question plans cannot be used:\n{error}")
    settings.remember_address()
    to_head(settings.database)  # Only now: before it had the file to itself, it must not change it.
    _listen(app, settings)


def _listen(app: "FastAPI", settings: Settings) -> None:
    """Answer until told to stop."""
    import uvicorn

    from dayshift.core.header_limits import MOST_BYTES, BoundedHeads, allow_connections

    allow_connections()
    gc.enable()
    gc.freeze()  # What lives as long as the process need not be searched for garbage, at tens of ms a time.
    # uvicorn finishes what is running and then raises the signal again: a stop by the system is a normal end.
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(app.state.failed))
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        http=BoundedHeads,
        server_header=False,
        log_config=None,
        access_log=False,
        ws_max_size=MOST_BYTES,
        proxy_headers=False,  # The app knows which proxies to trust.
        timeout_graceful_shutdown=6,  # With the 3 of background work, and a moment to close, less than 10.
    )
    sys.exit(app.state.failed)


@main.command()
def worker() -> None:
    """Do background work in a process of its own (PostgreSQL; with SQLite the server does it)."""
    from dayshift.admin import HalfRestored, refuse_half_restored
    from dayshift.core.log import configure
    from dayshift.interviewer import PlansDamaged
    from dayshift.worker import run_worker

    settings = Settings()
    configure(settings.log_format)
    try:
        refuse_half_restored(settings)
        asyncio.run(run_worker(settings))
    except HalfRestored as error:
        sys.exit(f"dayshift: {error}.")
    except PlansDamaged as error:
        sys.exit(f"dayshift: your own question plans cannot be used:\n{error}")


@main.command()
def migrate() -> None:
    """Bring the database to the newest schema."""
    from dayshift.admin import HalfRestored, refuse_half_restored
    from dayshift.tables import migrate as to_head

    settings = Settings()
    try:
        refuse_half_restored(settings)
    except HalfRestored as error:
        sys.exit(f"dayshift: {error}.")
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    to_head(settings.database)
    print("The database is at the newest schema.")


@main.command()
def openapi(path: Annotated[Path, typer.Argument(help="File to write.")]) -> None:
    """Write the server's contract, from which the web app's client is generated."""
    from dayshift.app import contract

    path.write_text(json.dumps(contract(), indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


@jobs.command("questions")
def job_questions(most: Annotated[int, typer.Option(help="How many, the latest first.")] = 100) -> None:
    """What people asked about jobs that no field of the job answers. Who asked is not told."""
    from dayshift.core.db import open_database
    from dayshift.core.terminal import say
    from dayshift.job_pages import commands

    async def read() -> list[str]:
        db = open_database(Settings().database)
        try:
            return await db.read(commands.open_questions_in_words, most)
        finally:
            db.close()

    say(*asyncio.run(read()))


@users.command("import")
def import_users(path: Annotated[Path, typer.Argument(help="CSV file with one person a line.", exists=True)]) -> None:
    """Add people without a password. Columns: email, first_name, last_name, and if you like phone and step (1-5).

    Importing a file again changes nothing. Ends with code 1 if a line was refused.
    """
    from dayshift.accounts import Report, UnknownColumns, import_legacy
    from dayshift.core.db import open_database
    from dayshift.core.terminal import say

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
        say(f"line {line}: {reason}")
    print(f"{report.added} added, {report.unchanged} unchanged, {len(report.refused)} refused")
    sys.exit(1 if report.refused else 0)


@coaches.command("import")
def import_coaches(
    path: Annotated[Path, typer.Argument(help="TOML file with a [[coach]] for everybody.", exists=True)],
) -> None:
    """Make the people of a file the coaches who can be booked.

    A coach has name, email, zone, hours ({mon = ["09:00-12:00", "13:00-17:00"]}), and if you like days_off,
    buffer_minutes and daily_limit. Who is not in the file keeps the bookings they have and gets no more.
    """
    from dayshift.core.terminal import say
    from dayshift.scheduling import CoachesDamaged, commands

    try:
        say(*commands.import_file(Settings(), path))
    except CoachesDamaged as error:
        sys.exit(f"dayshift: {path}: {error}")


@coaches.command("links")
def coach_links(
    renew: Annotated[str | None, typer.Option(help="Email address of a coach whose earlier links shall end.")] = None,
) -> None:
    """Show the private page of every coach: their bookings, and a feed for their calendar."""
    from dayshift.core.errors import NotFound
    from dayshift.core.terminal import say
    from dayshift.scheduling import commands

    try:
        say(*commands.links(Settings(), renew))
    except NotFound:
        sys.exit("dayshift: there is no coach of that address")


@main.command()
def sample() -> None:
    """Bring the database to the newest schema, and add the made-up jobs and coaches. Again changes nothing."""
    migrate()
    load_sample()
    sample_coaches()


@coaches.command("sample")
def sample_coaches() -> None:
    """Add two made-up coaches if there is none. Adding them again changes nothing."""
    from dayshift.scheduling import commands

    print(commands.add_sample(Settings()))


@jobs.command("sample")
def load_sample() -> None:
    """Load the sample catalogue. Loading it again changes nothing."""
    from dayshift.core.clock import now
    from dayshift.core.db import open_database
    from dayshift.jobs import import_sample

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
    from dayshift.core.terminal import say
    from dayshift.jobs import Feed, FeedDamaged, Report, commands, local_copy

    kept_as = name or commands.source_name(source)
    try:
        with local_copy(source) as path:
            feed = Feed(path, kept_as, kind, employer)
            report = commands.import_source(Settings().database, feed, remove_many=remove_many, apply=not dry_run)
    except FeedDamaged as error:
        report = Report(kept_as, refused=str(error))
    say(*(commands.as_json(report) if as_json else commands.words_of(report)).split("\n"))
    sys.exit(1 if report.refused else 0)


@main.command()
def wish(
    text: Annotated[str, typer.Argument(help="A wish, in a candidate's words.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what is understood of a wish: titles, pay, times and place."""
    from dayshift.core.terminal import say
    from dayshift.matching import parse_search
    from dayshift.occupations import use_meaning

    use_meaning(Settings().wish_model_dir)
    reading = parse_search(text).as_json()
    lines = [f"{entry['score']:.2f}  {entry['title']}" for entry in reading["titles"][:10]]
    lines += [f"{name}: {value}" for name, value in reading.items() if name != "titles" and value]
    say(*([json.dumps(reading)] if as_json else lines or ["No work that is known."]))


announce(main)


def run() -> None:
    """The program `dayshift`: settings that cannot be used are said plainly, whatever the command."""
    from pydantic import ValidationError

    from dayshift.core.errors import CannotStart

    try:
        main()
    except CannotStart as error:
        sys.exit(f"dayshift: {error}")
    except ValidationError as error:
        if error.title != Settings.__name__:
            raise
        from dayshift.admin import faults_in_words

        faults = "\n  ".join(faults_in_words(error))
        sys.exit(f"dayshift: these settings cannot be used:\n  {faults}")


if __name__ == "__main__":
    run()
