"""Whisper on this machine, by faster-whisper: an extra, loaded with the first answer that needs it."""

import asyncio
from pathlib import Path
from threading import Event, Lock
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from dayshift.core.extras import load
from dayshift.providers.media import run_media
from dayshift.providers.speech import Passage, TranscriptionFailed

FILES = ("model.bin", "config.json", "tokenizer.json")
"""Without tokenizer.json the library would download another."""
THREADS = 2
COMPUTE = "int8"


class WhisperTranscriber:
    """`Transcriber` by the model in a folder: 'whisper:/FOLDER?threads=2&compute=int8'.

    The folder holds a Whisper model that was converted for CTranslate2. One answer at a time: two would slow down each
    other, and the server.
    """

    host: str | None = None

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if parts.netloc or not parts.path.strip("/"):
            raise ValueError("a transcriber on this machine must look like whisper:/FOLDER/OF/A/MODEL")
        self._folder = Path(unquote(parts.path))
        self._threads = int(options.get("threads", THREADS))
        self._compute = options.get("compute", COMPUTE)
        self._model: Any = None
        self._turn = Lock()
        self.name = f"whisper {self._folder.name}"

    def check(self) -> None:
        missing = [name for name in FILES if not (self._folder / name).is_file()]
        if missing:
            raise ValueError(f"the transcriber's folder {self._folder} has no {', '.join(missing)}")
        load("faster_whisper", "DAYSHIFT_TRANSCRIBER_URL", "whisper")

    async def transcribe(self, sound: Path, language: str, *, seconds: float) -> list[Passage]:
        given_up = Event()
        until = monotonic() + seconds
        try:
            self.check()
            # Decoded in a child process; the library would do it in this one.
            samples = sound.with_suffix(".samples")
            await run_media("decode_sound", source=str(sound), target=str(samples))
            return await asyncio.to_thread(self._transcribe, samples, language, until, given_up)
        except asyncio.CancelledError:
            given_up.set()  # The thread checks it after each passage.
            raise
        except TranscriptionFailed:
            raise
        except Exception as error:  # Whatever the library raises: the task is retried.
            raise TranscriptionFailed(f"{type(error).__name__}: {error}") from error

    def _transcribe(self, sound: Path, language: str, until: float, given_up: Event) -> list[Passage]:
        import numpy as np  # noqa: PLC0415  (slow to import)

        if not self._turn.acquire(timeout=max(0.0, until - monotonic())):
            raise TranscriptionFailed("others took too long")
        try:
            segments, _ = self._loaded().transcribe(
                np.fromfile(sound, np.float32),
                language=language,
                # Remove silence first: the model invents sentences for it.
                vad_filter=True,
                condition_on_previous_text=False,
            )
            passages = []
            for segment in segments:
                if given_up.is_set() or monotonic() > until:
                    raise TranscriptionFailed("not done in time")
                passages.append(Passage(segment.start, segment.end, segment.text.strip()))
            return [passage for passage in passages if passage.text]
        finally:
            self._turn.release()

    def _loaded(self) -> Any:
        if self._model is None:
            self.check()
            self._model = load("faster_whisper", "DAYSHIFT_TRANSCRIBER_URL", "whisper").WhisperModel(
                str(self._folder),
                device="cpu",
                compute_type=self._compute,
                cpu_threads=self._threads,
                local_files_only=True,
            )
        return self._model
