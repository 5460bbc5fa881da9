"""Cuts an answer into sentences, and these into plain words: the form that the network reads.

Case, punctuation, gender and how people introduce themselves carry nothing, so they are gone here. Orders to the
scorer, copies of the question and repetitions are left out: they are no evidence.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from dayshift.knowledge.question_plans import Lexicon, contains_any, first_at, lexicon_for

MAX_SENTENCE_WORDS = 30
"""Speech recognizers give no full stops; longer stretches are cut into pieces of this many words."""
COPY_SHARE = 0.6
COPIED_RUN = 4
"""A sentence is a copy, of the question or of what was said, when so much of it is in runs of so many of its words."""
GREETING_WORDS = 6
SHORT_BEFORE_ORDER = 5
"""Fewer words before an order to the scorer ("please", "message from the system") belong to it."""

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_TAG = re.compile(r"<[^<>]{0,40}>")
_STOP = re.compile(rf"(?<![.!?\u2026\n])[.!?\u2026\n]+(?=\s|$)|{_TAG.pattern}")

_ENGLISH = (
    "they he she",
    "them him her his hers",
    "themselves himself herself",
    "person man woman guy lady girl boy gentleman",
    "people men women guys ladies girls boys gentlemen",
    "boss mr mrs ms miss sir madam maam ma'am",
    "waiter waitress",
    "waiters waitresses",
    "host hostess",
    "hosts hostesses",
    "bartender barmaid barman",
    "busser busboy busgirl",
    "supervisor foreman forewoman",
    "seller salesman saleswoman",
    "parent mom dad mother father",
    "relative brother sister",
    "partner husband wife",
    "child son daughter",
)
_SPANISH = (
    "ellos ellas",
    "él ella",
    "persona hombre mujer señor señora señorita muchacho muchacha chico chica joven",
    "personas hombres mujeres señores señoras muchachos muchachas chicos chicas jóvenes",
    "jefe jefa don doña",
    "jefes jefas",
    "mesero mesera",
    "meseros meseras",
    "cocinero cocinera",
    "cocineros cocineras",
    "cliente clienta",
    "clientes clientas",
    "compañero compañera",
    "compañeros compañeras",
    "amigo amiga",
    "amigos amigas",
    "supervisor supervisora",
    "vendedor vendedora",
    "encargado encargada",
    "gerente gerenta",
    "trabajador trabajadora",
    "trabajadores trabajadoras",
    "patrón patrona",
    "dueño dueña",
    "enfermero enfermera",
    "cajero cajera",
    "limpiador limpiadora",
    "cuidador cuidadora",
    "padre madre papá mamá",
    "padres madres papás mamás",
    "hermano hermana",
    "hermanos hermanas",
    "esposo esposa marido",
    "hijo hija",
    "hijos hijas",
    "niño niña",
    "niños niñas",
    "abuelo abuela",
    "tío tía",
    "primo prima",
    "sobrino sobrina",
    "nieto nieta",
    "vecino vecina",
    "huésped huéspeda",
    "maestro maestra",
    "nuevo nueva",
)
_NEUTRAL = {
    language: {
        written: row.split()[0] for row in rows for word in row.split() for written in (word, word.replace("ñ", "n"))
    }
    for language, rows in (("en", _ENGLISH), ("es", _SPANISH))
}
"""Words that differ by gender are read as the first of their row."""
_ARTICLES: Mapping[str, Mapping[str, str]] = {"en": {}, "es": {"la": "el", "las": "los", "una": "un"}}
"""Before such a word, articles are read as masculine, too."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One stretch of an answer. `start` and `end` are its characters there; `words` are what the network reads."""

    answer: str
    start: int
    end: int
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.answer[self.start : self.end]


