"""API types: matches with their reasons, and the interpretation of a job search."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints

from dayshift.core.schemas import Body, NotBlank, Reply
from dayshift.knowledge.occupations import Drawing, EmploymentType, Shift, all_categories
from dayshift.matching.matches.find import Sort, View
from dayshift.matching.matches.improvements import Change
from dayshift.matching.onboarding import QuestionType


class RoleReasonReply(Reply):
    code: Literal["role_named", "role_sibling", "role_field", "role_any", "role_similar", "role_other"]
    title: str | None
    near: str | None


class PayReasonReply(Reply):
    code: Literal["pay_meets", "pay_overlaps", "pay_below", "pay_not_stated"]
    low: float | None
    high: float | None
    wanted: float


class ScheduleReasonReply(Reply):
    code: Literal["schedule_fits", "schedule_partly", "schedule_not_stated"]
    shifts: list[str] | None
    missing: list[str]
    employment_type: str | None
    other_hours: bool
    weeks_late: int


class DistanceReasonReply(Reply):
    code: Literal["distance_near", "distance_far", "distance_remote"]
    miles: float | None


class ExperienceReasonReply(Reply):
    code: Literal["experience_enough", "experience_short", "experience_not_stated", "experience_licence"]
    asked: int | None
    have: int
    needs: str | None


ReasonReply = Annotated[
    RoleReasonReply | PayReasonReply | ScheduleReasonReply | DistanceReasonReply | ExperienceReasonReply,
    Field(discriminator="code"),
]


class FactorReply(Reply):
    name: Literal["role", "pay", "schedule", "distance", "experience"]
    value: float
    points: float
    max_points: float
    reason: ReasonReply


class PayReply(Reply):
    """US dollars per hour; null if the employer did not state it."""

    low: float | None
    high: float | None


class BetterReply(Reply):
    """One changed answer that alone would raise this job's score to `score`. start: immediately; times: any."""

    change: Change
    score: int


class ReplyRateReply(Reply):
    """How many of a hundred candidates the employer answered in time, and what that adds when matches are ordered."""

    percent: int
    points: float


class NeedReply(Reply):
    """A license, card or check that the law asks for, in the reader's language, with its source."""

    text: str
    source: str


class OtherPlaceReply(Reply):
    """The same job at another place in reach: its own id and address."""

    id: str
    street: str | None
    city: str | None
    distance_miles: float


class MatchReply(Reply):
    id: str
    title: str
    employer: str
    category: str
    art: Drawing
    soc: str | None = None
    """O*NET-SOC code of the job's occupation."""
    street: str | None
    city: str | None
    state: str | None
    zip: str | None
    remote: bool
    also_at: list[OtherPlaceReply]
    """Where else in reach this job is open, nearest first."""
    always_hiring: bool
    """It has no last opening."""
    pay: PayReply
    employment_type: str | None
    shifts: list[str] | None
    start: str | None
    description: str | None
    score: int
    distance_miles: float | None
    cap: str | None
    factors: list[FactorReply]
    better: list[BetterReply]
    replies: ReplyRateReply | None
    saved: bool
    needs: tuple[NeedReply, ...] = ()
    """What the law asks of people who do this work in this state. Not part of the score."""


class PlaceReply(Reply):
    """A place as people name it, such as Boston, MA."""

    city: str
    state: str


class HighlightsReply(Reply):
    """The number of matches for which each of the four statements is true."""

    pay: int
    location: int
    schedule: int
    experience: int


class WideningReply(Reply):
    """One changed answer that alone would bring this many matches. radius: twice as far."""

    change: Literal["pay", "times", "hours", "start", "radius"]
    matches: int


class MatchesReply(Reply):
    """`jobs` are a page of the `shown` matches that pass the filters; the other numbers count all matches.

    `understood`: whether the search names any known work; if not, `suggested` are the nearest titles. `widen`: if
    nothing matches, changes that would help. `saved` and `hidden` count the jobs that the user has marked, including
    jobs removed since; hidden ones are not in any other number.
    """

    total_matches: int
    shown: int
    avg_match: int | None
    perfect_matches: int
    catalogue_empty: bool
    zip_code: str | None
    place: PlaceReply | None
    highlights: HighlightsReply
    understood: bool
    read_as: list[str]
    suggested: list[str]
    widen: list[WideningReply]
    saved: int
    hidden: int
    jobs: list[MatchReply]


def _of_categories(category: str) -> str:
    if category not in {known.id for known in all_categories()}:
        raise ValueError("no such category")
    return category


def _say_categories(schema: dict[str, Any]) -> None:
    schema["enum"] = [known.id for known in all_categories()]


Category = Annotated[str, AfterValidator(_of_categories), Field(json_schema_extra=_say_categories)]


class MatchView(Reply):
    """Filters and order of the matches. Pay in US dollars per hour; `shifts` are those the user would work."""

    model_config = ConfigDict(extra="forbid", defer_build=False)  # It is no reply, but the query of a request.

    sort: Sort = "best"
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0
    limit: Annotated[int, Field(ge=1, le=100)] = 50
    least_pay: Annotated[float, Field(ge=0, le=1000)] | None = None
    most_miles: Annotated[float, Field(ge=0, le=100)] | None = None
    employment_type: EmploymentType | None = None
    shifts: tuple[Shift, ...] = ()
    category: Category | None = None

    def as_view(self) -> View:
        """Return the matcher's form of this view."""
        return View(**dict(self))


class WishText(Body):
    text: Annotated[str, StringConstraints(min_length=1, max_length=500), NotBlank]


class TitleReply(Reply):
    title: str
    score: float


class OfferReply(Reply):
    question_type: QuestionType
    answer: str


class WishReply(Reply):
    """The interpretation of a search.

    `understood`: whether it names any known work; if not, `suggested` are the nearest titles, in the reader's
    language. `conflicts` are the questions whose saved answers differ from the search; `city` is the city of the
    offered zip code. `place_said` is a place without a zip code ("downtown"), except home. `country` is that of
    a place in a country that is not served.
    """

    text: str
    titles: list[TitleReply]
    understood: bool
    suggested: list[str]
    offers: list[OfferReply]
    conflicts: list[QuestionType]
    city: str | None
    place_said: str | None
    country: str | None
