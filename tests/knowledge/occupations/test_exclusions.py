"""Places and negations in a search do not count as requested work, in English and Spanish."""

import pytest

from dayshift.knowledge.occupations import occupations, understand

PLACES = [
    "near the bus",
    "close to the bus stop",
    "near a bus line",
    "on the bus line",
    "by the train",
    "near the subway station",
    "around the fence",
    "next to the hospital",
    "near my kids school",
    "near the hotel",
    "close to home",
    "near Cook County",
    "near Baker Street",
    "10 minutes from the airport",
    "5 blocks from the restaurant",
    "within 5 miles of the hotel",
    "not far from the gym",
    "walking distance from the salon",
    "across from the bar",
    "near public transportation",
    "accessible by public transit",
    "I take the bus",
    "by bus",
    "nearby",
    "near me",
    "cerca",
    "cerca de mí",
    "cerca de mi casa",
    "cerca del autobús",
    "cerca de la parada del autobús",
    "muy cerca",
    "cerca de la estación de tren",
    "cerquita de mi casa",
    "junto al hotel",
    "al lado de la cocina",
    "lejos del bar",
    "a 10 minutos del aeropuerto",
    "a dos cuadras del restaurante",
    "frente al gimnasio",
    "en autobús",
    "en tren",
    "con acceso al transporte público",
    "cerca de 10001",
]


def occupations_in(text: str) -> set[str]:
    return {fit.occupation for fit in understand(text)}


@pytest.mark.parametrize("place", PLACES)
def test_place_is_not_an_occupation(place: str) -> None:
    assert occupations_in(place) == set()
    assert occupations_in(f"job {place}") == set()
    assert occupations_in(f"trabajo {place}") == set()


@pytest.mark.parametrize("place", PLACES)
def test_place_does_not_change_requested_work(place: str) -> None:
    assert occupations_in(f"dishwasher, {place}") == occupations_in("dishwasher")
    assert occupations_in(f"mesera {place}") == occupations_in("mesera")


@pytest.mark.parametrize(
    ("text", "occupation"),
    [
        ("bus driver", "bus-driver"),
        ("conductor de autobús", "bus-driver"),
        ("bus driver near the hotel", "bus-driver"),
        ("bus tables near the train", "busser"),
        ("jobs near me cleaning houses", "house-cleaner"),
        ("near the airport as a barista", "barista"),
        ("work near downtown in a warehouse", "warehouse-worker"),
        ("cerca de mi casa de cocinero", "line-cook"),
        ("instalador de cercas", "fence-installer"),
        ("instalador de cerca de madera", "fence-installer"),
        ("instalar cercas cerca de mi casa", "fence-installer"),
    ],
)
def test_work_mentioned_with_a_place_is_kept(text: str, occupation: str) -> None:
    assert occupation in occupations_in(text)


KITCHEN = {"line-cook", "prep-cook"}


@pytest.mark.parametrize(
    "text",
    [
        "not a cook",
        "not cook",
        "no cook",
        "I am not a cook",
        "I'm not a line cook",
        "I don't want to be a cook",
        "i dont want to cook",
        "I do not want to work as a cook",
        "never cooking again",
        "no cooking",
        "no more cooking",
        "without cooking",
        "not cooking or cleaning",
        "neither cleaning nor cooking",
        "no cleaning or cooking",
        "hate cooking",
        "tired of cooking",
        "anything but cooking",
        "anything except cooking",
        "anything other than cooking",
        "everything but a cook",
        "instead of cooking",
        "can't cook",
        "won't cook",
        "no fast food cook",
        "not an industrial cook",
        "avoid cooking jobs",
        "no kitchen",
        "no kitchens",
        "no kitchen work",
        "not in a kitchen",
        "nothing in the kitchen",
        "nothing with kitchens",
        "no busy kitchen",
        "I don't want to work in a kitchen",
        "not cooking, please",
        "no cooking, no cleaning",
        "not interested in cooking",
        "no cocina",
        "nada de cocina",
        "sin cocina",
        "ni cocina",
        "ni limpieza ni cocina",
        "no quiero cocinar",
        "no quiero ser cocinero",
        "no quiero trabajar en cocina",
        "no quiero trabajar en cocinas",
        "no me gusta cocinar",
        "que no sea cocina",
        "que no sea de cocina",
        "nunca más cocina",
        "tampoco cocina",
        "excepto cocina",
        "todo menos cocina",
        "cualquier cosa menos cocinar",
        "cualquier trabajo excepto cocinero",
        "fuera de la cocina",
        "en vez de cocinar",
        "odio cocinar",
        "no en cocina",
        "nada en la cocina",
        "no soy cocinero, nada de cocina",
        "no busco cocina",
        "no quiero limpieza o cocina",
    ],
)
def test_negated_work_is_excluded(text: str) -> None:
    assert not occupations_in(text) & KITCHEN
    assert occupations_in(f"{text}, warehouse") == occupations_in("warehouse")
    assert occupations_in(f"almacén. {text.capitalize()}") == occupations_in("almacén")


@pytest.mark.parametrize(
    "text",
    [
        "nothing but cooking",
        "no experience cooking",
        "no experience as a cook",
        "no experience, cook",
        "no nights, cook",
        "no weekends cook",
        "not afraid of cooking",
        "I don't mind cooking",
        "not only cook",
        "not sure, maybe cook",
        "no car, cook",
        "not far from home, cook",
        "no license cook",
        "cook, not housekeeping",
        "not a waiter but a cook",
        "no english, cook",
        "not picky: cook",
        "don't care, cook",
        "why not? Cook",
        "sin experiencia, cocina",
        "sin experiencia en cocina",
        "nada más que cocina",
        "al menos cocina",
        "no solo cocina",
        "no de noche, cocina",
        "sin carro, cocina",
        "sin papeles, cocina",
        "cocina, no limpieza",
        "no mesero sino cocina",
    ],
)
def test_other_negations_exclude_nothing(text: str) -> None:
    assert occupations_in(text) & KITCHEN


def test_missing_experience_neither_requests_nor_excludes_work() -> None:
    assert occupations_in("dishwasher, no cooking experience") == occupations_in("dishwasher")
    assert "line-cook" in occupations_in("cook, no cooking experience needed")


@pytest.mark.parametrize("text", ["observer", "reserve", "preserver", "deserve a job", "overcook", "observador"])
def test_occupation_inside_another_word_is_ignored(text: str) -> None:
    assert occupations_in(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "anything near the bus",
        "any job near me",
        "all jobs near me",
        "cualquier trabajo cerca de mí",
        "lo que sea cerca",
    ],
)
def test_any_work_matches_every_occupation(text: str) -> None:
    fits = understand(text)
    assert {fit.occupation for fit in fits} == set(occupations())
    assert {fit.how for fit in fits} == {"any"}


def test_any_work_in_a_field_matches_that_field() -> None:
    assert occupations_in("anything in a hotel") == occupations_in("hotel")
