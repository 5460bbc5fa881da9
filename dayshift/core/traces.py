"""Spans: what a request or a task did, and how long each part of it took. Never personal data.

A span says what we put into it, and nothing by itself: names of routes, kinds and functions, numbers, ids of requests
and tasks. Of an error it has the type, never the words. Where no collector is set there is no tracer, nothing begins,
and a step within it costs one look at a context variable.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

from fastapi.telemetry import TelemetryConfig
from opentelemetry.context import Context
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind, StatusCode, Tracer, get_current_span, use_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from dayshift.core.errors import AppError, InternalError

NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""The framework would tell of each request to whatever the environment names (docs/decisions/0017)."""

About = Mapping[str, str | int]
"""Attributes of a span, under the field's usual names where there are any."""

_tracer: ContextVar[Tracer | None] = ContextVar("tracer", default=None)
_words = TraceContextTextMapPropagator()
_HEADER = "traceparent"


def begin(
    tracer: Tracer | None, name: str, kind: SpanKind, about: About | None = None, parent: str | None = None
) -> AbstractContextManager[Span]:
    """A span of its own, or the child of a `parent` that was `carried` here. Without a tracer it records nothing."""
    if tracer is None:
        return nullcontext(INVALID_SPAN)
    return _recorded(tracer, name, kind, about, _words.extract({_HEADER: parent} if parent else {}, Context()))


def step(name: str, about: About | None = None, kind: SpanKind = SpanKind.CLIENT) -> AbstractContextManager[Span]:
    """A part of the span that we are in; outside of any it records nothing."""
    tracer = _tracer.get()
    return _recorded(tracer, name, kind, about, None) if tracer else nullcontext(INVALID_SPAN)


def carried() -> str | None:
    """The place that we are in as W3C's `traceparent` (55 characters), for work that is asked for here; or None."""
    if _tracer.get() is None:
        return None
    carrier: dict[str, str] = {}
    _words.inject(carrier)
    return carrier.get(_HEADER)


def blame(error: BaseException) -> None:
    """Say in the span that we are in what kind of error ended it. To refuse something is no failure."""
    kind = type(error)
    span = get_current_span()
    span.set_attribute("error.type", f"{kind.__module__}.{kind.__qualname__}")
    if not isinstance(error, AppError) or error.status >= InternalError.status:
        span.set_status(StatusCode.ERROR)


def describe(span: Span, method: str, route: str, status: int) -> None:
    """Say in the span of a request what it was: `route` is the template, never the address."""
    span.update_name(f"{method} {route}")
    span.set_attributes({"http.request.method": method, "http.route": route, "http.response.status_code": status})
    if status >= InternalError.status:
        span.set_status(StatusCode.ERROR)


@contextmanager
def _recorded(
    tracer: Tracer, name: str, kind: SpanKind, about: About | None, context: Context | None
) -> Iterator[Span]:
    span = tracer.start_span(name, context, kind, about)
    token = _tracer.set(tracer)
    try:
        # The library's own way with errors tells their words.
        with use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
            try:
                yield span
            except Exception as error:
                blame(error)
                raise
    finally:
        _tracer.reset(token)
