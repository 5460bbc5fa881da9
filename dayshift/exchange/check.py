"""The findings of `dayshift exchange check`: whether each connection with another system works."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from dayshift.core.db import Tx
from dayshift.exchange.api_keys.queries import ApiKey, all_keys, has_ended
from dayshift.exchange.assessments.keys import count_keys
from dayshift.exchange.webhooks.actions import DELIVER
from dayshift.exchange.webhooks.queries import Endpoint, all_endpoints, deliveries_of, next_due
from dayshift.hiring.applications import count_unsent_callbacks
from dayshift.hiring.employers import OF_PEOPLE, all_providers, usable_domains
from dayshift.jobs.catalog import SAMPLE, Import, count_jobs, count_without_end, last_imports
from dayshift.jobs.feeds import is_of_connection

UNUSED = timedelta(days=90)
"""An API key that was not used for as long should be revoked."""

CALLBACK_TIMEOUT = timedelta(hours=1)
"""How long a callback may take before it counts as a problem."""

LATE = timedelta(minutes=10)
"""Overdue time of a delivery after which no worker seems to run. Longer than the longest pause of an endpoint."""

LATEST = 50
"""Deliveries among which the last attempt is looked up."""


@dataclass(frozen=True, slots=True)
class Connection:
    """The state of one connection, in words; `works` None if it is not set up.

    `by_people`: the connection does its part, and what does not work has to be corrected by somebody.
    """

    name: str
    works: bool | None
    text: str
    by_people: bool = False


def check_connections(tx: Tx, public_url: str, at: datetime) -> list[Connection]:
    """Check every connection of a server with this public URL."""
    return [
        *_check_lists(tx, public_url, at),
        *_check_feeds(tx, at),
        *check_webhooks(tx, at),
        *_check_assessments(tx, at),
        *check_api_keys(tx, at),
        *_check_single_sign_on(tx),
    ]


def _check_lists(tx: Tx, public_url: str, at: datetime) -> list[Connection]:
    """Check the sitemap and the job feeds, which search engines and job boards read."""
    jobs, url = count_jobs(tx, at), public_url.rstrip("/")
    return [
        _address(url),
        Connection("sitemap", True, f"{url}/sitemap.xml lists {jobs:,} jobs"),
        Connection("job feed", True, f"{url}/feeds/jobs.xml has {jobs:,} jobs"),
    ]


def _address(url: str) -> Connection:
    parts = urlsplit(url)
    public = parts.scheme == "https" and parts.hostname not in {"localhost", "127.0.0.1", "::1"}
    hint = "" if public else "; search engines need an https address: set DAYSHIFT_PUBLIC_URL"
    return Connection("public address", public or None, f"{url}{hint}")


def _check_feeds(tx: Tx, at: datetime) -> list[Connection]:
    """Check the last import of each feed, and what its jobs lack."""
    without_end = count_without_end(tx, at)
    feeds = [one for one in last_imports(tx) if one.source != SAMPLE]
    found = [one for last in feeds for one in _feed(last, without_end.get(last.source, 0))]
    return found or [Connection("feeds", None, "no feed of jobs is imported")]


def _feed(last: Import, without_end: int) -> list[Connection]:
    name, when = f"feed {last.source}", f"{last.imported_at:%Y-%m-%d %H:%M} UTC"
    if last.refused:
        by_people = not is_of_connection(last.refused)
        return [Connection(name, False, f"the import at {when} changed nothing: {last.refused}", by_people)]
    found = [Connection(name, True, f"{last.read:,} jobs were read at {when}")]
    lacks = {
        f"jobs that it no longer lists stay until an operator confirms: {last.held:,}": last.is_waiting,
        f"jobs with faults were left out: {last.quarantined:,}": last.quarantined,
        f"open jobs have no end date: {without_end:,}": without_end,
    }
    return [*found, *(Connection(name, False, text, by_people=True) for text, count in lacks.items() if count)]


def check_webhooks(tx: Tx, at: datetime) -> list[Connection]:
    """Check each endpoint; one that a member turned off is not a fault. Names no path: it can hold a secret."""
    found = [_webhook(tx, one, at) for one in all_endpoints(tx)]
    return found or [Connection("webhooks", None, "no employer has added an address")]


def _webhook(tx: Tx, endpoint: Endpoint, at: datetime) -> Connection:
    name = f"webhook {endpoint.id}"
    host = urlsplit(endpoint.url).hostname
    if endpoint.state == "disabled":
        reasons = {"gone": "replied 410 and was turned off", "failing": "failed for days and was turned off"}
        why = reasons.get(endpoint.reason or "", "was turned off by a member")
        return Connection(name, False if endpoint.reason in reasons else None, f"{host} {why}")
    if endpoint.failing_since:
        since = f"{host} has failed since {endpoint.failing_since:%Y-%m-%d %H:%M} UTC"
        return Connection(name, False, f"{since}{_last(tx, endpoint)}")
    due_at = next_due(tx, endpoint.id)
    if due_at and due_at < at - LATE:
        return Connection(name, False, f"{host} waits for the task {DELIVER}: is a worker running?")
    if endpoint.succeeded_at is None:
        return Connection(name, None, f"{host} has not been sent anything yet")
    return Connection(name, True, f"{host} accepted an event at {endpoint.succeeded_at:%Y-%m-%d %H:%M} UTC")


def _last(tx: Tx, endpoint: Endpoint) -> str:
    """Return what came of the last attempt, such as ': 401' or ': no reply within 10 seconds'."""
    tried = [one for one in deliveries_of(tx, endpoint.id, None, LATEST) if one.sent_at]
    last = max(tried, key=lambda one: one.sent_at or endpoint.created_at, default=None)
    result = last and (last.error or (last.status and f"HTTP {last.status}"))
    return f": {result}" if result else ""


def _check_assessments(tx: Tx, at: datetime) -> list[Connection]:
    """Check whether applicant tracking systems hear of interviews that have ended."""
    keys = count_keys(tx)
    orders, unsent = count_unsent_callbacks(tx, at - CALLBACK_TIMEOUT)
    if not keys and not orders:
        return [Connection("assessments", None, "no applicant tracking system is connected")]
    text = f"{keys} keys, {orders} orders, {unsent} callbacks that did not arrive within an hour"
    return [Connection("assessments", unsent == 0, text)]


def check_api_keys(tx: Tx, at: datetime) -> list[Connection]:
    """Say of each key when it was last used. Names no key's secret, and no name that an owner gave it."""
    found = [_api_key(one, has_ended(tx, one), at) for one in all_keys(tx)]
    return found or [Connection("API keys", None, "no employer has created one")]


