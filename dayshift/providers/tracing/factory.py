"""The choice of where spans go."""

from urllib.parse import urlsplit

from dayshift.core.extras import load
from dayshift.providers.tracing.protocol import Traces, Untraced


def open_traces(endpoint: str, share: float = 1.0) -> Traces:
    """The collector at `endpoint` ('http://HOST:4318'), for `share` of all traces; an empty one gives `Untraced`.

    Raises `ExtraMissing` where the library is not installed, `ValueError` for what is no such address.
    """
    if not endpoint:
        return Untraced()
    parts = urlsplit(endpoint)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("the traces' endpoint looks like http://collector:4318")
    otlp = load("dayshift.providers.tracing.otlp", "DAYSHIFT_TRACES_ENDPOINT", "opentelemetry")
    address = endpoint if parts.path.strip("/") else f"{endpoint.rstrip('/')}/v1/traces"
    traces: Traces = otlp.OtlpTraces(address, share)
    return traces
