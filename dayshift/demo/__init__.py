"""Sample users, created through the server's own API as real candidates would be."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.demo.seed import MailsWouldGoOut, Taken, populate

__all__ = ["MailsWouldGoOut", "Taken", "populate"]
