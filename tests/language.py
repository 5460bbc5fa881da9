"""A scripted server that implements a language model provider's API."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.interviews.room import Examination, keep_exam
from dayshift.interviews.scoring import judging
from dayshift.interviews.scoring.exam import ExamResult
from tests.people import server_services
from tests.scripted import served


@dataclass(frozen=True)
class Call:
    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass
class Script:
    """Scripted behavior; `answer` maps the prompt to the reply's data."""

    address: str = ""
    answer: Callable[[str], Any] = lambda _content: {"level": 3}
    statuses: list[int] = field(default_factory=list)
    """Statuses of the next replies; once used up, every reply is 200."""
    error: Any = None
    raw: bytes | None = None
    seconds: float = 0.0
    calls: list[Call] = field(default_factory=list)

    def url(self, dialect: str = "openai") -> str:
        path = "/v1" if dialect == "openai" else ""
        return f"{dialect}+http://a%20key@{self.address}{path}?model=small/model"

    def respond(self, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        call = Call(path, headers, json.loads(body))
        self.calls.append(call)
        return self._reply(call)

    def _reply(self, call: Call) -> tuple[int, bytes]:
        if self.statuses and (status := self.statuses.pop(0)) != 200:
            return status, json.dumps(self.error).encode()
        if self.raw is not None:
            return 200, self.raw
        data = self.answer(call.body["messages"][-1]["content"])
        if call.path.endswith("/messages"):
            block = {"type": "tool_use", "name": "answer", "input": data}
            return 200, json.dumps({"content": [block], "usage": {"input_tokens": 100, "output_tokens": 10}}).encode()
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        message = {"role": "assistant", "content": json.dumps(data)}
        return 200, json.dumps({"choices": [{"message": message}], "usage": usage}).encode()


@contextmanager
def serve() -> Iterator[Script]:
    """Runs a server on its own port for the duration of the block."""
    script = Script()
    with served(script):
        yield script


def pass_exam(client: TestClient, model: str = "small/model") -> None:
    """Store that the scripted model passed its exam, so that it may score."""
    result = ExamResult(answers=200, kappa=0.9, harmful_high=0, swap_changes=0, hint_raises=0, unanswered=0)
    exam = Examination(model, judging.PROMPT, result, 1.0, None, now())
    assert client.portal
    client.portal.call(server_services(client).db.write, keep_exam, exam)
