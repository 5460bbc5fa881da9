"""Tables: applications with their moves, grants, views, ratings, messages, meetings, offers, counters and records."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
    false,
    literal_column,
    select,
)

from dayshift.core.db import Instant, Json, metadata

_STAGES = "'submitted','in_review','question_asked','invited','met','offered','hired','declined','withdrawn','closed'"

applications = Table(
    "applications",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("job_id", String(36), nullable=False),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("posting_id", String(36), ForeignKey("postings.id", ondelete="CASCADE"), nullable=False),
    Column("location_id", String(36), ForeignKey("locations.id", ondelete="RESTRICT")),
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="SET NULL")),
    Column("name", String(161), nullable=False),  # The candidate's, as on the day of the application.
    Column("first_name", String(80), nullable=False, server_default=""),  # The part of it that addresses them.
    Column("namesake", Integer),  # 2 for the second of the employer's people with this name; null for the first.
    Column("title", String(200), nullable=False),  # The job's.
    Column("stage", String(14), nullable=False),
    Column("version", Integer, nullable=False),  # Equals the number of its moves.
    Column("news_read_version", Integer),  # At which members put away that it had ended.
    Column("last_action", String(16), nullable=False, server_default="submit"),  # Of its last move.
    Column("turn", String(9)),  # Who acts next: employer | candidate; null once it has ended.
    Column("reply_by", Instant),  # Null while the employer owes no reply.
    Column("reply_extended", Boolean, nullable=False, server_default=false()),  # By a question.
    Column("reply_kept", Instant),  # The reply date while a question is open that does not move it.
    Column("answered_at", Instant),  # The employer's first answer: an invitation, an offer, a decline or a close.
    Column("missed_at", Instant),  # When the promise was broken: no answer by `reply_by`.
    Column("declined_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("look_asked_at", Instant),  # When the candidate asked for another look.
    Column("submitted_at", Instant, nullable=False),
    Column("viewed_at", Instant),  # First view by a member.
    Column("changed_at", Instant, nullable=False),
    UniqueConstraint("user_id", "job_id"),
    CheckConstraint(f"stage IN ({_STAGES})", name="stage"),
    CheckConstraint("turn IN ('employer','candidate')", name="turn"),
)
# The views of the list, in their order; the last columns let filters and roles be checked without the row.
DUE = applications.c.turn == literal_column("'employer'")
OWED = DUE & applications.c.reply_by.is_not(None)
MEETING_AHEAD = DUE & applications.c.reply_by.is_(None)
WAITING = applications.c.turn == literal_column("'candidate'")
ENDED = applications.c.turn.is_(None)
_filters = (applications.c.location_id, applications.c.posting_id)
Index("ix_applications_stage", applications.c.employer_id, applications.c.stage, applications.c.reply_by,
      applications.c.id, *_filters)  # fmt: skip
Index("ix_applications_due", applications.c.employer_id, applications.c.reply_by, applications.c.id, *_filters,
      sqlite_where=DUE, postgresql_where=DUE)  # fmt: skip
Index("ix_applications_due_newest", applications.c.employer_id, applications.c.id, *_filters,
      sqlite_where=OWED, postgresql_where=OWED)  # fmt: skip
Index("ix_applications_meeting", applications.c.employer_id, applications.c.id, *_filters,
      sqlite_where=MEETING_AHEAD, postgresql_where=MEETING_AHEAD)  # fmt: skip
Index("ix_applications_waiting", applications.c.employer_id, applications.c.id, *_filters,
      sqlite_where=WAITING, postgresql_where=WAITING)  # fmt: skip
Index("ix_applications_ended", applications.c.employer_id, applications.c.id, *_filters,
      sqlite_where=ENDED, postgresql_where=ENDED)  # fmt: skip
Index("ix_applications_changed", applications.c.employer_id, applications.c.changed_at, applications.c.id)
Index("ix_applications_news", applications.c.employer_id, applications.c.last_action, applications.c.changed_at)
Index("ix_applications_posting_id_stage", applications.c.posting_id, applications.c.stage)
Index("ix_applications_location_id", applications.c.location_id, applications.c.stage, applications.c.reply_by,
      applications.c.id)  # fmt: skip
Index("ix_applications_look", applications.c.employer_id, sqlite_where=applications.c.look_asked_at.is_not(None),
      postgresql_where=applications.c.look_asked_at.is_not(None))  # fmt: skip
Index("ix_applications_interview_id", applications.c.interview_id)

application_words = Table(  # Each candidate's name from each of its words on, see `search.keys_of`.
    "application_words",
    metadata,
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    # Folded, without spaces. Sorted by code point, so that a beginning is a range.
    Column("word", String(80).with_variant(String(80, collation="C"), "postgresql"), nullable=False),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("employer_id", "word", "application_id"),
)
Index("ix_application_words_application_id", application_words.c.application_id, application_words.c.word)

application_reviewers = Table(
    "application_reviewers",
    metadata,
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("assigned_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("assigned_at", Instant, nullable=False),
    PrimaryKeyConstraint("member_id", "application_id"),
)
Index("ix_application_reviewers_application_id", application_reviewers.c.application_id)

moves = Table(
    "moves",
    metadata,
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # From 1; the application's version after this move.
    Column("action", String(16), nullable=False),
    Column("from_stage", String(14)),  # Null for the first.
    Column("to_stage", String(14), nullable=False),
    Column("actor", String(9), nullable=False),  # candidate | member | system
    Column("member_id", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("member_name", String(120)),  # As on the day of the move.
    Column("reason", String(24)),
    Column("words", String(2000)),
    Column("explanation", Json),  # Of a member's decline or close: see `legal.Explanation`.
    Column("letter", Json),  # What the candidate was told: see `letters.Letter.stored`. Null before it was stored.
    Column("calendar", Json),  # The appointment that it made or ended: see `meetings.in_calendar`.
    Column("made_at", Instant, nullable=False),
    Column("key", String(80)),  # Idempotency key of the request.
    PrimaryKeyConstraint("application_id", "number"),
    UniqueConstraint("application_id", "key"),  # Not alone: nobody can use up a key of another employer.
    CheckConstraint("action <> 'decline' OR explanation IS NOT NULL", name="explained"),
)
Index("ix_moves_member_id", moves.c.member_id)

pending_moves = Table(  # A member's decision that can still be undone.
    "pending_moves",
    metadata,
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(36), nullable=False, unique=True),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),  # The application's version that it was made on.
    Column("move", Json, nullable=False),  # See `schemas.NewMove`.
    Column("key", String(80), nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("due_at", Instant, nullable=False),
)
Index("ix_pending_moves_member_id", pending_moves.c.member_id)
sent = applications.alias("sent")
SAME_ANSWERS = (
    (sent.c.user_id == applications.c.user_id)  # Those are few: their index finds them.
    & (sent.c.employer_id == applications.c.employer_id)
    & ((sent.c.id == applications.c.id) | (sent.c.interview_id == applications.c.interview_id))
)
"""`sent`: the applications that the same interview was sent with to the same employer, who saw its answers once."""

UNDECIDED = applications.c.id.not_in(select(pending_moves.c.application_id))
"""No decision about it is going out: until it is sent or undone, nobody waits for a reply."""

unsent_moves = Table(  # A decision that could not be sent after the time to undo, until a member has dismissed it.
    "unsent_moves",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),  # Who decided.
    Column("for_all", Boolean, nullable=False),  # That member may not decide any more: all who hire there are told.
    Column("move", Json, nullable=False),  # See `schemas.NewMove`.
    Column("reason", String(9), nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("failed_at", Instant, nullable=False),
    CheckConstraint(
        "reason IN ('withdrawn','closed','declined','hired','changed','times','no_access','failed')", name="reason"
    ),
)
Index("ix_unsent_moves_application_id", unsent_moves.c.application_id)
Index("ix_unsent_moves_employer_id", unsent_moves.c.employer_id, unsent_moves.c.failed_at)
Index("ix_unsent_moves_member_id", unsent_moves.c.member_id)

grants = Table(
    "grants",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("video", Boolean, nullable=False),
    Column("words", Boolean, nullable=False),
    Column("score", Boolean, nullable=False),
    Column("quick_answers", Boolean, nullable=False, server_default=false()),  # Older consents did not ask for them.
    Column("consent_version", String(20), nullable=False),  # Of the text that asked for it.
    Column("given_at", Instant, nullable=False),
    Column("until", Instant, nullable=False),
    Column("withdrawn_at", Instant),
    PrimaryKeyConstraint("user_id", "employer_id"),
)
Index("ix_grants_employer_id", grants.c.employer_id)

views = Table(
    "views",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("viewer", String(120), nullable=False),  # The viewer's name on that day.
    Column("link_id", String(36)),  # Viewed through a shared review link.
    Column("version", Integer, nullable=False),  # The application's at that moment: orders views and moves exactly.
    Column("answer", Integer, nullable=False),  # The answer's order in the interview.
    Column("kind", String(5), nullable=False),  # video | words
    Column("seconds", Float, nullable=False),  # Played, without repeated parts.
    Column("needed", Float, nullable=False, server_default="0"),  # Seconds from which the answer counts as viewed.
    Column("length", Float),  # Of the recording, in seconds; null for words.
    Column("began_at", Instant, nullable=False),
    Column("last_at", Instant, nullable=False),
    CheckConstraint("kind IN ('video','words')", name="kind"),
)
Index("ix_views_application_id", views.c.application_id, views.c.began_at)
Index("ix_views_member_id", views.c.member_id, views.c.application_id)
VIEWED = views.c.seconds >= views.c.needed
"""The one condition for "viewed": in letters, before decisions and in lists. See `viewing.needed_for`."""

openings = Table(  # What the server itself sent to somebody, once a visit, whatever their program reports of it.
    "openings",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("viewer_id", String(36), nullable=False),  # A member's id, or that of a shared review link.
    Column("viewer", String(120), nullable=False),  # The viewer's name on that day.
    Column("kind", String(5), nullable=False),  # video | words
    Column("answer", Integer),  # The order of the answer whose recording was sent; null for the page with all texts.
    Column("sent", Integer, nullable=False),  # The sixteenths of the recording's file that were sent, as bits.
    Column("opened_at", Instant, nullable=False),
    Column("ahead", Boolean, nullable=False),  # Only the beginning, before it was opened: candidates are not told.
    CheckConstraint("kind IN ('video','words')", name="kind"),
    CheckConstraint("(kind = 'video') = (answer IS NOT NULL)", name="answer"),
)
Index("ix_openings_application_id", openings.c.application_id, openings.c.viewer_id)

ratings = Table(
    "ratings",
    metadata,
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("author", String(36), nullable=False),  # A member's id, or that of a shared review link.
    Column("author_name", String(120), nullable=False),
    Column("question_id", String(80), nullable=False),
    Column("competency", String(120), nullable=False),
    Column("skipped", Boolean, nullable=False),  # Chose to see the AI level without rating.
    Column("level", Integer),  # 1 to 5; null: cannot tell, or skipped.
    Column("first_level", Integer),  # As rated before the AI level was shown; never changes.
    Column("comment", String(1000)),
    Column("rated_at", Instant, nullable=False),
    Column("changed_at", Instant, nullable=False),
    Column("ai_seen", Json),  # The AI level shown to the author last: {at, level, confidence, plan, scorer, model}.
    PrimaryKeyConstraint("application_id", "author", "question_id"),
    CheckConstraint("level BETWEEN 1 AND 5", name="level"),
)

messages = Table(
    "messages",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("sender", String(9), nullable=False),  # candidate | member
    Column("member_id", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("member_name", String(120)),
    Column("question", Boolean, nullable=False),  # A question that the application waits for.
    Column("text", String(2000), nullable=False),
    Column("sent_at", Instant, nullable=False),
    Column("read_at", Instant),  # By the other side.
    Column("key", String(80)),  # Idempotency key of the request.
    UniqueConstraint("application_id", "sender", "key"),
)
Index("ix_messages_application_id", messages.c.application_id, messages.c.sent_at)
Index("ix_messages_member_id", messages.c.member_id)
_unread = (messages.c.sender == literal_column("'candidate'")) & messages.c.read_at.is_(None)
Index("ix_messages_unread", messages.c.application_id, sqlite_where=_unread, postgresql_where=_unread)

notes = Table(  # What members write about an application for each other.
    "notes",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("member_name", String(120), nullable=False),
    Column("told", Json, nullable=False),  # Names of the colleagues it was mailed to.
    Column("text", String(2000), nullable=False),
    Column("written_at", Instant, nullable=False),
    Column("key", String(80)),  # Idempotency key of the request.
    UniqueConstraint("application_id", "member_id", "key"),
)
Index("ix_notes_application_id", notes.c.application_id, notes.c.written_at)
Index("ix_notes_member_id", notes.c.member_id)

meetings = Table(
    "meetings",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="SET NULL")),  # The member to meet.
    Column("offered", Json, nullable=False),  # Times to choose from, ISO 8601 in UTC.
    Column("minutes", Integer, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("place", String(300), nullable=False),
    Column("ask_for", String(120), nullable=False),
    Column("starts_at", Instant),  # Null until the candidate has chosen.
    Column("state", String(9), nullable=False),
    Column("sequence", Integer, nullable=False, server_default="0"),  # Number of changes, as calendars count.
    Column("created_at", Instant, nullable=False),
    Column("uid", String(36)),  # Id of the first meeting that it replaces: calendars keep one entry.
    CheckConstraint("state IN ('offered','chosen','refused','cancelled','met','no_show')", name="state"),
)
Index("ix_meetings_application_id", meetings.c.application_id)
Index("ix_meetings_member_id", meetings.c.member_id, meetings.c.starts_at)
_chosen = meetings.c.state == literal_column("'chosen'")
Index("uq_meetings_chosen", meetings.c.member_id, meetings.c.starts_at, unique=True,
      sqlite_where=_chosen, postgresql_where=_chosen)  # fmt: skip

offers = Table(
    "offers",
    metadata,
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), primary_key=True),
    Column("pay", Integer, nullable=False),  # US cents per hour.
    Column("start_on", Date, nullable=False),
    Column("first_shift", String(200), nullable=False),
    Column("place", String(300), nullable=False),
    Column("bring", String(500)),
    Column("made_at", Instant, nullable=False),
    Column("accepted_at", Instant),
    Column("answer_by", Date),  # The last day to answer, at the place of work; null for none.
)

saved_views = Table(  # A member's own filters of the list.
    "saved_views",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("filters", Json, nullable=False),
    UniqueConstraint("member_id", "name"),
)

text_templates = Table(  # An employer's own texts for messages and letters, with placeholders.
    "text_templates",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("purpose", String(8), nullable=False),
    Column("en", String(2000)),
    Column("es", String(2000)),
    Column("changed_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("changed_at", Instant, nullable=False),
    CheckConstraint("purpose IN ('message','invite','ask','offer','decline')", name="purpose"),
    CheckConstraint("en IS NOT NULL OR es IS NOT NULL", name="text"),
)
Index("ix_text_templates_employer_id", text_templates.c.employer_id)
Index("ix_text_templates_changed_by", text_templates.c.changed_by)

review_links = Table(
    "review_links",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="CASCADE"), nullable=False),
    Column("created_by", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("member_version", Integer, nullable=False, server_default="0"),  # The sender's security_version then.
    Column("name", String(120), nullable=False),  # The recipient.
    Column("email", String(254), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("ended_at", Instant),
)
Index("ix_review_links_application_id", review_links.c.application_id)
Index("ix_review_links_created_by", review_links.c.created_by)

assessment_keys = Table(  # The key with which an employer's applicant tracking system orders interviews.
    "assessment_keys",
    metadata,
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), primary_key=True),
    Column("key_hash", LargeBinary(32), nullable=False, unique=True),
    Column("ending", String(4), nullable=False),  # Of the key, to recognize it.
    Column("created_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("rights_version", Integer, nullable=False, server_default="0"),  # Its creator's then.
    Column("created_at", Instant, nullable=False),
    Column("used_at", Instant),
    Column("failed_at", Instant),  # When the system last reported an error that belongs to no order.
)
Index("ix_assessment_keys_created_by", assessment_keys.c.created_by)

assessment_orders = Table(  # Interviews that an employer's applicant tracking system ordered.
    "assessment_orders",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("posting_id", String(36), ForeignKey("postings.id", ondelete="CASCADE"), nullable=False),
    Column("fingerprint", LargeBinary(32), nullable=False),  # Of posting, address and callback: a resend is the same.
    Column("email", String(254), nullable=False),
    Column("first_name", String(80), nullable=False),
    Column("last_name", String(80), nullable=False),
    Column("callback_url", String(2000), nullable=False),
    Column("token_hash", LargeBinary(32), unique=True),  # Of the mailed link; null until it is mailed.
    Column("state", String(8), nullable=False),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE")),  # Who accepted.
    Column("interview_id", String(36), ForeignKey("interviews.id", ondelete="SET NULL")),
    Column("application_id", String(36), ForeignKey("applications.id", ondelete="SET NULL")),
    Column("video", Boolean),  # What the candidate agreed to share once the interview is done.
    Column("words", Boolean),
    Column("score", Boolean),
    Column("sharing_version", String(20)),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("accepted_at", Instant),
    Column("ended_at", Instant),
    Column("called_at", Instant),  # When the system was told of the end.
    Column("callback_error", String(200)),
    Column("problem", String(500)),  # The error that the system reported last.
    UniqueConstraint("employer_id", "fingerprint"),
    CheckConstraint("state IN ('sent','accepted','done','refused','expired','failed')", name="state"),
)
Index("ix_assessment_orders_created_at", assessment_orders.c.employer_id, assessment_orders.c.created_at,
      assessment_orders.c.id)  # fmt: skip
Index("ix_assessment_orders_email", assessment_orders.c.email)
Index("ix_assessment_orders_user_id", assessment_orders.c.user_id)
Index("ix_assessment_orders_interview_id", assessment_orders.c.interview_id)
Index("ix_assessment_orders_application_id", assessment_orders.c.application_id)
Index("ix_assessment_orders_posting_id", assessment_orders.c.posting_id)
Index("ix_assessment_orders_ended_at", assessment_orders.c.ended_at)

calendar_feeds = Table(  # A candidate's private calendar link; deleting the row revokes it.
    "calendar_feeds",
    metadata,
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(36), nullable=False, unique=True),  # Signed in the link; a new link has a new id.
    Column("security_version", Integer, nullable=False, server_default="0"),  # The user's then.
    Column("created_at", Instant, nullable=False),
)

stage_counts = Table(  # Counters that every move keeps.
    "stage_counts",
    metadata,
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("posting_id", String(36), ForeignKey("postings.id", ondelete="CASCADE"), nullable=False),
    Column("location_id", String(36), nullable=False),  # Of the applications; empty for none.
    Column("stage", String(14), nullable=False),
    Column("count", Integer, nullable=False),
    PrimaryKeyConstraint("employer_id", "posting_id", "location_id", "stage"),
)
Index("ix_stage_counts_posting_id", stage_counts.c.posting_id)
HIRED = stage_counts.c.stage == literal_column("'hired'")
Index("ix_stage_counts_hired", stage_counts.c.posting_id, sqlite_where=HIRED, postgresql_where=HIRED)

reply_days = Table(  # Answered and missed promises by day, for the public reply rate.
    "reply_days",
    metadata,
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("day", Date, nullable=False),  # On which the promise was kept or broken, in UTC.
    Column("on_time", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    PrimaryKeyConstraint("employer_id", "day"),
)

decision_records = Table(  # Outlives the candidate's data, and identifies nobody but the member who decided.
    "decision_records",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("subject", String(64), nullable=False),  # SHA-256 of the application's id, which is deleted with the person.
    Column("employer_id", String(36), nullable=False),  # No foreign keys: it outlives them all.
    Column("posting_id", String(36), nullable=False),
    Column("title", String(200), nullable=False),
    Column("action", String(16), nullable=False),
    Column("from_stage", String(14), nullable=False),
    Column("reason", String(24)),
    Column("member_id", String(36), nullable=False),
    Column("member_name", String(120), nullable=False),
    Column("member_role", String(8), nullable=False),
    Column("decided_at", Instant, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("viewed", Integer, nullable=False),  # Answers that this member viewed before.
    Column("ai", String(6), nullable=False),
    Column("levels", Json, nullable=False),  # [{competency, ai, confidence, member}]
    Column("overruled", Boolean),  # Null: the member gave no level that the AI gave too.
    Column("recommendation", String(24)),  # The AI's, if it gave one and its score was shared. Members don't see it.
    Column("shared", Json, nullable=False),  # {video, words, score, quick_answers}
    Column("sharing_version", String(20)),
    Column("consent_version", String(20)),
    Column("plan", String(60)),
    Column("scorer", String(60)),
    Column("model", String(200)),
    Column("rules", Json, nullable=False),  # Ids of the legal rules in force.
    Column("kept_until", Date, nullable=False),
    CheckConstraint("ai IN ('none','unseen','seen')", name="ai"),
)
Index("ix_decision_records_employer_id", decision_records.c.employer_id, decision_records.c.decided_at)
Index("ix_decision_records_subject", decision_records.c.subject)
Index("ix_decision_records_kept_until", decision_records.c.kept_until)
