"""Who is told what, and how."""

from dayshift.notifications.tasks import CODE, EMAIL_CHANGED, PASSWORD_CHANGED, WELCOME, Sender, handlers

__all__ = ["CODE", "EMAIL_CHANGED", "PASSWORD_CHANGED", "WELCOME", "Sender", "handlers"]
