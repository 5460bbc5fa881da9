"""Matching: which jobs fit a search, their scores, and the reasons."""

from dayshift.matching.matches.explain import (
    DistanceReason,
    ExperienceReason,
    PayReason,
    RoleReason,
    ScheduleReason,
)
from dayshift.matching.matches.find import (
    Match,
    Matches,
    View,
    find_matches,
    locate,
    new_matches,
    score_near,
)
from dayshift.matching.matches.full import FullJobs
from dayshift.matching.matches.job_search import JobSearch, job_search_of
from dayshift.matching.matches.replies import ReplyRates
from dayshift.matching.matches.routes import router

__all__ = [
    "DistanceReason",
    "ExperienceReason",
    "FullJobs",
    "JobSearch",
    "Match",
    "Matches",
    "PayReason",
    "ReplyRates",
    "RoleReason",
    "ScheduleReason",
    "View",
    "find_matches",
    "job_search_of",
    "locate",
    "new_matches",
    "router",
    "score_near",
]
