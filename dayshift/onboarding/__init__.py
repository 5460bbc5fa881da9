"""The onboarding steps: search, quick questions, and progress."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.onboarding.invariants import invariants
    from dayshift.onboarding.queries import QuickAnswer, latest_search, quick_answers_of
    from dayshift.onboarding.quick_questions import EXPERIENCE_YEARS, HOURLY_RATES, QuestionType
    from dayshift.onboarding.routes import router

__all__ = [
    "EXPERIENCE_YEARS",
    "HOURLY_RATES",
    "QuestionType",
    "QuickAnswer",
    "invariants",
    "latest_search",
    "quick_answers_of",
    "router",
]
