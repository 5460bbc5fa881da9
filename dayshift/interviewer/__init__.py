"""The interviewer: what to ask and how to score. Pure: no database, no HTTP, no clock."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.interviewer.adapt import adapt, follow_ups_to
    from dayshift.interviewer.checking import PlansDamaged, check_folder, use_own_plans
    from dayshift.interviewer.default_job import guess_job, guesses_in

__all__ = [
    "PlansDamaged",
    "adapt",
    "check_folder",
    "follow_ups_to",
    "guess_job",
    "guesses_in",
    "use_own_plans",
]
