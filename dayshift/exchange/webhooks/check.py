"""Whether the systems of employers accept their webhooks."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from dayshift.core.db import Tx
from dayshift.exchange.webhooks.actions import DELIVER
from dayshift.exchange.webhooks.queries import Endpoint, all_endpoints, deliveries_of, next_due
from dayshift.job_pages import Finding

LATE = timedelta(minutes=10)
"""Overdue time of a delivery after which no worker seems to run. Longer than the longest pause of an endpoint."""

LATEST = 50
"""Deliveries among which the last attempt is looked up."""


def check_webhooks(tx: Tx, at: datetime) -> list[Finding]:
    """Check each endpoint; one that a member turned off is not a fault. Names no path: it can hold a secret."""
    found = [_finding(tx, one, at) for one in all_endpoints(tx)]
    return found or [Finding("webhooks", None, "no employer has added an address")]


def _finding(tx: Tx, endpoint: Endpoint, at: datetime) -> Finding:
    name = f"webhook {endpoint.id}"
    host = urlsplit(endpoint.url).hostname
    if endpoint.state == "disabled":
        reasons = {"gone": "replied 410 and was turned off", "failing": "failed for days and was turned off"}
        return Finding(name, False if endpoint.reason in reasons else None, f"{host} {_why(endpoint, reasons)}")
    if endpoint.failing_since:
        since = f"{host} has failed since {endpoint.failing_since:%Y-%m-%d %H:%M} UTC"
        return Finding(name, False, f"{since}{_last(tx, endpoint)}")
    due_at = next_due(tx, endpoint.id)
    if due_at and due_at < at - LATE:
        return Finding(name, False, f"{host} waits for the task {DELIVER}: is a worker running?")
    if endpoint.succeeded_at is None:
        return Finding(name, None, f"{host} has not been sent anything yet")
    return Finding(name, True, f"{host} accepted an event at {endpoint.succeeded_at:%Y-%m-%d %H:%M} UTC")


def _last(tx: Tx, endpoint: Endpoint) -> str:
    """Return what came of the last attempt, such as ': 401' or ': no reply within 10 seconds'."""
    tried = [one for one in deliveries_of(tx, endpoint.id, None, LATEST) if one.sent_at]
    last = max(tried, key=lambda one: one.sent_at or endpoint.created_at, default=None)
    result = last and (last.error or (last.status and f"HTTP {last.status}"))
    return f": {result}" if result else ""


def _why(endpoint: Endpoint, reasons: dict[str, str]) -> str:
    return reasons.get(endpoint.reason or "", "was turned off by a member")
