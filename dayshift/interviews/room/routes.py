"""HTTP: interviews from appointment to completion."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response
from pydantic import StringConstraints

from dayshift.accounts import (
    CONSENT,
    MaybeSignedIn,
    Notice,
    SignedIn,
    not_shown_yet,
    receipt_of,
    record_accepted,
    record_if_possible,
    record_receipt,
    require_self,
)
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound, NotSignedIn, TooLarge
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db, Limiter, ReaderLanguage, ServerServices, Video
from dayshift.interviews.room import actions, answers, appointments, queries, scores
from dayshift.interviews.room.adaptation import next_question
from dayshift.interviews.room.captions import as_webvtt, spoken_cues
from dayshift.interviews.room.consent import AiServices, ai_services_of
from dayshift.interviews.room.errors import (
    ConsentRequired,
    InterviewOver,
    NotInProgress,
    NotJoinable,
    NoTranscription,
    ResponseConflict,
    TooManyPlanned,
)
from dayshift.interviews.room.job import DEFAULT_COMPANY, in_language, job_for, plan_of
from dayshift.interviews.room.schemas import (
    AdaptReply,
    AdaptRequest,
    CompleteReply,
    Consent,
    ConsentTerms,
    Correction,
    HeardReply,
    InterviewDetails,
    InterviewEnvelope,
    InterviewSummary,
    NewInterview,
    NewResponse,
    Reschedule,
    ResponseEnvelope,
    ResponseReply,
    RubricReply,
    ScoringChoice,
    SoundCheck,
    SoundCheckReply,
    StartInterview,
    StartReply,
    SuggestionReply,
)
from dayshift.interviews.room.serializers import (
    heard_reply,
    interview_details,
    interview_reply,
    rubric_reply,
    sound_check_reply,
    start_reply,
    summary_reply,
)
from dayshift.interviews.room.sound_check import agreed_transcriber, find_check, request_check
from dayshift.jobs.catalog import find_jobs
from dayshift.knowledge import question_plans
from dayshift.knowledge.jurisdictions import RECORD_YEARS, AiNotice, Where, where
from dayshift.matching.onboarding import latest_search
from dayshift.providers.video import room_of

MADE = Rule("make interviews", 60, 3600)
ADAPTED = Rule("ask for the next question", 120, 3600)
CORRECTED = Rule("correct answers", 240, 3600)
"""The review at the end of an interview sends a correction for each pause in typing."""
CHECKED = Rule("check the microphone", 30, 3600)
RESCORED = Rule("choose scoring", 20, 3600)

router = APIRouter(tags=["interviews"])

_CAPTIONS: dict[int | str, dict[str, Any]] = {
    200: {"description": "A WebVTT file", "content": {"text/vtt": {"schema": {"type": "string"}}}}
}

_ALREADY_STORED: dict[int | str, dict[str, Any]] = {
    200: {"description": "The same answer was stored before", "model": ResponseEnvelope}
}


async def _helpers(services: ServerServices) -> AiServices:
    return ai_services_of(services)


Helped = Annotated[AiServices, Depends(_helpers)]
Jobs = Annotated[Sequence[Annotated[str, StringConstraints(max_length=36)]], Query(max_length=20)]


@router.get("/api/consent", responses=errors(InvalidRequest))
async def consent_terms(
    user: MaybeSignedIn, db: Db, config: Config, helpers: Helped, reads: ReaderLanguage, job: Jobs = ()
) -> ConsentTerms:
    """The current consent text of this installation, with the notices for the places of these jobs and one's own."""
    model, transcriber = helpers.model, helpers.transcriber
    user_id, home = (user.id, user.zip_code) if user else (None, None)

    def load(tx: Tx) -> tuple[list[AiNotice], list[Notice]]:
        found = _places_of(tx, job, home).notices(now(), reads, config.retention_days)
        sent = [Notice(CONSENT, helpers.version, reads), *(Notice(one.rule, one.version, reads) for one in found)]
        return found, not_shown_yet(tx, user_id, sent) if user_id else []

    notices, new = await db.read(load)
    receipt, at = None, now()
    if user_id and new and not await record_if_possible(db, user_id, new, at):
        receipt = await db.read(receipt_of, user_id, new, at)
    return ConsentTerms(
        version=helpers.version,
        retention_days=config.retention_days,
        record_years=RECORD_YEARS,
        model_host=model.host if model else None,
        transcribes=transcriber is not None,
        transcriber_host=transcriber.host if transcriber else None,
        watched_live=helpers.live,
        notices=[one.words for one in notices],
        receipt=receipt,
    )


