"""Counters and histograms of this process; `admin.monitoring` serves them."""

from prometheus_client import Counter, Gauge, Histogram

_requests = Histogram(
    "dayshift_request_seconds",
    "Requests by method, route and status, and how long they took.",
    ["method", "route", "status"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
_tasks = Histogram(
    "dayshift_task_seconds",
    "Background tasks by kind and outcome (done, later, failed), and how long each attempt took.",
    ["kind", "outcome"],
    buckets=(0.02, 0.1, 0.5, 2.5, 10, 60),
)
_outside = Histogram(
    "dayshift_provider_seconds",
    "Calls of other services by what was asked and outcome (answered, failed), and how long they took.",
    ["call", "outcome"],
    buckets=(0.02, 0.1, 0.5, 2.5, 10),
)
_events = Counter("dayshift_events", "What has happened, such as interviews completed.", ["event"])
_limits_in_memory = Gauge(
    "dayshift_limits_in_memory",
    "1 while Redis is unreachable and this process counts attempts in its own memory; else 0.",
)


def set_limits_shared(*, shared: bool) -> None:
    """Record whether attempts are counted where they are meant to be."""
    _limits_in_memory.set(0 if shared else 1)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one request. `route` is the template, never the path: paths contain ids and are unbounded."""
    _requests.labels(method, route, str(status)).observe(seconds)


def count_attempt(kind: str, outcome: str, seconds: float) -> None:
    """Count one attempt at a background task: 'done', 'later' or 'failed'."""
    _tasks.labels(kind, outcome).observe(seconds)


def count_call(call: str, outcome: str, seconds: float) -> None:
    """Count one call to another service: 'answered' or 'failed'."""
    _outside.labels(call, outcome).observe(seconds)


def count_event(event: str) -> None:
    """Count one published event."""
    _events.labels(event).inc()
