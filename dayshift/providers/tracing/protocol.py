"""The port to a collector of spans: the tracer that makes them is OpenTelemetry's own interface."""

from typing import Protocol

from opentelemetry.trace import Tracer


class Traces(Protocol):
    """Takes spans and sends them on, out of anybody's way."""

    @property
    def tracer(self) -> Tracer | None:
        """What `core.traces.begin` makes spans with; None where nobody collects them."""
        ...

    def close(self) -> None:
        """Send what is still waiting, for at most two seconds. Idempotent."""
        ...


class Untraced:
    """`Traces` to nobody: the default."""

    tracer = None

    def close(self) -> None:
        """Nothing waits."""
