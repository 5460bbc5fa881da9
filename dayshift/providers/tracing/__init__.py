"""Where spans go: nowhere, or a collector that speaks OpenTelemetry's protocol. What is in them, `core.traces` says."""

from dayshift.providers.tracing.factory import open_traces
from dayshift.providers.tracing.protocol import Traces, Untraced

__all__ = ["Traces", "Untraced", "open_traces"]
