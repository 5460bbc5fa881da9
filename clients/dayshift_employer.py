"""Python client of the employer API. Written by scripts/write_employer_client.py from employer-api.json.

It needs Python 3.11 and nothing else: copy this file into your program.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener


class Shares(TypedDict):
    """Which parts of the interview the candidate's grant opens now."""

    video: bool
    words: bool
    score: bool


class ApplicationDetail(TypedDict):
    """An application with what its candidate shares now. `url`: where members watch the answers, which is recorded."""

    id: str
    jobId: str
    locationId: str | None
    title: str
    stage: Literal[
        "submitted",
        "in_review",
        "question_asked",
        "invited",
        "met",
        "offered",
        "hired",
        "declined",
        "withdrawn",
        "closed",
    ]
    version: int
    turn: Literal["employer", "candidate"] | None
    replyBy: str | None
    submittedAt: str
    changedAt: str
    name: str | None
    shares: Shares
    url: str


class ApplicationInfo(TypedDict):
    """One candidate and one job. `version` counts its moves; `turn` says who acts next, null once it has ended."""

    id: str
    jobId: str
    locationId: str | None
    title: str
    stage: Literal[
        "submitted",
        "in_review",
        "question_asked",
        "invited",
        "met",
        "offered",
        "hired",
        "declined",
        "withdrawn",
        "closed",
    ]
    version: int
    turn: Literal["employer", "candidate"] | None
    replyBy: str | None
    submittedAt: str
    changedAt: str


class ApplicationPage(TypedDict):
    """Applications in the order of their last change. Ask again with `after` = `next` to follow changes."""

    applications: list[ApplicationInfo]
    next: str


class Ask(TypedDict):
    """Ask a question; the reply date counts from the answer to the first one, and later ones do not move it."""

    action: Literal["ask"]
    text: str


class Cancel(TypedDict):
    """Cancel an invitation, or the meeting that was agreed; the reply date begins again."""

    action: Literal["cancel"]
    words: NotRequired[str | None]


class Close(TypedDict):
    """Close because the job was filled or removed."""

    action: Literal["close"]
    reason: NotRequired[Literal["filled", "removed"]]


class PendingMoveReply(TypedDict):
    """A decision that will be sent at `dueAt`. Only the member who made it can undo it."""

    action: str
    by: str | None
    mine: bool
    dueAt: str


class DecisionReply(TypedDict):
    """An application after a move, and the decision that is about to be sent."""

    id: str
    firstName: str
    title: str
    location: str | None
    stage: str
    version: int
    turn: Literal["employer", "candidate"] | None
    replyBy: str | None
    pending: PendingMoveReply | None


class Decline(TypedDict):
    """Decline, with a reason from the list and the member's own words."""

    action: Literal["decline"]
    reason: Literal["times", "experience", "license", "others", "answers", "other"]
    words: NotRequired[str | None]


class Invite(TypedDict):
    """Offer times to meet. `minutes` each, in the location's zone; the candidate chooses one."""

    action: Literal["invite"]
    times: list[str]
    minutes: NotRequired[int]
    place: str
    askFor: str
    words: NotRequired[str | None]
    street: NotRequired[str | None]


class JobEdit(TypedDict):
    """A changed job, as it was at `version`."""

    title: str
    occupation: NotRequired[str | None]
    description: str
    benefits: NotRequired[str | None]
    payLow: float
    payHigh: NotRequired[float | None]
    payUnit: NotRequired[Literal["hour", "day", "week", "month", "year"]]
    employmentType: NotRequired[Literal["full-time", "part-time"] | None]
    shifts: NotRequired[list[Literal["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays"]]]
    experienceYears: NotRequired[int | None]
    start: NotRequired[Literal["immediately", "within-1-week", "within-2-weeks"] | None]
    licence: NotRequired[str | None]
    locationId: str
    openings: NotRequired[int]
    alwaysHiring: NotRequired[bool]
    replyDays: NotRequired[int | None]
    everywhere: NotRequired[bool]
    version: int


class SharedJobReply(TypedDict):
    """The same job at another location."""

    id: str
    locationId: str | None
    state: Literal["draft", "live", "paused", "filled", "removed"]


class PostedFields(TypedDict):
    """The fields of a posted job. `occupation` is the one that candidates find it by."""

    title: str
    occupation: str | None
    description: str
    benefits: str | None
    payLow: float
    payHigh: float | None
    payUnit: Literal["hour", "day", "week", "month", "year"]
    employmentType: Literal["full-time", "part-time"] | None
    shifts: list[Literal["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays"]]
    experienceYears: int | None
    start: Literal["immediately", "within-1-week", "within-2-weeks"] | None
    licence: str | None


