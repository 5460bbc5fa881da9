"""Data that an operator adds to what the package brings: question plans, and an embedding model for job searches.

They are the only process-wide state. `question_plans` and `occupations` keep them next to their packaged data, because
pure functions that read a plan or a search are called from all over the domain: as an argument, the data would pass
through some thirty functions and every test of them, always with the same value.
"""

from dayshift import interviewer, occupations
from dayshift.settings import Settings


def load_reference_data(settings: Settings) -> None:
    """Load the data that `settings` name, once, at startup; replaces what was loaded before.

    Raises `interviewer.PlansDamaged` for question plans with errors, `ExtraMissing` for a model that cannot be loaded.
    """
    interviewer.use_own_plans(settings.plans_dir)
    occupations.use_embeddings(settings.wish_model_dir)
