"""All tables in one registry, and their migrations."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import Connection, inspect, text

from dayshift.core.db import engine_for
from dayshift.core.db.maintenance import refresh_after_upgrade
from dayshift.core.errors import CannotStart

if TYPE_CHECKING:
    from alembic.config import Config

log = structlog.get_logger()

WITH_TABLES = (
    "core.db.maintenance",
    "core.tasks",
    "core.signing",
    "core.audit",
    "core.attempts",
    "accounts.models",
    "matching.onboarding.models",
    "matching.saved_jobs.models",
    "job_pages.models",
    "scheduling.models",
    "jobs.index.models",
    "jobs.catalog.models",
    "interviews.recordings.models",
    "interviews.room.models",
    "interviews.calls.models",
    "hiring.employers.models",
    "hiring.applications.models",
    "interviews.reviews.models",
    "notifications.models",
    "privacy.models",
    "exchange.webhooks.models",
    "exchange.api_keys.models",
    "admin.models",
)

_IN_REPOSITORY = Path(__file__).parent.parent / "migrations"
_IN_WHEEL = Path(__file__).parent / "_migrations"


def import_all() -> None:
    """Import every package that declares tables."""
    for name in WITH_TABLES:
        import_module(f"dayshift.{name}")


class NoInstallation(CannotStart):
    """There is no database, or an empty one."""

    def __init__(self, url: str) -> None:
        file = _file_of(url)
        super().__init__(
            f"there is no installation in {file.parent}: DAYSHIFT_DATA_DIR names its folder, and `dayshift serve` "
            "creates a new one"
            if file
            else "the database of DAYSHIFT_DATABASE_URL has no installation yet: `dayshift migrate` creates it"
        )


class SchemaTooOld(CannotStart):
    """The database was not migrated to the schema of this program yet."""

    def __init__(self, found: str) -> None:
        super().__init__(
            f"the database has schema {found}, and this version of the program needs {newest()}: run `dayshift migrate`"
            ", or start the server"
        )


class SchemaTooNew(CannotStart):
    """The database was migrated by a newer version of this program."""

    def __init__(self, found: str) -> None:
        super().__init__(
            f"the database has schema {found}, and this version of the program only knows {newest()}: "
            "install the newer version again, or restore a backup from before the upgrade"
        )


def migrate(url: str) -> None:
    """Upgrade the database at `url` to the newest schema, in one transaction. Idempotent.

    Raises `SchemaTooNew`.
    """
    engine = engine_for(url)
    try:
        with engine.connect() as connection:
            found = schema_of(connection)
        if found == newest():
            return
        refuse_newer(found)
        from alembic import command  # noqa: PLC0415  (slow to import and rarely needed)

        log.info("database migrates", schema=found, to=newest())
        command.upgrade(_config(url), "head")
        log.info("database migrated", schema=newest())
        refresh_after_upgrade(engine)
    finally:
        engine.dispose()


def schema_of(tx: Connection) -> str | None:
    """Return the database's schema revision, None before the first migration."""
    if not inspect(tx).has_table("alembic_version"):
        return None
    found: str | None = tx.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def require_installation(url: str, *, older: bool = False) -> None:
    """Raise `NoInstallation`, `SchemaTooNew` or, unless `older` is allowed, `SchemaTooOld`. Creates nothing."""
    file = _file_of(url)
    if file and not file.exists():
        raise NoInstallation(url)
    engine = engine_for(url)
    try:
        with engine.connect() as connection:
            found = schema_of(connection)
    finally:
        engine.dispose()
    if found is None:
        raise NoInstallation(url)
    refuse_newer(found)
    if found != newest() and not older:
        raise SchemaTooOld(found)


def refuse_newer(found: str | None) -> None:
    """Raise `SchemaTooNew` for a schema revision unknown to this version of the program."""
    if found is not None and found not in _known():
        raise SchemaTooNew(found)


def check(url: str) -> None:
    """Raise if the tables in the code differ from the migrated database."""
    from alembic import command  # noqa: PLC0415

    command.check(_config(url))


def newest() -> str:
    """Return the newest schema revision."""
    return max(_known())


def _file_of(url: str) -> Path | None:
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def _known() -> set[str]:
    # Each migration's file name begins with its revision, in ascending order.
    return {file.name.split("_")[0] for file in (_history() / "versions").glob("[0-9]*_*.py")}


def _history() -> Path:
    return _IN_REPOSITORY if _IN_REPOSITORY.exists() else _IN_WHEEL


def _config(url: str) -> "Config":
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_history()))
    config.set_main_option("path_separator", "os")
    config.attributes["url"] = url
    return config
