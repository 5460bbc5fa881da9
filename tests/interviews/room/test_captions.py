"""Captions of recorded answers, and the rubric."""

import hashlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from dayshift.core.tasks import Worker
from dayshift.interviews.room.captions import Cue, as_webvtt
from tests.interviews.recordings.media import VP8, record
from tests.interviews.room.test_interviews import answer, begin, drain
from tests.people import Person

WORDS = "I ran the grill & the fryer.\n\nNobody waited > ten minutes."


def record_answer(person: Person, **more: Any) -> Any:
    """Gives the first answer of a new interview, with a two-second recording."""
    interview = begin(person)["interview"]
    data = record(VP8, 2)
    headers = {"x-sha256": hashlib.sha256(data).hexdigest(), "Content-Type": "video/webm"}
    chunk = f"/api/recordings/{interview['id']}/takes/1/segments/0/chunks/0"
    assert person.call("PUT", chunk, content=data, headers=headers).status_code == 201
    take = {"number": 1, "segments": [{"segment": 0, "count": 1, "mimeType": VP8.mime_type}]}
    assert answer(person, interview, 1, WORDS, take=take, **more).status_code == 201
    return interview


def test_spoken_answer_has_captions(client: TestClient, person: Person, worker: Worker) -> None:
    interview = record_answer(person)
    drain(client, worker)
    take = person.get(f"/api/interviews/{interview['id']}")["takes"][0]
    reply = person.call("GET", take["captionsUrl"])
    assert reply.headers["content-type"].startswith("text/vtt")
    assert reply.headers["cache-control"] == "private, no-cache"
    head, note, cue = reply.text.rstrip().split("\n\n")
    assert (head, note.split()[0]) == ("WEBVTT", "NOTE")
    end = re.fullmatch(
        r"00:00:00\.000 --> 00:00:0(\d\.\d{3})\nI ran the grill &amp; the fryer\.\nNobody waited &gt; ten minutes\.",
        cue,
    )
    assert end
    assert float(end[1]) == pytest.approx(take["durationSeconds"], abs=0.001)


def test_typed_answer_has_no_captions(client: TestClient, person: Person, worker: Worker) -> None:
    interview = record_answer(person, mode="typed")
    drain(client, worker)
    take = person.get(f"/api/interviews/{interview['id']}")["takes"][0]
    assert (take["state"], take["captionsUrl"]) == ("ready", None)
    assert person.call("GET", f"/api/interviews/{interview['id']}/takes/1/captions").status_code == 404


def test_other_users_captions_and_rubric_return_404(client: TestClient, person: Person) -> None:
    interview = record_answer(person)
    other = Person.register(client, "other@example.com")
    for path in (f"/api/interviews/{interview['id']}/takes/1/captions", f"/api/interviews/{interview['id']}/rubric"):
        assert person.call("GET", path).status_code == 200
        assert other.call("GET", path).status_code == 404
    assert person.call("GET", f"/api/interviews/{interview['id']}/takes/2/captions").status_code == 404


def test_rubric_describes_every_level(person: Person) -> None:
    interview = begin(person)["interview"]
    rubric = person.get(f"/api/interviews/{interview['id']}/rubric")
    assert [item["question"] for item in rubric["questions"]] == [item["question"] for item in interview["questions"]]
    for question in rubric["questions"]:
        assert [level["level"] for level in question["levels"]] == [1, 2, 3, 4, 5]
        assert all(level["text"] for level in question["levels"])


@given(st.text().filter(str.strip), st.none() | st.floats(0, 1e6))
def test_any_text_makes_one_valid_cue(spoken_text: str, seconds: float | None) -> None:
    parts = as_webvtt([Cue(0.0, None, spoken_text)], seconds).split("\n\n")
    assert len(parts) == 3
    timing, _, text = parts[2].partition("\n")
    assert re.fullmatch(r"00:00:00\.000 --> \d\d:[0-5]\d:[0-5]\d\.\d{3}", timing)
    assert "<" not in text
    assert "-->" not in text
