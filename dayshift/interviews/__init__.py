"""The interview and its record."""

from dayshift.interviews.facts import InterviewCompleted
from dayshift.interviews.invariants import invariants
from dayshift.interviews.routes import router
from dayshift.interviews.tasks import SCORE, handlers

__all__ = ["SCORE", "InterviewCompleted", "handlers", "invariants", "router"]
