"""What surrounds every call of a service outside this installation."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter

from dayshift.core.metrics import count_call
from dayshift.core.traces import step


@contextmanager
def outside(call: str, *answers: type[Exception]) -> Iterator[None]:
    """Count the call and make it a step of the trace; exceptions of the kinds in `answers` are answers, not failures.

    `call` names the service and what it is asked for, such as 'storage put': never what is asked about.
    """
    began, outcome = perf_counter(), "failed"
    try:
        with step(call):
            yield
        outcome = "answered"
    except answers:
        outcome = "answered"
        raise
    finally:
        count_call(call, outcome, perf_counter() - began)


@cache
def authorities() -> ssl.SSLContext:
    """Whose certificates are believed, for every client of ours: to read them once more for each call would hold up
    the event loop for some thirty milliseconds.
    """
    import httpx2  # noqa: PLC0415  (Most installations call nobody, and start without it.)

    return httpx2.create_ssl_context()
