"""One move for many applications in one transaction, with a result for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, select

from dayshift.core.audit import Act, record_all
from dayshift.core.db import Tx
from dayshift.core.errors import AppError, NotFound
from dayshift.hiring.applications.actions import (
    RequestedMove,
    check_contest,
    check_same,
    check_version,
    keep_pending,
    new_pending,
    pending_error,
)
from dayshift.hiring.applications.decisions import mark_all_read
from dayshift.hiring.applications.errors import NotViewed, StageConflict
from dayshift.hiring.applications.history import PendingMove
from dayshift.hiring.applications.models import VIEWED, applications, moves, pending_moves, views
from dayshift.hiring.applications.queries import COLUMNS, Application, visible_to
from dayshift.hiring.applications.stages import after, needs_view
from dayshift.hiring.employers import Member

MAX_TOGETHER = 500
"""Applications in one request."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for one application: what is pending or was made, or the error that stopped it."""

    application_id: str
    application: Application | None = None
    pending: PendingMove | None = None
    refused: AppError | None = None


_locked = select(*COLUMNS).where(applications.c.id.in_(bindparam("ids", expanding=True)))
_pending = select(*(pending_moves.c[name] for name in PendingMove.__slots__)).where(
    pending_moves.c.application_id.in_(bindparam("ids", expanding=True))
)
# All keys of these applications: SQLite would look up every one of them for each of the given keys.
_made = select(moves.c.key, moves.c.action, moves.c.reason, moves.c.words).where(
    moves.c.application_id.in_(bindparam("ids", expanding=True)), moves.c.key.is_not(None)
)
_viewed = (
    select(views.c.application_id)
    .where(
        VIEWED, views.c.application_id.in_(bindparam("ids", expanding=True)), views.c.member_id == bindparam("member")
    )
    .distinct()
)
_undo = (
    delete(pending_moves)
    .where(
        pending_moves.c.member_id == bindparam("member"),
        pending_moves.c.application_id.in_(bindparam("ids", expanding=True)),
    )
    .returning(pending_moves.c.application_id)
)


def make_all(  # noqa: PLR0913  (decisions have these parts)
    tx: Tx, member: Member, body: Mapping[str, Any], wanted: Sequence[tuple[str, int]], key: str, at: datetime,
    *, warned: bool = False,
) -> list[Outcome]:  # fmt: skip
    """Decide about several applications, given as (id, version). One that is refused does not stop the others.

    Every decision is sent after the time to undo, also a close. Only applications that were viewed; for an invitation,
    by this member. A member who decides has read what the candidates wrote. Idempotent by `key`. `warned`: whether the
    member was shown the warning about the words.
    """
    versions = dict(wanted)
    ids = sorted(versions)
    # In the order of their ids, so that two batches cannot wait for each other.
    rows = tx.execute(_locked.where(visible_to(member)).order_by(applications.c.id).with_for_update(), {"ids": ids})
    found = {row.id: Application(*row) for row in rows}
    pending = {row.application_id: PendingMove(*row) for row in tx.execute(_pending, {"ids": ids})}
    keys = {one: f"{key}:{one}" for one in ids}
    made = {row["key"]: dict(row) for row in tx.execute(_made, {"ids": ids}).mappings()}
    viewed = set(tx.execute(_viewed, {"ids": ids, "member": member.id}).scalars())
    action = body["action"]
    results: list[Outcome] = []
    decided: list[PendingMove] = []
    for application_id, version in versions.items():
        application, waiting = found.get(application_id), pending.get(application_id)
        one = RequestedMove(body, version, keys[application_id])
        try:
            if application is None:
                raise NotFound
            before = waiting.move if waiting and waiting.key == one.key else made.get(one.key)
            if before is not None:
                check_same(before, body)
                results.append(Outcome(application_id, application, waiting))
                continue
            check_version(tx, application, version)
            if waiting:
                raise pending_error(tx, waiting)
            if after(application.stage, action, "member") is None:
                raise StageConflict(stage=application.stage, version=application.version)
            if application.viewed_at is None or (
                needs_view(application.stage, action) and application_id not in viewed
            ):
                raise NotViewed
            check_contest(application, action, member)
            decided.append(new_pending(application, member, one, at))
            results.append(Outcome(application_id, application, decided[-1]))
        except AppError as error:
            results.append(Outcome(application_id, refused=error))
    keep_pending(tx, member.employer_id, decided, warned=warned)
    if decided:
        mark_all_read(tx, [one.application_id for one in decided], "candidate", at)
    return results


def undo_all(tx: Tx, member: Member, application_ids: Sequence[str]) -> list[str]:
    """Take back the member's own pending decisions about these applications. Return those that were not sent yet."""
    undone = sorted(tx.execute(_undo, {"member": member.id, "ids": list(application_ids)}).scalars())
    record_all(
        tx, [Act("decision.undone", "member", member.id, "application", one, member.employer_id) for one in undone]
    )
    return undone
