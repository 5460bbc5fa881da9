"""The wheel is complete, so serving needs neither Node nor the source tree, and its build is reproducible."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx2
import pytest
from packaging.version import Version

from dayshift.version import source_version
from tests.faults.processes import TIMEOUT, Installation

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
    version = wheel.name.split("-")[1]
    assert installation.run("--version").stdout.strip() == version
    with installation.server(), httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        assert client.get("/healthz").json() == {"ok": True, "version": version}
        assert client.get("/readyz").status_code == 200
        page = client.get("/")
        assert page.status_code == 200
        assert "Find Jobs Now" in page.text


def test_version_grows_with_each_commit_and_needs_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tmp_path / "tree"
    (tree / "dayshift").mkdir(parents=True)
    date = (ROOT / "dayshift" / "commit-date.txt").read_text()
    (tree / "dayshift" / "commit-date.txt").write_text(date)
    code = tree / "dayshift" / "code.py"

    def git(*arguments: str, at: str = "") -> None:
        names = ["-c", "user.name=x", "-c", "user.email=x@x.example", "-c", "commit.gpgsign=false"]
        monkeypatch.setenv("GIT_COMMITTER_DATE", at)
        subprocess.run(["git", "-C", str(tree), *names, *arguments], check=True, capture_output=True)

    git("init", "-q")
    (tree / ".gitattributes").write_text((ROOT / ".gitattributes").read_text())
    versions = []
    for at in ("2026-11-09T23:59:59Z", "2026-11-28T03:00:00+01:00", "2026-11-28T02:00:01Z"):
        code.write_text(at)
        git("add", "-A")
        git("commit", "-q", "-m", "x", at=at)
        versions.append(source_version(tree))
    assert versions == ["2026.11.9.86399", "2026.11.28.7200", "2026.11.28.7201"]
    assert [str(Version(one)) for one in versions] == versions == sorted(versions, key=Version)
    git("archive", "--format=tar", f"--output={tmp_path}/archive.tar", "HEAD")
    (tmp_path / "archive").mkdir()
    subprocess.run(["tar", "-xf", tmp_path / "archive.tar", "-C", tmp_path / "archive"], check=True)
    assert source_version(tmp_path / "archive") == versions[-1]
    shutil.rmtree(tree / ".git")
    os.utime(code, (1_795_000_000, 1_795_000_000))
    assert source_version(tree) == "2026.11.18.40000"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795000001")
    assert source_version(tree) == "2026.11.18.40001"
    (tree / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: dayshift\nVersion: 2026.1.2.3\n")
    assert source_version(tree) == "2026.1.2.3"
