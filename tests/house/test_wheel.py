"""The wheel is complete, so serving needs neither Node nor the source tree, and its build is reproducible."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx2
import pytest

from tests.faults.processes import PATIENCE, Installation

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def build(folder: Path) -> Path:
    program = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(program, cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def test_server_runs_from_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = build(tmp_path / "once")
    assert wheel.read_bytes() == build(tmp_path / "again").read_bytes()

    unpacked = tmp_path / "alone"
    zipfile.ZipFile(wheel).extractall(unpacked)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(unpacked))
    program = [sys.executable, "-c", "import dayshift; print(dayshift.__file__)"]
    found = subprocess.run(program, env=os.environ, capture_output=True, text=True, check=True).stdout
    assert Path(found.strip()).is_relative_to(unpacked)

    installation = Installation.make(tmp_path / "data", f"sqlite:///{tmp_path}/data/dayshift.sqlite3")
    with installation.server(), httpx2.Client(base_url=installation.url, timeout=PATIENCE) as client:
        assert client.get("/readyz").status_code == 200
        page = client.get("/")
        assert page.status_code == 200
        assert "Find Jobs Now" in page.text
