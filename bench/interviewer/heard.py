"""How far levels move when an answer is heard instead of typed: `python -m bench.interviewer.heard [COUNT]`.

Sealed answers of both languages are spoken by speech synthesis (flite in English, eSpeak NG in Spanish), encoded as a
phone does, transcribed by the embedded model, and scored as the product would: an answer that was understood too badly
gets no level. A synthetic voice has no accent and no noise, and is flatter than people; `make bench-speech` measures
people. The last line has the figures.
"""

import asyncio
import ctypes
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import espeakng_loader
import jiwer
import numpy as np

from bench.speech.accuracy import NORMALISE, RATE, heard_in, read
from dayshift.interviews.room.understanding import UNCLEAR, understood
from dayshift.interviews.scoring import Answer, read_answers
from dayshift.interviews.scoring.score import Reading, result_of
from dayshift.providers.speech import open_transcriber
from dayshift.providers.speech.whisper import WhisperTranscriber
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.reading import plan_and_question
from training.scoring.reading import read as read_typed

SEED = 5
COUNT = 100
MOST_WORDS = 150
VOICES = {"en": ("slt", "rms", "awb"), "es": ("es-419", "es")}
SYNCHRONOUS, UTF8 = 2, 1
"""Of eSpeak NG: the samples are given to a callback, and the text is UTF-8."""


class Espeak:
    """The library of eSpeak NG."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = str(Path(espeakng_loader.get_data_path()).parent).encode()
        self._rate = self._library.espeak_Initialize(SYNCHRONOUS, 0, data, 0)
        self._samples: list[np.ndarray] = []
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
        self._callback = kind(self._add)
        self._library.espeak_SetSynthCallback(self._callback)

    def _add(self, samples: "ctypes._Pointer[ctypes.c_short]", count: int, _events: object) -> int:
        if samples and count:
            self._samples.append(np.ctypeslib.as_array(samples, (count,)).copy())
        return 0

    def say(self, text: str, voice: str) -> np.ndarray:
        """Samples at `RATE`, from -1 to 1."""
        self._samples = []
        self._library.espeak_SetVoiceByName(voice.encode())
        content = text.encode()
        self._library.espeak_Synth(content, len(content) + 1, 0, 0, 0, UTF8, None, None)
        self._library.espeak_Synchronize()
        sound = np.concatenate(self._samples).astype(np.float32) / 2**15
        at = np.arange(0, len(sound) - 1, self._rate / RATE)
        return np.interp(at, np.arange(len(sound)), sound).astype(np.float32)


def spoken(answer: RatedAnswer, espeak: Espeak, folder: Path) -> np.ndarray:
    """The answer as sound."""
    voices = VOICES[answer.language]
    voice = voices[sum(answer.id.encode()) % len(voices)]
    if answer.language == "es":
        return espeak.say(answer.text, voice)
    text, sound = folder / "said.txt", folder / "said.wav"
    text.write_text(answer.text, encoding="ascii", errors="ignore")
    subprocess.run(["flite", "-voice", voice, "-f", text, "-o", sound], check=True)
    return read(sound)


async def heard(answers: Sequence[RatedAnswer]) -> list[tuple[Reading, float]]:
    """What is read of each answer after it was spoken and heard, and its share of wrong words."""
    espeak, found = Espeak(), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        transcriber = open_transcriber("", folder)
        assert isinstance(transcriber, WhisperTranscriber)
        for number, answer in enumerate(answers, 1):
            text = await heard_in(transcriber, spoken(answer, espeak, folder), answer.language, folder)
            said = " ".join(passage.text for passage in text.passages)
            unclear = understood([asdict(passage) for passage in text.passages]) == UNCLEAR
            plan, question = plan_and_question(answer)
            reading = read_answers(plan, question, [Answer(question.id, question.text, said, unclear=unclear)])
            normal = NORMALISE[answer.language]
            found.append((reading, float(jiwer.wer(normal(answer.text), normal(said) or " "))))
            print(f"\r{number}/{len(answers)}", end="", file=sys.stderr)
    return found


def main(count: int) -> None:
    """Print the figures."""
    rng = random.Random(SEED)
    answers = [one for one in load("test-3") if len(one.text.split()) <= MOST_WORDS and one.group != "recognition"]
    chosen = [
        one
        for language in VOICES
        for one in rng.sample([answer for answer in answers if answer.language == language], count // len(VOICES))
    ]
    results = asyncio.run(heard(chosen))
    figures = []
    for name, languages in (("", VOICES), ("_en", ("en",)), ("_es", ("es",))):
        part = [
            (read_typed(answer), reading, wrong)
            for answer, (reading, wrong) in zip(chosen, results, strict=True)
            if answer.language in languages
        ]
        moves = [abs(typed.level - reading.level) for typed, reading, _ in part]
        both = [(result_of(typed).level, result_of(reading).level) for typed, reading, _ in part]
        shown = [abs(one - other) for one, other in both if one is not None and other is not None]
        figures += [
            f"moved_median{name}={np.median(moves):.0f}",
            f"moved_p95{name}={np.quantile(moves, 0.95, method='higher'):.0f}",
            f"equal{name}={np.mean([move == 0 for move in moves]):.2f}",
            f"shown_apart{name}={max(shown, default=0)}",
            f"coverage_typed{name}={np.mean([one is not None for one, _ in both]):.2f}",
            f"coverage_heard{name}={np.mean([other is not None for _, other in both]):.2f}",
            f"unclear{name}={sum(reading.unclear for _, reading, _ in part)}",
            f"wer{name}={np.mean([wrong for *_, wrong in part]):.3f}",
        ]
    print(f"\nheard: answers={len(chosen)}", *figures)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
