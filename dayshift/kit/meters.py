"""What a process counts while it works; `kit.metrics` shows it."""

from prometheus_client import Histogram

_requests = Histogram(
    "dayshift_request_seconds",
    "Requests by method, route and status, and how long they took.",
    ["method", "route", "status"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one request. `route` is the template, never the address: that may hold ids, and has no bounds."""
    _requests.labels(method, route, str(status)).observe(seconds)
