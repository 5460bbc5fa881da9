"""The web lock names every package that its packages may want, on every platform: else a clean install refuses it."""

import json
import re
from pathlib import Path

LOCK = json.loads((Path(__file__).parents[2] / "web/package-lock.json").read_text())["packages"]


def test_the_lock_is_whole() -> None:
    names = {path.rpartition("node_modules/")[2] for path in LOCK}
    wanted = {name for package in LOCK.values() for name in package.get("optionalDependencies", {})}
    assert wanted - names == set()


def test_the_app_is_built_without_what_only_tests_need() -> None:
    """`make run` installs no development packages: what the build imports is among the others."""
    web = Path(__file__).parents[2] / "web"
    built = [path for path in web.glob("src/**/*.ts*") if ".test." not in path.name and "testing" not in path.parts]
    built += [web / "vite.config.ts", web / "scripts/build.mjs", web / "scripts/precompress.mjs"]
    imported = re.compile(
        r"""^(?:import|export) (?!type )[^;]*?from "(@[^/"]+/[^/"]+|[a-z][^/":]*)["/]""", re.MULTILINE
    )
    needed = {name for path in built for name in imported.findall(path.read_text("utf-8"))}
    assert {"react", "vite", "idb"} <= needed
    assert needed - json.loads((web / "package.json").read_text("utf-8"))["dependencies"].keys() == set()
