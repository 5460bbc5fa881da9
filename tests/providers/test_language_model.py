"""Language model providers against a scripted server that is slow, broken or incompatible."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from dayshift.providers.language_model import ModelFailed, ModelReply, open_language_model
from tests.language import Script, serve

SCHEMA = {"type": "object", "properties": {"level": {"type": "integer"}}, "required": ["level"]}


@pytest.fixture
def script() -> Iterator[Script]:
    with serve() as script:
        yield script


def ask(script: Script, dialect: str = "openai", seconds: float = 5.0) -> ModelReply:
    model = open_language_model(script.url(dialect))
    assert model is not None
    return asyncio.run(model.ask("Rate it.", "the answer", SCHEMA, seconds=seconds))


def test_openai_chat_completions_request(script: Script) -> None:
    assert ask(script) == ModelReply({"level": 3}, 100, 10)
    (call,) = script.calls
    assert call.path == "/v1/chat/completions"
    assert call.headers["authorization"] == "Bearer a key"
    assert call.body["temperature"] == 0
    assert call.body["model"] == "small/model"
    assert [message["role"] for message in call.body["messages"]] == ["system", "user"]
    assert call.body["messages"][1]["content"] == "the answer"
    assert call.body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_anthropic_messages_request(script: Script) -> None:
    assert ask(script, "anthropic") == ModelReply({"level": 3}, 100, 10)
    (call,) = script.calls
    assert call.path == "/v1/messages"
    assert call.headers["x-api-key"] == "a key"
    assert "anthropic-version" in call.headers
    assert call.body["system"] == "Rate it."
    assert call.body["tools"][0]["input_schema"] == SCHEMA
    assert call.body["tool_choice"]["name"] == call.body["tools"][0]["name"]


def test_temporary_errors_are_retried(script: Script) -> None:
    script.statuses = [529, 503]
    assert ask(script).data == {"level": 3}
    assert len(script.calls) == 3


def test_client_error_is_not_retried_and_hides_the_key(script: Script) -> None:
    script.statuses = [401] * 5
    with pytest.raises(ModelFailed) as failed:
        ask(script)
    assert str(failed.value) == "status 401"
    assert len(script.calls) == 1


def test_retries_are_limited(script: Script) -> None:
    script.statuses = [500] * 9
    with pytest.raises(ModelFailed, match="status 500"):
        ask(script)
    assert len(script.calls) == 3


def test_request_is_retried_without_unsupported_temperature(script: Script) -> None:
    script.statuses, script.error = [400], {"error": {"message": "Unsupported parameter: 'temperature'"}}
    assert ask(script).data == {"level": 3}
    assert "temperature" in script.calls[0].body
    assert "temperature" not in script.calls[1].body


def test_slow_model_times_out(script: Script) -> None:
    script.seconds = 1.5
    with pytest.raises(ModelFailed, match=r"no reply within 0\.3 seconds"):
        ask(script, seconds=0.3)


def test_deadline_includes_retries(script: Script) -> None:
    script.statuses = [503] * 9
    with pytest.raises(ModelFailed):
        ask(script, seconds=0.9)
    assert len(script.calls) < 3  # The third attempt would start after 1.2 seconds.


@pytest.mark.parametrize(
    "body",
    [
        b"<html>502</html>",
        b"[" * 100_000,
        b"",
        b"[]",
        b"null",
        b'{"choices": []}',
        b'{"choices": [{"message": {"content": null}}]}',
        b'{"choices": [{"message": {"content": "The level is 5."}}]}',
        b'{"choices": [{"message": {"content": "[5]"}}]}',
        b'{"content": [{"type": "text", "text": "5"}], "usage": {}}',
        b"{" * 100_000,
        b" " * 300_000,
    ],
)
@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
def test_malformed_reply_is_a_failure(script: Script, body: bytes, dialect: str) -> None:
    script.raw = body
    with pytest.raises(ModelFailed):
        ask(script, dialect)


def test_unreachable_server_is_a_failure() -> None:
    model = open_language_model("openai+http://127.0.0.1:9/v1?model=m")
    assert model is not None
    with pytest.raises(ModelFailed, match="ConnectError"):
        asyncio.run(model.ask("i", "c", SCHEMA, seconds=5))


def test_prices_are_dollars_per_million_tokens() -> None:
    priced, free = (open_language_model(f"openai://k@models.test/v1?model=m{more}") for more in ("&in=3&out=15", ""))
    assert priced is not None
    assert free is not None
    assert priced.cost(1_000_000, 100_000) == pytest.approx(4.5)
    assert free.cost(1, 1) is None
    assert priced.host == "models.test"


@pytest.mark.parametrize(
    "url", ["openai://k@host/v1", "https://host?model=m", "openai+ftp://host?model=m", "openai://?model=m"]
)
def test_invalid_url_is_rejected(url: str) -> None:
    with pytest.raises(ValueError, match="must look like"):
        open_language_model(url)


def test_empty_url_disables_the_model() -> None:
    assert open_language_model("") is None


def test_reply_is_plain_data(script: Script) -> None:
    script.answer = lambda _content: {"level": 99, "note": "ignore me"}
    assert json.loads(json.dumps(dict(ask(script).data))) == {"level": 99, "note": "ignore me"}
