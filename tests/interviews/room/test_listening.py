"""The server listens along while an answer is given."""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from dayshift.core.clock import now
from dayshift.core.tasks import Worker, open_payloads
from dayshift.interviews.recordings import charge_media_work, today
from dayshift.interviews.room import adaptation
from dayshift.interviews.room.transcripts import HEARD_SECONDS_A_DAY, LISTEN, TRANSCRIBE
from dayshift.knowledge.question_plans import FOLLOW_UP
from dayshift.providers.speech import WHOLE as WHOLE_SOUND
from dayshift.providers.speech import Heard, Part, Passage, TranscriptionFailed
from tests.interviews.recordings.media import SOUND_WEBM, cut, record
from tests.interviews.room.test_interviews import answer, begin, drain
from tests.people import Person

SECONDS = 12
RATE = 16_000
STRETCH = 2.0


class Listener:
    """A scripted transcriber: one word for each two seconds of sound. What is not finished is left for later."""

    name, host = "scripted", None

    def __init__(self) -> None:
        self.starts: list[float] = []
        self.fails = False
        self.fails_finally = False

    def check(self) -> None:
        """Nothing can be missing."""

    async def aclose(self) -> None:
        """Nothing was started."""

    async def transcribe(self, _sound: Path, language: str, **_: Any) -> Heard:
        return Heard([Passage(0.0, None, FROM_FILE, 0.9)], language, SECONDS)

    async def listen(self, samples: Path, language: str, part: Part = WHOLE_SOUND, **_: Any) -> Heard:
        start, final = part.start, part.final
        if self.fails_finally if final else self.fails:
            raise TranscriptionFailed("busy")
        self.starts.append(start)
        length = samples.stat().st_size / 4 / RATE  # noqa: ASYNC240
        until = length if final else length // STRETCH * STRETCH
        begins = [place * STRETCH for place in range(round(start / STRETCH), round(until / STRETCH))]
        return Heard([Passage(at, at + STRETCH, f"word{at:g}.", 0.9) for at in begins], language, until)


FROM_FILE = "The words of the playable file."
WHOLE = "word0. word2. word4. word6. word8. word10."


@pytest.fixture
def listener(app: FastAPI) -> Listener:
    listener = app.state.services.transcriber = Listener()
    return listener


@pytest.fixture
def worker(listener: Listener, worker: Worker) -> Worker:
    """Made after the listener was set."""
    return worker


@pytest.fixture
def chunks() -> list[bytes]:
    return cut(record(SOUND_WEBM, SECONDS, talking=True), 3)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(now(), tick=False) as clock:
        yield clock


def send(person: Person, interview: Any, index: int, data: bytes, take: int = 1) -> None:
    headers = {"x-sha256": hashlib.sha256(data).hexdigest(), "Content-Type": "audio/webm"}
    path = f"/api/recordings/{interview['id']}/takes/{take}/segments/0/chunks/{index}"
    assert person.call("PUT", path, content=data, headers=headers).status_code == 201


def heard(person: Person, interview: Any, take: int = 1) -> Any:
    return person.get(f"/api/interviews/{interview['id']}/takes/{take}/heard")


def manifest(chunks: list[bytes], take: int = 1) -> Any:
    return {"number": take, "segments": [{"segment": 0, "count": len(chunks), "mimeType": SOUND_WEBM.mime_type}]}


def pass_time(person: Person, worker: Worker, clock: Any, seconds: float = 3) -> None:
    clock.shift(timedelta(seconds=seconds))
    drain(person.client, worker)


def test_only_the_end_is_left_after_the_answer(
    app: FastAPI,
    person: Person,
    worker: Worker,
    listener: Listener,
    chunks: list[bytes],
    clock: Any,
) -> None:
    interview = begin(person)["interview"]
    for index, data in enumerate(chunks[:2]):
        send(person, interview, index, data)
        pass_time(person, worker, clock)
    so_far = heard(person, interview)
    assert so_far["awaited"]
    known = len(so_far["passages"])
    assert [one["text"] for one in so_far["passages"]] == WHOLE.split()[:known]
    assert 2 <= known < 6
    send(person, interview, 2, chunks[2])
    saved = answer(person, interview, 1, "wort null", take=manifest(chunks)).json()["response"]
    assert saved["wordsAwaited"]
    pass_time(person, worker, clock, 1)
    saved = person.get(f"/api/interviews/{interview['id']}")["responses"][0]
    assert (saved["responseText"], saved["understood"], saved["language"]) == (WHOLE, "heard", "en")
    assert listener.starts[-1] > 0
    assert not heard(person, interview)["awaited"]
    pass_time(person, worker, clock, 10)
    assert person.client.portal
    assert person.client.portal.call(app.state.services.db.read, open_payloads, [LISTEN, TRANSCRIBE]) == []


