"""Metrics and traces of calls to outside services, and their shared TLS context."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter

from dayshift.core.metrics import count_call
from dayshift.core.traces import child_span


@contextmanager
def provider_call(call: str, *answers: type[Exception]) -> Iterator[None]:
    """Count the call and add it to the trace; exceptions of the types in `answers` count as answers, not failures.

    `call` names the service and the operation, such as 'storage put', never the data.
    """
    began, outcome = perf_counter(), "failed"
    try:
        with child_span(call):
            yield
        outcome = "answered"
    except answers:
        outcome = "answered"
        raise
    finally:
        count_call(call, outcome, perf_counter() - began)


@cache
def tls_context() -> ssl.SSLContext:
    """Shared TLS context of all clients: creating one for each call would block the event loop for about 30 ms."""
    import httpx2  # noqa: PLC0415  (Most installations call no external service and start without it.)

    return httpx2.create_ssl_context()
