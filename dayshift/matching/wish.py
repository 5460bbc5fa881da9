"""What a candidate wishes for: everything about a person that may enter a score, and nothing else."""

from dataclasses import dataclass
from typing import Literal

from dayshift.occupations import EmploymentType, Shift, Start

Availability = Shift | Literal["very-flexible"]

RADIUS_MILES = 25.0


@dataclass(frozen=True, slots=True)
class Wish:
    """The work looked for, in the candidate's words and answers.

    There is no field for a name, an age, a gender or a school, so none can weigh. The zip code is used for
    distance alone. `hourly_rate` is in dollars; `experience_years` is 0, 3 or 5, as its answers are stored.
    """

    text: str
    employment_type: EmploymentType
    experience_years: int
    availability: tuple[Availability, ...]
    hourly_rate: float
    start: Start
    zip_code: str
    radius_miles: float = RADIUS_MILES
