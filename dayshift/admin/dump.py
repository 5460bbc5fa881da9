"""Dump and load the whole database with the engine's own tools, while it is in use."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, inspect, make_url, text
from sqlalchemy.exc import OperationalError

from dayshift.core.db import transaction
from dayshift.settings import Settings


class EngineFailed(Exception):
    """The engine's tool is missing or failed; the message is the tool's."""


class NotEmpty(Exception):
    """The target of a restore is not empty."""


class HalfRestored(RuntimeError):
    """A restore or a move was interrupted, so the database or the recordings are incomplete."""

    def __init__(self) -> None:
        super().__init__(
            "a restore or a move has not finished here, so data is missing. Run the same `dayshift restore` or "
            "`dayshift move` again: it continues where it stopped"
        )


MARKER = "dayshift_restoring"
"""Table that exists in a PostgreSQL database during a restore; SQLite has a file next to the database."""


def dump(settings: Settings, target: Path) -> None:
    """Write a consistent copy of the database to `target`. Does not block writers. Raises `EngineFailed`."""
    if settings.sqlite_file is None:
        _run("pg_dump", settings.database, "--format=custom", "--no-owner", f"--file={target}")
        return
    if not settings.sqlite_file.exists():
        raise EngineFailed(f"there is no database at {settings.sqlite_file}")
    source = closing(sqlite3.connect(f"file:{settings.sqlite_file}?mode=ro", uri=True))
    with source as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)  # In one step: a single read transaction, which blocks nobody in WAL mode.
        copy.execute("PRAGMA journal_mode=DELETE")
        if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise EngineFailed(f"the copy of {settings.sqlite_file} is damaged")


def begin_restore(settings: Settings, backup: str) -> bool:
    """Mark the database as half restored from `backup`; return whether the database itself is already loaded.

    Raises `NotEmpty` unless the target is empty or holds an interrupted restore of the same backup.
    """
    under_way = unfinished_restore(settings)
    if under_way not in {None, backup}:
        raise NotEmpty(
            "a restore of another backup, or a move, was interrupted here; finish it, or begin with an empty database"
        )
    if settings.sqlite_file is None:
        with transaction(settings.database) as tx:
            loaded = bool(set(inspect(tx).get_table_names()) - {MARKER})
            if loaded and under_way is None:
                raise NotEmpty("the database has tables; an empty one is needed")
            if under_way is None:
                tx.execute(text(f"CREATE TABLE {MARKER} AS SELECT '{backup}' AS backup"))
        return loaded
    if under_way is None:
        for end in ("", "-wal", "-journal"):  # An old log would be replayed into the restored database.
            path = settings.sqlite_file.with_name(settings.sqlite_file.name + end)
            if path.exists():
                raise NotEmpty(f"{path} exists; move it away first")
        settings.sqlite_file.parent.mkdir(parents=True, exist_ok=True)
        _marker_file(settings.sqlite_file).write_text(backup, "utf-8")
    return settings.sqlite_file.exists()


def load(settings: Settings, source: Path) -> None:
    """Load `source` into an empty database, completely or not at all. Raises `EngineFailed`."""
    if settings.sqlite_file is None:
        _run("pg_restore", settings.database, "--no-owner", "--exit-on-error", "--single-transaction", str(source))
        return
    unfinished = settings.sqlite_file.with_name(settings.sqlite_file.name + ".copying")
    shutil.copyfile(source, unfinished)
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(settings.sqlite_file)


def end_restore(settings: Settings) -> None:
    """Mark the restore as complete, so that servers may start."""
    if settings.sqlite_file is None:
        with transaction(settings.database) as tx:
            tx.execute(text(f"DROP TABLE {MARKER}"))
    else:
        _marker_file(settings.sqlite_file).unlink()


def refuse_half_restored(settings: Settings) -> None:
    """Raise `HalfRestored` if a restore has started and not ended."""
    if unfinished_restore(settings) is not None:
        raise HalfRestored


def unfinished_restore(settings: Settings) -> str | None:
    """Return the SHA-256 of the backup of a running or interrupted restore, or None."""
    if settings.sqlite_file is not None:
        marker = _marker_file(settings.sqlite_file)
        return marker.read_text("utf-8") if marker.exists() else None
    try:
        with transaction(settings.database) as tx:
            if not inspect(tx).has_table(MARKER):
                return None
            return str(tx.execute(text(f"SELECT backup FROM {MARKER}")).scalar_one())  # noqa: S608
    except OperationalError:  # Callers that need the database report this themselves.
        return None


def _marker_file(database: Path) -> Path:
    return database.with_name(database.name + ".restoring")


def _run(program: str, url: str, *arguments: str) -> str:
    """Run a PostgreSQL tool; return its output. Passes the password in the environment, hidden from other users."""
    parsed = make_url(url)
    environment = {**os.environ, **({"PGPASSWORD": str(parsed.password)} if parsed.password else {})}
    command = [_find(program), f"--dbname={_address(parsed)}", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        raise EngineFailed(f"{program}: {done.stderr.strip()}")
    return done.stdout.strip()


def _address(url: URL) -> str:
    return url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)


def _find(program: str) -> str:
    # Debian installs each version's tools in a separate folder; the newest ones can read every older server.
    homes = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4]))
    found = str(homes[-1]) if homes else shutil.which(program)
    if found is None:
        raise EngineFailed(f"'{program}' was not found: install the client tools of PostgreSQL")
    return found