def sentences_of(answer: str, question: str, language: str) -> list[Sentence]:
    """The sentences of an answer that can be evidence, in their order."""
    lexicon = lexicon_for(language)
    asked = plain_words(question)
    copied = _runs(asked)
    said: set[tuple[str, ...]] = set()
    kept = []
    for start, end in _spans(answer):
        end = _before_orders(answer, start, end, lexicon)  # noqa: PLW2901
        words = plain_words(answer[start:end])
        if not words or tuple(words) in said or _copies(words, copied) or _copies(words, said):
            continue
        said |= {tuple(words)} | _runs(words)
        words = _without_introduction(words, lexicon)
        if words:
            kept.append(Sentence(answer, start, end, tuple(_neutral(words, language))))
    return kept


def _before_orders(answer: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Where the evidence of a sentence ends: before an order to the scorer."""
    text = answer[start:end]
    at = first_at(lexicon.orders, searchable(text))
    if at is None:
        return end
    words_before, seen, last = searchable(text)[:at].count(" "), 0, start
    if words_before < SHORT_BEFORE_ORDER:
        return start
    for word in _WORD.finditer(answer, start, end):
        if seen >= words_before:
            break
        seen += len(searchable(word[0]).split())
        last = word.end()
    return last


@cache
def question_words(question: str, language: str) -> tuple[str, ...]:
    """A question in the words that the network reads."""
    return tuple(_neutral(plain_words(question), language))


def gives_orders(text: str, lexicon: Lexicon) -> bool:
    """Whether a text contains instructions to its scorer, or markup that could pass for a separate message."""
    return _TAG.search(text) is not None or contains_any(lexicon.orders, searchable(text))


def searchable(text: str) -> str:
    """The text in the form in which the phrases of a lexicon are written: lower case, no accents, single spaces."""
    plain = without_accents(text.lower())
    return " ".join("".join(letter if letter.isalnum() or letter == "@" else " " for letter in plain).split())


def without_accents(text: str) -> str:
    """The text without diacritics: "cárcel" is "carcel"."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def plain_words(text: str) -> list[str]:
    """The words of a text in lower case, with straight apostrophes."""
    return [word.replace("\u2019", "'") for word in _WORD.findall(unicodedata.normalize("NFKC", text).lower())]


def _spans(answer: str) -> Iterator[tuple[int, int]]:
    """Stretches between stops or markup, of at most `MAX_SENTENCE_WORDS`."""
    begin = 0
    stops = [(m.start() if _TAG.fullmatch(m[0]) else m.end(), m.end()) for m in _STOP.finditer(answer)]
    for end, following in [*stops, (len(answer), len(answer))]:
        words = list(_WORD.finditer(answer, begin, end))
        for first in range(0, len(words), MAX_SENTENCE_WORDS):
            rest = words[first : first + MAX_SENTENCE_WORDS]
            last = first + MAX_SENTENCE_WORDS >= len(words)
            yield rest[0].start(), len(answer[:end].rstrip()) if last else rest[-1].end()
        begin = following


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + COPIED_RUN]) for i in range(len(words) - COPIED_RUN + 1)}


def _copies(words: list[str], copied: set[tuple[str, ...]]) -> bool:
    inside: set[int] = set()
    for i in range(len(words) - COPIED_RUN + 1):
        if tuple(words[i : i + COPIED_RUN]) in copied:
            inside.update(range(i, i + COPIED_RUN))
    return len(inside) > COPY_SHARE * len(words)


def _without_introduction(words: list[str], lexicon: Lexicon) -> list[str]:
    for phrase in map(str.split, lexicon.introductions):
        for at in range(len(words) - len(phrase) + 1):
            if words[at : at + len(phrase)] == phrase:
                after = at + len(phrase)
                return words[:at] if len(words) - at <= GREETING_WORDS else words[:at] + words[after + 1 :]
    return words


def _neutral(words: Sequence[str], language: str) -> Iterator[str]:
    neutral, articles = _NEUTRAL[language], _ARTICLES[language]
    for word, following in zip_longest(words, words[1:]):
        yield articles.get(word, word) if following in neutral else neutral.get(word, word)
