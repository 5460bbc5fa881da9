"""The web lock names every package that its packages may want, on every platform: else a clean install refuses it."""

import json
from pathlib import Path

LOCK = json.loads((Path(__file__).parents[2] / "web/package-lock.json").read_text())["packages"]


def test_the_lock_is_whole() -> None:
    names = {path.rpartition("node_modules/")[2] for path in LOCK}
    wanted = {name for package in LOCK.values() for name in package.get("optionalDependencies", {})}
    assert wanted - names == set()
