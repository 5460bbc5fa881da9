"""The job search that jobs are scored against: everything about a person that may affect a score."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dayshift.accounts import User
from dayshift.knowledge.occupations import Availability, EmploymentType, Start
from dayshift.matching.onboarding import EXPERIENCE_YEARS, QuickAnswer

RADIUS_MILES = 25.0


@dataclass(frozen=True, slots=True)
class JobSearch:
    """The work a candidate looks for, in their words and answers.

    There is no field for a name, an age, a gender or a school, so none can affect a score. The zip code is used for
    distance only. `hourly_rate` is in dollars; `experience_years` is 0, 3 or 5, as answers are stored.
    """

    text: str
    employment_type: EmploymentType
    experience_years: int
    availability: tuple[Availability, ...]
    hourly_rate: float
    start: Start
    zip_code: str
    radius_miles: float = RADIUS_MILES


def job_search_of(user: User, answers: Iterable[QuickAnswer]) -> JobSearch | None:
    """The person's search, from their profile and answers; None while an answer is missing that scores depend on.

    A question that is added later is read with `given.get`: people who answered the others keep their matches.
    """
    given: dict[str, str] = {answer.question_type: answer.answer for answer in answers}
    if user.job_search_prompt is None:
        return None
    try:
        return _search(user.job_search_prompt, given)
    except KeyError:
        return None


def _search(text: str, given: Mapping[str, str]) -> JobSearch:
    return JobSearch(
        text=text,
        employment_type=given["employment_type"],  # type: ignore[arg-type]  # stored in canonical form
        experience_years=EXPERIENCE_YEARS[given["experience"]],
        availability=tuple(given["availability"].split(",")),  # type: ignore[arg-type]  # likewise
        hourly_rate=float(given["hourly_rate"]),
        start=given["start_date"],  # type: ignore[arg-type]  # likewise
        zip_code=given["zip_code"],
    )
