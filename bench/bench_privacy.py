"""Rights of candidates on a real installation: `python -m bench.bench_privacy`.

Copies and erasures of sample people with recordings, while other candidates go through the product; a backup that is
restored after an erasure; and the tests that search for what an erasure left. Everything is measured here, or the
result of tests that run here.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter

import httpx2

from bench.capacity.journey import run_journeys
from dayshift.privacy.inventory import owned_tables
from dayshift.tables import import_all
from tests.faults.processes import TIMEOUT, Installation, wait_until

PEOPLE = ("rosa", "devon", "jamal", "linh", "grace", "andre", "destiny", "kyle")
"""Sample people with a scored and recorded interview."""
CLIENTS = 50
LOAD_SECONDS = 40.0
TESTS = {
    "leaked_bytes": ["tests/privacy/test_nothing_left.py"],
    "holds": ["tests/privacy/test_erasure.py", "-k", "hold"],
    "chain": ["tests/core/test_audit.py"],
}


def main() -> None:
    """Measure, and print a table and the last line."""
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(prefix="bench-privacy-") as folder:
        copies, erasures, kept = measure(Path(folder))
    passed = {name: run_tests(arguments) for name, arguments in TESTS.items()}
    import_all()
    tables = len(owned_tables())
    print(f"{'':<40}{'median s':>10}{'slowest s':>10}")
    for name, times in {"copy of a person's data, from asking": copies, "erased, with its files": erasures}.items():
        print(f"{name:<40}{statistics.median(times):>10.1f}{max(times):>10.1f}")
    left = 0 if passed["leaked_bytes"] else "found"  # The test stops at the first; it counts nothing beyond it.
    covered = tables if passed["leaked_bytes"] else 0
    print(
        f"privacy: tables={tables} covered={covered} leaked_bytes={left} export_s={max(copies):.1f} "
        f"erase_live_s={max(erasures):.1f} restore_keeps_erased={'yes' if kept else 'no'} "
        f"holds={_word(passed['holds'])} chain={_word(passed['chain'])}"
    )
    sys.exit(0 if kept and all(passed.values()) else 1)


def measure(folder: Path) -> tuple[list[float], list[float], bool]:
    """Return the seconds of copies and of erasures under load, and whether a restore keeps what was erased."""
    installation = Installation.make(folder / "data")
    installation.data_dir.mkdir()
    _run(installation, "demo")
    with installation.server():
        backup = folder / "backups"
        _run(installation, "backup", backup)
        load = threading.Thread(target=run_journeys, args=([installation.port], CLIENTS, LOAD_SECONDS))
        load.start()
        copies = export_all(installation)
        erasures = [erase(installation, name) for name in PEOPLE]
        load.join()
        _run(installation, "backup", backup)  # Puts the tombstones beside the backups.
    oldest = min(path for path in backup.iterdir() if path.is_dir())
    restored = Installation.make(folder / "restored")
    _run(restored, "restore", oldest)
    with restored.server():
        return copies, erasures, all(_sign_in(restored, name) is None for name in PEOPLE)


def export_all(installation: Installation) -> list[float]:
    """Let everybody ask for a copy at once; return the seconds until each could be downloaded."""
    people = [token for name in PEOPLE if (token := _sign_in(installation, name))]
    began = perf_counter()
    with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        headers = [{"Authorization": f"Bearer {token}"} for token in people]
        for one in headers:
            client.post("/api/privacy/export", headers=one).raise_for_status()
        seconds: list[float] = []
        for one in headers:
            wait_until(lambda: client.get("/api/privacy/export", headers=one).json()["export"]["state"] == "ready")  # noqa: B023
            client.get("/api/privacy/export/file", headers=one).raise_for_status()
            seconds.append(perf_counter() - began)
    return seconds


def erase(installation: Installation, name: str) -> float:
    """Erase a person with the command; return the seconds until their recordings are gone from the disk."""
    recordings = installation.data_dir / "recordings"
    before = {path.name for path in recordings.iterdir()}
    began = perf_counter()
    _run(installation, "erase-user", f"{name}@demo.example")
    assert _sign_in(installation, name) is None
    wait_until(lambda: before > {path.name for path in recordings.iterdir()} & before)
    return perf_counter() - began


def run_tests(arguments: list[str]) -> bool:
    """Run tests; return whether all passed."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", *arguments], check=False,
                          stdout=subprocess.DEVNULL)  # fmt: skip
    return done.returncode == 0


def _sign_in(installation: Installation, name: str) -> str | None:
    body = {"email": f"{name}@demo.example", "password": "a long day's work"}
    reply = httpx2.post(f"{installation.url}/api/auth/login", json=body, timeout=TIMEOUT)
    return str(reply.json()["token"]) if reply.status_code == 200 else None


def _run(installation: Installation, *arguments: object) -> None:
    done = installation.run(*arguments)
    assert done.returncode == 0, done.stderr


def _word(passed: bool) -> str:
    return "ok" if passed else "failed"


if __name__ == "__main__":
    main()
