"""`dayshift serve`, `worker`, `migrate`, `openapi`: run an installation."""

import gc
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import become_owner, load_settings, run_async, secret_keys

if TYPE_CHECKING:
    from fastapi import FastAPI

    from dayshift.core.db import Database
    from dayshift.settings import Settings


def serve(
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
) -> None:
    """Start the server; migrates the embedded database first."""
    from dayshift.app import create_app
    from dayshift.core.db import DatabaseInUse
    from dayshift.core.log import configure
    from dayshift.tables import migrate as to_head

    chosen = {name: value for name, value in {"port": port, "host": host}.items() if value is not None}
    settings = load_settings(**chosen)
    configure(settings.log_format)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        with _plain_errors():
            app = create_app(settings)
    except DatabaseInUse as error:
        sys.exit(f"dayshift: {error}. Stop it first, or choose another DAYSHIFT_DATA_DIR.")
    settings.remember_address()
    try:
        to_head(settings.database)  # Only now that this process holds the database's lock.
        _seal_old(app.state.services.db)
    except BaseException:
        app.state.services.release()
        raise
    _listen(app, settings)


def _listen(app: "FastAPI", settings: "Settings") -> None:
    """Answer requests until a signal arrives."""
    import structlog
    import uvicorn

    from dayshift.core.header_limits import IDLE_SECONDS, BoundedHeads, allow_connections
    from dayshift.version import version

    log = structlog.get_logger()
    log.info(
        "server starts", version=version(), address=settings.local_url, public_url=settings.public_url,
        database=settings.shown_database, worker=settings.run_worker,
    )  # fmt: skip
    allow_connections()
    gc.freeze()  # Objects that live as long as the process need not be searched for garbage, at tens of ms a time.

    # uvicorn finishes what is running and then raises the signal again: a stop by the system is a normal end.
    def exit_normally(_signal: int, _frame: object) -> None:
        log.info("server stopped", failed=app.state.services.failed)
        sys.exit(app.state.services.failed)

    signal.signal(signal.SIGTERM, exit_normally)
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        http=BoundedHeads,
        server_header=False,
        log_config=None,
        access_log=False,
        ws="none",
        proxy_headers=False,  # The app knows which proxies to trust.
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=6,  # With 3 s for background work, and a moment to close, less than 10 s.
    )
    log.info("server stopped", failed=app.state.services.failed)
    sys.exit(app.state.services.failed)


def worker(
    only: Annotated[
        list[str] | None,
        typer.Option(help="general, webhooks or transcription: the work of this process. Repeat it for several."),
    ] = None,
) -> None:
    """Do background work in its own process (PostgreSQL; with SQLite the server does it).

    With --only transcription, on as many machines as wanted, it writes down spoken answers and does nothing else.
    """
    from dayshift.admin import refuse_half_restored
    from dayshift.core.log import configure
    from dayshift.tables import NoInstallation
    from dayshift.worker import LANES, run_worker

    lanes = [lane for lane in LANES if only is None or lane in only]
    if unknown := set(only or []).difference(LANES):
        sys.exit(f"dayshift: there is no work called {', '.join(sorted(unknown))}: --only takes {', '.join(LANES)}")
    settings = load_settings()
    configure(settings.log_format)
    with _plain_errors():
        refuse_half_restored(settings)
        if (
            settings.sqlite_file and not settings.sqlite_file.exists()
        ):  # With PostgreSQL, it waits for the first server.
            raise NoInstallation(settings.database)
        run_async(run_worker(settings, lanes))


def migrate() -> None:
    """Migrate the database to the newest schema."""
    from dayshift.admin import refuse_half_restored
    from dayshift.core.db import open_database
    from dayshift.core.log import configure
    from dayshift.tables import migrate as to_head

    settings = load_settings()
    configure(settings.log_format)
    become_owner(settings)
    with _plain_errors():
        refuse_half_restored(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    to_head(settings.database)
    with closing(open_database(settings.database, secret_keys(settings))) as db:
        _seal_old(db)
    print("The database is at the newest schema.")


def _seal_old(db: "Database") -> None:
    """Seal secrets that an older version stored as they are. Raises `KeyMissing`."""
    from dayshift.core.db import count_open, require_keys, reseal

    run_async(db.read(require_keys))
    run_async(db.write(lambda tx: reseal(tx) if count_open(tx) else 0))


def openapi(path: Annotated[Path, typer.Argument(help="File to write.")]) -> None:
    """Write the server's OpenAPI document, from which the web app's client is generated."""
    from dayshift.app import contract

    path.write_text(json.dumps(contract(), indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Exit with one sentence if the installation is half restored or the operator's plans cannot be used."""
    from dayshift.admin import HalfRestored
    from dayshift.interviews.follow_ups import PlansDamaged

    try:
        yield
    except HalfRestored as error:
        sys.exit(f"dayshift: {error}.")
    except PlansDamaged as error:
        sys.exit(f"dayshift: your own question plans cannot be used:\n{error}")
