"""Kinds of tasks that packages above this one enqueue themselves."""

ERASURE_PLANNED = "notifications.email.erasure_planned"
EXPORT_READY = "notifications.email.export_ready"