class PostedJobReply(TypedDict):
    """One job for its editor. `fields` is null for a job of a feed, which says what the job is like."""

    id: str
    jobId: str | None
    title: str
    state: Literal["draft", "live", "paused", "filled", "removed"]
    imported: bool
    locationId: str | None
    openings: int
    alwaysHiring: bool
    alsoAt: list[SharedJobReply]
    replyDays: int | None
    liveUntil: str | None
    version: int
    changedAt: str
    changedBy: str | None
    fields: PostedFields | None


class JobPage(TypedDict):
    """Jobs, oldest first; `next` is null on the last page."""

    jobs: list[PostedJobReply]
    next: str | None


class JobPost(TypedDict):
    """A job to post at `locationId`, and as a job of its own at each location of `alsoAt`."""

    title: str
    occupation: NotRequired[str | None]
    description: str
    benefits: NotRequired[str | None]
    payLow: float
    payHigh: NotRequired[float | None]
    payUnit: NotRequired[Literal["hour", "day", "week", "month", "year"]]
    employmentType: NotRequired[Literal["full-time", "part-time"] | None]
    shifts: NotRequired[list[Literal["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays"]]]
    experienceYears: NotRequired[int | None]
    start: NotRequired[Literal["immediately", "within-1-week", "within-2-weeks"] | None]
    licence: NotRequired[str | None]
    locationId: str
    openings: NotRequired[int]
    alwaysHiring: NotRequired[bool]
    replyDays: NotRequired[int | None]
    alsoAt: NotRequired[list[str]]


class KeyInfo(TypedDict):
    """What the key is called, and what it allows. `locationIds` null: the whole employer."""

    employerId: str
    name: str
    scopes: list[Literal["applications:read", "moves:write", "jobs:read", "jobs:write"]]
    locationIds: list[str] | None


class MemberInfo(TypedDict):
    """Somebody who may decide: the id for `On-Behalf-Of`. `locationIds` null: all."""

    id: str
    name: str
    role: Literal["owner", "manager"]
    locationIds: list[str] | None


class Members(TypedDict):
    """The employer's active owners and managers."""

    members: list[MemberInfo]


class Met(TypedDict):
    """Say after a meeting whether the candidate came."""

    action: Literal["meet", "no_show"]


class MoveInfo(TypedDict):
    """One entry of an application's history. `memberId` is null for moves of the candidate and of the program."""

    number: int
    action: str
    fromStage: (
        Literal[
            "submitted",
            "in_review",
            "question_asked",
            "invited",
            "met",
            "offered",
            "hired",
            "declined",
            "withdrawn",
            "closed",
        ]
        | None
    )
    toStage: Literal[
        "submitted",
        "in_review",
        "question_asked",
        "invited",
        "met",
        "offered",
        "hired",
        "declined",
        "withdrawn",
        "closed",
    ]
    actor: Literal["candidate", "member", "system"]
    memberId: str | None
    reason: str | None
    madeAt: str


class Moves(TypedDict):
    """The history of an application, oldest first."""

    moves: list[MoveInfo]


class OfferJob(TypedDict):
    """Offer the job. `pay` in US dollars per hour. `answerBy`: the last day to answer, at the place of work."""

    action: Literal["offer"]
    pay: float
    startOn: str
    firstShift: str
    place: str
    bring: NotRequired[str | None]
    answerBy: NotRequired[str | None]
    words: NotRequired[str | None]
    street: NotRequired[str | None]


class Problem(TypedDict):
    """The body of every error of the API for other programs (RFC 9457): `type` is a URN with the code."""

    type: str
    title: str
    status: int
    code: str
    fields: NotRequired[dict[str, str] | None]


class StateChange(TypedDict):
    """Pause, resume, fill or remove a job, as it was at `version`. The last two close its open applications."""

    state: Literal["live", "paused", "filled", "removed"]
    version: int


class ApiError(Exception):
    """A problem that the server reported (RFC 9457). `retry_after` is in seconds, if the server named a time."""

    def __init__(self, problem: Problem, retry_after: int | None) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['title']}")
        self.problem, self.retry_after = problem, retry_after


class _NoRedirects(HTTPRedirectHandler):
    """Makes redirects errors: to follow one would send the key to another address."""

    def redirect_request(self, *_: object) -> None:
        """Return no request."""


