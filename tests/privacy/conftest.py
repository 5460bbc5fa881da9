"""A device that uploads a recording, as in the tests of recordings."""

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from tests.accounts.conftest import Inbox
from tests.interviews.recordings.conftest import Device, open_device
from tests.people import Person


@pytest.fixture
def device(app: FastAPI, worker: Worker, person: Person) -> Device:
    """A device of the test's person, with a new recording."""
    return open_device(app, worker, person)


@pytest.fixture
def inbox(client: TestClient, worker: Worker, settings: Settings) -> Inbox:
    """Everybody's emails."""
    return Inbox(client, worker, settings.data_dir / "outbox")
