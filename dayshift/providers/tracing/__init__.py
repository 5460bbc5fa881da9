"""Where spans go: nowhere, or a collector that speaks OpenTelemetry's protocol. What is in them, `kit.traces` says."""

from dayshift.providers.tracing.opening import open_traces
from dayshift.providers.tracing.port import Traces, Untraced

__all__ = ["Traces", "Untraced", "open_traces"]
