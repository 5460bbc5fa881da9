"""Parts that run the tests which check us against software that we did not write."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def webhooks(_jobs: int) -> dict[str, str]:
    """The reference implementation of Standard Webhooks."""
    return {"webhook_conformance": passes("tests/exchange/test_webhook_conformance.py")}


def oidc(_jobs: int) -> dict[str, str]:
    """A mock OpenID provider."""
    return {"oidc": passes("tests/hiring/employers/test_single_sign_on.py")}


def assessment(_jobs: int) -> dict[str, str]:
    """A scripted applicant tracking system."""
    return {"assessment": passes("tests/exchange/test_assessment.py")}


def passes(path: str) -> str:
    """Run one test file: `pass`, `fail`, or `missing` if there is none."""
    if not (ROOT / path).exists():
        return "missing"
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", path], cwd=ROOT, capture_output=True, text=True)  # noqa: PLW1510
    print(f"{path}: {(done.stdout.strip().splitlines() or ['no output'])[-1]}")
    return "pass" if done.returncode == 0 else "fail"
