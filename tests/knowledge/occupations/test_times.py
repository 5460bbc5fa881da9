"""Days and times as people write them."""

from unicodedata import normalize

import pytest

from dayshift.knowledge.occupations import shifts_said, start_said
from dayshift.knowledge.occupations.times import SHIFTS

MORNINGS, EVENINGS, WEEKENDS, NIGHTS, HOLIDAYS = SHIFTS


@pytest.mark.parametrize(
    ("text", "shifts"),
    [
        ("mañanas y fines de semana", {MORNINGS, WEEKENDS}),
        ("mananas y fines de semana", {MORNINGS, WEEKENDS}),
        ("Mesera, mañanas y fines de semana", {MORNINGS, WEEKENDS}),
        ("fines de semana y mañanas", {MORNINGS, WEEKENDS}),
        ("mañana y fin de semana", {MORNINGS, WEEKENDS}),
        ("mañanas, tardes", {MORNINGS, EVENINGS}),
        ("mañanas/tardes/noches", {MORNINGS, EVENINGS, NIGHTS}),
        ("mañana, tarde y noche", {MORNINGS, EVENINGS, NIGHTS}),
        ("mañana o tarde", {MORNINGS, EVENINGS}),
        ("manana o tarde", {MORNINGS, EVENINGS}),
        ("por la mañana o la tarde", {MORNINGS, EVENINGS}),
        ("tarde o noche", {EVENINGS, NIGHTS}),
        ("noches y fines de semana", {NIGHTS, WEEKENDS}),
        ("tardes, sábados y domingos", {EVENINGS, WEEKENDS}),
        ("cocinero, solo noches", {NIGHTS}),
        ("todas las mañanas", {MORNINGS}),
        ("en la mañana", {MORNINGS}),
        ("turno mañana", {MORNINGS}),
        ("turno de la tarde", {EVENINGS}),
        ("jornada nocturna", {NIGHTS}),
        ("turno matutino o vespertino", {MORNINGS, EVENINGS}),
        ("entre semana por la mañana", {MORNINGS}),
        ("entre semana por la tarde", {EVENINGS}),
        ("noches entre semana", {NIGHTS}),
        ("entre semana", {MORNINGS}),
        ("de lunes a viernes y feriados", {MORNINGS, HOLIDAYS}),
        ("sábados por la mañana", {WEEKENDS}),
        ("mañanas de fines de semana", {WEEKENDS}),
        ("sábados por la noche y mañanas", {WEEKENDS, MORNINGS}),
        ("mañanas, no noches", {MORNINGS}),
        ("mañanas, no puedo trabajar en las noches", {MORNINGS}),
        ("tardes, sin noches ni fines de semana", {EVENINGS}),
        ("mornings and weekends", {MORNINGS, WEEKENDS}),
        ("morning, weekend", {MORNINGS, WEEKENDS}),
        ("nights and weekends", {NIGHTS, WEEKENDS}),
        ("morning or afternoon", {MORNINGS, EVENINGS}),
        ("weekend mornings", {WEEKENDS}),
        ("weekdays, no nights", {MORNINGS}),
        ("tarde-noche", {EVENINGS}),
        ("por la tarde-noche", {EVENINGS}),
        ("mesera, de tarde", {EVENINGS}),
        ("a la tarde o a la noche", {EVENINGS, NIGHTS}),
        ("después de clases", {EVENINGS}),
        ("después del trabajo", {EVENINGS}),
        ("a la mañana", {MORNINGS}),
        ("de mañana", {MORNINGS}),
        ("a partir de mañana", set()),
        ("am shifts", {MORNINGS}),
        ("any day after 4 pm", {EVENINGS}),
    ],
)
def test_shifts_in_lists(text: str, shifts: set[str]) -> None:
    assert set(shifts_said(text)) == shifts
    assert set(shifts_said(normalize("NFD", text))) == shifts


@pytest.mark.parametrize(
    ("text", "shifts"),
    [
        ("puedo empezar mañana", set()),
        ("puedo empezar manana", set()),
        ("Empiezo mañana", set()),
        ("comenzar mañana mismo", set()),
        ("disponible desde mañana", set()),
        ("lista para iniciar a partir de mañana", set()),
        ("puedo empezar mañana, fines de semana", {WEEKENDS}),
        ("puedo empezar mañana y trabajar noches", {NIGHTS}),
        ("comienzo mañana o el sábado", {WEEKENDS}),
    ],
)
def test_tomorrow_is_a_start_and_no_morning(text: str, shifts: set[str]) -> None:
    assert set(shifts_said(text)) == shifts
    assert start_said(text) == "immediately"


@pytest.mark.parametrize(
    "text",
    ["mañana", "hasta mañana", "buenas tardes", "buenas noches, busco trabajo", "más tarde", "tarde o temprano",
     "pasado mañana", "mañana o pasado", "start tomorrow", "later"],
)  # fmt: skip
def test_texts_without_shifts(text: str) -> None:
    assert shifts_said(text) == ()


@pytest.mark.parametrize("text", ["mañanas", "por las mañanas", "mañana o tarde", "mañanas y fines de semana"])
def test_mornings_are_no_start(text: str) -> None:
    assert start_said(text) is None


@pytest.mark.parametrize(
    ("text", "start"),
    [
        *((text, "immediately") for text in (
            "empiezo ya", "ya mismo", "cuanto antes", "puedo empezar ahora", "ahora mismo", "ya puedo empezar",
            "disponible ya", "disponibilidad inmediata", "lo más pronto posible", "desde ya", "esta semana",
            "straight away", "ready to start", "as soon as you need me",
        )),
        *((text, "within-1-week") for text in ("en una semana", "la semana que viene", "next week")),
        *((text, "within-2-weeks") for text in ("dentro de dos semanas", "en quince días", "in a couple of weeks")),
        *((text, None) for text in ("no puedo empezar ya", "can't start right away", "ya no trabajo de noche")),
    ],
)  # fmt: skip
def test_starts_as_people_type_them(text: str, start: str | None) -> None:
    assert start_said(text) == start
    assert start_said(normalize("NFD", text)) == start
