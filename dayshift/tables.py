"""Every table of the product in one registry, and its migrations."""

from importlib import import_module
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

WITH_TABLES = (
    "kit.tasks",
    "kit.signing",
    "accounts.models",
    "onboarding.models",
    "scheduling.models",
    "jobs.models",
    "recordings.models",
    "interviews.models",
    "notifications.models",
)

_IN_REPOSITORY = Path(__file__).parent.parent / "migrations"
_IN_WHEEL = Path(__file__).parent / "_migrations"


def import_all() -> None:
    """Make every room declare its tables."""
    for name in WITH_TABLES:
        import_module(f"dayshift.{name}")


def migrate(url: str) -> None:
    """Bring the database at `url` to the newest schema. Doing it twice does nothing."""
    command.upgrade(_config(url), "head")


def check(url: str) -> None:
    """Raise when the tables of the code and the migrated database differ."""
    command.check(_config(url))


def _config(url: str) -> Config:
    config = Config()
    folder = _IN_REPOSITORY if _IN_REPOSITORY.exists() else _IN_WHEEL
    config.set_main_option("script_location", str(folder))
    config.set_main_option("path_separator", "os")
    config.attributes["url"] = url
    return config


def newest() -> str:
    """The newest schema's name."""
    return str(ScriptDirectory.from_config(_config("")).get_current_head())
