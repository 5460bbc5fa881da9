"""Sample people, made through the server's own interface as candidates would."""

from dayshift.demo.seed import MailsWouldGoOut, Taken, populate

__all__ = ["MailsWouldGoOut", "Taken", "populate"]
