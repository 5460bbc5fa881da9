"""Tables: interviews and the answers given in them."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal_column,
    true,
)

from dayshift.core.db import Instant, Json, metadata
from dayshift.interviews.room.report import ReportColumn

interviews = Table(
    "interviews",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("job_title", String(120), nullable=False),
    Column("company_name", String(120), nullable=False),
    Column("status", String(12), nullable=False),
    Column("scheduled_at", Instant, nullable=False),
    Column("planned", Boolean, nullable=False, server_default=true()),  # An appointment; false: to start at once.
    Column("zone", String(64), nullable=False, server_default="UTC"),  # The candidate's, for messages to them.
    Column("sequence", Integer, nullable=False, server_default="0"),  # Number of changes, as calendars count.
    Column("missed", Boolean, nullable=False, server_default=false()),  # Canceled because the candidate did not join.
    Column("started_at", Instant),
    Column("ended_at", Instant),
    Column("candidate_name", String(161), nullable=False),
    Column("candidate_email", String(254)),
    Column("notes", String(1000)),
    Column("plan_id", String(40), nullable=False),
    Column("plan_version", Integer, nullable=False),
    Column("questions", Json, nullable=False),
    Column("consent_version", String(20)),
    Column("consent_at", Instant),
    Column("ai_scoring", Boolean),
    Column("scoring", String(8), nullable=False),  # none | pending | done | declined
    Column("ai_score", Integer),
    Column("report", ReportColumn),  # Sent as an object and, as specified, as the string `aiSummary`.
    Column("awaits_person", Boolean, nullable=False),  # Waits for human review.
    Column("room_name", String(128)),
    Column("room_url", String(300)),
    Column("candidate_token", Text),
    Column("interviewer_token", Text),
    Column("created_at", Instant, nullable=False),
    CheckConstraint("status IN ('scheduled','in-progress','completed','cancelled')", name="status"),
    CheckConstraint(
        "scoring <> 'done' OR (consent_version IS NOT NULL AND ai_scoring IS TRUE)", name="scored_by_consent"
    ),
)
_scheduled = interviews.c.status == literal_column("'scheduled'")
Index("ix_interviews_waiting", interviews.c.scheduled_at, sqlite_where=_scheduled, postgresql_where=_scheduled)
Index("ix_interviews_user_id_scheduled_at", interviews.c.user_id, interviews.c.scheduled_at)
AWAITED = interviews.c.awaits_person
Index("ix_interviews_awaits_person", interviews.c.ended_at, sqlite_where=AWAITED, postgresql_where=AWAITED)

responses = Table(
    "responses",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), nullable=False),
    Column("response_order", Integer, nullable=False),
    Column("question_id", String(80), nullable=False),
    Column("question_text", String(1000), nullable=False),
    Column("response_text", Text, nullable=False),
    Column("original_text", Text),  # The first text, once the person has corrected it.
    Column("corrected_at", Instant),  # When the person last corrected it after the end of the interview.
    Column("mode", String(8), nullable=False),  # spoken | typed
    Column("take_number", Integer),
    Column("duration_seconds", Float),
    Column("transcription", String(8)),  # awaited | done | failed; null: not to be transcribed.
    Column("transcript", Json),  # A `transcripts.Transcript`.
    Column("confirmed_at", Instant),  # When the person said that the transcript is right.
    Column("created_at", Instant, nullable=False),
    UniqueConstraint("interview_id", "response_order"),
)

# What was heard of an answer while it is given. Replaced by its transcript.
listening = Table(
    "listening",
    metadata,
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), primary_key=True),
    Column("take", Integer, primary_key=True, autoincrement=False),
    Column("chunks", Integer, nullable=False),  # Number of chunks that were listened to.
    Column("until", Float, nullable=False),  # Seconds of the take that are transcribed.
    Column("transcript", Json, nullable=False),
    Column("changed_at", Instant, nullable=False),  # When a chunk last arrived.
)

# What a person said to try the microphone before an interview. Gone after minutes; the sound as soon as it is heard.
sound_checks = Table(
    "sound_checks",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("number", String(36), nullable=False),  # Of the attempt: the newest one counts.
    Column("language", String(2), nullable=False),
    Column("sound", LargeBinary),
    Column("transcript", Json),  # Null until it is heard.
    Column("created_at", Instant, nullable=False),
)

# The follow-ups that a candidate was asked; answers to others are rejected.
follow_ups = Table(
    "follow_ups",
    metadata,
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), primary_key=True),
    Column("question_id", String(80), primary_key=True),
    Column("question", Json, nullable=False),  # As it was sent.
    Column("created_at", Instant, nullable=False),
)

model_uses = Table(
    "model_uses",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="CASCADE"), nullable=False),
    Column("purpose", String(8), nullable=False),  # score | ask
    Column("model", String(200), nullable=False),
    Column("prompt", String(40), nullable=False),  # Name and version of the prompt.
    Column("passes", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("unbelievable", Integer, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("dollars", Float),  # Null where no prices were given.
    Column("seconds", Float, nullable=False),
    Column("reasons", Json, nullable=False),  # Why passes failed.
    Column("created_at", Instant, nullable=False),
)
Index("ix_model_uses_interview_id", model_uses.c.interview_id)
Index("ix_model_uses_created_at", model_uses.c.created_at)

# What counts toward the budgets of the last 24 hours. Nothing but time deletes it: neither an interview nor a person.
model_spending = Table(
    "model_spending",
    metadata,
    Column("id", String(36), primary_key=True),  # Of the use.
    Column("account", String(64), nullable=False),  # A digest of the person's id.
    Column("calls", Integer, nullable=False),
    Column("dollars", Float, nullable=False),
    Column("spent_at", Instant, nullable=False),
)
Index("ix_model_spending_account", model_spending.c.account, model_spending.c.spent_at)
Index("ix_model_spending_spent_at", model_spending.c.spent_at)

model_exams = Table(
    "model_exams",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("model", String(200), nullable=False),
    Column("prompt", String(40), nullable=False),
    Column("answers", Integer, nullable=False),
    Column("kappa", Float, nullable=False),
    Column("harmful_high", Integer, nullable=False),
    Column("swap_changes", Integer, nullable=False),
    Column("hint_raises", Integer, nullable=False),
    Column("unanswered", Integer, nullable=False),
    Column("passed", Boolean, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("dollars", Float),  # Null where no prices were given.
    Column("created_at", Instant, nullable=False),
)
Index("ix_model_exams_model_created_at", model_exams.c.model, model_exams.c.created_at)
