"""API types of posted jobs."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from dayshift.accounts import Email
from dayshift.core.names import IsName
from dayshift.core.schemas import Body, NotBlank, Reply, WholeNumber
from dayshift.hiring.employers.posting_queries import PostingState
from dayshift.hiring.employers.schemas import Token
from dayshift.jobs.catalog import PayUnit
from dayshift.knowledge.occupations import Drawing, EmploymentType, Shift, Start

Version = Annotated[int, Field(ge=1), WholeNumber]
Openings = Annotated[int, Field(ge=1, le=500), WholeNumber]
ReplyDays = Annotated[int | None, Field(ge=1, le=5, description="Working days; null: as the employer promises")]
Dollars = Annotated[float, Field(gt=0, le=1_000_000)]


class JobFields(Body):
    """A job as its form has it. Pay is US dollars per `payUnit`; null: not stated. All of `shifts` are required."""

    title: Annotated[str, StringConstraints(min_length=2, max_length=100), IsName]
    occupation: Annotated[str | None, Field(max_length=64, description="Used if the title names none")] = None
    description: Annotated[str, StringConstraints(min_length=1, max_length=3000), NotBlank]
    benefits: Annotated[str, StringConstraints(max_length=600)] | None = None
    pay_low: Dollars
    pay_high: Dollars | None = None
    pay_unit: PayUnit = "hour"
    employment_type: EmploymentType | None = None
    shifts: Annotated[list[Shift], Field(max_length=5, default_factory=list)]
    experience_years: Annotated[int | None, Field(ge=0, le=20), WholeNumber] = None
    start: Start | None = None
    licence: Annotated[str, StringConstraints(max_length=100), IsName] | None = None
    location_id: Annotated[str, StringConstraints(max_length=36)]
    openings: Openings = 1
    always_hiring: bool = False
    reply_days: ReplyDays = None


MAX_PLACES = 50

OtherPlaces = Annotated[
    list[Annotated[str, StringConstraints(max_length=36)]],
    Field(max_length=MAX_PLACES - 1, default_factory=list, description="Other locations to post the same job at"),
]


class JobPost(JobFields):
    """A job to post at `locationId`, and as a job of its own at each location of `alsoAt`."""

    also_at: OtherPlaces


class JobEdit(JobFields):
    """A changed job, as it was at `version`.

    `everywhere`: the text, pay and hours change at the other locations too, where the member hires. Otherwise a job
    whose text changes is one of its own from now on.
    """

    everywhere: bool = False
    version: Version


class JobPlacement(Body):
    """What no feed says of a job: where it belongs, how many people, and the reply time."""

    location_id: Annotated[str, StringConstraints(max_length=36)]
    openings: Openings
    reply_days: ReplyDays = None
    version: Version


class JobRenewal(Body):
    version: Version


class PostedFields(Reply):
    """The fields of a posted job. `occupation` is the one that candidates find it by."""

    title: str
    occupation: str | None
    description: str
    benefits: str | None
    pay_low: float
    pay_high: float | None
    pay_unit: PayUnit
    employment_type: EmploymentType | None
    shifts: list[Shift]
    experience_years: int | None
    start: Start | None
    licence: str | None


class SharedJobReply(Reply):
    """The same job at another location."""

    id: str
    location_id: str | None
    state: PostingState


class PostedJobReply(Reply):
    """One job for its editor. `fields` is null for a job of a feed, which says what the job is like.

    `alwaysHiring`: it has no last opening. `alsoAt`: the jobs at other locations that share its text.
    """

    id: str
    job_id: str | None
    title: str
    state: PostingState
    imported: bool
    location_id: str | None
    openings: int
    always_hiring: bool
    also_at: list[SharedJobReply]
    reply_days: int | None
    live_until: datetime | None
    version: int
    changed_at: datetime
    changed_by: str | None
    fields: PostedFields | None


class TemplateReply(Reply):
    """What a job of this occupation usually is. `art` is the name of the drawing for it."""

    occupation: str
    category: str
    art: Drawing
    title: str
    description: str
    employment_type: EmploymentType | None
    shifts: list[Shift]


class TemplatesReply(Reply):
    """Starting points in the member's language."""

    templates: list[TemplateReply]


class PayNearbyReply(Reply):
    """The middle half of what similar jobs nearby pay, in US dollars per hour. `occupation` is its title."""

    occupation: str
    low: float
    high: float
    count: int
    miles: float


class PayHintReply(Reply):
    """`pay` is null if the title names no known work, or fewer than 5 jobs nearby say what they pay."""

    pay: PayNearbyReply | None


ClaimProgress = Literal["none", "mailed", "operator", "approved"]
"""`mailed`: a link is on its way to an address; `operator`: an operator decides."""


class ClaimGroupReply(Reply):
    """Imported jobs under the employer's name, with pages at one domain. `provable`: an address there is proof."""

    domain: str
    provable: bool
    count: int
    titles: list[str]
    state: ClaimProgress
    email: str | None


class ClaimGroupsReply(Reply):
    """What may be claimed, the largest group first."""

    groups: list[ClaimGroupReply]


class ClaimRequest(Body):
    """One group. `email`: where to mail the link; null: ask an operator."""

    domain: Annotated[str, StringConstraints(max_length=253)]
    email: Email | None = None


class ClaimKey(Body):
    key: Token


class ClaimResult(Reply):
    """How many jobs became the employer's own."""

    jobs: int
