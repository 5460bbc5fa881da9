"""An interview in progress survives jumps of the server's clock by a day or more."""

from datetime import timedelta

import time_machine
from fastapi import FastAPI

from dayshift.core import audit
from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from tests.faults.candidate import ANSWER, Candidate
from tests.interviews.recordings import media
from tests.operators import examine
from tests.people import Person
from tests.staff import in_database

DAY = timedelta(days=1)


def test_interview_survives_clock_jumps(person: Person, app: FastAPI, worker: Worker, settings: Settings) -> None:
    maya = Candidate(person.client, person.token, person.id)
    chunks = media.cut(media.record(media.VP8, 1), 3)
    segments = [{"segment": 0, "count": 3, "mimeType": media.VP8.mime_type}]
    assert person.client.portal
    with time_machine.travel(now()) as clock:
        maya.begin_interview()
        for order, jump in enumerate((DAY, -DAY, DAY, -2 * DAY), 1):
            maya.put_chunk(0, chunks[0], take=order)
            clock.shift(jump)
            for index in (1, 2):
                maya.put_chunk(index, chunks[index], take=order)
            maya.answer(order, ANSWER, take={"number": order, "segments": segments})
        maya.call("POST", f"/api/interviews/{maya.interview}/complete", {})
        clock.shift(3 * DAY)  # Delayed tasks become due.
        in_database(person.client, audit.schedule)
        person.client.portal.call(worker.drain)
        interview = maya.call("GET", f"/api/interviews/{maya.interview}")
        assert [response["responseOrder"] for response in interview["responses"]] == [1, 2, 3, 4]
        assert [take["state"] for take in interview["takes"]] == ["ready"] * 4
        assert interview["scoring"] == "done"
        broken = [finding for finding in examine(settings) if finding.broken]
        assert not broken
