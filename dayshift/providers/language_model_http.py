"""Language models over HTTP: Anthropic's Messages, and the Chat Completions of OpenAI and most local servers."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import httpx2

from dayshift.core.provider_metrics import provider_call, tls_context
from dayshift.providers.language_model import ModelFailed, ModelReply

MAX_TOKENS = 700
TRIES = 3
PAUSE = 0.4
"""Seconds before the first retry; the second waits twice as long."""
RETRYABLE = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
MAX_REPLY_BYTES = 256 * 1024
TOOL = "answer"
FORM = "openai://KEY@api.openai.com/v1?model=NAME, anthropic://KEY@api.anthropic.com?model=NAME or "
FORM += "openai+http://127.0.0.1:11434/v1?model=NAME; prices in dollars per million tokens: &in=3&out=15"


class _Dialect(Protocol):
    def request(
        self, model: str, instructions: str, content: str, schema: Mapping[str, Any]
    ) -> tuple[str, dict[str, Any]]:
        """Path and body of a request."""
        ...

    def headers(self, key: str) -> dict[str, str]: ...

    def read(self, body: Any) -> ModelReply:
        """The reply in a response body; raises KeyError, TypeError, IndexError or ValueError for any other form."""
        ...


class _ChatCompletions:
    def request(
        self, model: str, instructions: str, content: str, schema: Mapping[str, Any]
    ) -> tuple[str, dict[str, Any]]:
        form = {"name": TOOL, "schema": dict(schema), "strict": True}
        messages = [{"role": "system", "content": instructions}, {"role": "user", "content": content}]
        body = {"model": model, "messages": messages, "response_format": {"type": "json_schema", "json_schema": form}}
        return "/chat/completions", body

    def headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def read(self, body: Any) -> ModelReply:
        usage = body.get("usage") or {}
        data = json.loads(body["choices"][0]["message"]["content"])
        return _reply(data, usage.get("prompt_tokens"), usage.get("completion_tokens"))


class _Messages:
    def request(
        self, model: str, instructions: str, content: str, schema: Mapping[str, Any]
    ) -> tuple[str, dict[str, Any]]:
        tool = {"name": TOOL, "description": "Give the answer in this form.", "input_schema": dict(schema)}
        body = {
            "model": model,
            "max_tokens": MAX_TOKENS,
            "system": instructions,
            "messages": [{"role": "user", "content": content}],
            "tools": [tool],
            "tool_choice": {"type": "tool", "name": TOOL},
        }
        return "/v1/messages", body

    def headers(self, key: str) -> dict[str, str]:
        return {"x-api-key": key, "anthropic-version": "2023-06-01"}

    def read(self, body: Any) -> ModelReply:
        data = next(block["input"] for block in body["content"] if block["type"] == "tool_use")
        return _reply(data, body["usage"]["input_tokens"], body["usage"]["output_tokens"])


DIALECTS: Mapping[str, _Dialect] = {"openai": _ChatCompletions(), "anthropic": _Messages()}


class HttpLanguageModel:
    """`LanguageModel` at a URL of the form `FORM`."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        dialect, _, plain = parts.scheme.partition("+")
        options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if dialect not in DIALECTS or plain not in {"", "http"} or not (parts.hostname and options.get("model")):
            raise ValueError(f"a language model's URL must look like {FORM}")
        self.name = options["model"]
        self.host = parts.hostname
        self._dialect = DIALECTS[dialect]
        self._key = _key_of(parts)
        self._base = f"{'http' if plain else 'https'}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"
        self._prices = (float(options["in"]), float(options["out"])) if {"in", "out"} <= options.keys() else None
        self._options: dict[str, Any] = {"temperature": 0}

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        if self._prices is None:
            return None
        return (input_tokens * self._prices[0] + output_tokens * self._prices[1]) / 1_000_000

    async def ask(self, instructions: str, content: str, schema: Mapping[str, Any], *, seconds: float) -> ModelReply:
        path, body = self._dialect.request(self.name, instructions, content, schema)
        try:
            with provider_call("language model ask"):
                async with (
                    asyncio.timeout(seconds),
                    httpx2.AsyncClient(timeout=seconds, verify=tls_context()) as client,
                ):
                    reply = await self._send(client, self._base + path, body)
                    return self._dialect.read(json.loads(reply))
        except TimeoutError as error:
            raise ModelFailed(f"no reply within {seconds:g} seconds") from error
        except httpx2.HTTPError as error:
            raise ModelFailed(type(error).__name__) from error
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration, RecursionError) as error:
            raise ModelFailed("a reply of another form") from error

    async def _send(self, client: httpx2.AsyncClient, url: str, body: dict[str, Any]) -> bytes:
        """The body of the first successful reply; temporary errors are retried."""
        refused = "nothing"
        for again in range(TRIES):
            await asyncio.sleep(PAUSE * again)
            headers = self._dialect.headers(self._key)
            async with client.stream("POST", url, json={**body, **self._options}, headers=headers) as reply:
                text = await _read_some(reply)
            if reply.is_success:
                return text
            refused = f"status {reply.status_code}"
            if reply.status_code == 400 and b"temperature" in text and self._options:
                self._options = {}  # Some models do not accept one.
            elif reply.status_code not in RETRYABLE:
                break
        raise ModelFailed(refused)


async def _read_some(reply: httpx2.Response) -> bytes:
    text = b""
    async for part in reply.aiter_bytes():
        text += part
        if len(text) > MAX_REPLY_BYTES:
            raise ModelFailed("a reply that is too long")
    return text


def _reply(data: Any, input_tokens: Any, output_tokens: Any) -> ModelReply:
    if not isinstance(data, dict):
        raise TypeError
    return ModelReply(data, int(input_tokens or 0), int(output_tokens or 0))


def _key_of(parts: SplitResult) -> str:
    # Accept both 'KEY@host' and ':KEY@host'.
    return unquote(parts.password or parts.username or "")
