"""Find speech in samples, and transcribe it in stretches that end at pauses. Runs in the child process only."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any

from dayshift.providers.speech import Heard, Part, Passage, Word, main_language

if TYPE_CHECKING:
    import numpy as np

    Samples = np.ndarray[Any, np.dtype[np.float32]]

RATE = 16_000
THRESHOLD = 0.5
MIN_SPEECH_MS = 100
MIN_SILENCE_MS = 400
PAD_MS = 200
"""Settings of the voice activity detection. Quiet words at the edges need the padding."""
MIN_SECONDS = 10.0
MAX_SECONDS = 28.0
"""Length of a stretch. The model reads up to thirty seconds at once."""
MIN_WINDOW = 10.0
WINDOW_MARGIN = 3.0
"""Seconds that the model reads at least, and of silence after a stretch. It was trained on thirty, and costs as much as
it reads; on the recordings measured it erred no more with this."""
LONG_PAUSE = 1.5
"""Seconds. Quieter speech after a long pause is often left out unless a stretch begins there."""
NO_SPEECH = 0.6
UNSURE = -1.0
"""Above the first probability and below the second mean log probability a passage is an invention for noise, by the
rule of Whisper's authors (`no_speech_threshold`, `logprob_threshold`)."""
SHORT = 2.0
SURE_OF_SHORT = 0.5
"""Shorter speech between long pauses needs this mean confidence: it may be somebody else in a noisy room."""
REPEATS = 2.4
"""Ratio of compression above which the text goes round in circles (`compression_ratio_threshold`, by the same)."""
SURE_OF_LANGUAGE = 0.7
"""Mean confidence from which the language is not doubted. In the wrong one, no recording measured reached it."""
OTHER_LANGUAGE = 0.25
TIMES_LIKELIER = 3.0
"""Least probability of the other language, and how many times as likely as the expected one it has to be."""
LANGUAGES = ("en", "es")

INVENTIONS = (
    "amara.org",
    "thanks for watching",
    "thank you for watching",
    "subtitles by",
    "gracias por ver",
    "subtitulos por",
    "subtitulos realizados",
    "suscribete",
)
"""What the model writes for noise, from the subtitles that it was trained on; folded."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Speech between two pauses: `begin` and `end` in seconds."""

    begin: float
    end: float


def stretches(spoken: Sequence[Stretch]) -> Iterator[Stretch]:
    """Join neighbours until a stretch is long enough; a long pause ends it as well."""
    current: Stretch | None = None
    for one in spoken:
        if current and (
            one.begin - current.end > LONG_PAUSE
            or current.end - current.begin >= MIN_SECONDS
            or one.end - current.begin > MAX_SECONDS
        ):
            yield current
            current = None
        current = Stretch(current.begin if current else one.begin, one.end)
    if current:
        yield current


class Recognizer:
    """A loaded model. `listen` is as in `Listener`, on samples of one channel at `RATE`, between -1 and 1."""

    def __init__(self, folder: str, threads: int) -> None:
        self._folder = folder
        self._threads = threads
        self._loaded: Any = None

    def listen(self, samples: "Samples", language: str, part: Part) -> Heard:
        start = part.start
        ended = len(samples) / RATE
        spoken = [Stretch(start + one.begin, start + one.end) for one in self._spoken(samples[int(start * RATE) :])]
        found = list(stretches(spoken))
        until = ended
        if not part.final:
            if found and ended - found[-1].end <= LONG_PAUSE:
                until = found.pop().begin  # It may go on.
            else:
                until = max(start, ended - LONG_PAUSE)  # Quiet beginnings of words are recognised by what follows.
        passages: list[Passage] = []
        spoken_now = language
        for one in found:
            spoken_now, said = self._in_its_language(samples, one, spoken_now)
            if one.end - one.begin < SHORT and said and _confidence(said) < SURE_OF_SHORT:
                continue
            passages += said
        return Heard(passages, main_language(passages, language), until)

    def _spoken(self, samples: "Samples") -> list[Stretch]:
        from faster_whisper.vad import VadOptions, get_speech_timestamps  # noqa: PLC0415

        options = VadOptions(
            threshold=THRESHOLD,
            min_speech_duration_ms=MIN_SPEECH_MS,
            min_silence_duration_ms=MIN_SILENCE_MS,
            speech_pad_ms=PAD_MS,
            max_speech_duration_s=MAX_SECONDS,
        )
        found = get_speech_timestamps(samples, options)
        return [Stretch(one["start"] / RATE, one["end"] / RATE) for one in found]

    def _passages(self, samples: "Samples", stretch: Stretch, language: str) -> Iterator[Passage]:
        segments, _ = self._model(stretch).transcribe(
            _cut(samples, stretch),
            language=language,
            beam_size=5,
            temperature=0.0,
            condition_on_previous_text=False,
            word_timestamps=True,
        )
        for segment in segments:
            text = segment.text.strip()
            if not text or (segment.no_speech_prob > NO_SPEECH and segment.avg_logprob < UNSURE) or _invented(text):
                continue
            words = [
                Word(round(stretch.begin + word.start, 2), round(stretch.begin + word.end, 2), word.word.strip())
                for word in segment.words or []
            ]
            yield Passage(
                round(stretch.begin + segment.start, 2),
                round(min(stretch.begin + segment.end, stretch.end), 2),
                text,
                0.0 if segment.compression_ratio > REPEATS else round(exp(segment.avg_logprob), 3),
                words,
                language,
            )

    def _in_its_language(self, samples: "Samples", stretch: Stretch, expected: str) -> tuple[str, list[Passage]]:
        """The language of a stretch and what is said in it: another one than expected only if two looks agree on it.

        Written in the wrong language, speech becomes a doubtful translation; detection alone is wrong too often.
        """
        said = list(self._passages(samples, stretch, expected))
        if not said or _confidence(said) >= SURE_OF_LANGUAGE:
            return expected, said
        _, _, found = self._model(stretch).detect_language(_cut(samples, stretch))
        chances = dict(found)
        other = max((one for one in LANGUAGES if one != expected), key=lambda one: chances.get(one, 0.0))
        if chances.get(other, 0.0) < max(OTHER_LANGUAGE, TIMES_LIKELIER * chances.get(expected, 0.0)):
            return expected, said
        in_other = list(self._passages(samples, stretch, other))
        return (other, in_other) if in_other and _confidence(in_other) > _confidence(said) else (expected, said)

    def _model(self, stretch: Stretch) -> Any:
        """The model, reading no more than the stretch needs."""
        if self._loaded is None:
            from dayshift.providers.speech.windowed import WindowedModel  # noqa: PLC0415

            self._loaded = WindowedModel(
                self._folder, device="cpu", compute_type="int8", cpu_threads=self._threads, local_files_only=True
            )
        self._loaded.seconds = max(MIN_WINDOW, stretch.end - stretch.begin + WINDOW_MARGIN)
        return self._loaded


def _cut(samples: "Samples", stretch: Stretch) -> "Samples":
    return samples[int(stretch.begin * RATE) : int(stretch.end * RATE)]


def _confidence(passages: Sequence[Passage]) -> float:
    return sum(passage.confidence or 0.0 for passage in passages) / len(passages)


def _invented(text: str) -> bool:
    plain = unicodedata.normalize("NFKD", text.casefold())
    folded = "".join(char for char in plain if not unicodedata.combining(char))
    return any(invention in folded for invention in INVENTIONS)