def _places_of(tx: Tx, job_ids: Sequence[str], home: str | None) -> Where:
    """Return the jurisdictions of several jobs and of a candidate's home."""
    found = [where(job.zip, job.state, None) for job in find_jobs(tx, job_ids).values()]
    return Where(where(None, None, home).jurisdictions.union(*[one.jurisdictions for one in found]))


@router.get("/api/interviews/suggestion", responses=errors(NotSignedIn))
async def suggest_interview(user: SignedIn, db: Db, reads: ReaderLanguage) -> SuggestionReply:
    """The job to interview for, from the latest search, in the reader's language."""
    query = await db.lookup(latest_search, user.id)
    job_title, company_name = job_for(query or user.job_search_prompt or "", reads)
    return SuggestionReply(job_title=job_title, company_name=company_name)


@router.post("/api/interviews", status_code=201, responses=errors(NotSignedIn, NotFound, TooManyPlanned, RateLimited))
async def create_interview(
    body: NewInterview, user: SignedIn, tries: Limiter, db: Db, reads: ReaderLanguage
) -> InterviewDetails:
    """Create an interview with its questions in the reader's language, to start now or at an appointment."""
    require_self(user, body.user_id)
    await tries.count(MADE, user.id)
    language = body.language or reads
    given = body.model_dump(exclude={"user_id", "language"})
    given["job_title"] = in_language(body.job_title, language)
    given["company_name"] = in_language(body.company_name or DEFAULT_COMPANY, language)
    wanted = appointments.InterviewRequest(**given)
    plan = plan_of(wanted.job_title, language)

    def create(tx: Tx) -> queries.InterviewRecord:
        return queries.record_of(tx, appointments.create_interview(tx, user, wanted, plan))

    return interview_details(await db.write(create), reads)


@router.post(
    "/api/interviews/{interview_id}/reschedule",
    responses=errors(NotSignedIn, NotFound, InterviewOver, RateLimited),
)
async def reschedule_interview(
    interview_id: str, body: Reschedule, user: SignedIn, tries: Limiter, db: Db
) -> InterviewEnvelope:
    """Move an appointment."""
    await tries.count(MADE, user.id)

    def move(tx: Tx) -> queries.InterviewRecord:
        return queries.record_of(tx, appointments.reschedule(tx, user, interview_id, body.scheduled_at, body.zone))

    return InterviewEnvelope(interview=interview_reply(await db.write(move)))


@router.post("/api/interviews/{interview_id}/cancel", responses=errors(NotSignedIn, NotFound, InterviewOver))
async def cancel_interview(interview_id: str, user: SignedIn, db: Db) -> InterviewEnvelope:
    """Cancel an interview. Idempotent."""

    def cancel(tx: Tx) -> queries.InterviewRecord:
        return queries.record_of(tx, appointments.cancel(tx, user, interview_id))

    return InterviewEnvelope(interview=interview_reply(await db.write(cancel)))


