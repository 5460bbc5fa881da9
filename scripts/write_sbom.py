"""What we ship with: `dist/sbom-python.cdx.json` and `dist/sbom-web.cdx.json` (CycloneDX 1.6), and `docs/licences.md`.

Versions and checksums are those of the locks; licences are what the packages say of themselves, in SPDX names.
"""

import base64
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs/licences.md"
ALLOWED = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "LGPL-3.0-only", "MIT", "MIT-0"),
    *("MPL-2.0", "OFL-1.1", "PSF-2.0", "Unlicense", "Zlib"),
}
"""Licences under which we may ship a package with a product under Apache-2.0, unchanged as we do."""

WORDS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
"""SPDX names of the words that older packages use."""

READ = {
    # Looked up in what the packages come with, for their entries in the lock say nothing.
    "@inlang/plugin-message-format": "MIT",
    "sqlite-wasm-kysely": "MIT",
}

_LOCKED = re.compile(
    r"^(?P<name>[A-Za-z0-9_.-]+)(?:\[.*?\])?==(?P<version>[^ ;\\]+)(?P<hashes>(?:[^\n]*\\\n[^\n]*)*)", re.MULTILINE
)


@dataclass(frozen=True)
class Package:
    """A package as the lock names it; `licence` is an SPDX expression, '' where it says none."""

    name: str
    version: str
    licence: str
    kind: str
    hashes: tuple[tuple[str, str], ...] = ()

    @property
    def purl(self) -> str:
        """Its name for the whole world."""
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"

    @property
    def refused(self) -> bool:
        """Whether we must not ship it: every way to read its licence names one that is not allowed."""
        ways = [re.findall(r"[\w.+-]+", way.replace(" AND ", " ")) for way in self.licence.split(" OR ")]
        return not any(names and set(names) <= ALLOWED for names in ways)

    def as_component(self) -> dict[str, Any]:
        """Its entry in the bill of materials."""
        entry: dict[str, Any] = {"type": "library", "name": self.name, "version": self.version, "purl": self.purl}
        entry["bom-ref"] = self.purl
        if self.licence:
            entry["licenses"] = [{"expression": self.licence}]
        if self.hashes:
            entry["hashes"] = [{"alg": algorithm, "content": content} for algorithm, content in self.hashes]
        return entry


def python_packages() -> list[Package]:
    """What the server is installed with, of what this platform needs."""
    found = []
    for entry in _LOCKED.finditer((ROOT / "requirements.lock").read_text("utf-8")):
        try:
            licence = _licence_of(metadata(entry["name"]))
        except PackageNotFoundError:  # For another platform or Python.
            continue
        hashes = tuple(("SHA-256", one) for one in re.findall(r"sha256:([0-9a-f]{64})", entry["hashes"]))
        # One of them is the file of this platform; the bill names the package, so it is given only where it is sure.
        found.append(Package(entry["name"], entry["version"], licence, "pypi", hashes if len(hashes) == 1 else ()))
    return found


def _licence_of(said: Any) -> str:
    if expression := said.get("License-Expression"):
        return str(expression)
    words = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or [] if line.startswith("License")]
    if words:
        return " OR ".join(WORDS.get(word, word.replace(" ", "-")) for word in words)
    text = str(said.get("License") or "").strip()
    # Some put the whole text where the name belongs.
    return "MIT" if "Permission is hereby granted, free of charge" in text else text.partition("\n")[0]


def web_packages() -> Iterator[Package]:
    """What the app is built from, each version once, wherever it lies."""
    seen = set()
    lock = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    for path, entry in sorted(lock.items()):
        if not path or entry.get("dev") or entry.get("devOptional"):
            continue
        name = path.rpartition("node_modules/")[2]
        algorithm, _, digest = entry.get("integrity", "").partition("-")
        hashes = (("SHA-512", base64.b64decode(digest).hex()),) if algorithm == "sha512" else ()
        package = Package(name, entry["version"], entry.get("license") or READ.get(name, ""), "npm", hashes)
        if package.purl not in seen:
            seen.add(package.purl)
            yield package


def bill(packages: list[Package]) -> dict[str, Any]:
    """The bill of materials; the same locks make the same bill."""
    product = {"type": "application", "name": "dayshift", "bom-ref": "dayshift"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": [package.as_component() for package in packages],
    }


def listing(packages: list[Package]) -> str:
    """The list of licences, for people."""
    by_licence: dict[str, set[str]] = {}
    for package in packages:
        by_licence.setdefault(package.licence, set()).add(package.name)
    lines = [
        "# Licences of what we ship with",
        "",
        "Written by `make sbom` from the locks; a test refuses a licence that is not allowed there.",
        "",
        "The table shows what packages declare. The binary packages of `av` (BSD-3-Clause) contain FFmpeg",
        "(LGPL-3.0-or-later) linked with x264 and x265 (GPL-2.0-or-later). Using them on your own servers has no",
        "conditions. Passing on an image or an environment with them passes on a work under the GPL:",
        "[what to do then](decisions/0022-codecs-and-their-licences.md).",
        "",
        "| licence | packages |",
        "|---|---|",
    ]
    return (
        "\n".join([*lines, *(f"| {name} | {', '.join(sorted(by_licence[name]))} |" for name in sorted(by_licence))])
        + "\n"
    )


def refusals(packages: list[Package]) -> list[str]:
    """What must not be shipped, and why, in words."""
    return [
        f"{one.name} {one.version}: {one.licence or 'no licence'} is not allowed" for one in packages if one.refused
    ]


def main() -> None:
    """Write all three; ends with what must not be shipped."""
    server, app = python_packages(), list(web_packages())
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    for name, packages in (("python", server), ("web", app)):
        text = json.dumps(bill(packages), indent=1) + "\n"
        (folder / f"sbom-{name}.cdx.json").write_text(text, "utf-8")
    TARGET.write_text(listing([*server, *app]), "utf-8")
    sys.exit("\n".join(refusals([*server, *app])) or 0)


if __name__ == "__main__":
    main()
