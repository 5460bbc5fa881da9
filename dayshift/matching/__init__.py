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
    Match,
    Matches,
    Sort,
    View,
    Widening,
    find_matches,
    new_matches,
    score_near,
)
from dayshift.matching.parser import Reading, SaidPlace, read_wish
from dayshift.matching.routes import router
from dayshift.matching.wish import Availability, Wish, wish_of

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
    "Match",
    "Matches",
    "PayReason",
    "Reading",
    "Reason",
    "RoleReason",
    "SaidPlace",
    "ScheduleReason",
    "Sort",
    "View",
    "Widening",
    "Wish",
    "find_matches",
    "new_matches",
    "read_wish",
    "router",
    "score_near",
    "wish_of",
]
