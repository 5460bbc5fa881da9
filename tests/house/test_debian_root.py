"""The root of another Debian, for browser engines: its mounts never reach the folders of this machine."""

import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts/in-debian-root.sh"
CAN_MOUNT = (
    shutil.which("unshare") is not None
    and subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], check=False, capture_output=True).returncode
    == 0
)

pytestmark = pytest.mark.skipif(not CAN_MOUNT, reason="this user may not mount")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The smallest root: a shell and its libraries."""
    root = tmp_path / "root"
    for folder in ("dev", "proc", "tmp", "bin"):
        (root / folder).mkdir(parents=True)
    shutil.copy("/bin/sh", root / "bin/sh")
    needed = subprocess.run(["ldd", "/bin/sh"], check=True, capture_output=True, text=True).stdout
    for library in re.findall(r"/\S+", needed):
        target = root / library.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, target)
    return root


def start(root: Path, home: Path, script: str) -> "subprocess.Popen[str]":
    command = ["sh", str(SCRIPT), str(root), str(home), "/bin/sh", "-c", script]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def mounts_in(root: Path) -> list[str]:
    return [line for line in Path("/proc/mounts").read_text().splitlines() if str(root) in line]


def test_nothing_is_mounted_outside_also_after_a_kill(root: Path, tmp_path: Path) -> None:
    """While the command runs and after it was killed, deleting the root deletes only the root."""
    home = tmp_path / "home"
    home.mkdir()
    with start(
        root, home, 'echo x >/dev/null && [ -c /dev/urandom ] && : >/tmp/from-inside && echo "ready $$"; read line'
    ) as running:
        assert running.stdout is not None
        try:
            assert running.stdout.readline() == "ready 1\n"
            assert mounts_in(root) == []
            assert [entry.name for entry in (root / "dev").iterdir()] == []
            assert (home / "from-inside").exists()
            # As `rm -rf` of the checkout would, in the middle of a run.
            shutil.rmtree(root)
            assert Path("/dev/null").is_char_device()
            assert Path("/dev/urandom").is_char_device()
        finally:
            running.kill()
    deadline = time.monotonic() + 10
    while (left := processes_of(str(root))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []
    assert mounts_in(tmp_path) == []


def processes_of(text: str) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            inside = str((folder / "root").readlink())
        except OSError:
            continue
        if text in command or inside.startswith(text):
            found.append(f"{folder.name} {command}")
    return found
