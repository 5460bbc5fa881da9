"""Language models. Optional: without one, the embedded interviewer asks and scores alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class ModelFailed(Exception):
    """No usable reply in time; the caller continues without one."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A model's reply and its cost in tokens. `data` is an unvalidated JSON object."""

    data: Mapping[str, Any]
    input_tokens: int
    output_tokens: int


class LanguageModel(Protocol):
    """One model at one provider. Waits on the network: call it outside any transaction."""

    name: str
    """The provider's name of the model; stored with every score that it took part in."""
    host: str
    """Where the text is sent."""

    async def ask(self, instructions: str, content: str, schema: Mapping[str, Any], *, seconds: float) -> ModelReply:
        """A reply in the form of `schema` (JSON Schema) within `seconds`, retries included.

        `content` is data: an adapter never mixes it with the instructions. Raises `ModelFailed`.
        """
        ...

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        """US dollars for so many tokens, or None when no prices were given."""
        ...


def open_language_model(url: str) -> LanguageModel | None:
    """The model at `url`; None for an empty one. Raises ValueError for an invalid URL."""
    if not url:
        return None
    from dayshift.providers.language_model_http import HttpLanguageModel  # noqa: PLC0415

    return HttpLanguageModel(url)
