"""The job of an interview, in the interview's language, and the question plan for it. Pure."""

from functools import cache

from dayshift import interviewer, question_plans
from dayshift.core.language import Language
from dayshift.occupations import occupations, title_in, understand
from dayshift.question_plans import Plan

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
    "care": ("Childcare and Personal Care Provider", "Servicio de cuidado de niños y personas"),
    "farming": ("Farm", "Rancho"),
}
"""The kind of company, in English and Spanish, by category of the occupation."""


def job_for(search: str, language: Language) -> tuple[str, str]:
    """(job title, company) to interview for: the occupation that a job search names.

    Words for a whole field ("hotel") or for any work ("anything") name no occupation; then the job is guessed.
    """
    fit = next(iter(understand(search)), None)
    if fit is not None and fit.how in {"field", "any"}:
        guessed = interviewer.guess_job(search, language)
        return guessed if guessed[0] != " ".join(search.split()) else interviewer.guess_job("", language)
    if fit is None or fit.fit < CLEAR_FIT:
        return interviewer.guess_job(search, language)
    occupation = occupations()[fit.occupation]
    english, spanish = _COMPANIES[occupation.category]
    return title_in(language, occupation.title), spanish if language == "es" else english


def in_language(name: str, language: Language) -> str:
    """A job title or company in the interview's language, where it is one of ours; any other as it is."""
    return (_spanish() if language == "es" else _english()).get(name, name)


def plan_of(job_title: str, language: Language) -> Plan:
    """The plan for a title in either language: an occupation has plans of the same family in both."""
    return question_plans.plan_for(job_title, language, english_title=_english_titles().get(job_title.casefold(), ""))


@cache
def _spanish() -> dict[str, str]:
    titles = {occupation.title: occupation.spanish for occupation in occupations().values()}
    return {
        **dict(_COMPANIES.values()),
        DEFAULT_COMPANY: "Restaurante asociado",
        **interviewer.guesses_in("es"),
        **titles,
    }


@cache
def _english() -> dict[str, str]:
    return {spanish: english for english, spanish in _spanish().items()}


@cache
def _english_titles() -> dict[str, str]:
    guessed = {own.casefold(): english for english, own in interviewer.guesses_in("es").items()}
    return guessed | {occupation.spanish.casefold(): occupation.title for occupation in occupations().values()}
