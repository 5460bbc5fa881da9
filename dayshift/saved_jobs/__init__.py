"""Saved and hidden jobs."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.saved_jobs.actions import TooMany, mark_job, unmark_job
    from dayshift.saved_jobs.queries import Marks, marked_ids
    from dayshift.saved_jobs.routes import router

__all__ = ["Marks", "TooMany", "mark_job", "marked_ids", "router", "unmark_job"]
