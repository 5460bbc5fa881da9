"""The topology of deploy/compose.yaml as processes: proxy, two servers, two workers, PostgreSQL and Redis.

The proxy uses the Caddyfile from deploy/.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import httpx2
import pytest

from tests import postgres
from tests.core.test_limits import redis
from tests.faults.candidate import ANSWER, Candidate
from tests.faults.processes import TIMEOUT, Installation, free_port, kill, stop, wait_until
from tests.interviews.recordings import media

CADDYFILE = Path(__file__).parents[2] / "deploy/Caddyfile"


@contextmanager
def proxy(folder: Path, port: int, servers: list[int]) -> Iterator[None]:
    """Runs the deployment's proxy on a local port without TLS, in front of servers on these ports."""
    names = " ".join(f"127.0.0.1:{server}" for server in servers)
    environment = {**os.environ, "DAYSHIFT_SITE": f"http://127.0.0.1:{port}", "DAYSHIFT_SERVERS": names}
    environment |= {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    program = ["caddy", "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    with (folder / "proxy.log").open("w") as log:
        process = subprocess.Popen(program, env=environment, stderr=log, cwd=folder)
    try:
        wait_until(lambda: process.poll() is not None or is_healthy(f"http://127.0.0.1:{port}/healthz"))
        assert process.poll() is None, (folder / "proxy.log").read_text()
        yield
    finally:
        kill(process)


def is_healthy(url: str) -> bool:
    try:
        return httpx2.get(url, timeout=TIMEOUT, verify=False).status_code == 200
    except httpx2.TransportError:
        return False


class Phone(Candidate):
    """Retries requests when a server goes away, as the web app does."""

    def call(self, method: str, path: str, json: Any = None, **common_settings: Any) -> Any:
        for _ in range(20):
            try:
                return super().call(method, path, json, **common_settings)
            except httpx2.HTTPStatusError as error:
                if error.response.status_code not in {502, 503}:
                    raise
                sleep(0.5)
        return super().call(method, path, json, **common_settings)


def upload(maya: Candidate, take: int) -> list[dict[str, object]]:
    """Upload a recorded answer in chunks; returns its manifest."""
    chunks = media.cut(media.record(media.VP8, 1), 3)
    for index, chunk in enumerate(chunks):
        maya.put_chunk(index, chunk, take=take)
    return [{"segment": 0, "count": len(chunks), "mimeType": media.VP8.mime_type}]


def test_proxy_compresses_long_json(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "data").mkdir()
    installation = Installation.make(tmp_path / "data", preloaded=True)
    with installation.server(), proxy(tmp_path, port, [installation.port]):
        sizes = {}
        for encoding in ("identity", "gzip"):
            with httpx2.stream(
                "GET", f"http://127.0.0.1:{port}/openapi.json", headers={"Accept-Encoding": encoding}, timeout=TIMEOUT
            ) as reply:
                assert reply.headers.get("content-encoding", "identity") == encoding
                sizes[encoding] = len(b"".join(reply.iter_raw()))
    assert sizes["gzip"] < sizes["identity"] / 3


@pytest.mark.slow
def test_interview_survives_server_and_worker_failures(postgres_admin: str, tmp_path: Path) -> None:
    port, redis_port = free_port(), free_port()
    url = postgres.create_database(postgres_admin, "topology")  # Empty, so both servers try to migrate it.
    common_settings = {"run_worker": "false", "redis_url": f"redis://127.0.0.1:{redis_port}", "task_lease_seconds": "2"}
    common_settings |= {"metrics_token": "let-me-see"}
    data = tmp_path / "data"
    data.mkdir()
    servers = [Installation(data, url, free_port(), common_settings, preloaded=True) for _ in range(2)]
    with ExitStack() as running:
        running.enter_context(redis(tmp_path, redis_port))
        processes = [running.enter_context(server.process("serve")) for server in servers]
        for server, process in zip(servers, processes, strict=True):
            server.wait_until_ready(process)
        monitored = replace(
            servers[0],
            settings=common_settings | {"worker_port": str(free_port())},
            preloaded=False,
        )
        workers = [running.enter_context(one.process("worker")) for one in (servers[0], monitored)]
        running.enter_context(proxy(tmp_path, port, [server.port for server in servers]))
        client = running.enter_context(httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT))

        assert client.get("/").status_code == 200
        assert client.get("/readyz").status_code == 404, "not exposed publicly"
        maya = Phone.register(client)
        maya.search("line cook, evenings")
        maya.begin_interview()
        maya.answer(1, ANSWER, take={"number": 1, "segments": upload(maya, 1)})
        assert stop(processes[0]) == 0  # Replace a server while the interview is in progress.
        maya.answer(2, ANSWER, take={"number": 2, "segments": upload(maya, 2)})
        processes[0] = running.enter_context(servers[0].process("serve"))
        servers[0].wait_until_ready(processes[0])
        kill(processes[1])  # The other server dies.
        kill(workers[0])
        for order in range(3, len(maya.questions) + 1):
            maya.answer(order, ANSWER)
        maya.call("POST", f"/api/interviews/{maya.interview}/complete", {})

        wait_until(lambda: maya.call("GET", f"/api/interviews/{maya.interview}")["scoring"] == "done")
        takes = maya.call("GET", f"/api/interviews/{maya.interview}")["takes"]
        wait_until(lambda: servers[0].run("doctor", "--deep").returncode == 0)
        assert [take["state"] for take in takes] == ["ready", "ready"]
        worker = f"http://127.0.0.1:{monitored.settings['worker_port']}"
        assert httpx2.get(f"{worker}/readyz").status_code == 200
        assert httpx2.get(f"{worker}/metrics").status_code == 404
        server, token = f"http://127.0.0.1:{servers[0].port}", {"Authorization": "Bearer let-me-see"}
        counted = httpx2.get(f"{server}/metrics", headers=token).text
        assert 'dayshift_events_total{event="InterviewCompleted"} 1.0' in counted
        seen = httpx2.get(f"{worker}/metrics", headers=token).text
        assert 'dayshift_task_seconds_count{kind="interviews.score",outcome="done"} 1.0' in seen
        assert stop(workers[1]) == 0, "it exits cleanly"
    postgres.drop_database(postgres_admin, "topology")
