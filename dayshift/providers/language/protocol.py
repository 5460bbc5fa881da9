"""The port to a language model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class ModelFailed(Exception):
    """No usable reply in time: whoever asked goes on without one."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a model answered, and what it took. `data` is a JSON object that nobody has checked yet."""

    data: Mapping[str, Any]
    input_tokens: int
    output_tokens: int


class LanguageModel(Protocol):
    """One model at one provider. Calls wait on the network, so they belong outside any transaction."""

    name: str
    """The provider's name of the model, as it is stored with every score that it took part in."""
    host: str
    """Where the text is sent to."""

    async def ask(self, instructions: str, content: str, schema: Mapping[str, Any], *, seconds: float) -> ModelReply:
        """A reply in the form of `schema` (JSON Schema) within `seconds`, retries included.

        `content` is data: an adapter never mixes it with the instructions. Raises `ModelFailed`.
        """
        ...

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        """US dollars for so many tokens, or None when no prices were given."""
        ...
