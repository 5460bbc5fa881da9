"""Parts of a search that name no wanted work: places ("near the bus") and exclusions ("no kitchen").

Both functions take plain words: lower case, without accents and apostrophes. Each is one pass over the words with
bounded lookahead, so the time is linear in the number of words.
"""

from collections.abc import Callable, Sequence

Words = Sequence[str]
PhraseAt = Callable[[int], int]
"""Returns the length of the longest known phrase that begins at a word, 0 for none."""


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in text.replace("\n", ",").split(",") if phrase.strip())


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Places.

_NEAR = _phrases("""
near, near to, close to, close by, closer to, next to, around, far from, distance of, distance to, distance from,
minutes from, minute from, mins from, min from, miles from, miles of, mile of, mile from,
blocks from, block from,
across from, outside of, walk from, walk to, drive from, ride from, commute from, commute to, within reach of,
cerca de, cerca del, cerca a, cerca al, cerquita de, cerquita del, cercano a, cercano al, cercana a, cercana al,
junto a, junto al, al lado de, al lado del, lejos de, lejos del, pasos de, pasos del, minutos de, minutos del,
cuadras de,
cuadras del, millas de, millas del, frente a, frente al, enfrente de, enfrente del, alrededor de, alrededor del
""")
"""Prepositions after which anything is a place."""

_TO_TRANSPORT = _phrases("""
by, on, off, along, via, from, to, take, takes, taking, ride, riding, access to, accessible by,
en, por, desde, tomo, tomar, a, al, accesible en
""")
"""Prepositions after which only public transport is a place: "on the bus line", "en tren"."""

_TRANSPORT = _set("bus buses train trains subway metro transit tram ferry autobus autobuses tren trenes")
_PUBLIC = _phrases("public transport, public transportation, public transit, mass transit, transporte publico")
_PLACE_NOUNS = _TRANSPORT | _set("""
station stations stop stops line lines route routes highway freeway airport downtown midtown uptown home house campus
school schools college university hospital beach park mall church street st avenue ave road rd boulevard blvd county
city town center centre square plaza
parada paradas estacion linea ruta camion camiones casa escuela escuelas universidad aeropuerto centro playa parque
iglesia calle avenida barrio ciudad trabajo
""")
_DETERMINERS = _set("""
the a an my our your their his her this that some any public el la los las mi mis un una su sus nuestra nuestro este
esta de del
""")
_HERE = _set("me us here you there mi aqui ahi alli donde where")
_ENDS_PLACE = _set("""
in for as doing do and or but with that who to i want work working job jobs y o pero como para que con en haciendo
trabajando de del si pagado paid part full part-time full-time no not ni sin
""")

_FENCE_BEFORE = _set("""
de una la las unas instalar instalador instaladora instalando poner poniendo construir construyendo hacer haciendo
pintar pintando arreglar reparar
""")


def without_places(words: Words, phrase_at: PhraseAt) -> list[list[str]]:
    """Return the runs of words left after removing places. Known phrases of several words stay whole."""
    runs: list[list[str]] = [[]]
    at = 0
    while at < len(words):
        size = phrase_at(at)
        end = _end_of_place(words, at) if size < 2 else None
        if end is None:
            runs[-1] += words[at : at + max(size, 1)]
            at += max(size, 1)
        else:
            runs.append([])
            at = end
    return [run for run in runs if run]


def _end_of_place(words: Words, at: int) -> int | None:
    """Return the end of the place that begins at a word, or None."""
    if words[at] in {"cerca", "cerquita"} and at and words[at - 1] in _FENCE_BEFORE:
        return None  # "Instalador de cerca" installs fences.
    for size in (3, 2, 1):
        if tuple(words[at : at + size]) in _NEAR:
            return _end_of_nouns(words, at + size)
    if words[at] in {"cerca", "cerquita", "nearby"}:
        return at + 1
    if tuple(words[at : at + 2]) in _PUBLIC:
        return at + 2
    for size in (2, 1):
        if tuple(words[at : at + size]) in _TO_TRANSPORT:
            start = _after(words, at + size, _DETERMINERS)
            if tuple(words[start : start + 2]) in _PUBLIC:
                return start + 2
            if words[start : start + 1] and words[start] in _TRANSPORT:
                end = _after(words, start, _PLACE_NOUNS)
                # "At a bus company" is a workplace, as with any other noun here.
                return end if end == len(words) or words[end] in _ENDS_PLACE else None
    return None


def _end_of_nouns(words: Words, at: int) -> int:
    """Return the end of the noun phrase after a preposition: its determiners, one noun, and place nouns after it."""
    start = _after(words, at, _DETERMINERS)
    if start >= len(words) or words[start] in _ENDS_PLACE:
        return min(start if start > at and words[start - 1] not in {"de", "del"} else at, len(words))
    if words[start] in _HERE:
        return start + 1
    end = _after(words, start + 1, _PLACE_NOUNS)
    # "La parada del autobus", "the corner of the park"
    while end < len(words) and words[end] in {"de", "del", "of"}:
        noun = _after(words, end + 1, _DETERMINERS)
        if noun >= len(words) or words[noun] not in _PLACE_NOUNS:
            break
        end = _after(words, noun, _PLACE_NOUNS)
    return end


