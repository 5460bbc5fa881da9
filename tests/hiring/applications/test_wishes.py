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
        ("I work lunch until 4. Could we do 5 PM or later?", EVENINGS),
        ("I'm working till 4 p.m. on all of those days", {17, 20}),
        ("I work 9 to 5", EVENINGS),
        ("I have class from 9 to 1, anything later is fine", {14, 17, 20}),
        ("I get off work at 3", {17, 20}),
        ("Could we do 5pm onwards?", EVENINGS),
        ("between 1 and 6 is good", {14, 17}),
        ("before 10 or after 4", {8, 17, 20}),
        ("busy after 12, sorry", {8, 11}),
        ("11 or earlier", {8}),
        ("Trabajo hasta las 4 p. m., ¿podría ser a las 5 o más tarde?", EVENINGS),
        ("Salgo del trabajo a las 3", {17, 20}),
        ("Tengo clases de 8 a 1", {14, 17, 20}),
        ("No puedo antes de las 2", {14, 17, 20}),
        ("De 5 en adelante", EVENINGS),
        ("entre las 2 y las 6", {14, 17}),
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


@pytest.mark.parametrize(
    "words",
    [None, "", "Sorry!", "I have no car", "Mañana le digo", "Call me at 555-0123", "I want 30 to 40 hours"],
)
def test_words_without_a_time_ask_for_none(words: str | None) -> None:
    assert wished_in(words) is None
