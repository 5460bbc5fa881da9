"""Which times a candidate asks for in a sentence."""

from datetime import UTC, datetime, timedelta

import pytest

from dayshift.hiring.desk.wishes import wished_in

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)

MORNINGS, AFTERNOONS, EVENINGS = {8, 11}, {14}, {17, 20}
HOURS = {8, 11, 14, 17, 20}


@pytest.mark.parametrize(
    ("words", "hours"),
    [
        ("none of these work: afternoons please", {14, 17}),
        ("Only mornings", MORNINGS),
        ("Evenings are best", EVENINGS),
        ("I can't do mornings.", {14, 17, 20}),
        ("I work in the mornings, afternoons please", {14, 17}),
        ("No mornings or evenings", {14}),
        ("After 3 please", {17, 20}),
        ("after 5:30pm", EVENINGS),
        ("before 11", {8}),
        ("between… from 1 to 6, so until 6pm", {14, 17}),
        ("Por las tardes, por favor", {14, 17}),
        ("Trabajo por las mañanas; en la noche sí", EVENINGS),
        ("Después de las 4", EVENINGS),
        ("en las mañanas", MORNINGS),
    ],
)
def test_parts_of_the_day_and_hours(words: str, hours: set[int]) -> None:
    asked = wished_in(words)
    assert asked is not None
    assert {hour for hour in HOURS if asked(MONDAY.replace(hour=hour))} == hours


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("Mondays or Wed afternoon", {0, 2}),
        ("weekends", {5, 6}),
        ("not on Mondays or Tuesdays", {2, 3, 4, 5, 6}),
        ("Los sábados", {5}),
        ("Entre semana, menos los lunes", {0, 1, 2, 3, 4} - {0}),
    ],
)
def test_days(words: str, days: set[int]) -> None:
    asked = wished_in(words)
    assert asked is not None
    assert {day for day in range(7) if asked(MONDAY.replace(hour=14) + timedelta(days=day))} == days


@pytest.mark.parametrize("words", [None, "", "Sorry!", "I have no car", "Mañana le digo", "Call me at 555-0123"])
def test_words_without_a_time_ask_for_none(words: str | None) -> None:
    assert wished_in(words) is None
