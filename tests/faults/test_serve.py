"""Starting and stopping `dayshift serve` and `dayshift worker`."""

import hashlib
import json
import socket
import time
from dataclasses import replace

import httpx2
import pytest

from tests.faults.candidate import Candidate
from tests.faults.processes import TIMEOUT, Installation, free_port, stop, wait_until

pytestmark = pytest.mark.slow

STOP_SECONDS = 10.0
UPLOADS = 5


def test_second_server_on_same_database_exits_with_message(tmp_path_factory: pytest.TempPathFactory) -> None:
    first = Installation.make(tmp_path_factory.mktemp("data"), preloaded=True)
    second = Installation.make(first.data_dir)
    with first.server():
        before = first.log.read_text()
        with second.process("serve") as process:
            assert process.wait(TIMEOUT) == 1
        new_lines = second.log.read_text().removeprefix(before).splitlines()
        [message] = [
            line for line in new_lines if line.startswith("dayshift: ")
        ]  # The first server logs to the same file.
        assert message.startswith("dayshift: another server is using")
        assert str(first.data_dir) in message
        assert httpx2.get(f"{first.url}/readyz").status_code == 200


def test_log_tells_of_start_migration_and_stop(tmp_path_factory: pytest.TempPathFactory) -> None:
    installation = Installation.make(tmp_path_factory.mktemp("data"), preloaded=True)
    with installation.server() as process:
        assert stop(process) == 0
    lines = [json.loads(line) for line in installation.log.read_text().splitlines() if line.startswith("{")]
    events = [line["event"] for line in lines]
    expected = ["database migrates", "database migrated", "server starts", "background work begins", "server stopped"]
    assert [event for event in events if event in expected] == expected
    [start] = [line for line in lines if line["event"] == "server starts"]
    assert (start["address"], start["database"]) == (
        installation.url, f"sqlite:///{installation.data_dir}/dayshift.sqlite3",
    )  # fmt: skip
    assert start["version"]


def test_links_use_the_served_port(tmp_path_factory: pytest.TempPathFactory) -> None:
    installation = Installation.make(tmp_path_factory.mktemp("data"), preloaded=True)
    other_port = replace(installation, port=free_port())
    assert installation.start("migrate").wait(TIMEOUT) == 0
    assert installation.start("coaches", "sample").wait(TIMEOUT) == 0
    fresh = replace(installation, preloaded=False)
    with fresh.process("serve", "--port", str(other_port.port)) as process:
        other_port.wait_until_ready(process)
    links = installation.run("coaches", "links").stdout
    assert f"http://127.0.0.1:{other_port.port}/coach?key=" in links
    assert f":{installation.port}/" not in links


class Upload:
    """A chunk upload in progress: the server has accepted the request and waits for the body."""

    def __init__(self, candidate: Candidate, port: int, index: int) -> None:
        self.data = b"chunk " * 1000
        self._socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        path = f"/api/recordings/{candidate.interview}/takes/1/segments/0/chunks/{index}"
        head = {
            "Host": "127.0.0.1",
            "Authorization": f"Bearer {candidate.token}",
            "Content-Length": len(self.data),
            "x-sha256": hashlib.sha256(self.data).hexdigest(),
            "Expect": "100-continue",
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        self._socket.sendall(f"PUT {path} HTTP/1.1\r\n{lines}\r\n".encode())
        assert self._socket.recv(100).startswith(b"HTTP/1.1 100 ")

    def finish(self) -> int:
        """Send the body and return the response's status."""
        self._socket.sendall(self.data)
        with self._socket, self._socket.makefile("rb") as reply:
            return int(reply.readline().split()[1])


def test_stop_waits_for_requests_in_flight(installation: Installation) -> None:
    with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        with installation.server() as server:
            maya = Candidate.register(client)
            maya.begin_interview()
            uploads = [Upload(maya, installation.port, index) for index in range(UPLOADS)]
            started = time.monotonic()
            server.terminate()
            wait_until(lambda: not is_listening(installation.port))
            assert [upload.finish() for upload in uploads] == [201] * UPLOADS
            assert server.wait(TIMEOUT) == 0
            assert time.monotonic() - started < STOP_SECONDS
        with installation.server() as server:
            stored = maya.call("GET", f"/api/recordings/{maya.interview}/takes/1/chunks")["chunks"]
            assert len(stored) == UPLOADS
            assert stop(server) == 0


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
