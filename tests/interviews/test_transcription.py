"""Answers that came without words: a transcriber listens, and nobody's own words are touched. Over HTTP."""

import hashlib
import io
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import av
import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from tests.interviews.test_interviews import STRONG, answer, begin, drain
from tests.people import Person
from tests.recordings.media import VP8, record
from tests.speech import WORDS, Script, serve

NOTHING = "(No response provided)"


@pytest.fixture
def script() -> Iterator[Script]:
    with serve() as script:
        yield script


@pytest.fixture
def settings(database_url: str, tmp_path: Path, script: Script) -> Settings:
    return Settings(
        database_url=database_url,
        data_dir=tmp_path,
        run_worker=False,
        free_disk_mb=0,
        transcriber_url=script.url(),
        metrics_token="secret",
    )


def send_take(person: Person, interview: Any, number: int = 1, *, talking: bool = True) -> Any:
    data = record(VP8, 2, talking=talking)
    headers = {"x-sha256": hashlib.sha256(data).hexdigest(), "Content-Type": "video/webm"}
    chunk = f"/api/recordings/{interview['id']}/takes/{number}/segments/0/chunks/0"
    assert person.call("PUT", chunk, content=data, headers=headers).status_code == 201
    return {"number": number, "segments": [{"segment": 0, "count": 1, "mimeType": VP8.mime_type}]}


def wordless(person: Person, *, talking: bool = True, **more: Any) -> Any:
    interview = begin(person)["interview"]
    take = send_take(person, interview, talking=talking)
    reply = answer(person, interview, 1, NOTHING, take=take, **more)
    assert reply.status_code == 201
    return interview, take, reply.json()["response"]


def work(client: TestClient, worker: Worker) -> None:
    """Do what is due now, and what is due a few seconds later: who listens waits for the take to play."""
    drain(client, worker)
    with time_machine.travel(now() + timedelta(seconds=5)):
        drain(client, worker)


def first(person: Person, interview: Any) -> Any:
    return person.get(f"/api/interviews/{interview['id']}")["responses"][0]


def captions(person: Person, interview: Any) -> str:
    take = person.get(f"/api/interviews/{interview['id']}")["takes"][0]
    return str(person.call("GET", take["captionsUrl"]).text) if take["captionsUrl"] else ""


def finish(person: Person, interview: Any) -> None:
    for order in range(2, 5):
        answer(person, interview, order)
    person.post(f"/api/interviews/{interview['id']}/complete")


