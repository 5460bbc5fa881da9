"""Which jobs fit a wish, how well, and why."""

from dayshift.matching.changes import Better, Change
from dayshift.matching.explain import Cap, Factor
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
from dayshift.matching.reasons import (
    DistanceReason,
    ExperienceReason,
    PayReason,
    Reason,
    RoleReason,
    ScheduleReason,
)
from dayshift.matching.wish import Availability, Wish

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
    "score_near",
]
