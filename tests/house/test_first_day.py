"""docs/first-day.md leads to a working installation, typed as it is written.

The machine is this one's file system below a layer that takes every change, in a network of its own. Packages
come from a folder that the test fills first, so that the commands themselves need no registry.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.write_package import write
from tests.house.test_wheel import build

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WHEELS = ROOT / ".venv/.wheels"
NEEDED = ("caddy", "python3-venv", "openssl", "curl")

ENTER = """
set -eu
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
shift_root=$1/root
mount -t proc processes "$shift_root/proc"
mount --rbind /dev "$shift_root/dev"
ip link set lo up
install -m 0755 tests/house/service_manager.py "$shift_root/usr/bin/systemctl"
sed -i "1i#!$3" "$shift_root/usr/bin/systemctl"
rm -rf "$shift_root/opt/dayshift" "$shift_root/var/lib/dayshift"
exec chroot "$shift_root" sh -c 'cd "$0" && exec "$1" -m tests.house.first_day "$2"' "$2" "$3" "$4"
"""


def _is_missing() -> str:
    """What this machine lacks for the test."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return "only root can make the root of a machine"
    enter = ["unshare", "--mount", "--net", "--pid", "--fork", "true"]
    if subprocess.run(enter, check=False, capture_output=True).returncode != 0:
        return "this container may not mount"
    if shutil.which("dpkg") is None:
        return "not a Debian machine"
    known = subprocess.run(["dpkg-query", "-W", *NEEDED], check=False, capture_output=True).returncode == 0
    return "" if known else f"not all of {', '.join(NEEDED)} are installed"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """What `make package` builds."""
    build(tmp_path)
    return write(tmp_path)


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """The locked packages of an installation, downloaded once for each lock, for the machine's own Python."""
    lock, known = ROOT / "requirements-server.lock", WHEELS / "lock"
    if known.exists() and known.read_bytes() == lock.read_bytes():
        return WHEELS
    subprocess.run(["/usr/bin/python3", "-m", "venv", tmp_path / "pip"], check=True)
    pip = [tmp_path / "pip/bin/pip", "download", "--quiet", "--require-hashes", "--only-binary", ":all:"]
    subprocess.run([*pip, "--dest", WHEELS, "-r", lock], check=True, capture_output=True)
    shutil.copy(lock, known)
    return WHEELS


@pytest.fixture
def layers(tmp_path: Path) -> Iterator[Path]:
    """Folders of the layer."""
    folder = tmp_path / "machine"
    for name in ("upper", "work", "root"):
        (folder / name).mkdir(parents=True)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(bool(_is_missing()), reason=_is_missing())
def test_page_leads_to_a_working_installation(layers: Path, package: Path, wheels: Path) -> None:
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        [
            *("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--propagation", "private"),
            *("sh", "-c", ENTER, "sh", layers, ROOT, sys.executable, package),
        ],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **pip},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    logs = [path.read_text()[-3000:] for path in (layers / "upper/var/log/units").glob("*")]
    assert done.returncode == 0, "\n".join([done.stdout[-6000:], done.stderr[-3000:], *logs])
