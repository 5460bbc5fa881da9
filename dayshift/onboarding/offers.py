"""The quick questions that a wish has answered already. An offer is shown to be changed, never stored unasked. Pure."""

from collections.abc import Iterator, Mapping

from dayshift.matching import Reading
from dayshift.occupations import locate_zip
from dayshift.onboarding.answers import HOURLY_RATES, QuestionType

_HOME = frozenset({"home", "house", "casa", "me"})
_MIDDLE_YEARS, _MOST_YEARS = 2, 5


def offers_of(reading: Reading) -> dict[QuestionType, str]:
    """An answer, in canonical form, to each question that the wish says something about."""
    return {question: answer for question, answer in _offers(reading) if answer}


def conflicts_of(offers: Mapping[QuestionType, str], saved: Mapping[str, str]) -> list[QuestionType]:
    """The questions whose saved answers a newer wish contradicts: other pay, times, hours, start, years or place."""
    return [question for question, said in offers.items() if _contradicts(question, said, saved.get(question))]


def _contradicts(question: QuestionType, said: str, saved: str | None) -> bool:
    if saved is None or said == saved:
        return False
    if question == "zip_code":
        there, here = locate_zip(said), locate_zip(saved)
        return there is None or here is None or (there.city, there.state) != (here.city, here.state)
    return True


def place_to_ask(reading: Reading) -> str | None:
    """A place in the wish's words that no zip code stands for. Not the home: where that is, is asked of everybody."""
    said = reading.place
    return said.text if said and not said.place and said.text not in _HOME else None


def _offers(reading: Reading) -> Iterator[tuple[QuestionType, str | None]]:
    place = reading.place.place if reading.place else None
    yield "employment_type", reading.employment_type
    yield "experience", _experience(reading.experience_years)
    yield "availability", ",".join(reading.availability)
    yield "hourly_rate", _rate(reading.hourly_rate)
    yield "start_date", reading.start
    yield "zip_code", place.zip if place else None


def _experience(years: int | None) -> str | None:
    if years is None:
        return None
    if years >= _MOST_YEARS:
        return "5+"
    return "2-5" if years >= _MIDDLE_YEARS else "0-1"


def _rate(dollars: float | None) -> str | None:
    """Whole dollars, rounded down so that nothing is asked for that was not said, within what can be answered."""
    if dollars is None:
        return None
    return str(max(HOURLY_RATES[0], min(HOURLY_RATES[-1], int(dollars))))
