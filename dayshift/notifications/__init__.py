"""Notifications: emails, text messages and in-app notices."""

from dayshift.notifications.actions import forget_address
from dayshift.notifications.dev_mailbox import remove_copies
from dayshift.notifications.dev_mailbox_routes import router as dev_mailbox_router
from dayshift.notifications.events import EndpointDisabled, EndpointsStay, ErasurePlanned, ErasureUndone, ExportReady
from dayshift.notifications.reply_routes import router as reply_router
from dayshift.notifications.routes import router
from dayshift.notifications.sender import Sender, sender_of
from dayshift.notifications.table import SUBSCRIBERS, URGENT
from dayshift.notifications.tasks import handlers, schedule

__all__ = [
    "SUBSCRIBERS",
    "URGENT",
    "EndpointDisabled",
    "EndpointsStay",
    "ErasurePlanned",
    "ErasureUndone",
    "ExportReady",
    "Sender",
    "dev_mailbox_router",
    "forget_address",
    "handlers",
    "remove_copies",
    "reply_router",
    "router",
    "schedule",
    "sender_of",
]
