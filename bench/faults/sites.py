"""Installations under test: one with many processes, and one with a single process on a small disk."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
from aiosmtpd.controller import Controller

from dayshift.settings import Settings
from tests import postgres
from tests.core.test_limits import listens
from tests.faults.clocked import FILE, set_ahead
from tests.faults.gate import Gate
from tests.faults.processes import Installation, free_port, kill, wait_until
from tests.mail_server import MailServer

CLOCKED = "tests.faults.clocked"
LEASE = 5
"""Task lease in seconds."""
DISK_MB = 512


@dataclass
class Running:
    """A process that can be killed and restarted with `command`."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    ready_at: str = ""
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process and wait until it is ready."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, stdout=log, stderr=log)
        process = self.process
        wait_until(lambda: process.poll() is not None or self._is_ready())
        if process.poll() is not None:
            raise RuntimeError(f"{self.name} did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """Send SIGKILL."""
        if self.process:
            kill(self.process)

    def _is_ready(self) -> bool:
        if not self.ready_at:
            return not self.port or listens(self.port)
        try:
            return httpx2.get(self.ready_at, timeout=5).status_code == 200
        except httpx2.TransportError:
            return False


@dataclass
class Site:
    """An installation with its processes by role; its clocks read their offset from the file `clock`."""

    installation: Installation
    urls: list[str]
    clock: Path
    processes: dict[str, list[Running]] = field(default_factory=dict)
    admin: str = ""
    gate: Gate | None = None
    disk: Path | None = None
    mail: MailServer | None = None

    @property
    def settings(self) -> Settings:
        """Settings of its processes."""
        installation = self.installation
        storage = installation.settings.get("storage_url", "")
        return Settings(data_dir=installation.data_dir, database_url=installation.database_url, storage_url=storage)

    def all_processes(self) -> list[Running]:
        """Return all processes."""
        return [process for role in self.processes.values() for process in role]

    def run_doctor(self) -> list[str]:
        """Return the violations that `dayshift doctor --deep` finds."""
        command = self.installation.run("doctor", "--deep", "--json")
        if not command.stdout:
            return [f"the doctor failed: {command.stderr[-500:]}"]
        invariants = json.loads(command.stdout)["invariants"]
        return [
            f"{each['name']} {broken['subject']} {broken['why']}" for each in invariants for broken in each["broken"]
        ]


def _process(installation: Installation, name: str, command: str) -> Running:
    program = [sys.executable, "-m", installation.program, command]
    ready = f"{installation.url}/readyz" if command == "serve" else ""
    return Running(name, program, installation.environment(), installation.log, ready)


@contextmanager
def _mail_server() -> Iterator[tuple[MailServer, str]]:
    """Run a mail server in this process; yields its URL, too."""
    server, port = MailServer(), free_port()
    controller = Controller(server, hostname="127.0.0.1", port=port, enable_SMTPUTF8=True)
    controller.start()
    try:
        yield server, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()


@contextmanager
def _running(site: Site) -> Iterator[Site]:
    try:
        for process in site.all_processes():
            process.start()
        yield site
    finally:
        for process in site.all_processes():
            process.kill()


def _prepare(installation: Installation) -> None:
    for command in (["migrate"], ["coaches", "sample"]):
        process = installation.run(*command)
        if process.returncode:
            raise RuntimeError(process.stderr)


@contextmanager
def many(folder: Path) -> Iterator[Site]:
    """Run two servers, two workers, PostgreSQL with fsync, Redis, and a bucket behind a fault-injecting proxy."""
    data = folder / "data"
    data.mkdir(parents=True)
    clock = folder / "clock"
    set_ahead(clock, 0)
    redis_port, bucket_port = free_port(), free_port()
    with ExitStack() as stack:
        admin = stack.enter_context(postgres.cluster(settings=""))
        url = postgres.create_database(admin, "faults")
        gate = stack.enter_context(Gate(bucket_port).running())
        os.environ |= {"AWS_ENDPOINT": f"http://127.0.0.1:{gate.port}", "AWS_ALLOW_HTTP": "true", FILE: str(clock)}
        os.environ |= {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "us-east-1"}
        settings = {
            "run_worker": "false",
            "redis_url": f"redis://127.0.0.1:{redis_port}",
            "storage_url": "s3://takes/a",
        }
        mail, settings["smtp_url"] = stack.enter_context(_mail_server())
        settings["task_lease_seconds"] = str(LEASE)
        servers = [Installation(data, url, free_port(), settings, CLOCKED) for _ in range(2)]
        redis = ["redis-server", "--port", str(redis_port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        bucket = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(bucket_port)]
        environment, log = dict(os.environ), folder / "others.log"
        site = Site(servers[0], [server.url for server in servers], clock, admin=admin, gate=gate, mail=mail)
        store = Running("bucket", bucket, environment, log, port=bucket_port)
        store.start()
        stack.callback(store.kill)
        httpx2.put(f"http://127.0.0.1:{bucket_port}/takes").raise_for_status()
        _prepare(servers[0])
        site.processes = {
            "redis": [Running("redis", redis, environment, log, port=redis_port)],
            "server": [_process(server, f"server {number}", "serve") for number, server in enumerate(servers, 1)],
            "worker": [_process(servers[0], f"worker {number}", "worker") for number in (1, 2)],
        }
        yield stack.enter_context(_running(site))


@contextmanager
def single(folder: Path) -> Iterator[Site]:
    """Run one server with SQLite; its data is on a separate small disk if this process may mount one."""
    disk, clock = folder / "disk", folder / "clock"
    disk.mkdir(parents=True)
    set_ahead(clock, 0)
    os.environ[FILE] = str(clock)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(disk)]
    small = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    data = disk / "data"
    data.mkdir()
    try:
        with _mail_server() as (mail, smtp_url):
            settings = {"task_lease_seconds": str(LEASE), "smtp_url": smtp_url}
            installation = Installation(data, "", free_port(), settings, CLOCKED)
            _prepare(installation)
            site = Site(installation, [installation.url], clock, disk=disk if small else None, mail=mail)
            site.processes = {"server": [_process(installation, "server", "serve")]}
            with _running(site):
                yield site
    finally:
        if small:
            time.sleep(0.2)
            subprocess.run(["umount", "--lazy", disk], check=False)
