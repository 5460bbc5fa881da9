"""Helpers of all commands: run something on the database, and print stored text safely."""

import sys
import unicodedata
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dayshift.core.db import Database, Tx
    from dayshift.core.secret_keys import SecretKeys
    from dayshift.settings import Settings

T = TypeVar("T")

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of control, formatting (such as right-to-left marks), surrogate and line separator characters."""


def load_settings(**chosen: object) -> "Settings":
    """Return the settings of the environment, with `chosen` instead; loading their class takes 0.1 s."""
    from dayshift.settings import Settings

    return Settings(**chosen)  # type: ignore[arg-type]  # pydantic validates what it is given


def installation(*, older: bool = False) -> "Settings":
    """Return the settings of an installation that this program can use. Raises `CannotStart` otherwise.

    `older`: whether its schema may be older than the program's.
    """
    from dayshift.tables import require_installation

    settings = load_settings()
    become_owner(settings)
    require_installation(settings.database, older=older)
    return settings


def become_owner(settings: "Settings") -> None:
    """As root, continue as the owner of the data folder: the service cannot use what belongs to root.

    If there is none yet, as the owner of the folder in which it will be.
    """
    import os

    path = settings.data_dir.absolute()
    there = next(one for one in (path, *path.parents) if one.exists())
    if os.geteuid() == 0 and (owner := there.stat()).st_uid != 0:
        os.setgroups([])
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)


def run_async(work: "Coroutine[Any, Any, T]") -> T:
    """Run a coroutine to its end."""
    import asyncio

    return asyncio.run(work)


def with_database(work: "Callable[[Database], Coroutine[Any, Any, T]]") -> T:
    """Run `work` on the installation's database, whether a server is running or not. Raises `CannotStart`."""
    from dayshift.core.audit import Client, current_client
    from dayshift.core.db import open_database

    settings = installation()

    async def run() -> T:
        current_client.set(Client("command"))
        db = open_database(settings.database, secret_keys(settings))
        try:
            return await work(db)
        finally:
            db.close()

    return run_async(run())


def secret_keys(settings: "Settings") -> "SecretKeys":
    """The keys of the installation's secrets. Raises `CannotStart`."""
    from dayshift.core.extras import setting_errors
    from dayshift.core.secret_keys import SecretKeys

    with setting_errors("DAYSHIFT_SECRET_KEYS"):
        return SecretKeys(settings.secret_keys, settings.data_dir)


def read(fn: "Callable[[Tx], T]") -> T:
    """Run `fn` in a read-only transaction on the installation's database."""
    return with_database(lambda db: db.read(fn))


def write(fn: "Callable[[Tx], T]") -> T:
    """Run `fn` in a transaction on the installation's database."""
    return with_database(lambda db: db.write(fn))


def say(*lines: object) -> None:
    """Print stored text, each line on one line of the terminal."""
    for line in lines:
        sys.stdout.write(f"{printable(line)}\n")


def printable(text: object) -> str:
    """The text on one line, with every character escaped that could control the operator's terminal."""
    return "".join(_escaped(char) if unicodedata.category(char) in _UNSAFE else char for char in str(text))


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def checked_name(name: str) -> str:
    """Return the name of a person or an employer as a form would take it; exit with the reason if it would not."""
    from pydantic import TypeAdapter, ValidationError

    from dayshift.hiring.employers import PersonName

    try:
        found: str = TypeAdapter(PersonName).validate_python(name.strip())
    except ValidationError as error:
        sys.exit(f"dayshift: {error.errors()[0]['msg']}")
    return found
