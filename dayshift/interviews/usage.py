"""What a language model took for an interview: kept as a row for each time that it was asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Literal

from sqlalchemy import select

from dayshift.interviews.models import model_uses
from dayshift.kit.clock import now
from dayshift.kit.db import Tx, insert
from dayshift.kit.ids import new_id
from dayshift.providers.language import LanguageModel, ModelReply

Purpose = Literal["score", "ask"]


@dataclass(slots=True)
class Usage:
    """What the model took: `passes` it was asked for, of which some failed or could not be believed."""

    purpose: Purpose
    model: str
    prompt: str
    passes: int = 0
    failed: int = 0
    unbelievable: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = None
    seconds: float = 0.0
    reasons: list[str] = field(default_factory=list)

    def took(self, reply: ModelReply) -> None:
        self.input_tokens += reply.input_tokens
        self.output_tokens += reply.output_tokens

    def fail(self, why: str) -> None:
        self.failed += 1
        if why not in self.reasons:
            self.reasons.append(why)


@dataclass(frozen=True, slots=True)
class KeptUsage:
    """One row: a `Usage` with the interview and the moment."""

    interview_id: str
    created_at: datetime
    purpose: Purpose
    model: str
    prompt: str
    passes: int
    failed: int
    unbelievable: int
    input_tokens: int
    output_tokens: int
    dollars: float | None
    seconds: float
    reasons: list[str]


_insert = insert(model_uses)
_all = select(*(model_uses.c[name] for name in KeptUsage.__slots__)).order_by(model_uses.c.id)


@contextmanager
def measured(model: LanguageModel, purpose: Purpose, prompt: str) -> Iterator[Usage]:
    """Counts what is asked within: the time it took, and at the end what its tokens cost."""
    usage, started = Usage(purpose, model.name, prompt), monotonic()
    yield usage
    usage.seconds = round(monotonic() - started, 3)
    usage.dollars = model.cost(usage.input_tokens, usage.output_tokens)


def keep_usage(tx: Tx, interview_id: str, usage: Usage | None) -> None:
    """Keep what was taken; nothing where no model was asked."""
    if usage is not None and usage.passes:
        values = {name: getattr(usage, name) for name in Usage.__slots__}
        tx.execute(_insert, {"id": new_id(), "interview_id": interview_id, "created_at": now(), **values})


def kept_usages(tx: Tx) -> list[KeptUsage]:
    """All rows, the oldest first."""
    return [KeptUsage(*row) for row in tx.execute(_all)]
