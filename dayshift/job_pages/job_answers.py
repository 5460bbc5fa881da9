"""Answering a question about a job from the job's own fields, or not at all. Pure.

A question is answered only when every word of it is understood: each belongs to a topic that a field is about, or says
nothing of its own ("is", "the", "job"). "Do you pay weekly?" has a word about which no field speaks, so it is passed on
instead of being answered with the hourly rate.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from dayshift.core.language import Language
from dayshift.job_pages import words
from dayshift.jobs import Job


@dataclass(frozen=True, slots=True)
class Answer:
    """What the fields say, and which of them were asked for."""

    text: str
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Topic:
    says: Callable[[Job, Language], str | None]
    names: frozenset[str]


def _topic(says: Callable[[Job, Language], str | None], names: str) -> _Topic:
    return _Topic(says, frozenset(names.split()))


_TOPICS = {
    "pay": _topic(
        words.pay_of,
        "pay pays paid paying wage wages salary rate hourly money earn make dollars paga pagan pago sueldo salario",
    ),
    "shifts": _topic(words.shifts_of, "shift shifts schedule days turno turnos horario dias"),
    "hours": _topic(words.hours_of, "fulltime parttime completo parcial"),
    "start": _topic(words.start_of, "start starts starting begin begins empieza empezar comienza"),
    "place": _topic(
        words.place_of,
        "where address location located place street city town zip remote home donde direccion lugar ciudad",
    ),
    "experience": _topic(words.experience_of, "experience experiencia years anos"),
    "licence": _topic(
        lambda job, _: job.licence,
        "license licence certificate certification certified card permit licencia certificado",
    ),
}

_EMPTY_WORDS = """
a about an and any are at be can could did do does for from have hello hi hour how i in is it its job jobs long many me
much my need needed needs of on or per please required so tell thank thanks that the there they this to us we what
whats when which will with work working would you your
al como con cual cuales cuando cuanta cuanto cuantas cuantos de del el en es esta este gracias hay hola hora la las los
me necesito o para por puedo que se son su trabajo tu un una y
"""
_SAYS_NOTHING = frozenset(_EMPTY_WORDS.split())

# Two words that mean one thing, and "how long" or "how many" about something that no field counts.
_JOINED = (
    (re.compile(r"\bfull[ -]time\b|\btiempo completo\b"), "fulltime"),
    (re.compile(r"\bpart[ -]time\b|\btiempo parcial\b|\bmedio tiempo\b"), "parttime"),
)
_COUNTS = re.compile(r"\bhow (?:long|many)\b|\bcuant[oa]s\b")


def answer_from(job: Job, question: str, language: Language) -> Answer | None:
    """What the job's fields say to a question. None where it is about anything else, or the field is not stated."""
    text = _plain(question)
    for pattern, word in _JOINED:
        text = pattern.sub(word, text)
    said = set(re.findall(r"[a-z]+", text))
    topics = {name: topic for name, topic in _TOPICS.items() if said & topic.names}
    known = _SAYS_NOTHING.union(*(topic.names for topic in topics.values()))
    counts_something_else = _COUNTS.search(text) and not said & _TOPICS["experience"].names
    if not topics or not said <= known or counts_something_else or re.search(r"\d", text):
        return None
    labels = words.wording(language)["topics"]
    stated = [(labels[name], topic.says(job, language)) for name, topic in topics.items()]
    if any(value is None for _, value in stated):
        return None
    return Answer("\n".join(f"{label}: {value}." for label, value in stated), tuple(topics))


def _plain(text: str) -> str:
    """Lower-case letters without accents and apostrophes."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in parts if not unicodedata.combining(letter) and letter not in "'\u2019")
