"""From a person's profile and answers to a wish, and from matches to the wire. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field

from dayshift.accounts import User
from dayshift.core.http import Reply
from dayshift.core.language import Language
from dayshift.matching import Change, Factor, Match, Matches, RoleReason, Sort, View, Wish
from dayshift.occupations import EmploymentType, Shift, categories, title_in
from dayshift.onboarding.answers import EXPERIENCE_YEARS
from dayshift.onboarding.queries import UserResponse
from dayshift.saved_jobs import Marks


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
    """US dollars an hour; null where the employer did not say."""

    low: float | None
    high: float | None


class BetterReply(Reply):
    """One change to the answers that alone would raise this job's score to `score`. start: at once; times: any."""

    change: Change
    score: int


class MatchReply(Reply):
    id: str
    title: str
    employer: str
    category: str
    city: str | None
    state: str | None
    zip: str | None
    remote: bool
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
    saved: bool


class PlaceReply(Reply):
    city: str
    state: str


class HighlightsReply(Reply):
    """For how many of all matches each of the four things is true."""

    pay: int
    location: int
    schedule: int
    experience: int


class WideningReply(Reply):
    """One change to the answers that alone would bring so many matches. radius: twice as far."""

    change: Literal["pay", "times", "hours", "start", "radius"]
    matches: int


class MatchesReply(Reply):
    """`jobs` are a page of the `shown` matches that the filters let through; the other figures count all of them.

    `understood`: whether the wish speaks of any work that is known; `suggested` are the nearest titles otherwise.
    `widen`: where nothing matches, what would. `saved` and `hidden` count the jobs that the person has marked, which
    may have gone since; hidden ones are in no other figure.
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
    if category not in {known.id for known in categories()}:
        raise ValueError("no such category")
    return category


def _say_categories(schema: dict[str, Any]) -> None:
    schema["enum"] = [known.id for known in categories()]


Category = Annotated[str, AfterValidator(_of_categories), Field(json_schema_extra=_say_categories)]


class MatchView(Reply):
    """Which of the matches are wanted, in which order. Pay in US dollars an hour; `shifts` are those one would do."""

    model_config = ConfigDict(extra="forbid")

    sort: Sort = "best"
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0
    limit: Annotated[int, Field(ge=1, le=100)] = 50
    least_pay: Annotated[float, Field(ge=0, le=1000)] | None = None
    most_miles: Annotated[float, Field(ge=0, le=100)] | None = None
    employment_type: EmploymentType | None = None
    shifts: tuple[Shift, ...] = ()
    category: Category | None = None

    def as_view(self) -> View:
        """The same for the matcher."""
        return View(**dict(self))


def wish_of(user: User, answers: Sequence[UserResponse]) -> Wish | None:
    """What the person looks for; None while an answer that the score needs is missing."""
    said = {answer.question_type: answer.answer for answer in answers}
    if user.job_search_prompt is None or len(said) < len(_NEEDED) or not said.keys() >= _NEEDED:
        return None
    return Wish(
        text=user.job_search_prompt,
        employment_type=said["employment_type"],  # type: ignore[arg-type]  # stored in canonical form
        experience_years=EXPERIENCE_YEARS[said["experience"]],
        availability=tuple(said["availability"].split(",")),  # type: ignore[arg-type]  # likewise
        hourly_rate=float(said["hourly_rate"]),
        start=said["start_date"],  # type: ignore[arg-type]  # likewise
        zip_code=said["zip_code"],
    )


_NEEDED = {"employment_type", "experience", "availability", "hourly_rate", "start_date", "zip_code"}


def matches_reply(found: Matches, zip_code: str, marks: Marks, reads: Language) -> MatchesReply:
    """The matches as the screens show them, names of work in the reader's language."""
    return MatchesReply(
        total_matches=found.total_matches,
        shown=found.shown,
        avg_match=found.avg_match,
        perfect_matches=found.perfect_matches,
        catalogue_empty=found.catalogue_empty,
        zip_code=zip_code,
        place=PlaceReply(city=found.place.city, state=found.place.state) if found.place else None,
        highlights=HighlightsReply(
            pay=found.highlights.pay_meets_expectations,
            location=found.highlights.convenient_location,
            schedule=found.highlights.schedule_fits,
            experience=found.highlights.experience_matches,
        ),
        understood=found.understood,
        read_as=[title_in(reads, title) for title in found.read_as],
        suggested=[title_in(reads, title) for title in found.suggested],
        widen=[WideningReply.model_validate(change) for change in found.widen],
        saved=len(marks.saved),
        hidden=len(marks.hidden),
        jobs=[_match(match, marks, reads) for match in found.matches],
    )


def _match(match: Match, marks: Marks, reads: Language) -> MatchReply:
    job = match.job
    return MatchReply(
        id=job.id,
        title=job.title,
        employer=job.employer,
        category=job.category,
        city=job.city,
        state=job.state,
        zip=job.zip,
        remote=job.remote,
        pay=PayReply(low=_dollars(job.pay_low), high=_dollars(job.pay_high)),
        employment_type=job.employment_type,
        shifts=None if job.shifts is None else list(job.shifts),
        start=job.start,
        description=job.description,
        score=match.score,
        distance_miles=match.distance_miles,
        cap=match.cap,
        factors=[FactorReply.model_validate(_worded(factor, reads)) for factor in match.factors],
        better=[BetterReply.model_validate(better) for better in match.better],
        saved=job.id in marks.saved,
    )


def _worded(factor: Factor, reads: Language) -> Factor:
    """The factor, with the names of work in its reason in the reader's language."""
    reason = factor.reason
    if not isinstance(reason, RoleReason):
        return factor
    title, near = (name and title_in(reads, name) for name in (reason.title, reason.near))
    return replace(factor, reason=replace(reason, title=title, near=near))


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else cents / 100
