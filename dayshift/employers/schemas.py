"""API types of members and their employer."""

from typing import Annotated

from pydantic import Field, StringConstraints

from dayshift.core.http import Body, Reply
from dayshift.core.language import Language
from dayshift.employers.queries import Role

PersonName = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f]*$")]


class MeReply(Reply):
    """The signed-in member. A manager hires at `locationIds`, or everywhere with `allLocations`."""

    id: str
    name: str
    first_name: str
    email: str
    role: Role
    language: Language
    all_locations: bool
    location_ids: list[str]
    has_password: bool
    second_factor: bool
    daily_digest: bool
    shortcuts: bool


class EmployerReply(Reply):
    """The member's employer; `replyDays` is the promised reply time in working days."""

    id: str
    name: str
    zone: str
    reply_days: int


class DeskReply(Reply):
    """Who is signed in, and where."""

    member: MeReply
    employer: EmployerReply


class MeUpdate(Body):
    """The member's own settings. Absent keys stay unchanged."""

    name: PersonName | None = None
    language: Language | None = None
    daily_digest: bool | None = None
    shortcuts: Annotated[bool | None, Field(description="Keyboard shortcuts")] = None
