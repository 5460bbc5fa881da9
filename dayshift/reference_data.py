"""Operator-provided data: question plans, an embedding model for job searches, countries, and legal rules.

This is the only process-wide state. `question_plans`, `occupations` and `jurisdictions` keep it next to their packaged
data, because pure functions all over the domain use it: passed as an argument, it would go through some thirty
functions and all of their tests, always with the same value.
"""

from dayshift.interviews import follow_ups
from dayshift.knowledge import jurisdictions, occupations
from dayshift.settings import Settings


def load_reference_data(settings: Settings) -> None:
    """Load the data configured in `settings`, once, at startup; replaces previously loaded data.

    Raises `follow_ups.PlansDamaged` for question plans with errors, `ExtraMissing` for a model that cannot be loaded,
    `CannotStart` for legal rules with errors.
    """
    follow_ups.use_own_plans(settings.plans_dir)
    occupations.use_embeddings(settings.wish_model_dir)
    occupations.serve_countries(settings.served_countries)
    jurisdictions.use_rules(settings.legal_rules)
