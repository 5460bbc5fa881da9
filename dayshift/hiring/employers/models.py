"""Tables: employers, their sign-ups, locations, members, sessions, sign-in links, providers, postings and claims."""

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
    Text,
    UniqueConstraint,
    false,
    literal_column,
    true,
)

from dayshift.core.db import Instant, Json, Sealed, SealedText, metadata

employers = Table(
    "employers",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("name_key", String(120), nullable=False, server_default=""),  # See `core.names.name_key`.
    Column("zone", String(64), nullable=False),  # For days that belong to no location.
    Column("reply_days", Integer, nullable=False, server_default="3"),  # Promised reply time, in working days.
    Column("created_at", Instant, nullable=False),
    Column("closed_at", Instant),  # Nobody can sign in or apply any more.
    CheckConstraint("reply_days BETWEEN 1 AND 5", name="reply_days"),
    Index(None, "name_key"),
)

locations = Table(
    "locations",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(80), nullable=False),
    Column("street", String(200)),
    Column("city", String(100), nullable=False),
    Column("state", String(2), nullable=False),
    Column("zip", String(5), nullable=False),
    Column("lat", Float(53)),
    Column("lon", Float(53)),
    Column("zone", String(64), nullable=False),
    Column("opens_at", String(5)),  # "06:00", local time of the location.
    Column("closes_at", String(5)),
    Column("created_at", Instant, nullable=False),
    Column("closed_at", Instant),
    UniqueConstraint("employer_id", "name"),
)

