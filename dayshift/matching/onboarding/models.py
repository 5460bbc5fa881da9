"""Tables: what people search for, and their answers to the quick questions.

The profile columns of `users` (`job_search_prompt`, `employment_type`, `years_experience`, `expected_pay`, `zip_code`)
are not copies of these rows: the specification lets clients write both independently, and the profile takes values that
no quick answer has, such as 7 years or "$22 plus tips". `job_searches` is the history of searches; the profile has the
search that is in use.
"""

from sqlalchemy import Column, ForeignKey, Index, String, Table, UniqueConstraint

from dayshift.core.db import Instant, metadata

job_searches = Table(
    "job_searches",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("search_query", String(500), nullable=False),
    Column("created_at", Instant, nullable=False),
)
Index("ix_job_searches_user_id_created_at", job_searches.c.user_id, job_searches.c.created_at)

user_responses = Table(
    "user_responses",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("user_id", String(36), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("question_type", String(20), nullable=False),
    Column("answer", String(200), nullable=False),
    Column("updated_at", Instant, nullable=False),
    UniqueConstraint("user_id", "question_type"),
)