@router.get("/api/users/{user_id}/interviews", responses=errors(NotSignedIn, NotFound))
async def list_interviews(
    user_id: str,
    user: SignedIn,
    db: Db,
    reads: ReaderLanguage,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    offset: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> list[InterviewSummary]:
    """The person's interviews, the latest appointment first; those that start at once from their consent on."""
    require_self(user, user_id)
    return [summary_reply(listed, reads) for listed in await db.read(queries.list_of, user.id, limit, offset)]


@router.get("/api/interviews/{interview_id}", responses=errors(NotSignedIn, NotFound))
async def read_interview(interview_id: str, user: SignedIn, db: Db, reads: ReaderLanguage) -> InterviewDetails:
    """One interview with its answers, takes and score."""
    return interview_details(await db.read(queries.find_record, user.id, interview_id), reads)


@router.get("/api/interviews/{interview_id}/rubric", responses=errors(NotSignedIn, NotFound))
async def read_rubric(interview_id: str, user: SignedIn, db: Db, reads: ReaderLanguage) -> RubricReply:
    """What each level of each question means in the interview's scoring."""
    interview = await db.lookup(queries.find_interview, user.id, interview_id)
    plan = question_plans.find_plan(interview.plan_id, interview.plan_version)
    others = question_plans.translations(interview.plan_id, interview.plan_version)
    return rubric_reply(next((one for one in others if one.language == reads), plan))


@router.get(
    "/api/interviews/{interview_id}/takes/{take}/captions",
    response_class=Response,
    responses=_CAPTIONS | errors(NotSignedIn, NotFound),
)
async def read_captions(
    interview_id: str, take: Annotated[int, Path(ge=1, le=999)], user: SignedIn, db: Db
) -> Response:
    """The captions of a recorded answer, as WebVTT."""
    record = await db.read(queries.find_record, user.id, interview_id)
    recorded = next((one for one in record.takes if one.number == take), None)
    cues = spoken_cues(recorded, record.answers) if recorded else []
    if recorded is None or not cues:
        raise NotFound
    captions = as_webvtt(cues, recorded.duration_seconds)
    return Response(captions, media_type="text/vtt", headers={"Cache-Control": "private, no-cache"})


@router.post(
    "/api/sound-check",
    status_code=202,
    responses=errors(NotSignedIn, NoTranscription, TooLarge, RateLimited),
)
async def check_sound(body: SoundCheck, user: SignedIn, tries: Limiter, db: Db, helpers: Helped) -> SoundCheckReply:
    """Write down a few seconds of speech, so that the person can see whether the microphone works."""
    await tries.count(CHECKED, user.id)
    agreed_transcriber(helpers, body.version)
    await db.write(request_check, user.id, body.language, body.sound)
    return sound_check_reply(None)


@router.get("/api/sound-check", responses=errors(NotSignedIn, NotFound))
async def read_sound_check(user: SignedIn, db: Db) -> SoundCheckReply:
    """What was understood of the last try of the microphone; known within seconds, and kept for minutes."""
    return sound_check_reply(await db.read(find_check, user.id))


@router.get("/api/interviews/{interview_id}/takes/{take}/heard", responses=errors(NotSignedIn, NotFound))
async def read_heard(interview_id: str, take: Annotated[int, Path(ge=1, le=999)], user: SignedIn, db: Db) -> HeardReply:
    """What was heard of an answer, also while it is being given."""

    def load(tx: Tx) -> HeardReply:
        queries.find_interview(tx, user.id, interview_id)
        given = queries.answers_of(tx, [interview_id])[interview_id]
        return heard_reply(take, given, queries.heard_so_far(tx, interview_id, take))

    return await db.read(load)


@router.post(
    "/api/interviews/{interview_id}/consent", responses=errors(NotSignedIn, NotFound, NotJoinable, ConsentRequired)
)
async def give_consent(
    interview_id: str, body: Consent, user: SignedIn, db: Db, helpers: Helped, reads: ReaderLanguage
) -> InterviewEnvelope:
    """Consent to the recording, and choose whether the AI scores it. Only the current text is accepted."""

    def agree(tx: Tx) -> queries.InterviewRecord:
        versions = body.version, helpers.version
        given = actions.give_consent(tx, user, interview_id, *versions, ai_scoring=body.ai_scoring)
        if body.receipt:
            record_receipt(tx, user.id, body.receipt)
        record_accepted(tx, user.id, Notice(CONSENT, helpers.version, reads), now())
        return queries.record_of(tx, given)

    return InterviewEnvelope(interview=interview_reply(await db.write(agree)))


@router.put(
    "/api/interviews/{interview_id}/ai-scoring", responses=errors(NotSignedIn, NotFound, ConsentRequired, RateLimited)
)
async def choose_scoring(
    interview_id: str, body: ScoringChoice, user: SignedIn, tries: Limiter, db: Db
) -> InterviewEnvelope:
    """Turn AI scoring on or off, before or after the interview. Off deletes the score; a person reviews instead."""
    await tries.count(RESCORED, user.id)

    def choose(tx: Tx) -> queries.InterviewRecord:
        return queries.record_of(tx, scores.choose_scoring(tx, user, interview_id, wanted=body.wanted))

    return InterviewEnvelope(interview=interview_reply(await db.write(choose)))


@router.post(
    "/api/interviews/{interview_id}/start",
    responses=errors(NotSignedIn, NotFound, NotJoinable, ConsentRequired),
)
async def start_interview(
    interview_id: str, body: StartInterview, user: SignedIn, db: Db, video: Video, helpers: Helped
) -> StartReply:
    """Start the interview, or rejoin it at the first unanswered question."""
    require_self(user, body.user_id)
    await db.lookup(queries.find_interview, user.id, interview_id)
    room = await room_of(video, interview_id)

    def begin(tx: Tx) -> tuple[queries.InterviewRecord, dict[str, Any] | None]:
        record = queries.record_of(tx, actions.start(tx, user, interview_id, room, body.language))
        return record, queries.open_follow_up(tx, record)

    record, follow_up = await db.write(begin)
    return start_reply(record, follow_up, helpers)


@router.post(
    "/api/interviews/{interview_id}/start-recording",
    responses=errors(NotSignedIn, NotFound, NotInProgress),
)
async def start_recording(interview_id: str, user: SignedIn, db: Db) -> Ok:
    """Open the interview's recording."""
    await db.write(actions.start_recording, user, interview_id)
    return Ok()


@router.post("/api/interviews/{interview_id}/stop-recording", responses=errors(NotSignedIn, NotFound))
async def stop_recording(interview_id: str, user: SignedIn, db: Db) -> Ok:
    """Close the interview's recording."""
    await db.write(actions.stop_recording, user, interview_id)
    return Ok()


@router.post(
    "/api/interviews/{interview_id}/responses",
    status_code=201,
    responses=_ALREADY_STORED | errors(NotSignedIn, NotFound, NotInProgress, ResponseConflict, TooLarge),
)
async def create_response(
    interview_id: str, body: NewResponse, user: SignedIn, db: Db, response: Response, helpers: Helped
) -> ResponseEnvelope:
    """Store an answer. Resending the same answer changes nothing (200)."""
    answer = answers.NewAnswer(
        order=body.response_order,
        question_id=body.question_id,
        question_text=body.question_text,
        response_text=body.response_text,
        original_text=body.original_text,
        mode=body.mode,
        duration_seconds=body.duration_seconds,
        take=body.take.model_dump() if body.take else None,
    )
    stored, is_new = await db.write(answers.record_answer, user, interview_id, answer, helpers)
    response.status_code = 201 if is_new else 200
    return ResponseEnvelope(response=ResponseReply.model_validate(stored))


@router.patch(
    "/api/interviews/{interview_id}/responses/{order}",
    responses=errors(NotSignedIn, NotFound, NotInProgress, TooLarge, RateLimited),
)
async def correct_response(
    interview_id: str,
    order: Annotated[int, Path(ge=1, le=50)],
    body: Correction,
    user: SignedIn,
    tries: Limiter,
    db: Db,
) -> ResponseEnvelope:
    """Correct the text of an answer, before or after the end. The original is kept; a completed one is rescored."""
    await tries.count(CORRECTED, user.id)
    stored = await db.write(answers.correct_answer, user, interview_id, order, body.response_text)
    return ResponseEnvelope(response=ResponseReply.model_validate(stored))


@router.post(
    "/api/interviews/{interview_id}/adapt-next-question",
    responses=errors(NotSignedIn, NotFound, NotInProgress, TooLarge, RateLimited),
)
async def adapt_next_question(
    interview_id: str, body: AdaptRequest, user: SignedIn, tries: Limiter, db: Db, helpers: Helped
) -> AdaptReply:
    """The next question, given the answers so far. Only ids and answers count; texts of questions are ignored."""
    await tries.count(ADAPTED, user.id)
    return AdaptReply(adapted_question=await next_question(db, user.id, interview_id, body, helpers))


@router.post("/api/interviews/{interview_id}/complete", responses=errors(NotSignedIn, NotFound, NotInProgress))
async def complete_interview(interview_id: str, user: SignedIn, db: Db) -> CompleteReply:
    """Complete the interview and score it. Idempotent."""

    def end(tx: Tx) -> queries.InterviewRecord:
        return queries.record_of(tx, actions.complete(tx, user, interview_id))

    reply = interview_reply(await db.write(end))
    return CompleteReply(responses=reply.responses, interview=reply)
