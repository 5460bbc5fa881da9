"""What the law of a place demands of the product: dated rules by jurisdiction."""

from dayshift.knowledge.jurisdictions.business_days import add_business_days, is_business_day
from dayshift.knowledge.jurisdictions.rules import (
    NYC_ZONE,
    RECORD_YEARS,
    AiNotice,
    Kind,
    Rule,
    Where,
    after_business_days,
    rules,
    use_rules,
    where,
    years_to_keep,
)

__all__ = [
    "NYC_ZONE",
    "RECORD_YEARS",
    "AiNotice",
    "Kind",
    "Rule",
    "Where",
    "add_business_days",
    "after_business_days",
    "is_business_day",
    "rules",
    "use_rules",
    "where",
    "years_to_keep",
]
