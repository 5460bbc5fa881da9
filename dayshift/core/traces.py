"""Spans: what a request or a task did, and how long each step took. Never personal data.

Spans hold only the attributes set here: names of routes, task kinds and functions, numbers, ids of requests and tasks.
For errors they record the type, never the message. Without a collector there is no tracer and no span; a step then
costs one lookup of a context variable.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

from opentelemetry.context import Context
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind, StatusCode, Tracer, get_current_span, use_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from dayshift.core.errors import AppError, InternalError

Attributes = Mapping[str, str | int]
"""Attributes of a span, with standard names where they exist."""

_tracer: ContextVar[Tracer | None] = ContextVar("tracer", default=None)
_words = TraceContextTextMapPropagator()
_HEADER = "traceparent"


def start_span(
    tracer: Tracer | None, name: str, kind: SpanKind, about: Attributes | None = None, parent: str | None = None
) -> AbstractContextManager[Span]:
    """Start a root span, or a child of the `parent` returned by `traceparent`. Without a tracer it records nothing."""
    if tracer is None:
        return nullcontext(INVALID_SPAN)
    return _recorded(tracer, name, kind, about, _words.extract({_HEADER: parent} if parent else {}, Context()))


def child_span(
    name: str, about: Attributes | None = None, kind: SpanKind = SpanKind.CLIENT
) -> AbstractContextManager[Span]:
    """Start a child of the current span; without one it records nothing."""
    tracer = _tracer.get()
    return _recorded(tracer, name, kind, about, None) if tracer else nullcontext(INVALID_SPAN)


def traceparent() -> str | None:
    """Return the current span as W3C `traceparent` (55 characters), for work enqueued here; or None."""
    if _tracer.get() is None:
        return None
    carrier: dict[str, str] = {}
    _words.inject(carrier)
    return carrier.get(_HEADER)


def record_error(error: BaseException) -> None:
    """Record the type of `error` in the current span. Rejecting a request is not a failure."""
    kind = type(error)
    span = get_current_span()
    span.set_attribute("error.type", f"{kind.__module__}.{kind.__qualname__}")
    if not isinstance(error, AppError) or error.status >= InternalError.status:
        span.set_status(StatusCode.ERROR)


def describe(span: Span, method: str, route: str, status: int) -> None:
    """Describe a request in its span: `route` is the template, never the path."""
    span.update_name(f"{method} {route}")
    span.set_attributes({"http.request.method": method, "http.route": route, "http.response.status_code": status})
    if status >= InternalError.status:
        span.set_status(StatusCode.ERROR)


@contextmanager
def _recorded(
    tracer: Tracer, name: str, kind: SpanKind, about: Attributes | None, context: Context | None
) -> Iterator[Span]:
    span = tracer.start_span(name, context, kind, about)
    token = _tracer.set(tracer)
    try:
        # The library's own error recording would include the message.
        with use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
            try:
                yield span
            except Exception as error:
                record_error(error)
                raise
    finally:
        _tracer.reset(token)
