"""Speech recognition on real recordings: errors by group of speakers, with babble, inventions for noise, and cost.

Each clip goes the way of an answer: encoded as a phone does (Opus in WebM), decoded in a child process, transcribed by
the embedded model. The folder (SPEECH_SET) holds manifest.jsonl with {file, lang, group, accent, text, seconds}.
Word error rate: substitutions, deletions and insertions by the words of the reference, after Whisper's own
normalisation of both.
"""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import av
import jiwer
import numpy as np
from whisper_normalizer.basic import BasicTextNormalizer
from whisper_normalizer.english import EnglishTextNormalizer

from dayshift.interviews.room.understanding import DOUBTFUL, UNCLEAR, degree
from dayshift.providers.speech import Heard, open_transcriber
from dayshift.providers.speech.whisper import WhisperTranscriber

RATE = 16_000
ANSWERS = 5
ANSWER_SECONDS = 60
"""What is spoken in an interview, as in bench.scale_model."""
SPEECH_TO_BABBLE = 15.0
"""Decibels."""
NORMALISE = {"en": EnglishTextNormalizer(), "es": BasicTextNormalizer()}
GROUPS = {
    "en": ("en-native", "en-dialect"),
    "en_nonnative": ("en-nonnative",),
    "es": ("es-unstated", "es-spain"),
    "es_latam": ("es-latam",),
}


@dataclass
class Tally:
    """Words of the references, and errors; and of what was written: words and wrong words, by degree."""

    clips: int = 0
    words: int = 0
    errors: int = 0
    written: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    wrong: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def rate(self) -> float:
        return self.errors / self.words if self.words else float("nan")

    def add(self, reference: str, heard: Heard, language: str) -> None:
        """Count one clip."""
        normal = NORMALISE[language]
        wanted = normal(reference).split()
        parts = [(degree(passage.confidence), normal(passage.text).split()) for passage in heard.passages]
        written = [(word, how) for how, words in parts for word in words]
        aligned = jiwer.process_words(" ".join(wanted), " ".join(word for word, _ in written) or " ")
        self.clips += 1
        self.words += len(wanted)
        self.errors += aligned.substitutions + aligned.deletions + aligned.insertions
        right = set()
        for chunk in aligned.alignments[0]:
            if chunk.type == "equal":
                right |= set(range(chunk.hyp_start_idx, chunk.hyp_end_idx))
        for place, (_, how) in enumerate(written):
            self.written[how] += 1
            self.wrong[how] += place not in right


def read(path: Path) -> np.ndarray:
    """Samples of one channel at `RATE`."""
    with av.open(str(path)) as container:
        resampler = av.AudioResampler("flt", "mono", RATE)
        frames = [out.to_ndarray()[0] for frame in container.decode(audio=0) for out in resampler.resample(frame)]
    return np.concatenate(frames)


def write(samples: np.ndarray, path: Path) -> Path:
    """Encode like a phone's recorder: Opus at 32 kbit/s in WebM."""
    with av.open(str(path), "w", format="webm") as output:
        stream = output.add_stream("libopus", rate=48_000, layout="mono")
        stream.bit_rate = 32_000
        resampler = av.AudioResampler("flt", "mono", 48_000, frame_size=960)
        frame = av.AudioFrame.from_ndarray(samples[None].astype(np.float32), "flt", "mono")
        frame.rate = RATE
        for resampled in [*resampler.resample(frame), *resampler.resample(None)]:
            output.mux(stream.encode(resampled))
        output.mux(stream.encode(None))
    return path


def mixed(samples: np.ndarray, babble: np.ndarray) -> np.ndarray:
    """The samples with babble, `SPEECH_TO_BABBLE` below them."""
    noise = np.resize(babble, len(samples))
    factor = np.sqrt(np.mean(samples**2) / np.mean(noise**2)) * 10 ** (-SPEECH_TO_BABBLE / 20)
    return np.clip(samples + factor * noise, -1, 1)


