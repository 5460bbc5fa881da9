"""Grants: what a candidate shares with an employer, and until when."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, exists, update

from dayshift.core.audit import Act, record, record_all
from dayshift.core.db import Tx, insert
from dayshift.hiring.applications.models import applications, grants
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.applications.stages import OPEN

GRANT_DAYS = 90
"""Maximum life of what a candidate shares with an employer."""

SHARING_VERSION = "2026-11-28"
"""Of the text that asks what to share with an employer; changes whenever that text changes in meaning."""

SWITCHES = ("video", "words", "score", "quick_answers")
"""What a candidate can share, each alone."""

_put_grant = insert(grants)
_put_grant = _put_grant.on_conflict_do_update(
    index_elements=[grants.c.user_id, grants.c.employer_id],
    set_={
        name: _put_grant.excluded[name] for name in (*SWITCHES, "consent_version", "given_at", "until", "withdrawn_at")
    },
)
_end_unused_grants = (
    update(grants)
    .where(
        grants.c.employer_id == bindparam("employer"),
        grants.c.user_id.in_(bindparam("users", expanding=True)),
        grants.c.withdrawn_at.is_(None),
        ~exists().where(
            applications.c.user_id == grants.c.user_id,
            applications.c.employer_id == grants.c.employer_id,
            applications.c.stage.in_(sorted([*OPEN, "hired"])),
        ),
    )
    .values(withdrawn_at=bindparam("at"))
    .returning(grants.c.user_id)
)
_end_grants_at = (
    update(grants)
    .where(grants.c.employer_id == bindparam("employer"), grants.c.withdrawn_at.is_(None))
    .values(withdrawn_at=bindparam("at"))
    .returning(grants.c.user_id)
)
_end_grants = (
    update(grants)
    .where(
        grants.c.user_id == bindparam("user"),
        grants.c.withdrawn_at.is_(None),
        grants.c.employer_id.not_in(bindparam("but", expanding=True)),
    )
    .values(withdrawn_at=bindparam("at"))
    .returning(grants.c.employer_id)
)


@dataclass(frozen=True, slots=True)
class Share:
    """What a candidate lets one employer see, and until when at most."""

    video: bool
    words: bool
    score: bool
    until: datetime
    quick_answers: bool = False
    """Start, hours, pay, experience, and about how far away the candidate lives."""


def new_share(at: datetime, *, video: bool, words: bool, score: bool, quick_answers: bool = False) -> Share:
    """Return what a candidate agrees to share from now on."""
    return Share(video, words, score, at + timedelta(days=GRANT_DAYS), quick_answers)


def share_with(tx: Tx, user_id: str, employer_id: str, share: Share, at: datetime) -> None:
    """Set what a candidate shares with an employer."""
    switches = {name: getattr(share, name) for name in SWITCHES}
    values = {"user_id": user_id, "employer_id": employer_id, "given_at": at, "until": share.until}
    values["consent_version"] = SHARING_VERSION
    tx.execute(_put_grant, {**switches, **values, "withdrawn_at": None})
    record(
        tx, "consent.given" if any(switches.values()) else "consent.withdrawn", "candidate", user_id,
        subject="person", subject_id=user_id, employer_id=employer_id,
        details={**switches, "version": SHARING_VERSION, "until": share.until.isoformat()},
    )  # fmt: skip


def end_grants(tx: Tx, user_id: str, at: datetime, but: Collection[str] = ()) -> None:
    """End everything that a candidate shares, with every employer except those in `but`."""
    for employer_id in tx.execute(_end_grants, {"user": user_id, "at": at, "but": list(but)}).scalars().all():
        record(
            tx, "consent.withdrawn", "candidate", user_id,
            subject="person", subject_id=user_id, employer_id=employer_id,
        )  # fmt: skip


def end_grants_at(tx: Tx, employer_id: str, at: datetime) -> None:
    """End everything that candidates share with an employer that is closed."""
    left = tx.execute(_end_grants_at, {"employer": employer_id, "at": at}).scalars().all()
    record_all(tx, [Act("consent.withdrawn", "system", None, "person", user_id, employer_id) for user_id in left])


def end_unused_grants(tx: Tx, ended: Sequence[Application], at: datetime) -> None:
    """End the grants of candidates without an application that needs one: an open or a hired one."""
    users = defaultdict[str, list[str]](list)
    for application in ended:
        users[application.employer_id].append(application.user_id)
    for employer, of in users.items():
        left = tx.execute(_end_unused_grants, {"employer": employer, "users": of, "at": at}).scalars().all()
        record_all(tx, [Act("consent.withdrawn", "system", None, "person", user_id, employer) for user_id in left])