def _api_key(key: ApiKey, ended: bool, at: datetime) -> Connection:
    name = f"API key {key.id}"
    if ended:
        return Connection(name, None, f"of employer {key.employer_id} has ended: its creator is no longer an owner")
    if key.last_used_at is None:
        return Connection(name, None, f"of employer {key.employer_id} has not been used yet")
    if key.last_used_at < at - UNUSED:
        text = f"has not been used since {key.last_used_at:%Y-%m-%d}: revoke it if nothing needs it"
        return Connection(name, None, text)
    return Connection(name, True, f"was last used at {key.last_used_at:%Y-%m-%d %H:%M} UTC")


def _check_single_sign_on(tx: Tx) -> list[Connection]:
    found = []
    for one in all_providers(tx):
        name = f"single sign-on of employer {one.employer_id}"
        if not usable_domains(tx, one):
            found.append(Connection(name, False, "nobody can sign in: none of its domains is proved", by_people=True))
        elif one.failure:
            text = f"the last sign-in failed at {one.failed_at:%Y-%m-%d %H:%M} UTC: {one.failure}"
            found.append(Connection(name, False, text, by_people=one.failure in OF_PEOPLE))
        elif one.used_at is None:
            found.append(Connection(name, None, "nobody has signed in yet"))
        else:
            found.append(Connection(name, True, f"last sign-in at {one.used_at:%Y-%m-%d %H:%M} UTC"))
    return found or [Connection("single sign-on", None, "no employer has set it up")]
