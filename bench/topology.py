"""Run a command against the topology of deploy/compose.yaml, as processes: `python -m bench.topology COMMAND...`.

Two servers, two workers, PostgreSQL, Redis, a bucket, and Caddy with the Caddyfile of deploy/. The command reads the
address from DAYSHIFT_E2E_SITE. Afterwards `dayshift doctor --deep` checks everything.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from bench.faults.sites import many
from tests.faults.processes import free_port
from tests.faults.test_topology import proxy


def main(command: Sequence[str]) -> int:
    """Start everything, run the command, check the data; return the command's exit code, or 1 if data is broken."""
    port = free_port()
    with tempfile.TemporaryDirectory() as name, many(Path(name)) as site:
        site.installation.run("jobs", "sample")
        with proxy(Path(name), port, [urlsplit(url).port or 0 for url in site.urls]):
            environment = os.environ | {"DAYSHIFT_E2E_SITE": f"http://127.0.0.1:{port}"}
            code = subprocess.run(command, env=environment, check=False).returncode
        broken = site.run_doctor()
    print(*broken, f"topology: code={code} broken={len(broken)}", sep="\n")
    return code or min(1, len(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