def _after(words: Words, at: int, some: frozenset[str]) -> int:
    """Return the position after the words from `at` on that are in `some`."""
    while at < len(words) and words[at] in some:
        at += 1
    return at


# Negation.

_NEGATORS = _phrases("""
not, no, non, dont, doesnt, didnt, isnt, arent, aint, wont, cant, cannot, never, nothing,
without, except, excepting, excluding, avoid, avoiding, hate, hates, dislike, neither, nor, minus, other than, rather
than, instead of, anything but, everything but, all but, tired of, sick of,
away from, nowhere near,
sin, nada, nunca, jamas, excepto, salvo, menos, tampoco, ni, odio, detesto, evitar, ningun, ninguna, en vez de,
en lugar de, cualquier cosa menos, todo menos, fuera de
""")
_POSITIVE = _phrases("""
nothing but, no more than, nada mas que, no mas que, no menos de, al menos, por lo menos, mas o menos, not only,
no solo, no solamente, nada menos, why not, por que no
""")
"""Phrases that look like a negation but are not."""
_MAX_NEGATOR = 3
_BEGINS_NEGATOR = frozenset(phrase[0] for phrase in _NEGATORS)

_BETWEEN = _set("""
a an the any as at in on of to be being become do doing for like liking want wanting wish work working works job jobs
my more another kind kinds sort type interested into looking apply applying really even ever again anymore that is are
this these those with from about involving involves related than
de del la el las los lo un una unos unas en con como me gusta gustan gustaria quiero quisiera deseo ser sea sean estar
trabajar trabajo trabajos hacer mas otra otro otros otras que tipo ningun ninguna nada busco puedo relacionado
relacionada
""")
"""Words without meaning between a negation and what it excludes."""

_NOT_WORK = _set("""
experience experienced experiencia exp license licence licenses licencia degree diploma ged car carro coche vehicle
vehiculo auto transportation english ingles spanish espanol papers papeles skills problem problema problemas rush hurry
prisa stress estres drama matter importa idea sure seguro seguros picky only just merely solo solamente necessarily
required requirements requisitos requirement needed necessary necesario bad afraid new scared opposed against shy mind
know care have has had having tengo tiene haber molesta quiza wait hesitate worries
night nights evening evenings morning mornings afternoon afternoons weekend weekends weekday weekdays holiday holidays
sunday sundays saturday saturdays monday mondays friday fridays overnight overnights graveyard shift shifts days
noche noches tarde tardes manana mananas domingo domingos sabado sabados lunes viernes fin fines feriados festivos
turno turnos
far lejos later less lower under below
""")
"""Words after which nothing is excluded: "no experience, cook", "no nights", "not afraid of cleaning"."""

_RESUMES = _set("""
but just only instead please prefer prefers love i im ive id yo quiero busco prefiero pero sino solo porque because if
si when cuando where who yes maybe something anything algo
""")
_OR = _set("or nor and ni o y u e")
_ABOUT_SKILL = _set("experience exp experiencia skills skill license licence licencia certificate needed required")
_MAX_ADJECTIVES = 2

WANTED, RULED_OUT, UNSAID = 0, 1, 2
"""Flags of a word: wanted; excluded; only experience in it is denied."""


def ruled_out(words: Words, phrase_at: PhraseAt) -> list[int]:
    """Return a flag for each word: how negations affect it.

    A negation covers words without meaning, at most two adjectives, and the known phrases after them, including
    those joined by "or": "no quiero trabajar en cocina ni limpieza".
    """
    said = [WANTED] * len(words)
    at = 0
    while at < len(words):
        size = _negator_at(words, at)
        at = _mark(words, said, at + size, phrase_at) if size else at + 1
    return said


def _negator_at(words: Words, at: int) -> int:
    """Return the length of the negation that begins at a word, 0 for none."""
    if words[at] not in _BEGINS_NEGATOR:
        return 0
    for size in range(_MAX_NEGATOR, 0, -1):
        if tuple(words[at : at + size]) in _POSITIVE:
            return 0
        if tuple(words[at : at + size]) in _NEGATORS:
            before = tuple(words[max(0, at - 2) : at + size])
            is_positive = any(before[start:] in _POSITIVE for start in range(len(before)))
            return 0 if is_positive else size
    return 0


def _mark(words: Words, said: list[int], at: int, phrase_at: PhraseAt) -> int:
    """Mark what the negation before `at` excludes; return the position after it."""
    while True:
        start = at
        while start < len(words) and words[start] in _BETWEEN and not phrase_at(start):
            start += 1
        if start < len(words) and words[start] in _NOT_WORK:
            return start + 1
        end = start
        while end < len(words) and not (size := phrase_at(end)):
            if end - start == _MAX_ADJECTIVES or words[end] in _RESUMES | _NOT_WORK | _OR or _negator_at(words, end):
                break
            end += 1
        while end < len(words) and (size := phrase_at(end)):
            end += size
        mark = UNSAID if end < len(words) and words[end] in _ABOUT_SKILL else RULED_OUT
        said[start:end] = [mark] * (end - start)
        if end == start or end >= len(words) or words[end] not in _OR:
            return max(end, at)
        at = end + 1
