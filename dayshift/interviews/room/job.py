"""The job of an interview, in the interview's language, and the question plan for it. Pure."""

from functools import cache

from dayshift.core.language import Language
from dayshift.interviews import follow_ups
from dayshift.knowledge import question_plans
from dayshift.knowledge.occupations import occupations, title_in, understand
from dayshift.knowledge.question_plans import Plan

CLEAR_FIT = 0.5
"""From this fit on a job search names an occupation."""
DEFAULT_COMPANY = "Restaurant Partner"

_COMPANIES: dict[str, tuple[str, str]] = {
    "construction": ("Construction Company", "Empresa de construcción"),
    "transportation": ("Delivery Service", "Servicio de reparto"),
    "hospitality": ("Hotel", "Hotel"),
    "maintenance-repair": ("Maintenance Company", "Empresa de mantenimiento"),
    "salon-spa": ("Salon", "Salón de belleza"),
    "restaurants-bars": ("Restaurant", "Restaurante"),
    "fitness": ("Gym", "Gimnasio"),
    "healthcare": ("Care Provider", "Centro de cuidados"),
    "retail": ("Store", "Tienda"),
    "production": ("Manufacturer", "Fábrica"),
    "security": ("Security Company", "Empresa de seguridad"),
    "office": ("Office", "Oficina"),
    "delivery": ("Mail and Delivery Service", "Servicio de correo y entregas"),
    "cleaning": ("Cleaning Company", "Empresa de limpieza"),
    "care": ("Childcare and Personal Care Provider", "Servicio de cuidado de niños y cuidado personal"),
    "farming": ("Farm", "Rancho"),
}
"""The kind of company, in English and Spanish, by category of the occupation."""

_STAFF: dict[str, tuple[str, str]] = {
    "healthcare": ("Patient Care Staff", "Personal de cuidado de pacientes"),
    "retail": ("Store Staff", "Personal de tienda"),
    "production": ("Production Staff", "Personal de producción"),
    "security": ("Security Staff", "Personal de seguridad"),
    "office": ("Office Staff", "Personal de oficina"),
    "delivery": ("Mail and Delivery Staff", "Personal de correo y entregas"),
    "cleaning": ("Cleaning Staff", "Equipo de limpieza"),
    "care": ("Childcare and Personal Care Staff", "Equipo de cuidado de niños y cuidado personal"),
    "hospitality": ("Hotel Staff", "Personal de hotel"),
    "salon-spa": ("Salon Staff", "Personal de salón de belleza"),
    "fitness": ("Gym Staff", "Personal de gimnasio"),
    "maintenance-repair": ("Maintenance Staff", "Personal de mantenimiento"),
}
"""The job title for a search that names only a category of occupations, such as "hospital" or "retail"."""
_OTHER_COMPANY: dict[str, str] = {
    "cashier": "retail",
    "security-guard": "security",
    "janitor": "cleaning",
    "house-cleaner": "cleaning",
    "window-cleaner": "cleaning",
    "floor-technician": "cleaning",
}
"""Occupations that mostly work for a company of another kind than their category's: that category."""


def job_for(search: str, language: Language) -> tuple[str, str]:
    """(job title, company) to interview for: the occupation that a job search names.

    Words for any work ("anything") name no occupation; then the job is guessed. Words for a whole field ("hospital")
    give a title for that field, if no better one is guessed.
    """
    fit = next(iter(understand(search)), None)
    if fit is None or (fit.fit < CLEAR_FIT and fit.how != "any"):
        return follow_ups.guess_job(search, language)
    occupation = occupations()[fit.occupation]
    company = _in(_COMPANIES[_OTHER_COMPANY.get(occupation.id, occupation.category)], language)
    if fit.how in {"field", "any"}:
        guessed = follow_ups.guess_job(search, language)
        if guessed[0] != " ".join(search.split()) and guessed != follow_ups.guess_job("", language):
            return guessed
        staff = _STAFF.get(occupation.category) if fit.how == "field" else None
        return (_in(staff, language), company) if staff else follow_ups.guess_job("", language)
    return title_in(language, occupation.title), company


def in_language(name: str, language: Language) -> str:
    """A job title or company in the interview's language, where it is one of ours; any other as it is."""
    return (_spanish() if language == "es" else _english()).get(name, name)


def plan_of(job_title: str, language: Language) -> Plan:
    """The plan for a title in either language: an occupation has plans of the same family in both."""
    ours = job_title.casefold()
    english = _english_titles().get(ours, job_title if ours in _families() else "")
    if language == "en":
        job_title = english or job_title
    named, likely = _family_of(english or job_title)
    plan = question_plans.plan_for(job_title, language, english_title=english, family=named)
    if named or not _is_general(plan):
        return plan
    by_words = question_plans.plan_for(job_title)  # A Spanish interview may be for a title in English.
    family = likely if _is_general(by_words) else by_words.id.removesuffix("-en")
    return question_plans.plan_for(job_title, language, english_title=english, family=family)


def _is_general(plan: Plan) -> bool:
    return plan.id == f"{question_plans.FAMILIES[-1]}-{plan.language}"


def _family_of(job_title: str) -> tuple[str, str]:
    """The family of plans that a title names, and the family that is only likely; "" for none."""
    if known := _families().get(job_title.casefold()):
        return known, ""
    fit = next(iter(understand(job_title)), None)
    if fit is None or fit.fit < CLEAR_FIT or fit.how == "any":
        return "", ""
    occupation = occupations()[fit.occupation]
    if fit.how == "field":
        return "", question_plans.family_of_category(occupation.category) or ""
    family = question_plans.family_of(occupation.soc, occupation.id) or ""
    return (family, "") if fit.how == "named" else ("", family)


@cache
def _families() -> dict[str, str | None]:
    """The family of each of our own titles."""
    staff = {title: question_plans.family_of_category(category) for category, (title, _) in _STAFF.items()}
    named = {one.title: question_plans.family_of(one.soc, one.id) for one in occupations().values()}
    return {title.casefold(): family for title, family in (staff | named).items()}


def _in(names: tuple[str, str], language: Language) -> str:
    english, spanish = names
    return spanish if language == "es" else english


@cache
def _spanish() -> dict[str, str]:
    titles = {occupation.title: occupation.spanish for occupation in occupations().values()}
    return {
        **dict(_COMPANIES.values()),
        DEFAULT_COMPANY: "Restaurante asociado",
        **follow_ups.guesses_in("es"),
        **dict(_STAFF.values()),
        **titles,
    }


@cache
def _english() -> dict[str, str]:
    return {spanish: english for english, spanish in _spanish().items()}


@cache
def _english_titles() -> dict[str, str]:
    own = {**follow_ups.guesses_in("es"), **dict(_STAFF.values())}
    english = {spanish.casefold(): title for title, spanish in own.items()}
    return english | {occupation.spanish.casefold(): occupation.title for occupation in occupations().values()}
