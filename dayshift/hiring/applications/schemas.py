"""API types that candidates' and members' routes share: moves and their parts."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from dayshift.core.names import IsName
from dayshift.core.schemas import Body, NotBlank, Reply, WholeNumber, WireTime
from dayshift.hiring.applications.fair_words import Trait
from dayshift.hiring.applications.own_list import OwnGroup
from dayshift.hiring.applications.stages import Action
from dayshift.hiring.applications.viewing import ViewKind

MAX_TEXT = 2000

Words = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT), NotBlank]
"""A text that the other side will read."""

DeclineReason = Literal["times", "experience", "license", "others", "answers", "other"]
"""Why a member declined; each has its sentence on the screens."""

CloseReason = Literal["filled", "removed"]


class Ask(Body):
    """Ask a question; the reply date counts from the answer to the first one, and later ones do not move it."""

    action: Literal["ask"]
    text: Words


Street = Annotated[str, StringConstraints(min_length=1, max_length=200), IsName]
"""Street and number, to be kept for a location that has none yet."""


class Invite(Body):
    """Offer times to meet. `minutes` each, in the location's zone; the candidate chooses one."""

    action: Literal["invite"]
    times: Annotated[list[WireTime], Field(min_length=1, max_length=8)]
    minutes: Annotated[int, Field(ge=5, le=240), WholeNumber] = 20
    place: Annotated[str, StringConstraints(min_length=1, max_length=300), NotBlank]
    ask_for: Annotated[str, StringConstraints(min_length=1, max_length=120), IsName]
    words: Words | None = None
    street: Street | None = None


class OfferJob(Body):
    """Offer the job. `pay` in US dollars per hour. `answerBy`: the last day to answer, at the place of work."""

    action: Literal["offer"]
    pay: Annotated[float, Field(ge=1, le=500)]
    start_on: Annotated[date, Field(strict=False)]
    first_shift: Annotated[str, StringConstraints(min_length=1, max_length=200), NotBlank]
    place: Annotated[str, StringConstraints(min_length=1, max_length=300), NotBlank]
    bring: Annotated[str, StringConstraints(max_length=500)] | None = None
    answer_by: Annotated[date, Field(strict=False)] | None = None
    words: Words | None = None
    street: Street | None = None


class Decline(Body):
    """Decline, with a reason from the list and the member's own words."""

    action: Literal["decline"]
    reason: DeclineReason
    words: Words | None = None


class Close(Body):
    """Close because the job was filled or removed."""

    action: Literal["close"]
    reason: CloseReason = "filled"


class Cancel(Body):
    """Cancel an invitation, or the meeting that was agreed; the reply date begins again."""

    action: Literal["cancel"]
    words: Words | None = None


class Met(Body):
    """Say after a meeting whether the candidate came."""

    action: Literal["meet", "no_show"]


NewMove = Annotated[Ask | Invite | OfferJob | Decline | Close | Cancel | Met, Field(discriminator="action")]
"""A member's move. Those that can be undone are sent after 30 seconds."""


class OfferDraft(Body):
    """An offer that is being written: what is missing is an ellipsis in its preview."""

    action: Literal["offer"]
    pay: Annotated[float, Field(ge=1, le=500)] | None = None
    start_on: Annotated[date, Field(strict=False)] | None = None
    first_shift: Annotated[str, StringConstraints(max_length=200)] | None = None
    place: Annotated[str, StringConstraints(max_length=300)] | None = None
    bring: Annotated[str, StringConstraints(max_length=500)] | None = None
    answer_by: Annotated[date, Field(strict=False)] | None = None
    words: Words | None = None
    street: Street | None = None


DraftMove = Annotated[Ask | Invite | OfferDraft | Decline | Close | Cancel | Met, Field(discriminator="action")]
"""A member's move as far as it is written, to be previewed."""


BulkMove = Annotated[Ask | Invite | Close, Field(discriminator="action")]
"""A move for many applications at once. Nobody is declined in bulk."""


class MeetingReply(Reply):
    """An invitation. `startsAt` is null until the candidate has chosen one of the `offered` times."""

    offered: list[datetime]
    minutes: int
    zone: str
    place: str
    ask_for: str
    starts_at: datetime | None
    state: Literal["offered", "chosen", "refused", "cancelled", "met", "no_show"]


class JobOfferReply(Reply):
    """An offer. `pay` in US dollars per hour. `answerBy`: the last day to answer, at the place of work, if any."""

    pay: float
    start_on: date
    first_shift: str
    place: str
    bring: str | None
    answer_by: date | None
    made_at: datetime
    accepted_at: datetime | None


