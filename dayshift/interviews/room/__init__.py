"""Interviews: appointments, questions, answers, transcripts and scores."""

from dayshift.interviews.room.actions import delete_interview, keep_recording_open
from dayshift.interviews.room.appointments import InterviewRequest, create_interview
from dayshift.interviews.room.consent import AiServices, ai_services_of
from dayshift.interviews.room.events import (
    SCORE,
    AnswerCorrected,
    InterviewCancelled,
    InterviewCompleted,
    InterviewPlanned,
    InterviewScored,
    ScoringWanted,
)
from dayshift.interviews.room.invariants import invariants
from dayshift.interviews.room.job import plan_of
from dayshift.interviews.room.language_model import KeptUsage, judge_answers, kept_usages
from dayshift.interviews.room.model_exam import Examination, examine, keep_exam
from dayshift.interviews.room.queries import (
    Interview,
    SendableInterview,
    StoredAnswer,
    all_interview_ids,
    answers_of,
    any_interview,
    awaiting_person,
    completed_of,
    delay_of,
    find_interview,
    going_on,
    in_progress_of,
    interview_ids_of,
    kept_interviews,
    load_interview,
    planned_of,
    reports_of,
    scored_interviews,
    sendable_of,
    several_interviews,
    zone_of_person,
)
from dayshift.interviews.room.report import InterviewReport
from dayshift.interviews.room.routes import router
from dayshift.interviews.room.scores import await_person
from dayshift.interviews.room.sound_check import CHECK
from dayshift.interviews.room.tasks import handlers, schedule
from dayshift.interviews.room.transcripts import LISTEN
from dayshift.interviews.room.understanding import Degree, Understood
from dayshift.interviews.room.waiting import TRANSCRIBE, TranscriptionQueue, WritingDelay, transcription_queue

__all__ = [
    "CHECK",
    "LISTEN",
    "SCORE",
    "TRANSCRIBE",
    "AiServices",
    "AnswerCorrected",
    "Degree",
    "Examination",
    "Interview",
    "InterviewCancelled",
    "InterviewCompleted",
    "InterviewPlanned",
    "InterviewReport",
    "InterviewRequest",
    "InterviewScored",
    "KeptUsage",
    "ScoringWanted",
    "SendableInterview",
    "StoredAnswer",
    "TranscriptionQueue",
    "Understood",
    "WritingDelay",
    "ai_services_of",
    "all_interview_ids",
    "answers_of",
    "any_interview",
    "await_person",
    "awaiting_person",
    "completed_of",
    "create_interview",
    "delay_of",
    "delete_interview",
    "examine",
    "find_interview",
    "going_on",
    "handlers",
    "in_progress_of",
    "interview_ids_of",
    "invariants",
    "judge_answers",
    "keep_exam",
    "keep_recording_open",
    "kept_interviews",
    "kept_usages",
    "load_interview",
    "plan_of",
    "planned_of",
    "reports_of",
    "router",
    "schedule",
    "scored_interviews",
    "sendable_of",
    "several_interviews",
    "transcription_queue",
    "zone_of_person",
]
