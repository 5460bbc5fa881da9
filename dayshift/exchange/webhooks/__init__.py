"""Webhooks: events of applications, sent to employers' own systems as in the specification Standard Webhooks."""

from dayshift.exchange.webhooks.actions import DELIVER, end_endpoints, webhook_hosts
from dayshift.exchange.webhooks.delivery import SECONDS, schedule
from dayshift.exchange.webhooks.routes import router
from dayshift.exchange.webhooks.tasks import (
    NOTE_ERASED,
    NOTE_JOB_CLOSED,
    NOTE_JOB_POSTED,
    NOTE_LATE,
    NOTE_MESSAGE,
    NOTE_MOVE,
    NOTE_OWNERS,
    handlers,
)

__all__ = [
    "DELIVER",
    "NOTE_ERASED",
    "NOTE_JOB_CLOSED",
    "NOTE_JOB_POSTED",
    "NOTE_LATE",
    "NOTE_MESSAGE",
    "NOTE_MOVE",
    "NOTE_OWNERS",
    "SECONDS",
    "end_endpoints",
    "handlers",
    "router",
    "schedule",
    "webhook_hosts",
]
