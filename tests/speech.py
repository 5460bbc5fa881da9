"""A scripted server that implements OpenAI's "Create transcription" API."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import Any

from tests.scripted import served

SEGMENTS = [
    {"id": 0, "start": 0.2, "end": 1.1, "text": " I ran the grill", "no_speech_prob": 0.01, "avg_logprob": -0.2},
    {"id": 1, "start": 1.1, "end": 1.9, "text": " for three years.", "no_speech_prob": 0.02, "avg_logprob": -0.3},
]
WORDS = "I ran the grill for three years."


@dataclass(frozen=True)
class Heard:
    """One recorded request: the form's `fields` and the file with its name and type."""

    path: str
    headers: Mapping[str, str]
    fields: Mapping[str, str]
    name: str
    type: str
    sound: bytes


@dataclass
class Script:
    """Scripted behavior."""

    address: str = ""
    segments: list[dict[str, Any]] = field(default_factory=lambda: list(SEGMENTS))
    statuses: list[int] = field(default_factory=list)
    """Statuses of the next replies; once used up, every reply is 200."""
    timed: bool = True
    """Whether the model supports the response format with timestamps."""
    raw: bytes | None = None
    seconds: float = 0.0
    calls: list[Heard] = field(default_factory=list)

    def url(self) -> str:
        return f"openai+http://a%20key@{self.address}/v1?model=whisper-small"

    def respond(self, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        call = _read(path, headers, body)
        self.calls.append(call)
        return self._reply(call)

    def _reply(self, call: Heard) -> tuple[int, bytes]:
        if self.statuses and (status := self.statuses.pop(0)) != 200:
            return status, b'{"error": {"message": "no"}}'
        if self.raw is not None:
            return 200, self.raw
        text = "".join(segment["text"] for segment in self.segments)
        if call.fields["response_format"] == "json":
            return 200, json.dumps({"text": text}).encode()
        if not self.timed:
            error = {"message": "response_format 'verbose_json' is not compatible with this model.", "code": "bad"}
            return 400, json.dumps({"error": error}).encode()
        body = {"task": "transcribe", "language": "english", "duration": 2.0, "text": text, "segments": self.segments}
        return 200, json.dumps(body).encode()


@contextmanager
def serve() -> Iterator[Script]:
    """Runs a server on its own port for the duration of the block."""
    script = Script()
    with served(script):
        yield script


def _read(path: str, headers: Mapping[str, str], body: bytes) -> Heard:
    form = message_from_bytes(f"Content-Type: {headers['content-type']}\r\n\r\n".encode() + body)
    parts: dict[str, Any] = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
    file = parts.pop("file")
    fields = {name: part.get_payload(decode=True).decode() for name, part in parts.items()}
    return Heard(path, headers, fields, file.get_filename(), file.get_content_type(), file.get_payload(decode=True))
