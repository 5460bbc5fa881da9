"""Human review of interviews: requests, results, and how scores compare."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.reviews.accommodation_routes import router as accommodation_router
    from dayshift.reviews.accommodations import (
        Accommodation,
        AccommodationAnswered,
        AccommodationAsked,
        answer,
        find_accommodation,
        invariants,
        waiting_accommodations,
    )
    from dayshift.reviews.actions import InterviewReviewed, NotCompleted, Verdict, WrongLevels, settle
    from dayshift.reviews.agreement import RatedByPerson, agreement_table, rated_by_people
    from dayshift.reviews.audit import Rating, Scored, audit
    from dayshift.reviews.export import as_csv as csv_text
    from dayshift.reviews.fairness import Fairness, Period, fairness
    from dayshift.reviews.fairness_routes import router as fairness_router
    from dayshift.reviews.list_routes import router as list_router
    from dayshift.reviews.person_routes import router as person_router
    from dayshift.reviews.queries import Review, open_reviews, settled_reviews
    from dayshift.reviews.rating_form import sheet_of, why_waiting
    from dayshift.reviews.routes import router
    from dayshift.reviews.shared_routes import router as shared_router

__all__ = [
    "Accommodation",
    "AccommodationAnswered",
    "AccommodationAsked",
    "Fairness",
    "InterviewReviewed",
    "NotCompleted",
    "Period",
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
    "csv_text",
    "fairness",
    "fairness_router",
    "find_accommodation",
    "invariants",
    "list_router",
    "open_reviews",
    "person_router",
    "rated_by_people",
    "router",
    "settle",
    "settled_reviews",
    "shared_router",
    "sheet_of",
    "waiting_accommodations",
    "why_waiting",
]
