"""Question plans: what is asked in an interview and how each answer is rated. No database, no HTTP."""

from dayshift.knowledge.question_plans.families import family_of, family_of_category
from dayshift.knowledge.question_plans.lexicon import Lexicon, Wording, lexicon_for, wording_for
from dayshift.knowledge.question_plans.phrases import contains_any, first_at
from dayshift.knowledge.question_plans.plan import (
    FAMILIES,
    FOLLOW_UP,
    LEVELS,
    Aspect,
    FollowUp,
    Level,
    Plan,
    Question,
    competencies_in,
    find_plan,
    newest,
    packaged,
    plan_for,
    plan_key,
    read_plan,
    translations,
    use_folder,
)

__all__ = [
    "FAMILIES",
    "FOLLOW_UP",
    "LEVELS",
    "Aspect",
    "FollowUp",
    "Level",
    "Lexicon",
    "Plan",
    "Question",
    "Wording",
    "competencies_in",
    "contains_any",
    "family_of",
    "family_of_category",
    "find_plan",
    "first_at",
    "lexicon_for",
    "newest",
    "packaged",
    "plan_for",
    "plan_key",
    "read_plan",
    "translations",
    "use_folder",
    "wording_for",
]
