"""Spans to a collector by OTLP over HTTP. Imported only if one is configured: the libraries are an extra."""

import logging
import threading
from importlib.metadata import version

import structlog
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

log = structlog.get_logger()

SENDING_SECONDS = 5.0
"""Timeout of one export, including retries. Up to 2,048 spans are queued; further ones are dropped."""
CLOSING_SECONDS = 2.0


class OtlpTraces:
    """`Traces` to the address of a collector, such as 'http://HOST:4318/v1/traces'.

    Uses `OTEL_EXPORTER_OTLP_HEADERS` and the certificates of the environment, and ignores `OTEL_RESOURCE_ATTRIBUTES`:
    data about the machine, the process and its users stays here.
    """

    def __init__(self, address: str, share: float) -> None:
        logging.getLogger("opentelemetry").handlers = [_LogHandler()]
        logging.getLogger("opentelemetry").propagate = False
        exporter = OTLPSpanExporter(address, timeout=SENDING_SECONDS, compression=Compression.Gzip)
        self._provider = TracerProvider(
            sampler=ParentBased(TraceIdRatioBased(share)),
            resource=Resource({"service.name": "dayshift", "service.version": version("dayshift")}),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self.tracer = self._provider.get_tracer("dayshift")

    def close(self) -> None:
        closing = threading.Thread(target=self._provider.shutdown, daemon=True)  # It may wait for half a minute.
        closing.start()
        closing.join(CLOSING_SECONDS)


class _LogHandler(logging.Handler):
    """Writes the library's own messages to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        log.warning("traces", says=record.getMessage()[:300])
