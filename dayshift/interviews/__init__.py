"""The interview and its record."""

from dayshift.interviews.access import Interview, any_interview
from dayshift.interviews.facts import InterviewCancelled, InterviewCompleted, InterviewPlanned, InterviewScored
from dayshift.interviews.invariants import invariants
from dayshift.interviews.routes import router
from dayshift.interviews.tasks import SCORE, handlers, schedule

__all__ = [
    "SCORE",
    "Interview",
    "InterviewCancelled",
    "InterviewCompleted",
    "InterviewPlanned",
    "InterviewScored",
    "any_interview",
    "handlers",
    "invariants",
    "router",
    "schedule",
]
