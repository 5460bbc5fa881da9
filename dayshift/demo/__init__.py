"""Sample users, created through the server's own API as real candidates would be."""

from dayshift.demo.seed import MailsWouldGoOut, Taken, populate

__all__ = ["MailsWouldGoOut", "Taken", "populate"]
