"""Commands load only what they need."""

import subprocess
import sys

PROGRAM = """
import sys
from dayshift import applications, interviews, onboarding, privacy, recordings, reviews, scheduling
from dayshift.admin import all_invariants
for package in (applications, interviews, onboarding, privacy, recordings, reviews, scheduling):
    assert package.invariants
print(*sorted(sys.modules))
"""


def test_doctor_loads_no_routes_and_no_handlers() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "dayshift.applications.invariants" in loaded
    assert not {name for name in loaded if name.startswith("dayshift.") and name.endswith(("routes", ".worker"))}
    assert not {"dayshift.notifications.tasks", "dayshift.matching.find", "dayshift.jobs.actions"} & loaded
