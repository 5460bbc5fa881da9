"""Transcription of spoken answers. Text written by the candidate is never changed."""

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
from tests.interviews.recordings.media import VP8, record
from tests.interviews.room.test_interviews import STRONG, answer, begin, drain
from tests.people import Person
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


def answer_without_text(person: Person, *, talking: bool = True, **more: Any) -> Any:
    interview = begin(person)["interview"]
    take = send_take(person, interview, talking=talking)
    reply = answer(person, interview, 1, NOTHING, take=take, **more)
    assert reply.status_code == 201
    return interview, take, reply.json()["response"]


def run_due_tasks(client: TestClient, worker: Worker) -> None:
    """Run the tasks due now and those due five seconds later: transcription is delayed until the take is ready."""
    drain(client, worker)
    with time_machine.travel(now() + timedelta(seconds=5)):
        drain(client, worker)


def first_response(person: Person, interview: Any) -> Any:
    return person.get(f"/api/interviews/{interview['id']}")["responses"][0]


def captions(person: Person, interview: Any) -> str:
    take = person.get(f"/api/interviews/{interview['id']}")["takes"][0]
    return str(person.call("GET", take["captionsUrl"]).text) if take["captionsUrl"] else ""


def finish(person: Person, interview: Any) -> None:
    for order in range(2, 5):
        answer(person, interview, order)
    person.post(f"/api/interviews/{interview['id']}/complete")


