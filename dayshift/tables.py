"""Every table of the product in one registry, and its migrations."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

WITH_TABLES = (
    "kit.tasks",
    "kit.signing",
    "accounts.models",
    "onboarding.models",
    "shortlist.models",
    "scheduling.models",
    "jobs.models",
    "recordings.models",
    "interviews.models",
    "calls.models",
    "reviews.models",
    "notifications.models",
    "operations.models",
)

_IN_REPOSITORY = Path(__file__).parent.parent / "migrations"
_IN_WHEEL = Path(__file__).parent / "_migrations"


def import_all() -> None:
    """Make every room declare its tables."""
    for name in WITH_TABLES:
        import_module(f"dayshift.{name}")


def migrate(url: str) -> None:
    """Bring the database at `url` to the newest schema. Doing it twice does nothing."""
    if _schema_of(url) == newest():
        return
    from alembic import command  # noqa: PLC0415  (to load it takes a tenth of a start, and most find nothing to do)

    command.upgrade(_config(url), "head")


def check(url: str) -> None:
    """Raise when the tables of the code and the migrated database differ."""
    from alembic import command  # noqa: PLC0415

    command.check(_config(url))


def newest() -> str:
    """The newest schema's name: each migration's file begins with its own, and they rise."""
    return max(file.name.split("_")[0] for file in (_history() / "versions").glob("[0-9]*_*.py"))


def _schema_of(url: str) -> str | None:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    finally:
        engine.dispose()


def _history() -> Path:
    return _IN_REPOSITORY if _IN_REPOSITORY.exists() else _IN_WHEEL


def _config(url: str) -> "Config":
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_history()))
    config.set_main_option("path_separator", "os")
    config.attributes["url"] = url
    return config
