"""Saved and hidden jobs."""

from dayshift.matching.saved_jobs.actions import TooMany, mark_job, unmark_job
from dayshift.matching.saved_jobs.queries import Marks, marked_ids
from dayshift.matching.saved_jobs.routes import router

__all__ = ["Marks", "TooMany", "mark_job", "marked_ids", "router", "unmark_job"]
