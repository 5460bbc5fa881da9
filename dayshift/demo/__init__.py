"""An installation with people in it, to look at: each has come somewhere else, and all of them did it by the API."""

from dayshift.demo.commands import demo

__all__ = ["demo"]
