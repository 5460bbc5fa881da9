"""The embedded speech recognition, with real speech of a synthesizer."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pytest

from dayshift.core.extras import ExtraMissing
from dayshift.providers.speech import Part, Passage, TranscriptionFailed, model
from dayshift.providers.speech.recognition import LONG_PAUSE, MAX_SECONDS, MIN_SECONDS, Stretch, stretches
from dayshift.providers.speech.whisper import WhisperTranscriber
from tests.speaker import RATE, pause, say

pytestmark = pytest.mark.slow

COOK = "I worked for three years as a cook in a busy restaurant."
TEAM = "On Fridays I trained the new people."
COCINERO = "Trabajé tres años como cocinero en un restaurante. Los viernes enseñaba a los nuevos."
NOISE = np.random.default_rng(7)


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> model.Embedded:
    return model.Embedded(tmp_path_factory.mktemp("model"))


@pytest.fixture
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture
def transcriber(embedded: model.Embedded, loop: asyncio.Runner) -> Iterator[WhisperTranscriber]:
    transcriber = WhisperTranscriber(embedded, threads=1)
    yield transcriber
    loop.run(transcriber.aclose())


def write(folder: Path, *parts: np.ndarray) -> Path:
    path = folder / "samples"
    np.concatenate(parts).tofile(path)
    return path


def children() -> set[int]:
    """The running recognizers of this process."""
    found = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "speech.child"], capture_output=True, check=False)
    return {int(number) for number in found.stdout.split()}


def text(passages: Sequence[Passage]) -> str:
    """What was heard, in small letters. Which processor it is decides whether the model writes a figure or a word."""
    return " ".join(one.text for one in passages).lower().replace(" 3 ", " three ")


def test_words_have_times_and_a_pause_loses_nothing(
    transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path
) -> None:
    first, second = say(COOK, "en"), 0.3 * say(TEAM, "en")
    sound = write(tmp_path, pause(1), first, pause(3), second, pause(1))
    heard = loop.run(transcriber.listen(sound, "en", seconds=120))
    assert "worked for three years" in text(heard.passages)
    assert "trained the new people" in text(heard.passages)
    begins = [word.begin for passage in heard.passages for word in passage.words]
    assert begins == sorted(begins)
    trained = next(word for one in heard.passages for word in one.words if "trained" in word.text.lower())
    second_begins = 1 + len(first) / RATE + 3
    assert second_begins < trained.begin < second_begins + len(second) / RATE
    assert "faster_whisper" not in sys.modules


def test_answer_in_the_other_language_is_written_in_it(
    transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path
) -> None:
    heard = loop.run(transcriber.listen(write(tmp_path, say(COCINERO, "es")), "en", seconds=120))
    assert heard.language == "es"
    assert "como cocinero en un restaurante" in text(heard.passages)


def test_answer_may_change_its_language(transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path) -> None:
    parts = [say(COOK, "en"), say(TEAM, "en"), pause(2), say(COCINERO, "es")]
    heard = loop.run(transcriber.listen(write(tmp_path, *parts), "en", seconds=120))
    assert "worked for three years" in text(heard.passages)
    assert "como cocinero en un restaurante" in text(heard.passages)
    assert list(dict.fromkeys(one.language for one in heard.passages)) == ["en", "es"]
    assert heard.language == "en", "most of it"


def test_pieces_lose_and_repeat_nothing(transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path) -> None:
    parts = [say(COOK, "en"), pause(2), say(TEAM, "en"), pause(2), say(COOK, "en"), pause(2)]
    whole = loop.run(transcriber.listen(write(tmp_path, *parts), "en", seconds=120))
    pieces, start = [], 0.0
    for count in (1, 3, 5):
        sound = write(tmp_path, *parts[:count])
        heard = loop.run(transcriber.listen(sound, "en", part=Part(start, final=False), seconds=120))
        assert heard.until >= start
        pieces, start = [*pieces, *heard.passages], heard.until
    assert pieces, "something is known before the end"
    rest = loop.run(transcriber.listen(write(tmp_path, *parts), "en", Part(start), seconds=120))
    # A cut some milliseconds earlier may change a word, but loses none of the sentences and repeats none.
    words = [
        re.findall(r"\w+", " ".join(one.text for one in passages).lower())
        for passages in ([*pieces, *rest.passages], whole.passages)
    ]
    assert SequenceMatcher(None, *words, autojunk=False).ratio() >= 0.85
    said = text([*pieces, *rest.passages])
    for phrase in ("worked for three years", "the new people", "busy restaurant"):
        assert said.count(phrase) == text(whole.passages).count(phrase) > 0, said


def test_language_is_found_after_a_silent_beginning(
    transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path
) -> None:
    silent = loop.run(transcriber.listen(write(tmp_path, pause(4)), "en", Part(final=False), seconds=60))
    assert silent.until > 0
    sound = write(tmp_path, pause(4), say(COCINERO, "es"))
    heard = loop.run(transcriber.listen(sound, "en", part=Part(silent.until), seconds=120))
    assert heard.language == "es"


@pytest.mark.parametrize("level", [0.0, 0.001, 0.1])
def test_noise_has_no_words(
    transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path, level: float
) -> None:
    noise = (level * NOISE.standard_normal(8 * RATE)).astype(np.float32)
    assert loop.run(transcriber.listen(write(tmp_path, noise), "es", seconds=60)).passages == []


def test_killed_child_is_replaced(transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path) -> None:
    sound = write(tmp_path, pause(2))
    loop.run(transcriber.listen(sound, "en", seconds=60))
    [child] = children()
    os.kill(child, signal.SIGKILL)
    with pytest.raises(TranscriptionFailed):
        loop.run(_twice(transcriber, sound))
    assert loop.run(transcriber.listen(sound, "en", seconds=60)).passages == []


async def _twice(transcriber: WhisperTranscriber, sound: Path) -> None:
    """The first call may find the dead child before its end is known; the second one never does."""
    await transcriber.listen(sound, "en", seconds=60)
    raise TranscriptionFailed("it was replaced at once")


def test_time_limit_ends_the_child(transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path) -> None:
    with pytest.raises(TranscriptionFailed, match="not done within"):
        loop.run(transcriber.listen(write(tmp_path, say(COOK, "en")), "en", seconds=0.05))


def test_finished_answers_come_before_others(
    transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path
) -> None:
    sound, order = write(tmp_path, pause(1)), []

    async def one(name: str, part: Part) -> None:
        await transcriber.listen(sound, "en", part, seconds=60)
        order.append(name)

    async def all_at_once() -> None:
        await asyncio.gather(*(one("along", Part(final=False)) for _ in range(4)), one("finished", Part()))

    loop.run(all_at_once())
    assert order.index("finished") <= 1  # Behind the one that was in work.


def test_closed_transcriber_leaves_no_process_and_can_go_on(
    transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path
) -> None:
    sound = write(tmp_path, pause(1))
    loop.run(transcriber.listen(sound, "en", seconds=60))
    started = children()
    loop.run(transcriber.aclose())
    loop.run(transcriber.aclose())
    assert not started & children()
    assert loop.run(transcriber.listen(sound, "en", seconds=60)).passages == []


def test_transcriber_can_be_closed_while_it_listens(
    transcriber: WhisperTranscriber, loop: asyncio.Runner, tmp_path: Path
) -> None:
    loop.run(transcriber.listen(write(tmp_path, pause(1)), "en", seconds=60))
    sound = write(tmp_path, *[say(COOK, "en")] * 8)  # Takes the place of the pause, and seconds to hear.
    started = children()

    async def close_meanwhile() -> None:
        listening = asyncio.create_task(transcriber.listen(sound, "en", seconds=60))
        await asyncio.sleep(0)  # It has begun to wait for the answer.
        await asyncio.sleep(0)
        await transcriber.aclose()
        with pytest.raises(TranscriptionFailed, match="gone"):
            await listening

    loop.run(close_meanwhile())
    assert not started & children()


def test_model_with_another_sum_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "SHA256", "0" * 64)
    with pytest.raises(ValueError, match="SHA-256"):
        model.Embedded(tmp_path).folder()
    assert list((tmp_path / "models").iterdir()) == []
    monkeypatch.setattr(model, "PACKAGES", ("no_such_package",))
    with pytest.raises(ExtraMissing, match="no_such_package"):
        model.Embedded(tmp_path).folder()


def test_stretches_end_at_pauses() -> None:
    short = [Stretch(second, second + 0.8) for second in range(60)]
    joined = list(stretches(short))
    assert all(MIN_SECONDS <= one.end - one.begin <= MAX_SECONDS for one in joined[:-1])
    assert (joined[0].begin, joined[-1].end) == (0, 59.8)
    apart = [Stretch(0, 1), Stretch(1 + LONG_PAUSE + 0.1, 4)]
    assert list(stretches(apart)) == apart
    assert list(stretches([])) == []
