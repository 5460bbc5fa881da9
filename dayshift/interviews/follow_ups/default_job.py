"""The job of an interview guessed from words of the search, where matching understood no occupation."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

Job = tuple[str, str]
"""Job title and company name."""

_GUESSES: tuple[tuple[str, Mapping[str, Job]], ...] = (
    (
        "server servers waiter waiters waitress waitresses mesero mesera meseros meseras camarero camarera",
        {"en": ("Restaurant Server", "Restaurant"), "es": ("Personal de restaurante", "Restaurante")},
    ),
    (
        "cook cooks cooking chef chefs kitchen kitchens cocinero cocinera cocineros cocineras cocina cocinar",
        {"en": ("Kitchen Staff", "Restaurant"), "es": ("Personal de cocina", "Restaurante")},
    ),
    (
        "construction builder builders construccion albanil albaniles",
        {
            "en": ("Construction Worker", "Construction Company"),
            "es": ("Personal de construcción", "Empresa de construcción"),
        },
    ),
    (
        "warehouse warehouses almacen almacenes bodega bodegas",
        {"en": ("Warehouse Worker", "Warehouse"), "es": ("Personal de almacén", "Almacén")},
    ),
    (
        "driver drivers delivery deliveries chofer choferes conductor conductora repartidor repartidora reparto",
        {"en": ("Driver", "Delivery Service"), "es": ("Personal de reparto", "Servicio de reparto")},
    ),
)
_DEFAULT: Mapping[str, Job] = {
    "en": ("General Worker", "Local Business"),
    "es": ("Trabajo general", "Negocio local"),
}
MAX_TITLE_WORDS = 3

_NEGATIONS = """
not no never without except but dont don't isnt isn't cant can't cannot nothing nunca sin excepto menos nada ni tampoco
"""
_BETWEEN = """
a an the any as at be being become to do for in like want work working job jobs or nor i
me quiero quisiera trabajar trabajo ser de del en como un una el la los las ni o que
"""
"""Words between a negation and what it denies: "I don't want to be a cook"."""
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*|[,.;:!?]")


def guess_job(search_query: str, language: str = "en") -> Job:
    """(job title, company name) for the latest search query, in `language`.

    The first row with a word of the query wins, unless the query denies the word ("not a cook"). Otherwise a query of
    up to three words that denies nothing is itself the title, in the person's own spelling.
    """
    read = list(_words(search_query))
    wanted = {word for word, denied in read if not denied}
    for words, jobs in _GUESSES:
        if not wanted.isdisjoint(words.split()):
            return _in(jobs, language)
    title = " ".join(search_query.split())
    negations = _NEGATIONS.split()
    default_title, company = _in(_DEFAULT, language)
    is_title = 0 < len(title.split()) <= MAX_TITLE_WORDS and not any(word in negations for word, _ in read)
    return (title if is_title else default_title), company


def guesses_in(language: str) -> dict[str, str]:
    """Every guessed title and company by its English name."""
    named = [*(jobs for _, jobs in _GUESSES), _DEFAULT]
    return {english: own for jobs in named for english, own in zip(jobs["en"], _in(jobs, language), strict=True)}


def _in(jobs: Mapping[str, Job], language: str) -> Job:
    return jobs.get(language, jobs["en"])


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a text, without accents, and whether each is denied."""
    negations, between, denied = _NEGATIONS.split(), _BETWEEN.split(), False
    for found in _WORD.finditer(_plain(text)):
        word = found[0].replace("\u2019", "'")
        if word in negations:
            denied = True
            yield word, True
        else:
            yield word, denied
            denied = denied and word in between


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
