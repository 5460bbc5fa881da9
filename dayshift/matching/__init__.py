"""Which jobs fit a search, how well, and why."""

from dayshift.matching.changes import Better, Change
from dayshift.matching.explain import (
    Cap,
    DistanceReason,
    ExperienceReason,
    Factor,
    PayReason,
    Reason,
    RoleReason,
    ScheduleReason,
)
from dayshift.matching.find import (
    EVERYTHING,
    Highlights,
    LocatedSearch,
    Match,
    Matches,
    Sort,
    View,
    Widening,
    find_matches,
    locate,
    new_matches,
    score_near,
)
from dayshift.matching.job_search import Availability, JobSearch, job_search_of
from dayshift.matching.parser import NamedPlace, ParsedSearch, Work, parse_search
from dayshift.matching.routes import router

__all__ = [
    "EVERYTHING",
    "Availability",
    "Better",
    "Cap",
    "Change",
    "DistanceReason",
    "ExperienceReason",
    "Factor",
    "Highlights",
    "JobSearch",
    "LocatedSearch",
    "Match",
    "Matches",
    "NamedPlace",
    "ParsedSearch",
    "PayReason",
    "Reason",
    "RoleReason",
    "ScheduleReason",
    "Sort",
    "View",
    "Widening",
    "Work",
    "find_matches",
    "job_search_of",
    "locate",
    "new_matches",
    "parse_search",
    "router",
    "score_near",
]
