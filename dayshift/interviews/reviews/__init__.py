"""Human review of interviews: requests, results, and how scores compare."""

from dayshift.interviews.reviews.accommodation_routes import router as accommodation_router
from dayshift.interviews.reviews.accommodations import (
    Accommodation,
    AccommodationAnswered,
    AccommodationAsked,
    answer,
    find_accommodation,
    invariants,
    waiting_accommodations,
)
from dayshift.interviews.reviews.actions import InterviewReviewed, NotCompleted, Verdict, WrongLevels, settle
from dayshift.interviews.reviews.agreement import RatedByPerson, agreement_table, rated_by_people
from dayshift.interviews.reviews.audit import FAVOURABLE, Rating, Scored, audit
from dayshift.interviews.reviews.queries import Review, open_reviews, settled_reviews
from dayshift.interviews.reviews.rating_form import sheet_of, why_waiting
from dayshift.interviews.reviews.routes import router
from dayshift.interviews.reviews.staff_reads import log_export, log_read, staff_reads_of

__all__ = [
    "FAVOURABLE",
    "Accommodation",
    "AccommodationAnswered",
    "AccommodationAsked",
    "InterviewReviewed",
    "NotCompleted",
    "RatedByPerson",
    "Rating",
    "Review",
    "Scored",
    "Verdict",
    "WrongLevels",
    "accommodation_router",
    "agreement_table",
    "answer",
    "audit",
    "find_accommodation",
    "invariants",
    "log_export",
    "log_read",
    "open_reviews",
    "rated_by_people",
    "router",
    "settle",
    "settled_reviews",
    "sheet_of",
    "staff_reads_of",
    "waiting_accommodations",
    "why_waiting",
]
