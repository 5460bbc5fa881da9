"""Search texts and the occupations that they should match."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.knowledge.occupations import categories, occupation_of, occupations, understand
from dayshift.knowledge.occupations.lexicon import correct_strictly, english_words
from dayshift.knowledge.occupations.onet import _data
from dayshift.knowledge.occupations.taxonomy import all_categories, category_words
from dayshift.knowledge.occupations.titles import FIT_OF_RELATED, FIT_OF_SIBLING

IDS = Path(__file__).with_name("ids.txt")
"""Every id that an occupation has had."""


def best_occupations(text: str) -> set[str]:
    """Returns the occupations that a text fits best."""
    fits = understand(text)
    return {fit.occupation for fit in fits if fit.fit == fits[0].fit}


@pytest.mark.parametrize(
    ("text", "occupation"),
    [
        ("I want to be a server somewhere near home", "server"),
        ("waiting tables on weekends", "server"),
        ("resturant sever", "server"),
        ("bartneder", "bartender"),
        ("BOH", "line-cook"),
        ("washing dishes, any shift", "dishwasher"),
        ("linecook", "line-cook"),
        ("kitchen manager", "kitchen-manager"),
        ("busco trabajo limpiando casas", "house-cleaner"),
        ("lavaplatos", "dishwasher"),
        ("limpieza de habitaciones", "housekeeper"),
        ("chofer de autobús escolar", "school-bus-driver"),
        ("forklft operater", "forklift-operator"),
        ("table serivce", "server"),
        ("setting up chairs for weddings", "banquet-setup"),
        ("carrying suitcases for guests at a hotel", "bell-attendant"),
        ("I could teach children swimming", "swim-instructor"),
        ("fixing cars", "auto-mechanic"),
        ("uñas", "nail-technician"),
        ("CDL A driver, home every night", "truck-driver"),
        ("doordash style", "food-delivery-driver"),
        ("something like Uber Eats", "food-delivery-driver"),
        ("gig driving for uber", "rideshare-driver"),
        ("lift driver", "forklift-operator"),
        ("pouring pints", "bartender"),
        ("fork left driver", "forklift-operator"),
        ("flaw botanist like my cousin", "phlebotomist"),
        ("something like orkin", "pest-control-technician"),
        ("warehouse shift supervisor", "warehouse-supervisor"),
        ("encargada de limpieza en hotel", "housekeeping-supervisor"),
        ("cdl a, no otr", "truck-driver"),
        ("diary farm", "ranch-worker"),
        ("roofing apprentice", "roofer-helper"),
        ("aprendiz de mampostería", "mason-helper"),
    ],
)
def test_search_text_matches_occupation(text: str, occupation: str) -> None:
    assert occupation in best_occupations(text)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("waiter", "waitress"),
        ("mesero", "mesera"),
        ("barman", "barmaid"),
        ("host", "hostess"),
        ("cocinero", "cocinera"),
        ("camarero", "camarera"),
        ("cajero", "cajera"),
        ("panadero", "panadera"),
        ("repartidor", "repartidora"),
        ("conductor de autobús", "conductora de autobús"),
        ("carpintero", "carpintera"),
        ("pintor", "pintora"),
        ("plomero", "plomera"),
        ("mecánico", "mecánica"),
        ("peluquero", "peluquera"),
        ("entrenador personal", "entrenadora personal"),
        ("enfermero", "enfermera"),
        ("handyman", "handywoman"),
        ("maintenance man", "maintenance woman"),
        ("busboy", "busgirl"),
        ("foreman", "forewoman"),
        ("masseur", "masseuse"),
        ("doorman", "doorwoman"),
        ("jefe de cocina", "jefa de cocina"),
    ],
)
def test_gendered_titles_match_the_same_occupations(first: str, other: str) -> None:
    assert understand(first) == understand(other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "?!",
        "asdf qwerty",
        "part time evenings only",
        "I am a hard worker and I love people",
        "accountant",
        "civil engineer",
        "marketing director",
        "registered nurse",
        "software developer",
    ],
)
def test_text_without_known_work_matches_nothing(text: str) -> None:
    assert understand(text) == ()


def test_sibling_occupation_fits_less_and_names_its_origin() -> None:
    fits = {fit.occupation: fit for fit in understand("bartender")}
    assert fits["bartender"].fit == 1
    assert fits["barback"].how == "sibling"
    assert fits["barback"].via == "bartender"
    assert 0.8 <= fits["barback"].fit < 0.917


def test_a_whole_title_of_onet_comes_before_our_phrase_in_it() -> None:
    assert understand("slot floor person")[0].occupation == "casino-floor-supervisor"
    assert "truck-driver" not in {fit.occupation for fit in understand("warehouse, not truck driver")}


def test_an_article_is_not_a_nail() -> None:
    assert "nail-technician" not in best_occupations("acomodar mercancía en los estantes de una tienda")
    assert best_occupations("uñas") == best_occupations("salon de unas") == {"nail-technician"}


def test_common_words_are_not_corrected_into_titles() -> None:
    said = ("pint", "flood", "late", "beard", "interest", "enter", "concern", "detain", "overlook", "curry")
    assert [correct_strictly(word) for word in said] == list(said)


def test_words_of_tasks_that_are_english_are_not_corrected() -> None:
    stems = _data().tasks.numbers.keys() & english_words()
    assert len(stems) > 2000
    assert [word for word in stems if correct_strictly(word) != word] == []


def test_related_occupations_fit_less_than_siblings() -> None:
    fits = {fit.occupation: fit for fit in understand("nursing assistant")}
    assert fits["psychiatric-aide"].fit == FIT_OF_RELATED < FIT_OF_SIBLING
    assert fits["psychiatric-aide"].via == "nursing-assistant"


def test_who_describes_more_than_a_title_gets_that_too() -> None:
    said = "fixing toilets lights and doors in apartment buildings"
    assert {"plumber", "maintenance-technician"} <= {fit.occupation for fit in understand(said)}


def test_negated_occupations_are_left_out() -> None:
    fits = {fit.occupation for fit in understand("cleaning, but not housekeeping")}
    assert "janitor" in fits
    assert "housekeeper" not in fits
    assert "server" in {fit.occupation for fit in understand("no experience as a server")}
    assert not {"janitor", "house-cleaner"} & {fit.occupation for fit in understand("anything but cleaning")}


@pytest.mark.parametrize(
    ("text", "excluded", "left"),
    [
        (
            "I want anything but driving",
            {"delivery-driver", "truck-driver", "school-bus-driver"},
            {"line-cook"},
        ),
        ("cualquier cosa menos manejar", {"delivery-driver", "truck-driver", "school-bus-driver"}, {"line-cook"}),
        ("anything except cooking", {"line-cook", "pastry-cook", "banquet-cook"}, {"dishwasher", "bus-driver"}),
        ("any work, no truck driving", {"truck-driver", "tow-truck-driver"}, {"bus-driver"}),
    ],
)
def test_excluded_work_excludes_all_occupations_with_it_in_their_title(
    text: str, excluded: set[str], left: set[str]
) -> None:
    fits = {fit.occupation for fit in understand(text)}
    assert not excluded & fits
    assert left <= fits


def test_named_work_stays_when_similar_work_is_excluded() -> None:
    assert "bus-driver" in {fit.occupation for fit in understand("no truck driving, bus driver")}


@pytest.mark.parametrize(
    ("text", "occupation"),
    [
        ("fixing leaky pipes", "plumber"),
        ("repairing a leaking faucet", "plumber"),
        ("arreglar las tuberías rotas", "plumber"),
        ("teaching kids to swim", "swim-instructor"),
        ("enseñar a nadar a niños", "swim-instructor"),
        ("walking dogs", "animal-caretaker"),
        ("looking after old people", "caregiver"),
        ("sparky", "electrician"),
    ],
)
def test_phrases_match_in_other_forms(text: str, occupation: str) -> None:
    assert understand(text)[0].occupation == occupation


def test_field_matches_all_its_occupations_with_lower_fit() -> None:
    fits = understand("hotel")
    hospitality = {name for name, entry in occupations().items() if entry.category == "hospitality"}
    assert hospitality <= {fit.occupation for fit in fits}
    assert max(fit.fit for fit in fits) < 0.85


@pytest.mark.parametrize("title", [title for category in categories() for title in category.titles])
def test_example_titles_belong_to_their_category(title: str) -> None:
    category = next(category.id for category in categories() if title in category.titles)
    occupation = occupation_of(title)
    assert occupation is not None
    assert occupations()[occupation].category == category


@pytest.mark.parametrize(
    ("spanish", "english"),
    [pair for first in all_categories() for pair in zip(first.spanish_titles, first.titles, strict=True)],
)
def test_example_titles_match_the_same_occupation_in_spanish(spanish: str, english: str) -> None:
    assert occupation_of(spanish) == occupation_of(english)


def test_spanish_example_titles_match_the_occupation_table() -> None:
    spanish = {entry.title: entry.spanish for entry in occupations().values()}
    for first in all_categories():
        assert [spanish[title] for title in first.titles] == list(first.spanish_titles)


def test_every_category_has_six_examples() -> None:
    assert len(categories()) == 7
    assert {len(set(titles)) for first in all_categories() for titles in (first.titles, first.spanish_titles)} == {6}
    assert {*category_words()} == {"any", *(category.id for category in all_categories())}


def test_no_stored_id_of_an_occupation_is_lost() -> None:
    """Jobs and searches are stored with these ids. Add new ones; an id in the file may never go or change."""
    stored = IDS.read_text("utf-8").split()
    assert [name for name in stored if name not in occupations()] == []
    assert [name for name in occupations() if name not in stored] == []


def test_titles_and_aliases_match_their_own_occupation() -> None:
    for entry in occupations().values():
        assert occupation_of(entry.title) == entry.id
        assert occupation_of(entry.spanish) == entry.id
        for alias in entry.aliases:
            assert entry.id in {fit.occupation for fit in understand(alias) if fit.how == "named"}, alias


def test_siblings_are_symmetric() -> None:
    for entry in occupations().values():
        assert entry.id not in entry.siblings
        assert all(entry.id in occupations()[sibling].siblings for sibling in entry.siblings)


def test_unclear_job_title_has_no_occupation() -> None:
    assert occupation_of("Hotel position") is None
    assert occupation_of("Senior Accountant") is None


@given(st.text(max_size=300))
def test_any_text_gives_sorted_fits_within_bounds(text: str) -> None:
    fits = understand(text)
    assert [fit.fit for fit in fits] == sorted((fit.fit for fit in fits), reverse=True)
    assert all(0 < fit.fit <= 1 for fit in fits)
    assert len({fit.occupation for fit in fits}) == len(fits)
