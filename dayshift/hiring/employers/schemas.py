"""API types of members and their employer."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from dayshift.accounts import Email, GivenPassword, NewPassword
from dayshift.core.language import Language
from dayshift.core.names import IsName
from dayshift.core.schemas import Body, Reply, Zone
from dayshift.hiring.employers.queries import MemberState, Role
from dayshift.knowledge.occupations import MAX_TYPED, Country

PersonName = Annotated[str, StringConstraints(min_length=1, max_length=120), IsName]
Token = Annotated[str, StringConstraints(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
LongCode = Annotated[str, StringConstraints(min_length=6, max_length=20)]
"""A code of the authenticator app, or a recovery code."""
Clock = Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


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
    recovery_codes_left: int | None = None
    daily_digest: bool
    news_mail: bool
    shortcuts: bool


class DeskEmployerReply(Reply):
    """The member's employer; `replyDays` is the promised reply time in working days."""

    id: str
    name: str
    zone: str
    reply_days: int


class DeskReply(Reply):
    """Who is signed in, and where."""

    member: MeReply
    employer: DeskEmployerReply


class MeUpdate(Body):
    """The member's own settings. Absent keys stay unchanged."""

    name: PersonName | None = None
    language: Language | None = None
    daily_digest: bool | None = None
    news_mail: Annotated[bool | None, Field(description="Mails at once about what cannot wait")] = None
    shortcuts: Annotated[bool | None, Field(description="Keyboard shortcuts")] = None


class OwnLinkRequest(Body):
    """`next`: the page of the desk that the link leads to."""

    next: Annotated[str, StringConstraints(max_length=300, pattern=r"^/desk([/?][\x21-\x7e]*)?$")] | None = None


class LinkRequest(OwnLinkRequest):
    email: Email


class LinkOpen(Body):
    key: Token


class PasswordSignIn(Body):
    email: Email
    password: GivenPassword


class SignedOut(Reply):
    """The page to go to after signing out; null: the sign-in page."""

    next: str | None


class SignInChoice(Reply):
    """An account of somebody who works for several employers. Its `key` is opened like that of a mailed link."""

    employer: str
    key: str


class SignInReply(Reply):
    """What is left to do after a link or password: nothing, enter a code, or set up two-step sign-in first.

    `choose`: nobody is signed in yet; the link or password opens all of `choices`, which is empty otherwise.
    """

    second_factor: Literal["none", "code", "set_up", "choose"]
    choices: list[SignInChoice]


class OtherEmployerReply(Reply):
    """An employer that the signed-in person also works for."""

    id: str
    name: str


class OtherEmployersReply(Reply):
    """The other employers of the signed-in person. `mailed`: changing to one of them needs a link from an email."""

    employers: list[OtherEmployerReply]
    mailed: bool


class SwitchReply(Reply):
    """What is left to do at the other employer; null: a link was mailed, and this session stays."""

    second_factor: Literal["none", "code", "set_up"] | None


class InvitationReply(Reply):
    """An invitation that still works. `single_sign_on`: the employer's id, if that is the only way to join."""

    employer: str
    name: str
    email: str
    role: Role
    single_sign_on: str | None


class InvitationAnswer(Body):
    """The member may choose a password; mailed links work without one."""

    name: PersonName
    password: NewPassword | None = None


class CodeEntry(Body):
    code: LongCode


class SecondFactorSetup(Reply):
    """What an authenticator app needs: the secret as text, its URI, and the QR code as an SVG path, `size` wide."""

    secret: str
    uri: str
    size: int
    path: str


class RecoveryCodesReply(Reply):
    """Codes for signing in without the phone, each usable once. They are never shown again."""

    codes: list[str]


class StaffPassword(Body):
    """`currentPassword` is needed if the member has one."""

    new_password: NewPassword
    current_password: GivenPassword | None = None


class StaffSessionReply(Reply):
    """A session of the member."""

    id: str
    device: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    current: bool


class StaffSessionsReply(Reply):
    sessions: list[StaffSessionReply]


class LocationReply(Reply):
    """A place of work; `closedAt` is null while it is open."""

    id: str
    name: str
    street: str | None
    city: str
    state: str
    zip: str
    zone: str
    opens_at: str | None
    closes_at: str | None
    closed_at: datetime | None


class LocationEntry(Body):
    name: Annotated[str, StringConstraints(min_length=1, max_length=80), IsName]
    street: Annotated[str, StringConstraints(max_length=200), IsName] | None = None
    zip: Annotated[str, StringConstraints(min_length=1, max_length=MAX_TYPED)]
    country: Country | None = None
    opens_at: Clock | None = None
    closes_at: Clock | None = None


class TeamMemberReply(Reply):
    """A member of the team. `invitedUntil` is until when the invitation works."""

    id: str
    name: str
    email: str
    role: Role
    state: MemberState
    all_locations: bool
    location_ids: list[str]
    second_factor: bool
    invited_at: datetime
    invited_until: datetime | None = None
    deactivated_at: datetime | None


class TeamReply(Reply):
    """An employer's members and locations, by name."""

    members: list[TeamMemberReply]
    locations: list[LocationReply]


class RoleEntry(Body):
    """`locationIds` limits a manager to these locations; null means all of them."""

    role: Role
    location_ids: Annotated[list[str], Field(max_length=1000)] | None = None


class MemberInvitation(RoleEntry):
    email: Email
    name: PersonName


class EmployerUpdate(Body):
    """Absent keys stay unchanged."""

    name: PersonName | None = None
    reply_days: Annotated[int, Field(ge=1, le=5)] | None = None
    zone: Zone | None = None
