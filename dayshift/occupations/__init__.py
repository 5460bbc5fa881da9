"""Interpretation of job titles, searches, places and times. No database, no HTTP."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.occupations.licences import Licence, licences_of
    from dayshift.occupations.places import (
        STATES,
        Gazetteer,
        Place,
        gazetteer,
        is_large_city,
        locate_city,
        locate_zip,
        plain_name,
        state_code,
    )
    from dayshift.occupations.search import NamedWork, ParsedSearch, parse_search, work_in
    from dayshift.occupations.taxonomy import all_categories, categories, occupations, part_of, soc_of, title_in
    from dayshift.occupations.times import (
        EMPLOYMENT_TYPES,
        SHIFTS,
        STARTS,
        Availability,
        EmploymentType,
        Shift,
        Start,
        employment_said,
        says_flexible,
        shifts_said,
        start_said,
        years_said,
    )
    from dayshift.occupations.titles import (
        LEAST_FIT,
        TitleFit,
        nearest_titles,
        occupation_of,
        understand,
        use_embeddings,
        warm,
    )
    from dayshift.occupations.zones import zone_of

__all__ = [
    "EMPLOYMENT_TYPES",
    "LEAST_FIT",
    "SHIFTS",
    "STARTS",
    "STATES",
    "Availability",
    "EmploymentType",
    "Gazetteer",
    "Licence",
    "NamedWork",
    "ParsedSearch",
    "Place",
    "Shift",
    "Start",
    "TitleFit",
    "all_categories",
    "categories",
    "employment_said",
    "gazetteer",
    "is_large_city",
    "licences_of",
    "locate_city",
    "locate_zip",
    "nearest_titles",
    "occupation_of",
    "occupations",
    "parse_search",
    "part_of",
    "plain_name",
    "says_flexible",
    "shifts_said",
    "soc_of",
    "start_said",
    "state_code",
    "title_in",
    "understand",
    "use_embeddings",
    "warm",
    "work_in",
    "years_said",
    "zone_of",
]