class MessageReply(Reply):
    """A message about an application. `name` is the member's, null for the candidate's messages."""

    id: str
    sender: Literal["candidate", "member"]
    name: str | None
    question: bool
    text: str
    sent_at: datetime
    read_at: datetime | None


class MoveReply(Reply):
    """One entry of the history. `name` is the member's, as on the day of the move."""

    number: int
    action: str
    from_stage: str | None
    to_stage: str
    actor: Literal["candidate", "member", "system"]
    name: str | None
    reason: str | None
    words: str | None
    made_at: datetime


class ViewReply(Reply):
    """Who watched or read an answer: `seconds` of `duration` (null for words), from `beganAt` on.

    Their app reports it; the server takes no more than it sent, and no more than fits into the time that passed.
    `counts`: for long enough to count as viewed.
    """

    id: str
    name: str
    answer: int
    question_id: str | None
    competency: str | None
    kind: ViewKind
    seconds: float
    counts: bool
    duration: float | None
    began_at: datetime
    last_at: datetime


class OpeningReply(Reply):
    """The server sent somebody the page with all texts, or the recording of an `answer`, whatever their app reports."""

    id: str
    name: str
    kind: ViewKind
    answer: int | None
    opened_at: datetime


class SharesReply(Reply):
    """What one employer may see, until `until` at the latest; `active` is false once it has ended."""

    video: bool
    words: bool
    score: bool
    quick_answers: bool
    until: datetime
    active: bool


class EmployerReply(Reply):
    """The employer of a job that can be applied for."""

    id: str
    name: str


class JobStateReply(Reply):
    """Whether a candidate can apply for a job.

    open: with the employer's promise (`replyDays` working days, until `replyBy`), the percentage of candidates who hear
    back in time (null for fewer than five), and the members who hire there. not_here: the employer does not use this
    installation; `url` is its own page. applied: `applicationId`, `stage`, `lastAction` and `turn`, and `replyBy` while
    a reply is owed. `staffed`: somebody who hires there has signed in. Without, there is no `replyBy`. `filled`: closed
    because everybody was hired.
    """

    job_id: str
    state: Literal["open", "applied", "closed", "not_here"]
    filled: bool
    title: str | None
    url: str | None
    employer: EmployerReply | None
    pay_low: float | None
    pay_high: float | None
    place: str | None
    reply_days: int | None
    reply_by: datetime | None
    staffed: bool
    zone: str | None
    percent: int | None
    hiring: list[str]
    hiring_more: int
    application_id: str | None
    stage: str | None
    last_action: str | None
    turn: Literal["candidate", "employer"] | None


class InterviewChoice(Reply):
    """A completed interview that can be sent. `declined`: its candidate wants no AI score."""

    id: str
    title: str
    ended_at: datetime | None
    answers: int
    declined: bool


class JobStatesReply(Reply):
    """States of jobs, and the interviews that can be sent, newest first. `until`: the end of what would be shared."""

    jobs: list[JobStateReply]
    interviews: list[InterviewChoice]
    until: datetime


class ConsentGiven(Body):
    """What the candidate shares with one employer."""

    employer_id: Annotated[str, StringConstraints(max_length=36)]
    video: bool = True
    words: bool = True
    score: bool = True
    quick_answers: bool = False


class NewApplications(Body):
    """Apply for jobs with one interview (default: the newest), with one consent for each employer among them."""

    job_ids: Annotated[list[Annotated[str, StringConstraints(max_length=36)]], Field(min_length=1, max_length=20)]
    interview_id: Annotated[str, StringConstraints(max_length=36)] | None = None
    shares: Annotated[list[ConsentGiven], Field(max_length=20)]


class SentReply(Reply):
    """The result for one job: the new application, or the code of the error that stopped it."""

    job_id: str
    application_id: str | None
    reply_by: datetime | None
    zone: str | None
    error: str | None
    known_application_id: str | None


class SentAllReply(Reply):
    """One result for each job, in the order of the request."""

    results: list[SentReply]


class Switches(Body):
    """What the employer of an application may see from now on.

    `quickAnswers`: start, hours, pay and experience as answered, and about how far away the candidate lives.
    """

    video: bool
    words: bool
    score: bool
    quick_answers: bool = False


class NewMessage(Body):
    """A message to the other side."""

    text: Words


class TimeChoice(Body):
    """One of the offered times; null: none of them fits, with a word on why."""

    starts_at: Annotated[AwareDatetime, Field(strict=False)] | None  # Any other is refused as taken.
    words: Words | None = None


class OfferAnswer(Body):
    """Whether the candidate takes the job."""

    accept: bool


