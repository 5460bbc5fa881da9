"""Which jobs fit a wish, how well, and why."""

from dayshift.matching.explain import Cap, Factor
from dayshift.matching.find import Highlights, Match, Matches, find_matches
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
    "Availability",
    "Cap",
    "DistanceReason",
    "ExperienceReason",
    "Factor",
    "Highlights",
    "Match",
    "Matches",
    "PayReason",
    "Reason",
    "RoleReason",
    "ScheduleReason",
    "Wish",
    "find_matches",
]
