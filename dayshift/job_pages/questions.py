"""Answer questions about a job from the job's own fields. Pure.

A question is answered only if every word of it is known: a topic of a field, or a filler word ("is", "the", "job").
"Do you pay weekly?" has a word that no field covers, so it is stored for the employer instead of answered with the
hourly rate.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from dayshift.core.language import Language
from dayshift.job_pages import fields
from dayshift.jobs.catalog import Job


@dataclass(frozen=True, slots=True)
class FieldAnswer:
    """The text of an answer, and the topics it covers."""

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
        fields.pay_of,
        "pay pays paid paying wage wages salary rate hourly money earn make dollars paga pagan pago sueldo salario",
    ),
    "shifts": _topic(fields.shifts_of, "shift shifts schedule days turno turnos horario dias"),
    "hours": _topic(fields.hours_of, "fulltime parttime completo parcial"),
    "start": _topic(fields.start_of, "start starts starting begin begins empieza empezar comienza"),
    "place": _topic(
        fields.place_of,
        "where address location located place street city town zip remote home donde direccion lugar ciudad",
    ),
    "experience": _topic(fields.experience_of, "experience experiencia years anos"),
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

# Two words for one topic, and "how long" or "how many" about something that no field counts.
_JOINED = (
    (re.compile(r"\bfull[ -]time\b|\btiempo completo\b"), "fulltime"),
    (re.compile(r"\bpart[ -]time\b|\btiempo parcial\b|\bmedio tiempo\b"), "parttime"),
)
_COUNTS = re.compile(r"\bhow (?:long|many)\b|\bcuant[oa]s\b")


def answer_from_fields(job: Job, question: str, language: Language) -> FieldAnswer | None:
    """Answers a question from the job's fields. None if it is about anything else, or a field is not stated."""
    text = _plain(question)
    for pattern, word in _JOINED:
        text = pattern.sub(word, text)
    words = set(re.findall(r"[a-z]+", text))
    topics = {name: topic for name, topic in _TOPICS.items() if words & topic.names}
    known = _SAYS_NOTHING.union(*(topic.names for topic in topics.values()))
    counts_something_else = _COUNTS.search(text) and not words & _TOPICS["experience"].names
    if not topics or not words <= known or counts_something_else or re.search(r"\d", text):
        return None
    labels = fields.wording(language)["topics"]
    stated = [(labels[name], topic.says(job, language)) for name, topic in topics.items()]
    if any(value is None for _, value in stated):
        return None
    return FieldAnswer("\n".join(f"{label}: {value}." for label, value in stated), tuple(topics))


def _plain(text: str) -> str:
    """Lower-case letters without accents and apostrophes."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in parts if not unicodedata.combining(letter) and letter not in "'\u2019")
