"""Public names of packages that are imported when they are first used.

A command of the command line then loads only the modules it needs. From Python 3.15 on, `lazy from ... import` does
the same.
"""

import builtins
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any, cast

_recording = Lock()
"""Held while imports are recorded, because `__import__` is one function for all threads."""


@contextmanager
def lazy_imports(package: str) -> Iterator[None]:
    """Imports `from module import name` in the block, in the `__init__.py` of `package`, run when `name` is first used.

    A submodule with the same name as a public name can only be imported from, as if the package had imported the name.
    """
    original: Any = builtins.__import__

    def record(name: str, variables: Any = None, *others: Any) -> Any:
        if variables is None or variables.get("__name__") != package:
            return original(name, variables, *others)
        return _Recorded(name, package)

    with _recording:
        builtins.__import__ = cast("Any", record)
        try:
            yield
        finally:
            builtins.__import__ = original
    module = sys.modules[package]
    later = {name: value for name, value in vars(module).items() if isinstance(value, _Later)}
    for name in later:
        delattr(module, name)
    module.__dict__["_later"] = later
    module.__class__ = _LazyPackage


@dataclass(frozen=True, slots=True)
class _Later:
    """A name of a module, or one of the package's own submodules if `name` is empty."""

    module: str
    name: str

    def load(self) -> Any:
        module = import_module(self.module)
        return getattr(module, self.name) if self.name else module


class _Recorded:
    """Stands for a module while imports are recorded."""

    def __init__(self, module: str, package: str) -> None:
        self._module, self._package = module, package

    def __getattr__(self, name: str) -> _Later:
        own = self._module == self._package
        return _Later(f"{self._module}.{name}", "") if own else _Later(self._module, name)


class _LazyPackage(ModuleType):
    """A package whose public names are imported when they are first used."""

    def __getattr__(self, name: str) -> Any:
        later = self.__dict__["_later"].get(name)
        if later is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = self.__dict__[name] = later.load()
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        # Importing a submodule sets it in its package, but a public name of the same name counts more.
        if name not in self.__dict__["_later"] or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.__dict__["_later"]})
