"""Whisper on this machine, in a child process: this one never imports it."""

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dayshift.providers.media import run_media
from dayshift.providers.speech import WHOLE, Heard, Part, Passage, TranscriptionFailed, Word
from dayshift.providers.speech.model import Model

MAX_THREADS = 4
"""More do not make a stretch of half a minute faster."""
LINE_BYTES = 16 * 1024 * 1024
_PATHS = os.pathsep.join(os.path.abspath(path) for path in sys.path)  # noqa: PTH100  (also of what is not there)
_ENVIRONMENT = {"PYTHONPATH": _PATHS, "LC_ALL": "C.UTF-8", "HF_HUB_OFFLINE": "1"}
"""Of the child: it knows no secrets."""


class WhisperTranscriber:
    """`Transcriber` by a model on this machine. One answer at a time: two would slow down each other, and the server.

    The child starts with the first answer and ends after ten idle minutes, or with this process.
    """

    host: str | None = None

    def __init__(self, model: Model, threads: int | None = None) -> None:
        self.name = model.name
        self._model = model
        self._threads = threads or min(os.cpu_count() or 1, MAX_THREADS)
        self._child: Process | None = None
        self._turn = asyncio.Lock()
        self._along = asyncio.Lock()
        self.cpu_seconds = 0.0
        self.memory_bytes = 0
        """Of the child, at its last answer."""

    def check(self) -> None:
        self._model.check()

    async def transcribe(self, sound: Path, language: str, *, seconds: float) -> Heard:
        samples = sound.with_suffix(".samples")
        try:
            await run_media("decode_sound", sources=[str(sound)], target=str(samples))
        except Exception as error:
            raise TranscriptionFailed(f"{type(error).__name__}: {error}") from error
        return await self.listen(samples, language, seconds=seconds)

    async def listen(self, samples: Path, language: str, part: Part = WHOLE, *, seconds: float) -> Heard:
        request = {"samples": str(samples), "language": language, "part": asdict(part)}
        try:
            async with self._turn_for(part), asyncio.timeout(seconds):
                reply = await self._ask(request)
        except TimeoutError as error:
            raise TranscriptionFailed(f"not done within {seconds:g} seconds") from error
        except json.JSONDecodeError as error:
            raise TranscriptionFailed("the child process is gone") from error
        except (OSError, ValueError) as error:
            raise TranscriptionFailed(f"{type(error).__name__}: {error}") from error
        if "error" in reply:
            raise TranscriptionFailed(reply["error"])
        self.cpu_seconds, self.memory_bytes = reply["cpu"], reply["memory"]
        passages = [Passage(**{**one, "words": [Word(**word) for word in one["words"]]}) for one in reply["passages"]]
        return Heard(passages, reply["language"], reply["until"])

    @asynccontextmanager
    async def _turn_for(self, part: Part) -> AsyncIterator[None]:
        """The child's turn. Of those who listen along only one waits for it, so that a finished answer is soon next."""
        async with AsyncExitStack() as turns:
            if not part.final:
                await turns.enter_async_context(self._along)
            await turns.enter_async_context(self._turn)
            yield

    async def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The child's answer. A child that was interrupted or died is replaced with the next request."""
        child = self._child
        if child is None or child.returncode is not None:
            child = self._child = await self._start()
        assert child.stdin and child.stdout  # noqa: S101, PT018  (pipes)
        try:
            child.stdin.write(json.dumps(request).encode() + b"\n")
            await child.stdin.drain()
            reply: dict[str, Any] = json.loads(await child.stdout.readline())  # Nothing to read if it is gone.
        except BaseException:  # Also when cancelled: its answer would be taken for that of the next request.
            await self._kill(child)
            raise
        return reply

    async def _start(self) -> Process:
        folder = await asyncio.to_thread(self._model.folder)
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "dayshift.providers.speech.child", str(folder), str(self._threads)),
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE_BYTES,
            env={**_ENVIRONMENT, "OMP_NUM_THREADS": str(self._threads)},
            cwd="/",
            start_new_session=True,
        )

    async def aclose(self) -> None:
        child = self._child
        if child and self._turn.locked():  # The request that waits for its answer reads its pipes to the end.
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        elif child:
            await self._kill(child)

    async def _kill(self, child: Process) -> None:
        self._child = None
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.communicate()  # Its end closes the pipes: nothing of it is left to the garbage collector.