async def measure(folder: Path, clips: Sequence[dict[str, Any]]) -> str:
    """Transcribe every clip, as it is and with babble, print the figures, and return the summary."""
    with tempfile.TemporaryDirectory() as data:
        transcriber = open_transcriber("", Path(data))
        assert isinstance(transcriber, WhisperTranscriber)
        babble = read(folder / "noise" / "crowd.flac")
        clean: dict[str, Tally] = defaultdict(Tally)
        noisy: dict[str, Tally] = defaultdict(Tally)
        accents: dict[str, Tally] = defaultdict(Tally)
        native: list[np.ndarray] = []
        invented, other_language, seconds = 0, 0, 0.0
        began = perf_counter()
        for number, clip in enumerate(clips):
            samples = read(folder / clip["file"])
            if clip["group"] == "noise":
                silent = await heard_in(transcriber, samples, "en", Path(data))
                invented += sum(len(passage.text.split()) for passage in silent.passages)
                continue
            if clip["group"] in GROUPS["en"]:
                native.append(samples)
            for tallies, sound in ((clean, samples), (noisy, mixed(samples, babble))):
                heard = await heard_in(transcriber, sound, clip["lang"], Path(data))
                other_language += heard.language != clip["lang"]
                seconds += len(sound) / RATE
                tallies[clip["group"]].add(clip["text"], heard, clip["lang"])
                if tallies is clean:
                    accents[f"{clip['lang']} {clip['accent'] or clip['group']}"].add(clip["text"], heard, clip["lang"])
            print(f"\r{number + 1}/{len(clips)}", end="", file=sys.stderr)
        silence = await heard_in(transcriber, np.zeros(10 * RATE, np.float32), "es", Path(data))
        invented += len(silence.passages)
        cpu = transcriber.cpu_seconds / seconds
        whole = await interview_cpu(transcriber, native, Path(data))
        print(f"\n{len(clips)} clips, {seconds:.0f} s of speech, {perf_counter() - began:.0f} s")
        for name, tally in [*sorted(accents.items()), *sorted(clean.items())]:
            print(f"{name:34}{tally.clips:4} clips  wer {tally.rate:.3f}  {degrees(tally)}")
        shown = {f"wer_{name}": rate(clean, groups) for name, groups in GROUPS.items()}
        every = [group for groups in GROUPS.values() for group in groups]
        ratio = rate(noisy, every) / rate(clean, every)
        words = [f"{name}={value:.3f}" for name, value in shown.items()]
        words += [f"wer_noise15={rate(noisy, every):.3f}", f"noise_ratio={ratio:.2f}", f"silence_words={invented}"]
        words += [f"other_language={other_language}", f"cpu_s_per_s={cpu:.3f}"]
        return " ".join([*words, f"mib={transcriber.memory_bytes / 2**20:.0f}", f"interview_cpu_s={whole:.0f}"])


async def interview_cpu(transcriber: WhisperTranscriber, spoken: Sequence[np.ndarray], folder: Path) -> float:
    """Processor seconds for an interview with `ANSWERS` answers of `ANSWER_SECONDS`, made of clips with pauses."""
    before = transcriber.cpu_seconds
    sound = np.concatenate([part for clip in spoken for part in (clip, np.zeros(RATE, np.float32))])
    for number in range(ANSWERS):
        length = ANSWER_SECONDS * RATE
        await heard_in(transcriber, np.resize(np.roll(sound, -number * length), length), "en", folder)
    return transcriber.cpu_seconds - before


async def heard_in(transcriber: WhisperTranscriber, samples: np.ndarray, language: str, folder: Path) -> Heard:
    """What an answer with this sound becomes."""
    return await transcriber.transcribe(write(samples, folder / "clip.webm"), language, seconds=600)


def rate(tallies: dict[str, Tally], groups: Iterable[str]) -> float:
    """The word error rate over several groups."""
    chosen = [tallies[group] for group in groups if group in tallies]
    words = sum(one.words for one in chosen)
    return sum(one.errors for one in chosen) / words if words else float("nan")


def degrees(tally: Tally) -> str:
    """Shares of words by degree, and how many of them are wrong."""
    whole = sum(tally.written.values()) or 1
    return "  ".join(
        f"{how} {tally.written[how] / whole:.0%} wrong {tally.wrong[how] / max(1, tally.written[how]):.1%}"
        for how in ("heard", DOUBTFUL, UNCLEAR)
    )
