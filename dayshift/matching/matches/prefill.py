"""Answers to the quick questions that a search already contains. They are shown for review, never stored unasked."""

from collections.abc import Iterator, Mapping

from dayshift.knowledge.occupations import ParsedSearch, Place, country_of, is_served, locate_zip
from dayshift.matching.onboarding import HOURLY_RATES, QuestionType

_HOME = frozenset({"home", "house", "casa", "me"})
_MIDDLE_YEARS, _MAX_YEARS = 2, 5


def prefilled_answers(parsed: ParsedSearch) -> dict[QuestionType, str]:
    """An answer, in canonical form, to each question that the search says something about."""
    return {question: answer for question, answer in _answers(parsed) if answer}


def conflicting_questions(prefilled: Mapping[QuestionType, str], saved: Mapping[str, str]) -> list[QuestionType]:
    """The questions whose saved answers a newer search contradicts: other pay, times, hours, start, years or place."""
    return [question for question, answer in prefilled.items() if _contradicts(question, answer, saved.get(question))]


def place_to_ask(parsed: ParsedSearch) -> str | None:
    """A place in the search that no zip code describes ("downtown"), except home: everybody is asked for that."""
    place = parsed.place
    return place.text if place and not served_place(parsed) and place.text not in _HOME else None


def served_place(parsed: ParsedSearch) -> Place | None:
    """The place on the map that the search names, if its country is served."""
    place = parsed.place.place if parsed.place else None
    return place if place and is_served(country_of(place)) else None


def country_not_served(parsed: ParsedSearch) -> str | None:
    """The code of the country in which the search asks for work, if that country is not served."""
    if parsed.place is None:
        return None
    country = country_of(parsed.place.place) if parsed.place.place else parsed.place.country
    return country if country and not is_served(country) else None


def _contradicts(question: QuestionType, answer: str, saved: str | None) -> bool:
    if saved is None or answer == saved:
        return False
    if question == "zip_code":
        new, old = locate_zip(answer), locate_zip(saved)
        return new is None or old is None or (new.city, new.state) != (old.city, old.state)
    return True


def _answers(parsed: ParsedSearch) -> Iterator[tuple[QuestionType, str | None]]:
    place = served_place(parsed)
    yield "employment_type", parsed.employment_type
    yield "experience", _experience(parsed.experience_years)
    yield "availability", ",".join(parsed.availability)
    yield "hourly_rate", _rate(parsed.hourly_rate)
    yield "start_date", parsed.start
    yield "zip_code", place.zip if place else None


def _experience(years: int | None) -> str | None:
    if years is None:
        return None
    if years >= _MAX_YEARS:
        return "5+"
    return "2-5" if years >= _MIDDLE_YEARS else "0-1"


def _rate(dollars: float | None) -> str | None:
    """Whole dollars, rounded down so that no more is asked for than was said, within the range of the slider."""
    if dollars is None:
        return None
    return str(max(HOURLY_RATES[0], min(HOURLY_RATES[-1], int(dollars))))
