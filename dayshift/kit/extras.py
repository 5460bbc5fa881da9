"""Libraries that only some installations need: extras of the package."""

from importlib import import_module
from typing import Any


class ExtraMissing(RuntimeError):
    """A setting asks for something that is not there: a library, or the files of a model. Says what to do."""


def load(module: str, setting: str, extra: str) -> Any:
    """A module of an extra, or one of ours that needs it. Raises `ExtraMissing`."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ExtraMissing(f"{setting} needs the extra '{extra}': pip install 'dayshift[{extra}]'") from error