members = Table(
    "members",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("email", String(254), nullable=False),
    Column("name", String(120), nullable=False),
    Column("role", String(8), nullable=False),
    Column("state", String(11), nullable=False),
    Column("language", String(2), nullable=False, server_default="en"),
    Column("all_locations", Boolean, nullable=False),  # Of a manager: not only those in `member_locations`.
    Column("password_hash", String(255)),
    Column("totp_secret", Sealed),
    Column("totp_confirmed_at", Instant),  # Null while the second factor is being set up.
    Column("totp_step", Integer),  # The time step of the last accepted code: no code works twice.
    Column("recovery_codes", Json),  # SHA-256 of the unused ones, as hex.
    Column("daily_digest", Boolean, nullable=False, server_default=true()),
    Column("news_mail", Boolean, nullable=False, server_default=true()),  # At once, about what cannot wait.
    Column("digest_on", Date),  # The day of the last one, in the employer's zone.
    Column("shortcuts", Boolean, nullable=False, server_default=true()),  # Keyboard shortcuts.
    Column("invited_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("invited_at", Instant, nullable=False),
    Column("joined_at", Instant),
    Column("deactivated_at", Instant),
    Column("deleted_at", Instant),  # Only the name stays, and `email` is a placeholder.
    # Links and keys carry the version of their issue: incrementing it ends them (docs/security.md has the table).
    Column("security_version", Integer, nullable=False, server_default="0"),
    Column("rights_version", Integer, nullable=False, server_default="0"),
    Column("inviter_version", Integer, nullable=False, server_default="0"),  # `invited_by`'s rights_version then.
    CheckConstraint("role IN ('owner','manager','reviewer')", name="role"),
    CheckConstraint("state IN ('invited','active','deactivated')", name="state"),
    UniqueConstraint("employer_id", "email"),  # One person may work for several employers.
)
Index("ix_members_email", members.c.email)

member_locations = Table(
    "member_locations",
    metadata,
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("location_id", String(36), ForeignKey("locations.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("member_id", "location_id"),
)
Index("ix_member_locations_location_id", member_locations.c.location_id)

member_sessions = Table(
    "member_sessions",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),  # SHA-256; the token itself is never stored.
    Column("id", String(36), nullable=False, unique=True),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(60), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("last_seen_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("confirmed_at", Instant),  # When the second factor was entered; null if it was not.
    Column("tries", Integer, nullable=False, server_default="0"),  # Wrong codes of the second factor.
    Column("single_sign_on", Boolean, nullable=False, server_default=false()),  # Opened at the identity provider.
    Column("address_proved_at", Instant),  # When its mailed link was opened; null if it was opened otherwise.
)
Index("ix_member_sessions_member_id", member_sessions.c.member_id)

member_links = Table(
    "member_links",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("purpose", String(8), nullable=False),  # `sign_in.Purpose`
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("used_at", Instant),
)
Index("ix_member_links_member_id", member_links.c.member_id)

member_calendars = Table(
    "member_calendars",
    metadata,
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("address", SealedText, nullable=False),  # Secret: who knows it reads the calendar.
    Column("host", String(253), nullable=False),  # All of the address that is shown.
    Column("version", String(36), nullable=False),  # Changes with the address.
    Column("busy", Json, nullable=False),  # [begin, end] of each busy time, ISO 8601 in UTC. No titles.
    Column("created_at", Instant, nullable=False),
    Column("read_at", Instant, nullable=False),  # The last time that it could be read: `busy` is from then.
    Column("problem", String(12)),  # Why it could not be read since.
    CheckConstraint("problem IN ('gone','unreachable','not_calendar','too_big')", name="problem"),
)

identity_providers = Table(
    "identity_providers",
    metadata,
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), primary_key=True),
    Column("issuer", String(500), nullable=False),
    Column("client_id", String(255), nullable=False),
    Column("client_secret", SealedText, nullable=False),
    Column("domains", Json, nullable=False),  # Of the addresses that may join, in lower case.
    Column("end_session", String(2000)),  # The provider's logout page, as of the last sign-in.
    Column("changed_at", Instant, nullable=False),
    Column("used_at", Instant),  # The last sign-in.
    Column("failed_at", Instant),  # The last sign-in that failed after the provider's page, and why.
    Column("failure", String(20)),
    # Set: members sign in by single sign-on only, except this owner, if the provider fails.
    Column("break_glass_id", String(36), ForeignKey("members.id")),
)
Index("ix_identity_providers_break_glass_id", identity_providers.c.break_glass_id)

employer_domains = Table(
    "employer_domains",
    metadata,
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("domain", String(253), nullable=False),  # In lower case.
    Column("record", String(64), nullable=False),  # What the DNS record has to say.
    Column("email", String(254)),  # Where the link was sent, until it is opened.
    Column("token_hash", LargeBinary(32), unique=True),  # Of the mailed link.
    Column("expires_at", Instant),  # Of the mailed link.
    Column("proof", String(5)),  # mail | dns | claim
    Column("proved_at", Instant),
    Column("created_at", Instant, nullable=False),
    PrimaryKeyConstraint("employer_id", "domain"),
    CheckConstraint("(proof IS NULL) = (proved_at IS NULL)", name="proof"),
)
_proved = employer_domains.c.proved_at.is_not(None)
Index("uq_employer_domains_domain", employer_domains.c.domain, unique=True,
      sqlite_where=_proved, postgresql_where=_proved)  # fmt: skip

member_identities = Table(
    "member_identities",
    metadata,
    # One person may come from the same provider to several employers.
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("issuer", String(500), nullable=False),
    Column("subject", String(255), nullable=False),
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("linked_at", Instant, nullable=False),
    PrimaryKeyConstraint("employer_id", "issuer", "subject"),
)
Index("ix_member_identities_member_id", member_identities.c.member_id)

identity_consents = Table(
    "identity_consents",
    metadata,
    Column("member_id", String(36), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("issuer", String(500), nullable=False),
    Column("subject", String(255), nullable=False),
    Column("page", String(500), nullable=False),  # Of the desk, where the sign-in was to lead.
    Column("token_hash", LargeBinary(32), unique=True),  # Of the mailed link.
    Column("expires_at", Instant, nullable=False),
)

postings = Table(
    "postings",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("location_id", String(36), ForeignKey("locations.id", ondelete="RESTRICT")),  # Null: not said.
    Column("job_id", String(36), unique=True),  # In the catalog; null for a draft. No foreign key: jobs come and go.
    Column("title", String(200), nullable=False),
    Column("title_key", Text, nullable=False, server_default=""),  # See `core.folding.search_key`.
    Column("state", String(7), nullable=False),
    Column("imported", Boolean, nullable=False),  # Claimed: its feed says what the job is like.
    Column("openings", Integer, nullable=False),
    Column("hired", Integer, nullable=False, server_default="0"),
    Column("reply_days", Integer),  # Null: as the employer promises.
    Column("details", Json, nullable=False),  # `postings.Details`; empty for a job of a feed.
    Column("version", Integer, nullable=False),
    Column("live_until", Instant),
    Column("removal_due_at", Instant),  # A member takes it down; until then that can be undone.
    Column("group_id", String(36)),  # Shared by jobs that were posted for several places and still share their text.
    Column("always_hiring", Boolean, nullable=False, server_default=false()),  # No last opening: never filled.
    Column("created_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("changed_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),  # Null: no member, or one gone.
    Column("created_at", Instant, nullable=False),
    Column("changed_at", Instant, nullable=False),
    CheckConstraint("state IN ('draft','live','paused','filled','removed')", name="state"),
    CheckConstraint("openings BETWEEN 1 AND 500", name="openings"),
)
Index("ix_postings_employer_id_state", postings.c.employer_id, postings.c.state)
_grouped = postings.c.group_id.is_not(None)
Index("ix_postings_group_id", postings.c.group_id, sqlite_where=_grouped, postgresql_where=_grouped)

sign_ups = Table(
    "employer_sign_ups",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer", String(120), nullable=False),
    Column("email", String(254), nullable=False),
    Column("name", String(120), nullable=False),
    Column("language", String(2), nullable=False),
    Column("street", String(200)),
    Column("zip", String(5), nullable=False),
    Column("token_hash", LargeBinary(32), unique=True),  # Of the mailed link.
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("proved_at", Instant),  # Set while an operator has to approve it.
)

claims = Table(
    "claims",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("employer_id", String(36), ForeignKey("employers.id", ondelete="CASCADE"), nullable=False),
    Column("job_employer", String(200), nullable=False),  # The name in the imported jobs, in lower case.
    Column("domain", String(253), nullable=False),  # Of the jobs' own pages.
    Column("email", String(254)),  # Where the link was sent, until it is decided; null: an operator decides.
    Column("token_hash", LargeBinary(32)),  # Of the mailed link.
    Column("state", String(8), nullable=False),
    Column("requested_by", String(36), ForeignKey("members.id", ondelete="SET NULL")),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("decided_at", Instant),
    CheckConstraint("state IN ('pending','approved','refused')", name="state"),
)
Index("ix_claims_employer_id", claims.c.employer_id)
_approved = claims.c.state == literal_column("'approved'")
Index("uq_claims_job_employer_domain", claims.c.job_employer, claims.c.domain, unique=True,
      sqlite_where=_approved, postgresql_where=_approved)  # fmt: skip
