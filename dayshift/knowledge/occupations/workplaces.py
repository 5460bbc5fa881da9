"""Phrases that name work, and elsewhere only where work is done: "bakery", and "cashier in a bakery"."""

from functools import cache

from dayshift.knowledge.occupations.words import folded

Phrase = tuple[str, ...]

# Crafts that end like places ("carpintería", "plomería") are not here: a helper in carpentry wants carpentry.
_WORKPLACES = """
taco stand, taquería, sandwich shop, sub shop, coffee shop, coffee house, espresso bar, tea shop, boba shop,
juice bar, smoothie shop, cafetería de café, juguería, ice cream shop, frozen yogurt shop, snack bar, concession stand,
hot dog stand, heladería, paletería, nevería, fast food restaurant, restaurante de comida rápida, deli, pizza shop,
pizzeria, pizzería, bakery, panadería, donut shop, tortillería, pastelería, butcher shop, meat market, carnicería,
pollería, cafeteria, cafetería, school cafeteria, cafetería escolar, school kitchen, hospital kitchen,
restaurant kitchen, cocktail bar,
convenience store, corner store, liquor store, dollar store, tienda de conveniencia, licorería, clothing store,
grocery store, tienda, tienda de ropa, tienda de abarrotes, department store, clothes store, shoe store,
cell phone store, phone store, wireless store, furniture store, mattress store, jewelry store, fashion store,
thrift store, hardware store, garden center, pet store, book store, bookstore, toy store, electronics store,
home improvement store, tienda departamental, zapatería, mueblería, joyería, ferretería, perfumería,
auto parts store, car parts store, parts store, tienda de partes, flea market, drug store,
warehouse, fulfillment center, distribution center, call center, copy center, post office, recycling center,
packing house, slaughterhouse, greenhouse, machine shop, print shop, cabinet shop, wood shop, woodshop,
auto shop, mechanic shop, taller mecánico, taller de carros, tire shop, body shop, bodyshop, bike shop,
hair salon, nail salon, dominican salon, tanning salon, salon de uñas, peluquería, barbershop, barber shop, barbería,
animal hospital, vet clinic, veterinary clinic, animal clinic, plasma center, dentist office, doctors office,
medical office, courthouse, detention center, preschool, nursery school, guardería, rec center, recreation center,
halfway house, lavandería, tintorería, climbing gym
"""

_BEFORE = frozenset(folded("in at inside for en de del para dentro"))
_AS = frozenset(folded("as como de"))
_OR = frozenset(folded("or and o u y e also tambien work working trabajar trabajando"))
_MAX_WORDS_OF_PLACE = 6
"""Words between a preposition and a workplace: "in a taqueria or a busy restaurant"."""


@cache
def workplaces() -> frozenset[Phrase]:
    """Return the phrases, folded."""
    return frozenset(folded(phrase) for phrase in _WORKPLACES.replace("\n", " ").split(","))


def places_in(words: Phrase, found: list[tuple[int, int]], vague: frozenset[str]) -> set[Phrase]:
    """Return the phrases at these positions that are only where the work of another one is done.

    `vague` words alone are no other work: a supervisor of a distribution center does the work of the place.
    """
    places = [span for span in found if words[slice(*span)] in workplaces()]
    works = [span for span in found if span not in places and not vague.issuperset(words[slice(*span)])]
    return {words[slice(*place)] for place in places if any(_is_place_of(words, place, work) for work in works)}


def _is_place_of(words: Phrase, place: tuple[int, int], work: tuple[int, int]) -> bool:
    """Whether a workplace, words `place[0]` to before `place[1]`, is where some named work is done.

    "Cook in a taqueria or restaurant", "in a taqueria as a cook", "taqueria cook"; but "cook, or work in a bakery"
    names both.
    """
    if work[1] <= place[0]:
        between = words[work[1] : place[0]]
        prepositions = [at for at, word in enumerate(between) if word in _BEFORE]
        if not prepositions:
            return False
        at = prepositions[-1]
        return len(between) - at <= _MAX_WORDS_OF_PLACE and not _OR.intersection(between[:at])
    between = words[place[1] : work[0]]
    return not between or bool(_AS.intersection(between) and not _OR.intersection(between))