def test_answer_is_transcribed_as_a_whole_where_listening_failed(
    person: Person, worker: Worker, listener: Listener, chunks: list[bytes], clock: Any
) -> None:
    listener.fails = True
    interview = begin(person)["interview"]
    for index, data in enumerate(chunks):
        send(person, interview, index, data)
        pass_time(person, worker, clock)
    assert heard(person, interview)["passages"] == []
    answer(person, interview, 1, "", take=manifest(chunks))
    pass_time(person, worker, clock)
    assert person.get(f"/api/interviews/{interview['id']}")["responses"][0]["responseText"] == WHOLE
    assert listener.starts == [0.0]


def test_answer_is_transcribed_from_its_file_once_the_chunks_are_gone(
    app: FastAPI, person: Person, worker: Worker, listener: Listener, chunks: list[bytes], clock: Any
) -> None:
    listener.fails = listener.fails_finally = True
    interview = begin(person)["interview"]
    for index, data in enumerate(chunks):
        send(person, interview, index, data)
    answer(person, interview, 1, "", take=manifest(chunks))
    pass_time(person, worker, clock)
    assert person.client.portal
    person.client.portal.call(app.state.services.storage.delete_prefix, f"{interview['id']}/001/chunks")
    pass_time(person, worker, clock, 60)
    assert person.get(f"/api/interviews/{interview['id']}")["responses"][0]["responseText"] == FROM_FILE


def test_chunks_after_a_gap_wait(
    person: Person, worker: Worker, listener: Listener, chunks: list[bytes], clock: Any
) -> None:
    interview = begin(person)["interview"]
    send(person, interview, 0, chunks[0])
    send(person, interview, 2, chunks[2])
    pass_time(person, worker, clock)
    known = heard(person, interview)["passages"]
    assert [one["text"] for one in known] == WHOLE.split()[: len(known)]
    assert len(known) <= 2
    send(person, interview, 1, chunks[1])
    pass_time(person, worker, clock)
    assert len(heard(person, interview)["passages"]) > 2


def test_nobody_listens_to_a_take_that_was_broken_off(
    person: Person, worker: Worker, listener: Listener, chunks: list[bytes], clock: Any
) -> None:
    interview = begin(person)["interview"]
    send(person, interview, 0, chunks[0])
    pass_time(person, worker, clock)
    assert heard(person, interview)["awaited"]
    pass_time(person, worker, clock, 200)
    assert not heard(person, interview)["awaited"]
    pass_time(person, worker, clock, 200)
    assert len(listener.starts) == 1


def test_sound_of_an_account_is_limited_by_day(
    app: FastAPI, person: Person, worker: Worker, listener: Listener, chunks: list[bytes], clock: Any
) -> None:
    interview = begin(person)["interview"]
    portal = person.client.portal
    assert portal
    spent = partial(charge_media_work, heard_seconds=HEARD_SECONDS_A_DAY)
    portal.call(app.state.services.db.write, spent, interview["id"], today())
    for index, data in enumerate(chunks):
        send(person, interview, index, data)
    answer(person, interview, 1, "", take=manifest(chunks))
    pass_time(person, worker, clock)
    assert listener.starts == []
    pass_time(person, worker, clock, 24 * 3600)
    assert person.get(f"/api/interviews/{interview['id']}")["responses"][0]["responseText"] == WHOLE


def test_nobody_listens_without_consent_to_it(
    app: FastAPI,
    person: Person,
    worker: Worker,
    listener: Listener,
    chunks: list[bytes],
    clock: Any,
) -> None:
    app.state.services.transcriber = None
    interview = begin(person)["interview"]
    app.state.services.transcriber = listener
    send(person, interview, 0, chunks[0])
    pass_time(person, worker, clock)
    assert listener.starts == []
    assert heard(person, interview) == {
        "awaited": False, "until": 0.0, "language": None, "understood": "silent", "passages": [],
    }  # fmt: skip


def test_next_question_follows_what_the_server_heard(
    person: Person, worker: Worker, listener: Listener, chunks: list[bytes], clock: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(adaptation, "WAIT_SECONDS", 0.0)
    interview = begin(person)["interview"]
    questions = interview["questions"]

    def following(take: int | None) -> str:
        told = {"questionId": questions[0]["id"], "questionText": questions[0]["question"], "responseText": ""}
        body = {"remainingQuestions": questions[1:], "previousResponses": [{**told, "takeNumber": take}]}
        return str(person.post(f"/api/interviews/{interview['id']}/adapt-next-question", body)["adaptedQuestion"]["id"])

    assert following(1) == questions[1]["id"], "nothing was heard yet"
    send(person, interview, 0, chunks[0])
    pass_time(person, worker, clock)
    assert following(None) == questions[1]["id"]
    assert following(1) == questions[0]["id"] + FOLLOW_UP
