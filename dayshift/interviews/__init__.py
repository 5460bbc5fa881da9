"""The interview and its record."""

from dayshift.interviews.access import (
    Interview,
    Response,
    any_interview,
    awaiting_person,
    find_interview,
    load_interview,
    scored_interviews,
)
from dayshift.interviews.facts import (
    InterviewCancelled,
    InterviewCompleted,
    InterviewPlanned,
    InterviewScored,
    ScoringWanted,
)
from dayshift.interviews.invariants import invariants
from dayshift.interviews.routes import router
from dayshift.interviews.scoring import await_person
from dayshift.interviews.tasks import SCORE, handlers, schedule
from dayshift.interviews.usage import KeptUsage, kept_usages

__all__ = [
    "SCORE",
    "Interview",
    "InterviewCancelled",
    "InterviewCompleted",
    "InterviewPlanned",
    "InterviewScored",
    "KeptUsage",
    "Response",
    "ScoringWanted",
    "any_interview",
    "await_person",
    "awaiting_person",
    "find_interview",
    "handlers",
    "invariants",
    "kept_usages",
    "load_interview",
    "router",
    "schedule",
    "scored_interviews",
]
