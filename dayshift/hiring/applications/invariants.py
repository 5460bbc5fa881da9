"""Invariants of applications: a legal history, only permitted views and decisions, promises with a date, true counters.

Each is one statement that returns violations only, so that 100,000 applications take seconds. Moves and views are
ordered by the application's version, not by time: the clocks of several servers differ.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import (
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    union_all,
)

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.invariants import Find, Invariant, Violation
from dayshift.hiring.applications.models import (
    VIEWED,
    applications,
    grants,
    moves,
    pending_moves,
    reply_days,
    stage_counts,
    views,
)
from dayshift.hiring.applications.stages import DECISIONS, MOVES, OPEN, READABLE, STAGES, after, needs_view

CLOCK_MARGIN = timedelta(minutes=30)
"""Maximum difference between clocks, where only times can be compared."""
SEND_MARGIN = timedelta(minutes=5)
"""How late a decision may be sent: a worker may be restarting."""

_previous = moves.alias("previous")
_next = moves.alias("next")
_look = moves.alias("look")
_declined = moves.alias("declined")

_LEGAL = [
    f"{action} {actor} {stage} {result[0]}"
    for action, move in MOVES.items()
    for actor in sorted(move.by)
    for stage in sorted(move.sources)
    if (result := after(stage, action, actor))
]
_TURNS = {"submit": "employer"} | {action: move.turn for action, move in MOVES.items() if move.turn}

_as_text = (
    moves.c.action + literal(" ") + moves.c.actor + literal(" ") + moves.c.from_stage + literal(" ") + moves.c.to_stage
)
_begins = and_(
    moves.c.action == "submit",
    moves.c.actor == "candidate",
    moves.c.from_stage.is_(None),
    moves.c.to_stage == "submitted",
)
_history = select(moves.c.application_id).join(
    _previous,
    and_(_previous.c.application_id == moves.c.application_id, _previous.c.number == moves.c.number - 1),
    isouter=True,
)
_turn = case(_TURNS, value=moves.c.action, else_=null())
_state = (
    select(applications.c.id)
    .join(
        moves,
        and_(moves.c.application_id == applications.c.id, moves.c.number == applications.c.version),
        isouter=True,
    )
    .join(
        _next,
        and_(_next.c.application_id == applications.c.id, _next.c.number == applications.c.version + 1),
        isouter=True,
    )
)
_owed = and_(
    applications.c.turn.is_not_distinct_from("employer"),
    applications.c.stage != "invited",  # A meeting is ahead: the next reply is owed after it.
)
_view = (
    select(views.c.application_id)
    .join(applications, applications.c.id == views.c.application_id)
    .join(
        moves,
        and_(moves.c.application_id == views.c.application_id, moves.c.number == views.c.version),
        isouter=True,
    )
    .join(
        grants,
        and_(grants.c.user_id == applications.c.user_id, grants.c.employer_id == applications.c.employer_id),
        isouter=True,
    )
)
_decision = select(moves.c.application_id).where(moves.c.action.in_(sorted(DECISIONS)))
_NEEDS_VIEW = [f"{action} {stage}" for action in sorted(DECISIONS) for stage in STAGES if needs_view(stage, action)]
_needs_view = (moves.c.action + literal(" ") + func.coalesce(moves.c.from_stage, "")).in_(_NEEDS_VIEW)
_viewed = exists().where(
    views.c.application_id == moves.c.application_id,
    views.c.member_id == moves.c.member_id,
    views.c.version < moves.c.number,
    VIEWED,
)
_declined_by_same = exists().where(
    _look.c.application_id == moves.c.application_id,
    _look.c.action == "look_again",
    _look.c.number < moves.c.number,
    _declined.c.application_id == moves.c.application_id,
    _declined.c.number == _look.c.number - 1,
    _declined.c.member_id == moves.c.member_id,
)

_DOUBLES: Mapping[str, Select[Any]] = {
    "applied more than once for a job": select(applications.c.user_id)
    .group_by(applications.c.user_id, applications.c.job_id)
    .having(func.count() > 1),
}
_HISTORY: Mapping[str, Select[Any]] = {
    "has no submission as its first move": _history.where(moves.c.number == 1, ~_begins),
    "has a gap in its moves": _history.where(
        moves.c.number != 1, or_(moves.c.number < 1, _previous.c.number.is_(None))
    ),
    "has a move that begins at another stage than the one before led to": _history.where(
        moves.c.number > 1, _previous.c.to_stage.is_distinct_from(moves.c.from_stage)
    ),
    "has a move that is not allowed": _history.where(moves.c.number > 1, func.coalesce(_as_text, "").not_in(_LEGAL)),
    "has a version that differs from its moves": _state.where(
        or_(moves.c.number.is_(None), _next.c.number.is_not(None))
    ),
    "has a stage that differs from its moves": _state.where(moves.c.to_stage != applications.c.stage),
    "has a last action that differs from its moves": _state.where(moves.c.action != applications.c.last_action),
    "has a turn that differs from its moves": _state.where(
        moves.c.number.is_not(None), _turn.is_distinct_from(applications.c.turn)
    ),
}
_PROMISES: Mapping[str, Select[Any]] = {
    "owes a reply and has no reply date": select(applications.c.id).where(_owed, applications.c.reply_by.is_(None)),
    "owes no reply and has a reply date": select(applications.c.id).where(~_owed, applications.c.reply_by.is_not(None)),
}
_VIEWS: Mapping[str, Select[Any]] = {
    "was viewed without a grant": _view.where(grants.c.user_id.is_(None)),
    "was viewed when it had ended": _view.where(func.coalesce(moves.c.to_stage, "").not_in(sorted(READABLE))),
}
_late_views = (
    select(
        views.c.application_id, views.c.began_at, func.coalesce(grants.c.withdrawn_at, grants.c.until).label("ended_at")
    )
    .select_from(
        views.join(applications, applications.c.id == views.c.application_id).join(
            grants, and_(grants.c.user_id == applications.c.user_id, grants.c.employer_id == applications.c.employer_id)
        )
    )
    .where(
        views.c.began_at >= grants.c.given_at,  # A grant that was given again has replaced the one of an earlier view.
        views.c.began_at > func.coalesce(grants.c.withdrawn_at, grants.c.until),
    )
)
_DECISIONS: Mapping[str, Select[Any]] = {
    "has a decision without a name": _decision.where(func.coalesce(moves.c.member_name, "") == ""),
    "was decided by a member who had not viewed it": _decision.where(
        moves.c.member_id.is_not(None), _needs_view, ~_viewed
    ),
    "was declined again by the member who had declined it": _decision.where(
        moves.c.action == "decline", _declined_by_same
    ),
}
_PENDING: Mapping[str, Select[Any]] = {
    "has a decision that was never sent": select(pending_moves.c.application_id).where(
        pending_moves.c.due_at < bindparam("before")
    ),
    "has a decision that waits and cannot be made": select(pending_moves.c.application_id)
    .join(applications, applications.c.id == pending_moves.c.application_id)
    .where(applications.c.stage.not_in(sorted(OPEN))),
}

_place = (applications.c.employer_id, applications.c.posting_id, func.coalesce(applications.c.location_id, ""))
_rows = select(*_place, applications.c.stage, func.count().label("rows")).group_by(*_place, applications.c.stage)
_counted = select(
    stage_counts.c.employer_id,
    stage_counts.c.posting_id,
    stage_counts.c.location_id,
    stage_counts.c.stage,
    -stage_counts.c["count"],
)
_both = union_all(_rows, _counted).subquery()
_key = list(_both.c)[1:4]
_differences = (
    select(*_key, func.sum(_both.c.rows).label("missing")).group_by(*_key).having(func.sum(_both.c.rows) != 0)
)
_replies = (
    select(applications.c.employer_id, func.count().label("replies"))
    .where(or_(applications.c.answered_at.is_not(None), applications.c.missed_at.is_not(None)))
    .group_by(applications.c.employer_id)
    .subquery()
)
_kept = (
    select(reply_days.c.employer_id, func.sum(reply_days.c.on_time + reply_days.c.late).label("counted"))
    .group_by(reply_days.c.employer_id)
    .subquery()
)
# Counters also hold the replies to candidates whose accounts were deleted.
_uncounted = (
    select(_replies.c.employer_id)
    .join(_kept, _kept.c.employer_id == _replies.c.employer_id, isouter=True)
    .where(func.coalesce(_kept.c.counted, 0) < _replies.c.replies)
)


def invariants(db: Database) -> list[Invariant]:
    """Return the invariants of applications."""

    def by(queries: Mapping[str, Select[Any]]) -> Find:
        async def find() -> list[Violation]:
            return await db.read(_find, queries)

        return find

    async def views_() -> list[Violation]:
        return await db.read(_find_views)

    async def counters() -> list[Violation]:
        return await db.read(_find_counters)

    return [
        Invariant("applications.unique", "nobody applied twice for a job", by(_DOUBLES)),
        Invariant(
            "applications.history", "every stage follows from the moves, and every move is allowed", by(_HISTORY)
        ),
        Invariant("applications.promises", "every application that waits for a reply has its date", by(_PROMISES)),
        Invariant("applications.views", "nobody viewed an answer that was not shared", views_),
        Invariant("applications.decisions", "every decision has a name, of a member who had viewed", by(_DECISIONS)),
        Invariant("applications.pending", "every decision is sent after its time to undo", by(_PENDING)),
        Invariant("applications.counters", "the counters of stages and replies equal the applications", counters),
    ]


def _find(tx: Tx, queries: Mapping[str, Select[Any]]) -> list[Violation]:
    before = now() - SEND_MARGIN
    return [
        Violation(subject, why)
        for why, query in queries.items()
        for subject in tx.execute(query.distinct(), {"before": before}).scalars()
    ]


def _find_views(tx: Tx) -> list[Violation]:
    late = {row.application_id for row in tx.execute(_late_views) if row.began_at - row.ended_at > CLOCK_MARGIN}
    return _find(tx, _VIEWS) + [Violation(one, "was viewed after its grant had ended") for one in sorted(late)]


def _find_counters(tx: Tx) -> list[Violation]:
    wrong = [
        Violation(row.posting_id, f"counts {abs(row.missing)} too {'few' if row.missing > 0 else 'many'} {row.stage}")
        for row in tx.execute(_differences)
    ]
    return wrong + [Violation(one, "has replies that were not counted") for one in tx.execute(_uncounted).scalars()]
