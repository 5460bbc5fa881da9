"""API types of interviews."""

import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from dayshift.accounts import Email
from dayshift.core.language import Language
from dayshift.core.names import IsName
from dayshift.core.schemas import Body, NotBlank, Reply, WholeNumber, WireTime, Zone
from dayshift.interviews.recordings import Segments
from dayshift.interviews.room.lifecycle import Status
from dayshift.interviews.room.report import InterviewReport
from dayshift.interviews.room.understanding import Degree, Understood

_LINK_LIKE = re.compile(r"://|[\\@]|\w\.\w\w")


def _without_link(value: str) -> str:
    if _LINK_LIKE.search(value):
        raise PydanticCustomError("label", "Please leave out web and email addresses")
    return value


Id = Annotated[str, StringConstraints(min_length=1, max_length=36), NotBlank]
_NoLink = AfterValidator(_without_link)
"""Marks a text for mails and calendars."""
Title = Annotated[str, StringConstraints(min_length=1, max_length=120), IsName, _NoLink]
QuestionId = Annotated[str, StringConstraints(min_length=1, max_length=80), NotBlank]
QuestionText = Annotated[str, StringConstraints(min_length=1, max_length=1000), NotBlank]
AnswerText = Annotated[str, StringConstraints(max_length=20_000)]


class NewInterview(Body):
    """A `scheduled_at` of about now begins an interview at once; any other makes an appointment.

    Appointments are Monday to Friday, 9:00 to 18:00 by the clock of `zone` (without one, by the offset of the
    time itself), and from tomorrow, 9:00.
    """

    user_id: Id
    job_title: Title
    company_name: Annotated[str, StringConstraints(max_length=120), IsName, _NoLink] | None = None
    scheduled_at: WireTime
    candidate_name: Annotated[str, StringConstraints(min_length=1, max_length=161), IsName, _NoLink] | None = None
    candidate_email: Email | None = None
    notes: Annotated[str, StringConstraints(max_length=1000)] | None = None
    language: Language | None = None
    zone: Zone | None = None


class Reschedule(Body):
    scheduled_at: WireTime
    zone: Zone | None = None


class Consent(Body):
    """`receipt`: of the consent text, where its reply had one."""

    version: Annotated[str, StringConstraints(min_length=1, max_length=20), NotBlank]
    recording: Literal[True]
    ai_scoring: bool
    receipt: Annotated[str, StringConstraints(max_length=4000)] | None = None


class ScoringChoice(Body):
    wanted: bool


class StartInterview(Body):
    """`language`: ask the questions in this language, unless an answer is stored already."""

    participant_name: Annotated[str, StringConstraints(min_length=1, max_length=199), IsName]
    user_id: Id
    language: Language | None = None


class TakeManifest(Body):
    number: Annotated[int, Field(ge=1, le=999), WholeNumber]
    segments: Segments


class NewResponse(Body):
    question_text: QuestionText
    response_text: AnswerText
    original_text: AnswerText | None = None
    response_order: Annotated[int, Field(ge=1, le=50), WholeNumber]
    question_id: QuestionId | None = None
    mode: Literal["spoken", "typed"] = "spoken"
    duration_seconds: Annotated[float, Field(ge=0, le=86_400, strict=False)] | None = None
    take: TakeManifest | None = None


class Correction(Body):
    response_text: Annotated[str, StringConstraints(min_length=1, max_length=20_000, strip_whitespace=True), NotBlank]


class QuestionBody(Body):
    id: QuestionId
    question: QuestionText
    type: Annotated[str, StringConstraints(max_length=20)]
    expected_duration: Annotated[int, Field(ge=1, le=3600), WholeNumber]
    follow_up_questions: Annotated[list[QuestionText], Field(max_length=10, default_factory=list)]
    competency: Annotated[str, StringConstraints(max_length=80)] = ""


class PreviousResponse(Body):
    question_id: QuestionId | None = None
    question_text: QuestionText
    response_text: AnswerText
    take_number: Annotated[int, Field(ge=1, le=999), WholeNumber] | None = None


class AdaptContext(Body):
    job_title: Annotated[str, StringConstraints(max_length=120)] = ""
    company_name: Annotated[str, StringConstraints(max_length=120)] = ""
    candidate_name: Annotated[str, StringConstraints(max_length=161)] = ""


class AdaptRequest(Body):
    remaining_questions: Annotated[list[QuestionBody], Field(max_length=50)]
    previous_responses: Annotated[list[PreviousResponse], Field(max_length=50)]
    context: AdaptContext = AdaptContext()


class QuestionReply(Reply):
    id: str
    question: str
    type: str
    expected_duration: int
    follow_up_questions: list[str]
    competency: str


class HeardPassage(Reply):
    """A stretch of a transcript, in seconds of the recording (`end` is null if unknown), and how surely it is right.

    `language`: in which it was spoken, where that is known.
    """

    begin: float
    end: float | None
    text: str
    degree: Degree
    language: str | None


class HeardReply(Reply):
    """What was heard of a take so far. `awaited`: more may follow."""

    awaited: bool
    until: float
    language: str | None
    understood: Understood
    passages: list[HeardPassage]


