"""Searches that say where the work is done: "line cook in a taqueria"."""

import pytest

from dayshift.knowledge.occupations import understand
from dayshift.knowledge.occupations.lexicon import load_lexicon
from dayshift.knowledge.occupations.titles import FIT_OF_SIBLING
from dayshift.knowledge.occupations.workplaces import workplaces


def _named(text: str) -> set[str]:
    return {fit.occupation for fit in understand(text) if fit.how == "named"}


@pytest.mark.parametrize(
    ("text", "asked", "at_place"),
    [
        ("Cocinera de línea en una taquería o restaurante", "line-cook", "sandwich-maker"),
        ("Cocinero de línea en una taquería o restaurante", "line-cook", "sandwich-maker"),
        ("cocinera de linea en una taqueria o restaurante", "line-cook", "sandwich-maker"),
        ("cocineras de línea en restaurantes o taquerías", "line-cook", "sandwich-maker"),
        ("busco trabajo de cocinera en una taquería", "line-cook", "sandwich-maker"),
        ("cocinero con experiencia en taqueria", "line-cook", "sandwich-maker"),
        ("en una taquería como cocinera de línea", "line-cook", "sandwich-maker"),
        ("lavaplatos en una panadería", "dishwasher", "baker"),
        ("lavaplatos en una panaderia o taqueria", "dishwasher", "sandwich-maker"),
        ("cajera de panadería", "cashier", "baker"),
        ("cajero para panaderias", "cashier", "baker"),
        ("mesera en una heladería", "server", "counter-attendant"),
        ("mesero en heladerias", "server", "counter-attendant"),
        ("conserje en una guardería", "janitor", "childcare-worker"),
        ("line cook in a taqueria or restaurant", "line-cook", "sandwich-maker"),
        ("line cook in a restaurant or taquería", "line-cook", "sandwich-maker"),
        ("line cooks for busy taquerias", "line-cook", "sandwich-maker"),
        ("I want to be a line cook at a taco stand or a diner", "line-cook", "sandwich-maker"),
        ("in a taqueria as a line cook", "line-cook", "sandwich-maker"),
        ("taqueria line cook", "line-cook", "sandwich-maker"),
        ("dishwasher at a coffee shop", "dishwasher", "barista"),
        ("waitress or dishwasher in a coffee shop", "dishwasher", "barista"),
        ("cashier in a bakery", "cashier", "baker"),
        ("bakery cashier", "cashier", "baker"),
        ("cashiers at bakeries and donut shops", "cashier", "baker"),
        ("janitor in a warehouse", "janitor", "warehouse-worker"),
        ("security guard at a convenience store", "security-guard", "cashier"),
    ],
)
def test_a_workplace_is_not_the_job_asked_for(text: str, asked: str, at_place: str) -> None:
    fits = {fit.occupation: fit for fit in understand(text)}
    assert fits[asked].fit == 1
    assert fits[asked].how == "named"
    if related := fits.get(at_place):
        assert related.how != "named"
        assert related.fit <= FIT_OF_SIBLING


@pytest.mark.parametrize(
    ("text", "occupations"),
    [
        ("taquería", {"sandwich-maker"}),
        ("trabajar en una panadería", {"baker"}),
        ("work in a bakery", {"baker"}),
        ("baker in a bakery", {"baker"}),
        ("cashier or work in a bakery", {"cashier", "baker"}),
        ("cajera o trabajar en panadería", {"cashier", "baker"}),
        ("panadería o cajera", {"cashier", "baker"}),
        ("bakery or line cook", {"baker", "line-cook"}),
        ("line cook, bakery", {"line-cook", "baker"}),
        ("sandwich maker in a taqueria", {"sandwich-maker"}),
        ("preparadora de sandwiches en una taqueria", {"sandwich-maker"}),
        ("barista at a coffee shop", {"barista"}),
        ("distribution center supervisor", {"warehouse-supervisor"}),
    ],
)
def test_a_workplace_alone_names_its_work(text: str, occupations: set[str]) -> None:
    assert _named(text) >= occupations


def test_work_of_another_field_at_a_workplace_is_no_match() -> None:
    assert "baker" in {fit.occupation for fit in understand("dishwasher in a bakery")}
    assert "baker" not in {fit.occupation for fit in understand("janitor in a bakery")}


def test_workplaces_are_phrases_of_the_occupation_table() -> None:
    assert workplaces() <= set(load_lexicon().titles)
