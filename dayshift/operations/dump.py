"""The whole database into one file and out of it, by the engine's own means, while it is in use."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, make_url

from dayshift.settings import Settings


class EngineFailed(Exception):
    """The engine's tool is missing or refused; the message is its own."""


class NotEmpty(Exception):
    """There is something where a backup is to be restored to."""


def dump(settings: Settings, target: Path) -> None:
    """Write the database, as it is at one instant, to `target`. Writers go on meanwhile. Raises `EngineFailed`."""
    if settings.sqlite_file is None:
        _run("pg_dump", settings.database, "--format=custom", "--no-owner", f"--file={target}")
        return
    if not settings.sqlite_file.exists():
        raise EngineFailed(f"there is no database at {settings.sqlite_file}")
    source = closing(sqlite3.connect(f"file:{settings.sqlite_file}?mode=ro", uri=True))
    with source as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)  # In one step: one read transaction, which in WAL mode holds nobody up.
        copy.execute("PRAGMA journal_mode=DELETE")
        if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise EngineFailed(f"the copy of {settings.sqlite_file} is damaged")


def load(settings: Settings, source: Path) -> None:
    """Make an empty database what `source` holds. Raises `NotEmpty` and `EngineFailed`."""
    if settings.sqlite_file is None:
        if _run(
            "psql", settings.database, "--no-psqlrc", "-Atc", "SELECT 1 FROM pg_tables WHERE schemaname = 'public'"
        ):
            raise NotEmpty("the database has tables; restore into an empty one")
        _run("pg_restore", settings.database, "--no-owner", "--exit-on-error", "--single-transaction", str(source))
        return
    if settings.sqlite_file.exists():
        raise NotEmpty(f"{settings.sqlite_file} exists; move it away first")
    settings.sqlite_file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = settings.sqlite_file.with_name(settings.sqlite_file.name + ".restoring")
    shutil.copyfile(source, unfinished)
    unfinished.replace(settings.sqlite_file)


def _run(program: str, url: str, *arguments: str) -> str:
    """What a PostgreSQL tool prints. The password goes by the environment, which other users cannot read."""
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
    # Debian keeps the tools of each version in a folder of its own; the newest one reads every older server.
    homes = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4]))
    found = str(homes[-1]) if homes else shutil.which(program)
    if found is None:
        raise EngineFailed(f"'{program}' was not found: install the client tools of PostgreSQL")
    return found
