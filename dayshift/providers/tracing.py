"""Trace export by OpenTelemetry's protocol. Optional; `core.traces` defines what spans contain."""

from typing import Protocol
from urllib.parse import urlsplit

from opentelemetry.trace import Tracer

from dayshift.core.extras import load


class Traces(Protocol):
    """Exports spans in the background."""

    @property
    def tracer(self) -> Tracer | None:
        """Creates spans, see `core.traces.start_span`; None if they are not collected."""
        ...

    def close(self) -> None:
        """Send pending spans, for at most two seconds. Idempotent."""
        ...


class NullTraces:
    """Collects nothing: the default."""

    tracer = None

    def close(self) -> None:
        """Nothing is pending."""


def open_traces(endpoint: str, share: float = 1.0) -> Traces:
    """Export `share` of all traces to the collector at `endpoint` ('http://HOST:4318'); `NullTraces` if it is empty.

    Raises `ExtraMissing` if the library is not installed, `ValueError` for an invalid address.
    """
    if not endpoint:
        return NullTraces()
    parts = urlsplit(endpoint)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("the traces' endpoint must look like http://collector:4318")
    otlp = load("dayshift.providers.otlp", "DAYSHIFT_TRACES_ENDPOINT", "opentelemetry")
    address = endpoint if parts.path.strip("/") else f"{endpoint.rstrip('/')}/v1/traces"
    traces: Traces = otlp.OtlpTraces(address, share)
    return traces
