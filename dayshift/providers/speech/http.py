"""Transcribers over HTTP: OpenAI's 'Create transcription', which many local servers offer as well."""

import asyncio
import json
from math import exp
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import httpx2

from dayshift.core.provider_metrics import tls_context
from dayshift.providers.speech import Heard, Passage, TranscriptionFailed

MAX_REPLY_BYTES = 2 * 1024 * 1024
MAX_SOUND_BYTES = 25 * 1000 * 1000
"""OpenAI's limit; almost an hour at 64 kbit/s."""
TIMED, PLAIN = "verbose_json", "json"
MEDIA_TYPES = {".webm": "audio/webm", ".mp4": "audio/mp4"}
NO_SPEECH = 0.6
UNSURE = -1.0
"""Passages above `NO_SPEECH` and below this log probability are hallucinations, by the rule of Whisper's authors
(`no_speech_threshold`, `logprob_threshold`)."""


class HttpTranscriber:
    """`Transcriber` at 'openai://KEY@HOST/v1?model=NAME', or 'openai+http://...' without TLS."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        models = parse_qs(parts.query).get("model", [])
        if not (parts.hostname and models):
            raise ValueError("a transcriber's URL must look like openai://KEY@HOST/v1?model=NAME")
        scheme = "http" if parts.scheme.endswith("+http") else "https"
        self.name = models[-1]
        self.host: str | None = parts.hostname
        self._key = unquote(parts.password or parts.username or "")
        self._url = f"{scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}/audio/transcriptions"
        self._form = TIMED

    def check(self) -> None:
        """Nothing can be missing, and a request would cost money."""

    async def aclose(self) -> None:
        """Each request has a connection of its own."""

    async def transcribe(self, sound: Path, language: str, *, seconds: float) -> Heard:
        data = await asyncio.to_thread(_read, sound)
        file = (sound.name, data, MEDIA_TYPES.get(sound.suffix, "application/octet-stream"))
        try:
            async with asyncio.timeout(seconds), httpx2.AsyncClient(timeout=seconds, verify=tls_context()) as client:
                return _heard(json.loads(await self._send(client, file, language)), language)
        except TimeoutError as error:
            raise TranscriptionFailed(f"no reply within {seconds:g} seconds") from error
        except httpx2.HTTPError as error:
            raise TranscriptionFailed(type(error).__name__) from error
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise TranscriptionFailed("a reply of another form") from error

    async def _send(self, client: httpx2.AsyncClient, file: tuple[str, bytes, str], language: str) -> bytes:
        """The body of a successful reply. Falls back to the plain format for models without timestamps."""
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        for form in dict.fromkeys((self._form, PLAIN)):
            fields = {"model": self.name, "language": language, "response_format": form}
            async with client.stream("POST", self._url, data=fields, files={"file": file}, headers=headers) as reply:
                text = await _read_some(reply)
            if reply.is_success:
                self._form = form
                return text
            if reply.status_code != 400 or b"response_format" not in text:
                break
        raise TranscriptionFailed(f"status {reply.status_code}")


def _read(sound: Path) -> bytes:
    if sound.stat().st_size > MAX_SOUND_BYTES:
        raise TranscriptionFailed("the sound is too large to send")
    return sound.read_bytes()


async def _read_some(reply: httpx2.Response) -> bytes:
    text = b""
    async for part in reply.aiter_bytes():
        text += part
        if len(text) > MAX_REPLY_BYTES:
            raise TranscriptionFailed("a reply that is too long")
    return text


def _heard(body: Any, language: str) -> Heard:
    segments = body.get("segments")
    if segments is None:
        whole = str(body["text"]).strip()
        return Heard([Passage(0.0, None, whole)] if whole else [], language, 0.0)
    passages = [_passage(one) for one in segments if not _is_hallucination(one)]
    return Heard(
        [passage for passage in passages if passage.text], language, max((one["end"] for one in segments), default=0.0)
    )


def _passage(segment: dict[str, Any]) -> Passage:
    likelihood = segment.get("avg_logprob")
    confidence = None if likelihood is None else round(exp(min(0.0, float(likelihood))), 3)
    return Passage(float(segment["start"]), float(segment["end"]), str(segment["text"]).strip(), confidence)


def _is_hallucination(segment: dict[str, Any]) -> bool:
    return float(segment.get("no_speech_prob", 0)) > NO_SPEECH and float(segment.get("avg_logprob", 0)) < UNSURE
