"""Servers of employers on this machine, which the tests' server may send to, and a server that their programs call."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.settings import Settings
from tests.exchange.receiver import Receiver


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings that allow private addresses."""
    return Settings(
        database_url=database_url,
        data_dir=tmp_path,
        run_worker=False,
        free_disk_mb=0,
        private_addresses_allowed=True,
    )


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A system of an employer that accepts everything."""
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def address(app: FastAPI, client: TestClient) -> Iterator[str]:
    """The URL of the server, listening on a free port. The client runs its lifespan."""
    assert client.app is app
    server = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", 0, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()
