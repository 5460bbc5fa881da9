"""Stages of an application: which move leads from where to where, who may make it, and who acts next. Pure.

`MOVES` is the whole rule. Everything that is not in it is refused, see `after`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from dayshift.knowledge.jurisdictions import add_business_days

Stage = Literal[
    "submitted", "in_review", "question_asked", "invited", "met", "offered", "hired", "declined", "withdrawn", "closed"
]
Actor = Literal["candidate", "member", "system"]
Turn = Literal["employer", "candidate"]
Action = Literal[
    "submit", "view", "ask", "answer", "invite", "choose_time", "refuse_times", "meet", "no_show", "offer",
    "accept", "refuse_offer", "decline", "look_again", "withdraw", "close", "cancel",
]  # fmt: skip

STAGES: tuple[Stage, ...] = get_args(Stage)
ACTIONS: tuple[Action, ...] = get_args(Action)
OPEN: frozenset[Stage] = frozenset({"submitted", "in_review", "question_asked", "invited", "met", "offered"})
"""Stages in which somebody still has to act."""

READABLE: frozenset[Stage] = OPEN | {"hired", "declined"}
"""Stages in which a grant opens the content. A withdrawn or closed application shows its history only."""

DECISIONS: frozenset[Action] = frozenset({"invite", "offer", "decline"})
"""Moves that only a member who has viewed the application may make; but see `needs_view`."""

AGAINST: frozenset[Action] = frozenset({"decline", "close"})
"""Moves against a candidate. After another look was asked for, the member who declined cannot make them."""

RECORDED: frozenset[Action] = DECISIONS | AGAINST
"""Members' moves that leave a decision record. A decline is explained in its letter too."""

ANSWERS: frozenset[Action] = frozenset({"invite", "offer", "decline", "close"})
"""Moves that keep the promise to reply."""

UNDOABLE: frozenset[Action] = frozenset({"ask", "invite", "offer", "decline"})
"""Members' moves that are sent after `UNDO`."""

NOTED: frozenset[Action] = UNDOABLE | {"close"}
"""Members' moves of which they are told if they cannot be sent; one that is sent settles that of earlier ones."""

LETTERS: frozenset[Action] = frozenset({"ask", "invite", "offer", "decline", "close", "cancel", "no_show"})
"""Moves that the candidate gets a letter about."""

HAD_TIMES: frozenset[Action] = frozenset({"invite", "choose_time", "refuse_times", "cancel", "no_show"})
"""Moves after which another invitation offers new times."""

UNDO = timedelta(seconds=30)
"""How long a member can take a decision back."""

UNDO_SUBMIT = timedelta(seconds=10)
"""How long a candidate can take a new application back without a trace."""

UNDO_GRACE = timedelta(seconds=5)
"""Added on the server for the time that a request takes."""

LOOK_AGAIN_WITHIN = timedelta(days=30)
"""How long after a decline a candidate can ask for another look."""


@dataclass(frozen=True, slots=True)
class Move:
    """One kind of move: who makes it, from which stages, where it leads (None: it stays), and who acts next."""

    by: frozenset[Actor]
    sources: frozenset[Stage]
    to: Stage | None
    turn: Turn | None


def _move(by: str, sources: str, to: Stage | None, turn: Turn | None) -> Move:
    actors: frozenset[Actor] = frozenset(one for one in get_args(Actor) if one in by.split())
    stages = OPEN if sources == "open" else frozenset(one for one in STAGES if one in sources.split())
    return Move(actors, stages, to, turn)


MOVES: Mapping[Action, Move] = {
    "view": _move("member", "submitted", "in_review", "employer"),
    "ask": _move("member", "submitted in_review", "question_asked", "candidate"),
    "answer": _move("candidate", "question_asked", "in_review", "employer"),
    "invite": _move("member", "in_review question_asked invited", "invited", "candidate"),
    "choose_time": _move("candidate", "invited in_review", "invited", "employer"),
    "refuse_times": _move("candidate", "invited", "in_review", "employer"),
    "meet": _move("member", "invited in_review", "met", "employer"),
    "no_show": _move("member", "invited", "in_review", "employer"),
    "cancel": _move("member", "invited", "in_review", "employer"),
    "offer": _move("member", "met", "offered", "candidate"),
    "accept": _move("candidate", "offered", "hired", None),
    "refuse_offer": _move("candidate", "offered", "withdrawn", None),
    "decline": _move("member", "open", "declined", None),
    "look_again": _move("candidate", "declined", "in_review", "employer"),
    "withdraw": _move("candidate", "open", "withdrawn", None),
    "close": _move("member system", "open", "closed", None),
}
"""Every move after the first, which is `submit`.

From `in_review`, `meet` corrects a no-show only: see `corrects_no_show`.
"""


def corrects_no_show(stage: Stage, action: Action) -> bool:
    """Whether this move says that they did meet, after a member said that the candidate did not come."""
    return (stage, action) == ("in_review", "meet")


def needs_view(stage: Stage, action: Action) -> bool:
    """Whether only a member who has viewed the application may make this move.

    Other times for somebody who is invited decide nothing: a colleague of the one who invited them may offer these.
    """
    return action in DECISIONS and (stage, action) != ("invited", "invite")


def after(stage: Stage, action: Action, actor: Actor) -> tuple[Stage, Turn | None] | None:
    """Return the stage after a move, and who acts next; None if the move is not allowed."""
    move = MOVES.get(action)
    if move is None or actor not in move.by or stage not in move.sources:
        return None
    return move.to or stage, move.turn


def possible(stage: Stage, actor: Actor) -> list[Action]:
    """Return the moves that this actor can make in this stage, in the order of the table."""
    return [action for action, move in MOVES.items() if actor in move.by and stage in move.sources]


def stage_of(actions: list[tuple[Action, Actor]]) -> Stage | None:
    """Return the stage that a history leads to; None if one of its moves is not allowed."""
    if not actions or actions[0][0] != "submit":
        return None
    stage: Stage = "submitted"
    for action, actor in actions[1:]:
        result = after(stage, action, actor)
        if result is None:
            return None
        stage = result[0]
    return stage


def reply_date(start: datetime, working_days: int, zone: str, state: str | None = None) -> date:
    """Return the local day by which the employer replies: `working_days` business days after the day of `start`."""
    return add_business_days(start.astimezone(ZoneInfo(zone)).date(), working_days, state)


def end_of(day: date, zone: str) -> datetime:
    """Return the instant at which this local day ends."""
    return datetime.combine(day + timedelta(days=1), time(0), ZoneInfo(zone))


def reply_by(start: datetime, working_days: int, zone: str, state: str | None = None) -> datetime:
    """Return the instant at which the promise to reply is broken: the end of `reply_date`."""
    return end_of(reply_date(start, working_days, zone, state), zone)