class LookRequest(Body):
    """What somebody else should look at, and what the employer may see for it."""

    words: Words | None = None
    shares: Switches | None = None


class AgreedMeetingReply(Reply):
    """When and where the candidate meets somebody."""

    starts_at: datetime
    zone: str
    place: str


class AskedQuestionReply(Reply):
    """What the candidate is asked, and the member's name."""

    text: str
    name: str | None


class OfferSummary(Reply):
    """An offer in the candidate's list. `pay` in US dollars per hour. `answerBy`: the last day to answer, if any."""

    pay: float
    start_on: date
    first_shift: str
    answer_by: date | None


class ApplicationSummary(Reply):
    """An application in the candidate's list. `turn` says who acts next, `group` in which part of the list it is.

    `lastAction` is the last move of either side. `question` is set while the candidate is asked one, `offer` while they
    can take the job, and once they have it. `lookUntil`: until when they can ask for another look.
    `meetingOff`: the agreed meeting that the end of the application, or an invitation with other times, canceled.
    `lookAlone`: nobody hires there but the member who declined, so that one looks again.

    `staffed`: somebody who hires there has signed in. Without, there is no `replyBy`.
    """

    id: str
    job_id: str
    title: str
    employer: str
    place: str | None
    pay_low: float | None
    pay_high: float | None
    group: OwnGroup
    stage: str
    version: int
    turn: Literal["employer", "candidate"] | None
    last_action: Action
    reply_by: datetime | None
    zone: str
    late: bool
    staffed: bool
    submitted_at: datetime
    changed_at: datetime
    views: int
    opened: bool
    unread: int
    meeting: AgreedMeetingReply | None
    question: AskedQuestionReply | None
    offer: OfferSummary | None
    reason: str | None
    meeting_off: datetime | None
    look_until: datetime | None
    look_alone: bool


class GroupCounts(Reply):
    """How many applications each part of the list has."""

    yours: int
    coming: int
    hired: int
    waiting: int
    ended: int


class ApplicationsReply(Reply):
    """A page of the candidate's applications, those that wait for them first, and how many there are in all.

    `sent`: how many there are without those that the candidate took back.
    """

    applications: list[ApplicationSummary]
    counts: GroupCounts
    sent: int
    next_key: str | None


class FindingReply(Reply):
    """Words of a member that refer to a protected trait, as they were written. They are only pointed out."""

    trait: Trait
    words: str


class LetterReply(Reply):
    """What a member's move said: paragraphs, with `times` after the paragraph `timesAfter`."""

    paragraphs: list[str]
    times: list[str]
    times_after: int


class LookReply(Reply):
    """Another look that the employer owes. `deciders`: those who can say no, without the member who declined."""

    deciders: list[str]
    deciders_more: int


class ContestReply(Reply):
    """Another look that the candidate asked for, in their `words`.

    `mine`: this member is `declinedBy`, and only one of `deciders` can say no now. `owed`: nobody has acted since.
    """

    asked_at: datetime
    words: str | None
    declined_by: str | None
    mine: bool
    owed: bool
    deciders: list[str]


class CandidateMoveReply(MoveReply):
    """One entry of the timeline, with its letter if a member wrote one.

    `calledOff`: the start of the agreed meeting that this move ended while it was still ahead.
    """

    letter: LetterReply | None
    called_off: datetime | None


class AnswerReply(Reply):
    """One answer of the shared interview."""

    order: int
    competency: str
    duration: float | None


class ApplicationReply(Reply):
    """An application with all that belongs to it. `lookUntil`: another look can be asked for until then.

    `lookAlone` as in the list. `shareUntil`: when a new consent to share would end. `scoreDeclined`: the candidate
    wants no AI score for the interview.
    """

    id: str
    job_id: str
    title: str
    employer: EmployerReply
    place: str | None
    pay_low: float | None
    pay_high: float | None
    stage: str
    version: int
    turn: Literal["employer", "candidate"] | None
    reply_by: datetime | None
    reply_extended: bool
    zone: str
    late: bool
    staffed: bool
    percent: int | None
    submitted_at: datetime
    undo_until: datetime | None
    look_until: datetime | None
    look_alone: bool
    look: LookReply | None
    share_until: datetime
    score_declined: bool
    shares: SharesReply | None
    moves: list[CandidateMoveReply]
    answers: list[AnswerReply]
    views: list[ViewReply]
    openings: list[OpeningReply]
    messages: list[MessageReply]
    meeting: MeetingReply | None
    offer: JobOfferReply | None


class CalendarFeedReply(Reply):
    """The candidate's private link for calendar apps; null without one."""

    url: str | None
