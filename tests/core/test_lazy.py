"""Packages whose public names are imported when they are first used."""

import builtins
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

INIT = """
from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from shelves import wood
    from shelves.boxes import boxes, count as counted
"""


@pytest.fixture
def shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    folder = tmp_path / "shelves"
    folder.mkdir()
    (folder / "__init__.py").write_text(INIT)
    (folder / "boxes.py").write_text("boxes = ['red']\ncount = len(boxes)\n")
    (folder / "wood.py").write_text("kind = 'oak'\n")
    (folder / "paint.py").write_text("color = 'blue'\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("shelves")
    for name in [name for name in sys.modules if name.partition(".")[0] == "shelves"]:
        del sys.modules[name]


def test_names_are_imported_when_they_are_first_used(shelves: ModuleType) -> None:
    assert "shelves.boxes" not in sys.modules
    assert shelves.counted == 1
    assert "shelves.boxes" in sys.modules
    assert "shelves.wood" not in sys.modules
    assert shelves.wood.kind == "oak"
    assert {"boxes", "counted", "wood"} <= set(dir(shelves))


def test_public_name_counts_more_than_the_submodule_it_is_imported_from(shelves: ModuleType) -> None:
    import_module("shelves.boxes")
    assert shelves.boxes == ["red"]


def test_other_submodules_are_imported_as_usual(shelves: ModuleType) -> None:
    paint = import_module("shelves.paint")
    assert shelves.paint is paint
    with pytest.raises(AttributeError, match="no attribute 'glue'"):
        _ = shelves.glue


def test_imports_outside_the_block_are_not_recorded(shelves: ModuleType) -> None:
    assert isinstance(builtins.__import__, type(len))
    assert isinstance(import_module("json"), ModuleType)
    assert shelves.__name__ == "shelves"
