"""A device that uploads a recording, as in the tests of recordings."""

import pytest
from fastapi import FastAPI

from dayshift.core.tasks import Worker
from tests.people import Person
from tests.recordings.conftest import Device, open_device


@pytest.fixture
def device(app: FastAPI, worker: Worker, person: Person) -> Device:
    """A device of the test's person, with a new recording."""
    return open_device(app, worker, person)