def test_answer_is_transcribed_with_times(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    interview, take, saved = answer_without_text(person)
    assert (saved["responseText"], saved["wordsAwaited"]) == (NOTHING, True)
    run_due_tasks(client, worker)
    transcribed = first_response(person, interview)
    assert (transcribed["responseText"], transcribed["wordsAwaited"], transcribed["corrected"]) == (WORDS, False, False)
    assert re.findall(r"(\S+) --> (\S+)\n(.+)", captions(person, interview)) == [
        ("00:00:00.200", "00:00:01.100", "I ran the grill"),
        ("00:00:01.100", "00:00:01.900", "for three years."),
    ]
    # The phone may resend the answer if it missed the reply. The resend is accepted and not transcribed again.
    assert answer(person, interview, 1, NOTHING, take=take).status_code == 200
    run_due_tasks(client, worker)
    assert len(script.calls) == 1
    assert first_response(person, interview)["responseText"] == WORDS


def test_only_audio_is_sent_to_transcriber(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    answer_without_text(person)
    run_due_tasks(client, worker)
    (call,) = script.calls
    assert call.fields["language"] == "en"
    assert "maya" not in json.dumps([call.fields, call.name]).lower()
    with av.open(io.BytesIO(call.sound)) as sent:
        assert [stream.type for stream in sent.streams] == ["audio"]
        assert sum(packet.size > 0 for packet in sent.demux()) > 90  # Two seconds of audio.


def test_silence_is_not_sent_to_transcriber(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    interview, _, _ = answer_without_text(person, talking=False)
    run_due_tasks(client, worker)
    saved = first_response(person, interview)
    assert (saved["responseText"], saved["wordsAwaited"], script.calls) == (NOTHING, False, [])
    assert captions(person, interview) == ""


@pytest.mark.parametrize("more", [{"mode": "typed"}, {"originalText": "I ran the drill for three years."}])
def test_text_of_the_candidate_is_kept(
    client: TestClient, person: Person, worker: Worker, script: Script, more: Any
) -> None:
    interview = begin(person)["interview"]
    reply = answer(person, interview, 1, STRONG, take=send_take(person, interview), **more)
    assert not reply.json()["response"]["wordsAwaited"]
    run_due_tasks(client, worker)
    assert first_response(person, interview)["responseText"] == STRONG
    assert script.calls == []


def test_transcript_replaces_what_the_browser_recognized(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    interview = begin(person)["interview"]
    take = send_take(person, interview)
    assert answer(person, interview, 1, "I ran the drill the drill", take=take).json()["response"]["wordsAwaited"]
    run_due_tasks(client, worker)
    saved = first_response(person, interview)
    assert (saved["responseText"], saved["originalText"], saved["corrected"]) == (WORDS, None, False)
    assert answer(person, interview, 1, "I ran the drill the drill", take=take).status_code == 200  # Sent once more.
    assert first_response(person, interview)["responseText"] == WORDS


def test_silent_answer_can_be_recorded_again(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    interview, silent, _ = answer_without_text(person, talking=False)
    spoken = send_take(person, interview, 2)
    assert answer(person, interview, 1, NOTHING, take=spoken).json()["response"]["takeNumber"] == 1, "not known yet"
    run_due_tasks(client, worker)
    assert first_response(person, interview)["understood"] == "silent"
    again = answer(person, interview, 1, NOTHING, take=spoken)
    assert (again.status_code, again.json()["response"]["wordsAwaited"]) == (201, True)
    assert answer(person, interview, 1, NOTHING, take=spoken).status_code == 200
    run_due_tasks(client, worker)
    saved = first_response(person, interview)
    assert (saved["responseText"], saved["understood"], saved["takeNumber"]) == (WORDS, "heard", 2)
    third = send_take(person, interview, 3)
    assert answer(person, interview, 1, NOTHING, take=third).status_code == 409, "it was heard"
    assert answer(person, interview, 1, NOTHING, take=silent).status_code == 409


def test_silence_keeps_what_the_browser_recognized(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    interview = begin(person)["interview"]
    answer(person, interview, 1, "I ran the grill.", take=send_take(person, interview, talking=False))
    run_due_tasks(client, worker)
    saved = first_response(person, interview)
    assert (saved["responseText"], saved["understood"]) == ("I ran the grill.", "silent")


def test_edit_before_transcription_is_kept(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    interview, _, _ = answer_without_text(person)
    edited = {"responseText": "I grilled, three years long."}
    person.call("PATCH", f"/api/interviews/{interview['id']}/responses/1", edited)
    run_due_tasks(client, worker)
    saved = first_response(person, interview)
    assert (saved["responseText"], saved["wordsAwaited"]) == (edited["responseText"], False)
    assert edited["responseText"] in captions(person, interview)


def test_transcript_can_be_corrected(client: TestClient, person: Person, worker: Worker, script: Script) -> None:
    interview, _, _ = answer_without_text(person)
    run_due_tasks(client, worker)
    edited = {"responseText": "I ran the grill for thirteen years."}
    person.call("PATCH", f"/api/interviews/{interview['id']}/responses/1", edited)
    saved = first_response(person, interview)
    assert (saved["responseText"], saved["originalText"], saved["corrected"]) == (edited["responseText"], WORDS, True)
    cues = captions(person, interview)
    assert "thirteen" in cues
    assert cues.count("-->") == 1  # A corrected text has no word times.


def test_failed_transcription_is_retried_before_scoring(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    script.statuses = [503, 503]
    with time_machine.travel(now(), tick=False) as clock:
        interview, _, _ = answer_without_text(person)
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
    first = json.loads(scored["aiSummary"])["competencies"][0]
    assert first["level"] or first["needsPerson"]  # Without its text, nothing would be there to read.
    metrics = client.get("/metrics", headers={"Authorization": "Bearer secret"}).text
    counted = re.findall(r'provider_seconds_count\{call="transcriber listen",outcome="(\w+)"\} (\d+)', metrics)
    assert int(dict(counted)["failed"]) >= 2
    assert int(dict(counted)["answered"]) >= 1


def test_interview_is_scored_again_with_a_late_transcript(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    script.statuses = [500] * 3
    with time_machine.travel(now(), tick=False) as clock:
        interview, _, _ = answer_without_text(person)
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
    assert (after["scoring"], after["aiSummary"] != before["aiSummary"]) == ("done", True)
    assert after["responses"][0]["responseText"] == WORDS
    assert "I ran the grill" in captions(person, interview)


def test_permanently_failing_transcription_becomes_dead_letter(
    client: TestClient, app: FastAPI, person: Person, worker: Worker, script: Script
) -> None:
    from dayshift.core.tasks import dead_letters, revive

    script.statuses = [401] * 10
    with time_machine.travel(now(), tick=False) as clock:
        interview, _, _ = answer_without_text(person)
        for _ in range(12):
            assert first_response(person, interview)["wordsAwaited"] is (len(script.calls) < 10)
            drain(client, worker)
            clock.shift(timedelta(minutes=20))
        [letter] = client.portal.call(app.state.services.db.read, dead_letters)
    assert (letter.kind, letter.attempts) == ("interviews.hear", 10)
    assert "status 401" in (letter.last_error or "")
    assert "key" not in (letter.last_error or "")
    assert first_response(person, interview)["wordsAwaited"] is False
    client.portal.call(app.state.services.db.write, revive, [letter.id])
    run_due_tasks(client, worker)
    assert first_response(person, interview)["responseText"] == WORDS


def test_answer_is_not_transcribed_without_consent_to_it(
    client: TestClient, app: FastAPI, person: Person, worker: Worker, script: Script
) -> None:
    transcriber, app.state.services.transcriber = app.state.services.transcriber, None
    interview = begin(person)["interview"]
    app.state.services.transcriber = transcriber
    reply = answer(person, interview, 1, NOTHING, take=send_take(person, interview))
    assert not reply.json()["response"]["wordsAwaited"]
    run_due_tasks(client, worker)
    assert script.calls == []


def test_consent_version_depends_on_transcriber(
    client: TestClient, app: FastAPI, person: Person, tmp_path: Path
) -> None:
    from dayshift.providers.speech import open_transcriber

    remote = client.get("/api/consent").json()
    assert (remote["transcribes"], remote["transcriberHost"], remote["modelHost"]) == (True, "127.0.0.1", None)
    app.state.services.transcriber = open_transcriber(f"whisper:{tmp_path}", tmp_path)
    local = client.get("/api/consent").json()
    assert (local["transcribes"], local["transcriberHost"]) == (True, None)
    app.state.services.transcriber = None
    disabled = client.get("/api/consent").json()
    assert (disabled["transcribes"], disabled["transcriberHost"]) == (False, None)
    assert len({remote["version"], local["version"], disabled["version"]}) == 3
    assert begin(person)["transcribes"] is False


UNCLEAR = {
    "start": 0.2,
    "end": 1.9,
    "text": " I ran the thrill for free ears.",
    "no_speech_prob": 0.1,
    "avg_logprob": -1.3,
}
DOUBTFUL = {**UNCLEAR, "text": " I ran the grill for three ears.", "avg_logprob": -0.6}


def test_unclear_answer_gets_no_level_until_it_is_confirmed(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    script.segments = [{**UNCLEAR, "text": f" {STRONG}"}]
    interview, _, _ = answer_without_text(person)
    run_due_tasks(client, worker)
    finish(person, interview)
    run_due_tasks(client, worker)
    path = f"/api/interviews/{interview['id']}"
    saved = person.get(path)
    assert (saved["responses"][0]["understood"], saved["scoring"]) == ("unclear", "done")
    first = json.loads(saved["aiSummary"])["competencies"][0]
    assert (first["level"], first["needsPerson"]) == (None, True)
    assert "confirm" in first["raise"]
    confirmed = person.call("PATCH", f"{path}/responses/1", {"responseText": STRONG}).json()["response"]
    assert (confirmed["corrected"], confirmed["confirmedAt"] is not None) == (False, True)
    run_due_tasks(client, worker)
    first = json.loads(person.get(path)["aiSummary"])["competencies"][0]
    assert first["level"] is not None or "confirm" not in first["raise"]


def test_doubtful_passages_are_marked_until_the_text_is_corrected(
    client: TestClient, person: Person, worker: Worker, script: Script
) -> None:
    script.segments = [DOUBTFUL, {**DOUBTFUL, "start": 2.0, "end": 3.0, "text": " I liked it.", "avg_logprob": -0.2}]
    interview, _, _ = answer_without_text(person)
    run_due_tasks(client, worker)
    saved = first_response(person, interview)
    assert saved["understood"] == "doubtful"
    assert [passage["degree"] for passage in saved["passages"]] == ["doubtful", "heard"]
    edited = {"responseText": "I ran the grill for three years. I liked it."}
    person.call("PATCH", f"/api/interviews/{interview['id']}/responses/1", edited)
    assert first_response(person, interview)["passages"] == []