class Employer:
    """An employer's applications and jobs, as its API key allows.

    Methods raise `ApiError`, or `OSError` if no reply of this API comes.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 30) -> None:
        """`url` is the address of the server, such as https://jobs.example.com; `timeout` is in seconds."""
        self._base, self._key, self._timeout = f"{url.rstrip('/')}/api/v1/employer", key, timeout
        self._opener = build_opener(_NoRedirects)

    def _call(
        self,
        method: str,
        path: str,
        body: object = None,
        query: Mapping[str, Any] = {},
        headers: Mapping[str, str] = {},
    ) -> Any:
        data = None if body is None else json.dumps(body).encode()
        given = {name: value for name, value in query.items() if value is not None}
        url = self._base + path + (f"?{urlencode(given)}" if given else "")
        sent = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json", **headers}
        request = Request(url, data, sent, method=method)  # noqa: S310
        try:
            with self._opener.open(request, timeout=self._timeout) as reply:
                return json.load(reply)
        except HTTPError as error:
            if error.headers.get_content_type() != "application/problem+json":
                raise
            wait = error.headers.get("Retry-After")
            with error:
                raise ApiError(json.load(error), int(wait) if wait else None) from None

    def read_key(self) -> KeyInfo:
        """What this key is called, and what it allows."""
        return cast("KeyInfo", self._call("GET", "/key"))

    def list_applications(self, *, after: str = "", limit: int = 100) -> ApplicationPage:
        """Applications in the order of their last change, those that changed after `after`."""
        return cast("ApplicationPage", self._call("GET", "/applications", query={"after": after, "limit": limit}))

    def read_application(self, application_id: str) -> ApplicationDetail:
        """One application, with the name and the shares that the candidate's grant opens."""
        return cast("ApplicationDetail", self._call("GET", f"/applications/{quote(application_id, safe='')}"))

    def list_moves(self, application_id: str) -> Moves:
        """The history of an application, without what people wrote to each other."""
        return cast("Moves", self._call("GET", f"/applications/{quote(application_id, safe='')}/moves"))

    def move_application(
        self,
        application_id: str,
        body: Ask | Invite | OfferJob | Decline | Close | Cancel | Met,
        *,
        if_match: str,
        idempotency_key: str,
        on_behalf_of: str,
    ) -> DecisionReply:
        """Move an application on, as the member of `On-Behalf-Of` would at the desk, who must have viewed an answer."""
        return cast(
            "DecisionReply",
            self._call(
                "POST",
                f"/applications/{quote(application_id, safe='')}/moves",
                body,
                headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "On-Behalf-Of": on_behalf_of},
            ),
        )

    def list_members(self) -> Members:
        """Who may decide, for `On-Behalf-Of`: active owners and managers with a location of this key."""
        return cast("Members", self._call("GET", "/members"))

    def list_jobs(self, *, after: str = "", limit: int = 100) -> JobPage:
        """The employer's jobs at the key's locations, oldest first."""
        return cast("JobPage", self._call("GET", "/jobs", query={"after": after, "limit": limit}))

    def create_job(self, body: JobPost, *, idempotency_key: str, on_behalf_of: str) -> PostedJobReply:
        """Post a job at one or several locations, live from now on for 30 days. Returns the job at `locationId`."""
        return cast(
            "PostedJobReply",
            self._call(
                "POST", "/jobs", body, headers={"Idempotency-Key": idempotency_key, "On-Behalf-Of": on_behalf_of}
            ),
        )

    def read_job(self, job_id: str) -> PostedJobReply:
        """One job."""
        return cast("PostedJobReply", self._call("GET", f"/jobs/{quote(job_id, safe='')}"))

    def change_job(self, job_id: str, body: JobEdit, *, on_behalf_of: str) -> PostedJobReply:
        """Change a job, as it was at `version`; with `everywhere` at the other locations with its text, too."""
        return cast(
            "PostedJobReply",
            self._call("PUT", f"/jobs/{quote(job_id, safe='')}", body, headers={"On-Behalf-Of": on_behalf_of}),
        )

    def change_state(self, job_id: str, body: StateChange, *, on_behalf_of: str) -> PostedJobReply:
        """Pause or resume a job; fill or remove it, which closes its open applications and tells the candidates."""
        return cast(
            "PostedJobReply",
            self._call("POST", f"/jobs/{quote(job_id, safe='')}/state", body, headers={"On-Behalf-Of": on_behalf_of}),
        )
