"""What the law of a place demands of the product: dated rules by jurisdiction."""

from dayshift.jurisdictions.rules import Rule, Where, after_business_days, rules, use_rules, where, years_to_keep

__all__ = ["Rule", "Where", "after_business_days", "rules", "use_rules", "where", "years_to_keep"]
