"""Records as API types. Pure."""

from collections.abc import Mapping
from typing import Any

from dayshift.core.clock import now
from dayshift.core.language import Language
from dayshift.interviews.recordings import Take
from dayshift.interviews.room.captions import spoken_cues
from dayshift.interviews.room.consent import AiServices
from dayshift.interviews.room.lifecycle import is_joinable
from dayshift.interviews.room.queries import (
    Interview,
    InterviewListItem,
    InterviewRecord,
    Listening,
    StoredAnswer,
    Transcript,
)
from dayshift.interviews.room.report import report_in, without_reader
from dayshift.interviews.room.schemas import (
    HeardPassage,
    HeardReply,
    InterviewDetails,
    InterviewReply,
    InterviewSummary,
    LevelReply,
    QuestionReply,
    ResponseReply,
    RubricQuestion,
    RubricReply,
    SoundCheckReply,
    StartReply,
    TakeReply,
    WritingDelayReply,
)
from dayshift.interviews.room.understanding import judged, understood
from dayshift.knowledge.question_plans import Plan, Question

_LISTED = (
    "id",
    "user_id",
    "job_title",
    "company_name",
    "status",
    "scheduled_at",
    "zone",
    "missed",
    "started_at",
    "ended_at",
    "candidate_name",
    "candidate_email",
    "notes",
    "consent_version",
    "consent_at",
    "ai_scoring",
    "scoring",
    "ai_score",
    "report",
    "awaits_person",
    "room_url",
)


def question_on_wire(question: Question) -> dict[str, Any]:
    """A planned question as sent to clients and stored with the interview."""
    reply = QuestionReply(
        id=question.id,
        question=question.text,
        type=question.type,
        expected_duration=question.expected_seconds,
        follow_up_questions=[follow_up.text for follow_up in question.follow_ups],
        competency=question.competency,
    )
    return reply.model_dump(by_alias=True)


def summary_reply(listed: InterviewListItem, language: Language) -> InterviewSummary:
    """The interview as lists show it; the report's own sentences in `language`."""
    return InterviewSummary(**_in_language(_summary(listed, listed.takes, has_reader=listed.has_reader), language))


def interview_reply(record: InterviewRecord) -> InterviewReply:
    """The interview as its candidate sees it."""
    return InterviewReply(**_fields(record))


def interview_details(record: InterviewRecord, language: Language) -> InterviewDetails:
    """Return the interview with what the interview page needs to open; the report's own sentences in `language`."""
    fields = _in_language(_fields(record), language)
    return InterviewDetails(
        **fields,
        daily_room_url=record.interview.room_url,
        candidate_token=record.interview.candidate_token,
        interview=InterviewReply(**fields),
    )


def start_reply(record: InterviewRecord, follow_up: dict[str, Any] | None, helpers: AiServices) -> StartReply:
    """Return what the interview page needs to continue. Only for an interview that has a room."""
    reply = interview_reply(record)
    return StartReply(
        room_url=record.interview.room_url or "",
        candidate_token=record.interview.candidate_token or "",
        questions=reply.questions,
        follow_up=QuestionReply.model_validate(follow_up) if follow_up else None,
        interview=reply,
        transcribes=helpers.permitted_by(record.interview.consent_version).transcriber is not None,
    )


def heard_reply(take: int, answers: list[StoredAnswer], so_far: Listening | None) -> HeardReply:
    """What was heard of a take: its transcript, or what there is of it while its answer is being given."""
    answer = next((one for one in answers if one.take_number == take), None)
    so_far_heard: Mapping[str, Any] | None = so_far.transcript if so_far else None
    transcript = (answer.transcript if answer else None) or so_far_heard
    passages = transcript["passages"] if transcript else []
    return HeardReply(
        awaited=answer.words_awaited if answer else so_far is not None,
        until=so_far.until if so_far else 0.0,
        language=transcript.get("language") if transcript else None,
        understood=understood(passages),
        passages=[HeardPassage.model_validate(one) for one in judged(passages)],
    )


def sound_check_reply(transcript: Transcript | None) -> SoundCheckReply:
    """What was understood of a try of the microphone; None: not known yet."""
    passages = transcript["passages"] if transcript else []
    return SoundCheckReply(
        awaited=transcript is None,
        understood=understood(passages),
        language=transcript.get("language") if transcript else None,
        text=" ".join(one["text"] for one in passages),
    )


def rubric_reply(plan: Plan) -> RubricReply:
    """Every question of a plan with the wording of its five levels."""
    questions = [
        RubricQuestion(
            competency=question.competency,
            question=question.text,
            levels=[LevelReply(level=level.level, text=level.text) for level in question.levels],
        )
        for question in plan.questions
    ]
    return RubricReply(plan=plan.id, plan_version=plan.version, title=plan.title, questions=questions)


def captions_url(take: Take) -> str:
    """The path of the captions of a take."""
    return f"/api/interviews/{take.recording_id}/takes/{take.number}/captions"


def next_question_id(interview: Interview, answers: list[StoredAnswer]) -> str | None:
    """Return the first planned question without an answer, where a rejoined interview continues."""
    answered = {answer.question_id for answer in answers}
    return next((q["id"] for q in interview.questions if q["id"] not in answered), None)


def _fields(record: InterviewRecord) -> dict[str, Any]:
    interview = record.interview
    return {
        **_summary(interview, record.takes, has_reader=record.has_reader),
        "questions": [QuestionReply.model_validate(question) for question in interview.questions],
        "responses": [ResponseReply.model_validate(answer) for answer in record.answers],
        "takes": [_take(take, record.answers) for take in record.takes],
        "next_order": max((answer.response_order for answer in record.answers), default=0) + 1,
        "next_question_id": next_question_id(interview, record.answers),
        "writing_delay": WritingDelayReply.model_validate(record.delay) if record.delay else None,
    }


def _summary(interview: Interview | InterviewListItem, takes: list[Take], *, has_reader: bool) -> dict[str, Any]:
    return {
        **{name: getattr(interview, name) for name in _LISTED},
        "has_reader": has_reader,
        "ai_summary": interview.report.as_text() if interview.report else None,
        "recording_url": next((take.url for take in takes if take.url), None),
        "awaits_recording": any(take.state == "waiting" for take in takes),
        "joinable": is_joinable(interview.status, interview.scheduled_at, now()),
    }


def _in_language(fields: dict[str, Any], language: Language) -> dict[str, Any]:
    report = fields["report"]
    if not report:
        return fields
    shown = report_in(report, language)
    if fields["awaits_person"] and not fields["has_reader"]:
        return {**fields, "report": without_reader(shown), "ai_summary": without_reader(report).as_text()}
    return {**fields, "report": shown}


def _take(take: Take, answers: list[StoredAnswer]) -> TakeReply:
    return TakeReply(
        number=take.number,
        response_order=next((a.response_order for a in answers if a.take_number == take.number), None),
        state=take.state,
        url=take.url,
        captions_url=captions_url(take) if take.url and spoken_cues(take, answers) else None,
        mime_type=take.media_type,
        duration_seconds=take.duration_seconds,
    )
