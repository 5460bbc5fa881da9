"""The table of moves: no illegal move exists, every stage can be reached, and promises count working days."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import holidays
from hypothesis import given
from hypothesis import strategies as st

from dayshift.hiring.applications.stages import (
    ACTIONS,
    MOVES,
    OPEN,
    STAGES,
    Action,
    Actor,
    after,
    possible,
    reply_by,
    reply_date,
    stage_of,
)

ACTORS: tuple[Actor, ...] = ("candidate", "member", "system")
ZONES = ("America/New_York", "America/Phoenix", "Pacific/Honolulu", "America/St_Johns")

DRAWN = {
    ("submitted", "view", "member"): "in_review",
    ("submitted", "ask", "member"): "question_asked",
    ("in_review", "ask", "member"): "question_asked",
    ("question_asked", "answer", "candidate"): "in_review",
    ("in_review", "invite", "member"): "invited",
    ("question_asked", "invite", "member"): "invited",
    ("invited", "invite", "member"): "invited",
    ("invited", "choose_time", "candidate"): "invited",
    ("in_review", "choose_time", "candidate"): "invited",
    ("invited", "refuse_times", "candidate"): "in_review",
    ("invited", "meet", "member"): "met",
    ("in_review", "meet", "member"): "met",
    ("invited", "no_show", "member"): "in_review",
    ("invited", "cancel", "member"): "in_review",
    ("met", "offer", "member"): "offered",
    ("offered", "accept", "candidate"): "hired",
    ("offered", "refuse_offer", "candidate"): "withdrawn",
    ("declined", "look_again", "candidate"): "in_review",
    **{(stage, "decline", "member"): "declined" for stage in OPEN},
    **{(stage, "withdraw", "candidate"): "withdrawn" for stage in OPEN},
    **{(stage, "close", actor): "closed" for stage in OPEN for actor in ("member", "system")},
}
"""Every arrow of the drawing in docs/architecture.md."""


def test_exactly_the_drawn_moves_exist() -> None:
    found = {
        (stage, action, actor): result[0]
        for stage in STAGES
        for action in ACTIONS
        for actor in ACTORS
        if (result := after(stage, action, actor))
    }
    assert found == DRAWN


histories = st.lists(st.tuples(st.sampled_from(ACTIONS), st.sampled_from(ACTORS)), max_size=12)


@given(histories)
def test_a_history_has_a_stage_only_if_each_of_its_moves_is_allowed(history: list[tuple[Action, Actor]]) -> None:
    moves: list[tuple[Action, Actor]] = [("submit", "candidate"), *history]
    stage = "submitted"
    for action, actor in history:
        if (stage, action, actor) not in DRAWN:
            assert stage_of(moves) is None
            return
        stage = DRAWN[stage, action, actor]
    assert stage_of(moves) == stage


@given(st.data())
def test_every_open_stage_can_end_and_no_ended_one_moves_except_for_another_look(data: st.DataObject) -> None:
    stage = "submitted"
    for _ in range(data.draw(st.integers(0, 12))):
        actor = data.draw(st.sampled_from(ACTORS))
        actions = possible(stage, actor)
        if not actions:
            continue
        result = after(stage, data.draw(st.sampled_from(actions)), actor)
        assert result is not None
        stage, turn = result
        assert (turn is None) == (stage not in OPEN)
    if stage in OPEN:
        assert "withdraw" in possible(stage, "candidate")
        assert {"decline", "close"} <= set(possible(stage, "member"))
    else:
        assert possible(stage, "member") == []
        assert possible(stage, "candidate") == (["look_again"] if stage == "declined" else [])


HIRE: tuple[tuple[Action, Actor], ...] = (
    ("view", "member"), ("invite", "member"), ("choose_time", "candidate"), ("meet", "member"), ("offer", "member"),
    ("accept", "candidate"),
)  # fmt: skip
"""The shortest way from a submission to a hire."""

DETOURS: tuple[list[tuple[Action, Actor]], ...] = (
    [("ask", "member"), ("answer", "candidate")],
    [("invite", "member"), ("refuse_times", "candidate")],
    [("invite", "member"), ("choose_time", "candidate"), ("no_show", "member")],
    [("invite", "member"), ("choose_time", "candidate"), ("cancel", "member")],
    [("invite", "member")],
    [("decline", "member"), ("look_again", "candidate")],
)
"""Ways that end at the stage where they began, from some stages."""


@given(st.data())
def test_detours_on_the_way_to_a_hire_lead_there_too(data: st.DataObject) -> None:
    history: list[tuple[Action, Actor]] = [("submit", "candidate")]
    for step in HIRE:
        for detour in data.draw(st.lists(st.sampled_from(DETOURS), max_size=2)):
            if stage_of([*history, *detour]) == stage_of(history):
                history += detour
        history.append(step)
    assert stage_of(history) == "hired"
    cut = data.draw(st.integers(1, len(history) - 1))
    assert stage_of(history[:cut]) in OPEN | {"declined"}
    for action in ACTIONS:
        assert all(stage_of([*history, (action, actor)]) is None for actor in ACTORS)


def test_every_stage_can_be_reached() -> None:
    assert {move.to for move in MOVES.values() if move.to} | {"submitted"} == set(STAGES)


CLOSED = {
    state: holidays.country_holidays("US", subdiv=known, years=range(2024, 2031))
    for state, known in ((None, None), ("NY", "NY"), ("TX", "TX"), ("PW", None))  # None are known for Palau.
}


@given(st.integers(0, 6 * 365 * 1440), st.integers(1, 5), st.sampled_from(ZONES), st.sampled_from(list(CLOSED)))
def test_a_promise_counts_working_days_of_the_place(minutes: int, days: int, zone: str, state: str | None) -> None:
    start = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    day = reply_date(start, days, zone, state)
    first = start.astimezone(ZoneInfo(zone)).date()
    passed = [first + timedelta(days=n) for n in range(1, (day - first).days + 1)]
    assert sum(one.weekday() < 5 and one not in CLOSED[state] for one in passed) == days
    assert day.weekday() < 5
    assert day not in CLOSED[state]
    end = reply_by(start, days, zone, state)
    assert end.astimezone(ZoneInfo(zone)).date() == day + timedelta(days=1)
    assert end > start
