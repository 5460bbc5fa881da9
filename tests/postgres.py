"""A private PostgreSQL cluster for tests, created in a temporary folder and deleted afterwards."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import make_url


@contextmanager
def cluster(settings: str = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off") -> Iterator[str]:
    """Start a cluster that listens only on a socket in its own folder; yields its maintenance database URL.

    Without a TCP port, parallel runs cannot conflict.
    """
    folder = Path(tempfile.mkdtemp(prefix="dayshift-pg-"))
    data = folder / "data"
    _change_owner(folder)
    _run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
    # These tests do not need durability. The kill test starts its own cluster with fsync.
    options = f"-k {folder} -c listen_addresses= -c max_connections=200 {settings}"
    _run("pg_ctl", "-D", data, "-w", "-t", 120, "-l", folder / "log", "-o", options, "start")
    try:
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        _run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def restart(admin_url: str) -> None:
    """Restart the cluster as after a crash: every connection breaks, nothing durable is lost."""
    folder = make_url(admin_url).query["host"]
    _run("pg_ctl", "-D", f"{folder}/data", "-w", "-t", 120, "-m", "immediate", "-l", f"{folder}/log", "restart")


def cpu_seconds(admin_url: str) -> float:
    """Returns the processor time used so far by the cluster's processes, including exited ones."""
    folder = make_url(admin_url).query["host"]
    main = int(Path(f"{folder}/data/postmaster.pid").read_text("utf-8").split()[0])
    ticks = 0
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # The process exited.
            continue
        if int(entry.parent.name) == main:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == main:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def create_database(admin_url: str, name: str, template: str = "template1") -> str:
    """Create a database as a copy of `template` and return its URL."""
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(
            f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY'
        )  # Four times as fast as the default strategy.
    return make_url(admin_url).set(database=name).render_as_string(hide_password=False)


BIGGEST_TABLE_BYTES = 256 * 1024
"""Above this size, creating a new database is faster than deleting the rows, and deleted rows would slow down scans."""

_TABLES = "SELECT oid::regclass::text, pg_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND oid >= 16384"
"""The tables that migrations created, and their sizes in bytes."""

_CATALOGS = ("class", "attribute", "attrdef", "constraint", "trigger", "proc", "namespace", "db_role_setting")

_SCHEMA = "SELECT " + ", ".join(f"(SELECT (count(*), max(xmin::text::bigint))::text FROM pg_{it})" for it in _CATALOGS)
"""Number of rows and latest change of each catalog: differs after any change of the schema."""

_DISCONNECT = (
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


class ReusedDatabase:
    """A copy of a template that one test after another gets in the state of the template.

    Restoring the rows takes a tenth of the time of a new copy. A new copy is made if a test changed the schema or
    stored a lot.
    """

    def __init__(self, admin_url: str, name: str, template: str) -> None:
        self._admin_url, self._name, self._template = admin_url, name, template
        self._url = ""
        self._schema: object = None
        self._rows: dict[str, bytes] = {}

    def reset(self) -> str:
        """Returns the URL of the database, with the schema and the rows of the template, without connections."""
        if not self._url or not self._restored():
            self._url = create_database(self._admin_url, self._name, self._template)
            with psycopg.connect(self._url, autocommit=True) as connection:
                self._schema = connection.execute(_SCHEMA).fetchall()
                tables = [name for name, size in connection.execute(_TABLES).fetchall() if size > 0]
                self._rows = {name: _read(connection, name) for name in tables}
        return self._url

    def _restored(self) -> bool:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(_DISCONNECT)
            if connection.execute(_SCHEMA).fetchall() != self._schema:
                return False
            tables = connection.execute(_TABLES).fetchall()
            if any(size > BIGGEST_TABLE_BYTES for _, size in tables):
                return False
            with connection.transaction():
                connection.execute("SET LOCAL session_replication_role = replica")  # Do not check foreign keys.
                connection.execute("; ".join(f"DELETE FROM {name}" for name, size in tables if size > 0))
                for name, rows in self._rows.items():
                    with connection.cursor().copy(f"COPY {name} FROM STDIN") as copy:
                        copy.write(rows)
        return True


def _read(connection: "psycopg.Connection[tuple[object, ...]]", table: str) -> bytes:
    with connection.cursor().copy(f"COPY {table} TO STDOUT") as copy:
        return b"".join(bytes(part) for part in copy)


def drop_database(admin_url: str, name: str) -> None:
    """Drop a database even if clients are connected."""
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _run(program: str, *arguments: object) -> None:
    command = [_find(program), *map(str, arguments)]
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root.
        command = ["runuser", "-u", "postgres", "--", *command]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd="/")
    if result.returncode != 0:
        raise RuntimeError(f"{program} failed: {result.stdout}{result.stderr}")


def _change_owner(folder: Path) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")


def _find(program: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / program).exists():
            return str(folder / program)
    found = shutil.which(program)
    if found is None:
        raise RuntimeError(f"PostgreSQL is needed for the tests: '{program}' was not found (package: postgresql)")
    return found