class SoundCheck(Body):
    """A try of the microphone: WebM or MP4 in base64. `version`: of the consent text that the person has agreed to."""

    version: Annotated[str, StringConstraints(max_length=20)]
    language: Language
    sound: Annotated[str, StringConstraints(min_length=4, max_length=200_000, pattern=r"^[A-Za-z0-9+/]+={0,2}$")]


class SoundCheckReply(Reply):
    """What was understood of a try of the microphone. `awaited`: it is not known yet."""

    awaited: bool
    understood: Understood
    language: str | None
    text: str


class ResponseReply(Reply):
    """An answer. `original_text` is its first text if the person edited it; `corrected` says whether they differ.
    `corrected_at`: its last edit after the end of the interview.

    `words_awaited`: it was spoken, and its transcript is awaited. `understood`: how surely the transcript says what was
    said, null where there is none: heard; doubtful in some `passages`; so unclear that the answer gets no level until
    the person has corrected or confirmed it; or silent, where nobody was heard. `language`: in which it was spoken.
    """

    question_id: str
    question_text: str
    response_text: str
    original_text: str | None
    corrected: bool
    corrected_at: datetime | None
    response_order: int
    mode: str
    take_number: int | None
    duration_seconds: float | None
    words_awaited: bool
    understood: Understood | None
    language: str | None
    confirmed_at: datetime | None
    passages: list[HeardPassage]
    created_at: datetime


class TakeReply(Reply):
    """A recorded answer; `url` plays it once it is ready.

    `captions_url` has its captions; null if the answer was typed.
    """

    number: int
    response_order: int | None
    state: str
    url: str | None
    captions_url: str | None
    mime_type: str | None
    duration_seconds: float | None


class InterviewSummary(Reply):
    """An interview as lists show it.

    `consent_version` is null until the candidate has agreed; from then on consent is not asked again.
    `awaits_person`: the answers wait for a human review; `has_reader`: an operator can do it.
    `ai_summary` is `report` as a JSON string. `awaits_recording`: part of the recording is not playable yet.
    """

    id: str
    user_id: str
    job_title: str
    company_name: str
    status: Status
    scheduled_at: datetime
    zone: str
    missed: bool
    started_at: datetime | None
    ended_at: datetime | None
    candidate_name: str
    candidate_email: str | None
    notes: str | None
    consent_version: str | None
    consent_at: datetime | None
    ai_scoring: bool | None
    scoring: str
    ai_score: int | None
    report: InterviewReport | None
    ai_summary: str | None
    awaits_person: bool
    has_reader: bool
    recording_url: str | None
    awaits_recording: bool
    room_url: str | None
    joinable: bool


class WritingDelayReply(Reply):
    """Answers wait long to be written down: until about `expected_at`; null if that is not known."""

    expected_at: datetime | None


class InterviewReply(InterviewSummary):
    questions: list[QuestionReply]
    responses: list[ResponseReply]
    takes: list[TakeReply]
    next_order: int
    next_question_id: str | None
    writing_delay: WritingDelayReply | None


class InterviewEnvelope(Reply):
    interview: InterviewReply


class InterviewDetails(InterviewReply):
    """The interview's fields at the top level, as the interview page reads them, and again under `interview`.

    `interviewer_token` is for interviewers; a candidate always sees null.
    """

    daily_room_url: str | None
    candidate_token: str | None
    interviewer_token: None = None
    interview: InterviewReply


class StartReply(Reply):
    """`transcribes`: the server transcribes recorded answers without text.

    `followUp`: the follow-up that was asked and is not answered yet; it comes before the rest of `questions`.
    """

    room_url: str
    candidate_token: str
    questions: list[QuestionReply]
    follow_up: QuestionReply | None
    interview: InterviewReply
    transcribes: bool


class ResponseEnvelope(Reply):
    response: ResponseReply


class AdaptReply(Reply):
    """The question to ask next; null when everything was asked."""

    adapted_question: QuestionReply | None


class CompleteReply(Reply):
    responses: list[ResponseReply]
    interview: InterviewReply


class SuggestionReply(Reply):
    job_title: str
    company_name: str


class ConsentTerms(Reply):
    """The current consent text of this installation.

    `model_host`: where answers are sent for scoring; null: nowhere. `transcribes`: recorded answers without text are
    transcribed; `transcriber_host`: where their audio is sent for that; null: nowhere. Recordings are kept for
    `retention_days`, records of employers' decisions for `record_years` or longer. `watched_live`: hiring staff may
    watch live. `notices`: what laws of the places demand to be told about the use of AI. `receipt`: to send with the
    consent, because it could not be recorded now that this was shown; null: it is recorded, or nobody is signed in.
    """

    version: str
    retention_days: int
    record_years: int
    model_host: str | None
    transcribes: bool
    transcriber_host: str | None
    watched_live: bool
    notices: list[str]
    receipt: str | None


class LevelReply(Reply):
    """One of the five levels, 1 to 5, with a description of such an answer."""

    level: int
    text: str


class RubricQuestion(Reply):
    """How the answers to one question are scored."""

    competency: str
    question: str
    levels: list[LevelReply]


class RubricReply(Reply):
    """The rubric that an interview is scored by, fixed at its creation."""

    plan: str
    plan_version: int
    title: str
    questions: list[RubricQuestion]