def test_what_was_said_is_written_down_with_its_moments(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    interview, take, kept = wordless(person)
    assert (kept["responseText"], kept["wordsAwaited"]) == (NOTHING, True)
    work(client, worker)
    heard = first(person, interview)
    assert (heard["responseText"], heard["wordsAwaited"], heard["corrected"]) == (WORDS, False, False)
    assert re.findall(r"(\S+) --> (\S+)\n(.+)", captions(person, interview)) == [
        ("00:00:00.200", "00:00:01.100", "I ran the grill"),
        ("00:00:01.100", "00:00:01.900", "for three years."),
    ]
    # The phone may not know that the answer has come in: the same answer again is harmless, and heard once.
    assert answer(person, interview, 1, NOTHING, take=take).status_code == 200
    work(client, worker)
    assert len(script.calls) == 1
    assert first(person, interview)["responseText"] == WORDS


def test_only_the_sound_leaves(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    wordless(person)
    work(client, worker)
    (call,) = script.calls
    assert call.fields["language"] == "en"
    assert "maya" not in json.dumps([call.fields, call.name]).lower()
    with av.open(io.BytesIO(call.sound)) as sent:
        assert [stream.type for stream in sent.streams] == ["audio"]
        assert sum(packet.size > 0 for packet in sent.demux()) > 90  # Two seconds of it.


def test_silence_is_sent_to_nobody(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    interview, _, _ = wordless(person, talking=False)
    work(client, worker)
    kept = first(person, interview)
    assert (kept["responseText"], kept["wordsAwaited"], script.calls) == (NOTHING, False, [])
    assert captions(person, interview) == ""


@pytest.mark.parametrize("more", [{"mode": "typed"}, {}])
def test_whoever_has_words_is_not_listened_to(
    client: TestClient, person: Person, worker: Worker, script: Script, more: Any
) -> None:
    interview = begin(person)["interview"]
    reply = answer(person, interview, 1, STRONG, take=send_take(person, interview), **more)
    assert not reply.json()["response"]["wordsAwaited"]
    work(client, worker)
    assert first(person, interview)["responseText"] == STRONG
    assert script.calls == []


def test_what_a_person_writes_meanwhile_stays(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    interview, _, _ = wordless(person)
    own = {"responseText": "I grilled, three years long."}
    person.call("PATCH", f"/api/interviews/{interview['id']}/responses/1", own)
    work(client, worker)
    kept = first(person, interview)
    assert (kept["responseText"], kept["wordsAwaited"]) == (own["responseText"], False)
    assert own["responseText"] in captions(person, interview)


def test_what_was_heard_can_be_put_right(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    interview, _, _ = wordless(person)
    work(client, worker)
    own = {"responseText": "I ran the grill for thirteen years."}
    person.call("PATCH", f"/api/interviews/{interview['id']}/responses/1", own)
    kept = first(person, interview)
    assert (kept["responseText"], kept["originalText"], kept["corrected"]) == (own["responseText"], WORDS, True)
    cues = captions(person, interview)
    assert "thirteen" in cues
    assert cues.count("-->") == 1  # Nobody knows when the corrected words were said.


def test_a_server_in_trouble_is_asked_again_and_the_score_waits(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    script.statuses = [503, 503]
    with time_machine.travel(now(), tick=False) as clock:
        interview, _, _ = wordless(person)
        finish(person, interview)
        drain(client, worker)
        clock.shift(timedelta(seconds=5))
        drain(client, worker)
        path = f"/api/interviews/{interview['id']}"
        assert (person.get(path)["scoring"], len(script.calls)) == ("pending", 1)
        clock.shift(timedelta(seconds=30))
        drain(client, worker)
        assert len(script.calls) == 2
        clock.shift(timedelta(seconds=30))
        drain(client, worker)
        clock.shift(timedelta(seconds=30))
        drain(client, worker)
    scored = person.get(path)
    assert scored["scoring"] == "done"
    assert "three years" in json.dumps(json.loads(scored["aiSummary"])["competencies"][0])
    metrics = client.get("/metrics", headers={"Authorization": "Bearer secret"}).text
    counted = re.findall(r'provider_seconds_count\{call="transcriber listen",outcome="(\w+)"\} (\d+)', metrics)
    assert int(dict(counted)["failed"]) >= 2
    assert int(dict(counted)["answered"]) >= 1


def test_words_that_come_too_late_are_captions_and_change_no_score(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    script.statuses = [500] * 3
    with time_machine.travel(now(), tick=False) as clock:
        interview, _, _ = wordless(person)
        finish(person, interview)
        drain(client, worker)
        clock.shift(timedelta(seconds=5))
        drain(client, worker)
        clock.shift(timedelta(minutes=11))
        drain(client, worker)
        path = f"/api/interviews/{interview['id']}"
        before = person.get(path)
        assert before["scoring"] == "done"
        for _ in range(3):
            clock.shift(timedelta(minutes=15))
            drain(client, worker)
    after = person.get(path)
    assert len(script.calls) == 4
    assert (after["aiScore"], after["aiSummary"]) == (before["aiScore"], before["aiSummary"])
    assert after["responses"][0]["responseText"] == NOTHING
    assert "I ran the grill" in captions(person, interview)


def test_a_server_that_never_works_ends_as_a_dead_letter(
    client: TestClient, app: FastAPI, person: Person, worker: Worker, script: Script
) -> None:
    from dayshift.core.tasks import dead_letters, revive

    script.statuses = [401] * 10
    with time_machine.travel(now(), tick=False) as clock:
        interview, _, _ = wordless(person)
        for _ in range(12):
            assert first(person, interview)["wordsAwaited"] is (len(script.calls) < 10)
            drain(client, worker)
            clock.shift(timedelta(minutes=20))
        [letter] = client.portal.call(app.state.services.db.read, dead_letters)  # type: ignore[union-attr]
    assert (letter.kind, letter.attempts) == ("interviews.hear", 10)
    assert "status 401" in (letter.last_error or "")
    assert "key" not in (letter.last_error or "")
    assert first(person, interview)["wordsAwaited"] is False
    client.portal.call(app.state.services.db.write, revive, [letter.id])  # type: ignore[union-attr]
    work(client, worker)
    assert first(person, interview)["responseText"] == WORDS


def test_nobody_listens_to_who_agreed_to_another_text(
    client: TestClient, app: FastAPI, person: Person, worker: Worker, script: Script
) -> None:
    transcriber, app.state.services.transcriber = app.state.services.transcriber, None
    interview = begin(person)["interview"]
    app.state.services.transcriber = transcriber
    reply = answer(person, interview, 1, NOTHING, take=send_take(person, interview))
    assert not reply.json()["response"]["wordsAwaited"]
    work(client, worker)
    assert script.calls == []


def test_the_consent_text_says_who_listens_and_is_another_one(
    client: TestClient, app: FastAPI, person: Person, tmp_path: Path
) -> None:
    from dayshift.providers.speech import open_transcriber

    outside = client.get("/api/consent").json()
    assert (outside["transcribes"], outside["transcriberHost"], outside["modelHost"]) == (True, "127.0.0.1", None)
    app.state.services.transcriber = open_transcriber(f"whisper:{tmp_path}")
    here = client.get("/api/consent").json()
    assert (here["transcribes"], here["transcriberHost"]) == (True, None)
    app.state.services.transcriber = None
    nobody = client.get("/api/consent").json()
    assert (nobody["transcribes"], nobody["transcriberHost"]) == (False, None)
    assert len({outside["version"], here["version"], nobody["version"]}) == 3
    assert begin(person)["transcribes"] is False
