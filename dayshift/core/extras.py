"""Optional dependencies: the package's extras."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from dayshift.core.errors import CannotStart


class ExtraMissing(CannotStart):
    """A setting needs a library or model files that are not installed. The message says what to do."""


def load(module: str, setting: str, extra: str) -> Any:
    """Import a module of an extra, or one of ours that needs it. Raises `ExtraMissing`."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ExtraMissing(f"{setting} needs the extra '{extra}': pip install 'dayshift[{extra}]'") from error


@contextmanager
def setting_errors(setting: str) -> Iterator[None]:
    """Turn a ValueError about the value of `setting` into `CannotStart`, which names the setting."""
    try:
        yield
    except ValueError as error:
        raise CannotStart(f"{setting} cannot be used: {error}") from error
