"""Match free text, a search or a job title, to occupations with a score.

The most reliable method first. Phrases of the occupation table found in the text name an occupation
directly, and its siblings with a lower score; so do the titles of O*NET. Otherwise, phrases of the table count in other
forms ("fixing leaky pipes"), with the score of similar work; words for a whole field
("hotel", "gym") match all of its occupations, and the rest is compared with a lower score: by letters with the
phrases of the table, and by words with the titles and tasks of O*NET. If an embedding model is configured, a search
that names nothing is also compared by meaning.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dayshift.knowledge.occupations import onet
from dayshift.knowledge.occupations.exclusions import RULED_OUT, WANTED
from dayshift.knowledge.occupations.lexicon import (
    Phrase,
    Run,
    correct_loosely,
    correct_strictly,
    form_of,
    load_lexicon,
    phrases_by_forms,
    runs_of_search,
    runs_of_title,
    similarities_of,
)
from dayshift.knowledge.occupations.taxonomy import (
    helper_of,
    is_supervisor,
    job_words,
    occupations,
    occupations_by_soc,
    supervisor_of,
)
from dayshift.knowledge.occupations.words import fold, folded, stem
from dayshift.knowledge.occupations.workplaces import places_in
from dayshift.providers.embeddings import EmbeddingModel, open_embeddings

How = Literal["named", "sibling", "field", "any", "similar"]
"""Why an occupation fits: named, close to a named one, in a named field, any work is wanted, or similar."""

FIT_OF_SIBLING = 0.85
FIT_OF_SIMILAR = 0.8
"""Maximum score of similarity alone: lower than a sibling's, so that a guess is never a perfect match."""
FIT_OF_FIELD = 0.75
FIT_OF_RELATED = 0.7
"""Score of an occupation that O*NET relates to a named one."""
MIN_FIT = 1 / 3
"""Fit from which a job of an occupation can be a match."""
CLEAR_FIT = 0.5
"""Minimum similarity that determines a job's occupation."""

# Range of letter similarity in which the score rises from 0 to its maximum.
_UNLIKE, _ALIKE = 0.5, 0.9
_NOT_AT_ALL_ALIKE = 0.35
# The same for cosine similarity. Other fields hardly reach the first value; many correct matches reach the second.
_MEANS_OTHER, _MEANS_SAME = 0.35, 0.75

# Range of O*NET's rank in which the score of a search rises from 0 to its maximum, tuned with bench/matching.
_VAGUE, _PLAIN = 0.45, 1.3
_MAX_RANKED = 5
_MAX_NAMED = 4
"""Occupations that one title of O*NET may name: "assembler" is a title of eleven codes."""
_CLOSER_TITLE = 0.7
"""Cosine from which the most similar title of O*NET decides, not a phrase that covers only part of a title."""

_MUCH_MORE = 2
"""Words with meaning besides a named occupation from which they are compared with other occupations too."""
_SHARE_OF_MORE = 0.75

_ALMOST_TITLE = 0.85
"""Cosine from which the whole text is read as a title of O*NET."""


@dataclass(frozen=True, slots=True)
class TitleFit:
    """The score of a text for an occupation, in (0, 1], and the reason; `via` is the sibling that was named."""

    occupation: str
    fit: float
    how: How
    via: str | None = None


@lru_cache(maxsize=4096)
def understand(text: str) -> tuple[TitleFit, ...]:
    """Return the occupations that a search matches, best first. Deterministic.

    If it names nothing clearly, common words are taken for typos too: "diary farm".
    """
    runs = runs_of_search(text, correct_strictly)
    fits = _titled_first(text, runs, _fits(runs, _names(runs, _titles_of), _meanings))
    if fits and fits[0].fit >= CLEAR_FIT:
        return fits
    runs = runs_of_search(text, correct_loosely)
    loose = _fits(runs, _names(runs, _titles_of), _meanings)
    return loose if loose and loose[0].fit >= CLEAR_FIT else fits


def _fits(runs: list[Run], found: "_Named", meanings: "_Meanings | None" = None) -> tuple[TitleFit, ...]:
    named, unwanted, rest, alike, places = found
    named = [name for name in named if name not in places]
    fits = [TitleFit(name, 1.0, "named") for name in named]
    for name in named:
        siblings = sorted(occupations()[name].siblings)
        fits += [TitleFit(other, FIT_OF_SIBLING, "sibling", via=name) for other in siblings]
    if named:
        fits = [TitleFit(name, 1.0, "named") for name in _others_named(rest, named)] + fits
        fits += [
            TitleFit(other, FIT_OF_RELATED, "sibling", via=name)
            for name in named[:_MAX_NAMED]
            for other in _related(name)
        ]
        categories = {occupations()[name].category for name in named}
        fits += [TitleFit(name, FIT_OF_FIELD, "field") for name in places if occupations()[name].category in categories]
        fits += _more(runs, rest)
    else:
        runs, close = _close(runs)
        rest = rest if not close else runs
        fits += [TitleFit(name, FIT_OF_SIMILAR, "similar") for name in close]
        fields, unwanted_fields, rest, *_ = _names(rest, lambda phrase, _: load_lexicon().fields.get(phrase))
        unwanted |= unwanted_fields
        fits += [TitleFit(name, FIT_OF_FIELD, "field") for name in fields]
        if not fields:
            wants_any, _, rest, *_ = _names(rest, lambda phrase, _: load_lexicon().any_work.get(phrase))
            fits += [TitleFit(name, FIT_OF_FIELD, "any") for name in wants_any]
        # First, because the first of equal fits counts: a model reads the words as they were typed.
        fits += _of_meaning(runs, meanings) if meanings else ()
        if not onet.names_other_work(_content(runs)):
            fits += _similar(rest)
            fits += _ranked(runs if fields and _content(rest) else rest)
        unwanted |= {sibling for name in unwanted for sibling in occupations()[name].siblings}
    best: dict[str, TitleFit] = {}
    # Equal fits stay in this order: what is named first, then siblings of the first, and so on.
    for fit in sorted(fits, key=lambda fit: -fit.fit):
        best.setdefault(fit.occupation, fit)
    return tuple(fit for fit in best.values() if fit.occupation not in unwanted | alike)


def _titled_first(text: str, runs: list[Run], fits: tuple[TitleFit, ...]) -> tuple[TitleFit, ...]:
    """Return the fits after what the whole text is a title of, or almost is, if only O*NET has that title."""
    whole = folded(_PARENTHESES.sub(" ", text))
    if whole in load_lexicon().titles or not 1 < len(whole) <= onet.MAX_TITLE:
        return fits
    if any(said != WANTED for run in runs for said in run.said):
        return fits
    codes = onet.codes_named(whole)[:1]
    if not codes and fits and fits[0].how == "named":
        said = tuple(word for word in whole if word not in load_lexicon().says_nothing)
        codes = tuple(found.soc for found in onet.rank(said, 1) if found.cosine >= _ALMOST_TITLE)
    named = [TitleFit(occupation_for(code, whole), 1.0, "named") for code in codes]
    first = {fit.occupation for fit in named}
    return (*named, *(fit for fit in fits if fit.occupation not in first))


def _more(runs: list[Run], rest: list[Run]) -> Iterator[TitleFit]:
    """Yield what a text describes besides the work that it names, if it says much more and excludes nothing."""
    if len(_content(rest)) < _MUCH_MORE or any(said != WANTED for run in runs for said in run.said):
        return
    _, close = _close(rest)
    described = [*(TitleFit(name, FIT_OF_SIMILAR, "similar") for name in close), *_ranked(runs)]
    for found in described[:_MAX_NAMED]:
        if (fit := found.fit * _SHARE_OF_MORE) >= MIN_FIT:
            yield TitleFit(found.occupation, fit, "similar")


def occupation_of(title: str) -> str | None:
    """Return the id of the occupation of a job title; None if ambiguous.

    Uses words and letters alone: the catalog must not depend on a model.
    """
    # Store and posting numbers carry no meaning, and would make every title unique.
    return _occupation_of(_LONG_NUMBER.sub("000", title))


_LONG_NUMBER = re.compile(r"\d{3,}")


@lru_cache(maxsize=65536)
def _occupation_of(title: str) -> str | None:
    whole = folded(_PARENTHESES.sub(" ", title)) or folded(title)
    if whole in load_lexicon().titles:
        return load_lexicon().titles[whole][0]
    if codes := onet.codes_named(whole):
        return occupation_for(codes[0], whole)
    runs = runs_of_title(title)
    named, unwanted, rest, alike, *_ = found = _names(runs, _titles_of)
    if not named:
        first = next(iter(_fits(runs, found)), None)
        if first is None or first.how in {"field", "any"} or first.fit < CLEAR_FIT:
            return None
        return first.occupation
    # The first of `_fits`, without the others.
    occupation = next(name for name in (*_others_named(rest, named), *named) if name not in unwanted | alike)
    if _content(rest):
        said = tuple(word for word in whole if word not in load_lexicon().says_nothing)
        closest = next(iter(onet.rank(said, 1)), None)
        if closest and closest.cosine >= _CLOSER_TITLE and closest.soc != occupations()[occupation].soc:
            return occupation_for(closest.soc, whole)
    return occupation


_PARENTHESES = re.compile(r"\([^()]*\)")


def occupation_for(soc: str, words: Phrase) -> str:
    """Return the occupation of an O*NET-SOC code that shares most words with a title, or else the general one."""
    entries = occupations_by_soc()[soc]
    if len(entries) == 1:
        return entries[0].id
    wanted = {stem(word) for word in words} - {stem(fold(word)) for word in job_words()}
    return max(entries, key=lambda entry: len(wanted & _stems_of(entry.id))).id


@cache
def _stems_of(occupation: str) -> frozenset[str]:
    entry = occupations()[occupation]
    return frozenset(stem(word) for word in folded(entry.title))


def nearest_titles(text: str, most: int = 3) -> tuple[str, ...]:
    """Return the titles most similar to a text without known work, by letters, then by words; empty if none is."""
    lexicon = load_lexicon()
    runs = runs_of_search(text, correct_strictly)
    words = tuple(word for run in runs for word, said in zip(run.words, run.said, strict=True) if said == WANTED)
    likeness = similarities_of([words])
    nearest: dict[str, None] = {}
    for row in np.argsort(-likeness, kind="stable").tolist():
        if len(nearest) >= most or likeness[row] < _NOT_AT_ALL_ALIKE:
            break
        nearest |= dict.fromkeys(
            occupations()[name].title for name in load_lexicon().titles[load_lexicon().compared[row]]
        )
    if not onet.names_other_work(words):
        said = tuple(word for word in words if word not in lexicon.filler)
        ranked = onet.rank(said, most) if len(said) > 1 else ()
        alike = [found for found in ranked if found.rank > 0]  # Words that are nowhere are like nothing.
        nearest |= dict.fromkeys(occupations()[occupation_for(found.soc, said)].title for found in alike)
    return tuple(nearest)[:most]


def use_embeddings(folder: str) -> None:
    """Also compare job searches by the embedding model in this folder; "" for none. Raises `ExtraMissing`."""
    global _meanings  # noqa: PLW0603  (one model per process, set at startup, like the table)
    phrases = [(phrase, entry.id) for entry in occupations().values() for phrase in entry.phrases]
    model = open_embeddings(folder)
    _meanings = _Meanings(model, tuple(phrases)) if model else None
    understand.cache_clear()


class _Meanings:
    """Embeddings of every phrase of the occupation table."""

    def __init__(self, model: EmbeddingModel, phrases: Sequence[tuple[str, str]]) -> None:
        self._model = model
        self.occupations = [occupation for _, occupation in phrases]
        self._vectors = model.vectors([phrase for phrase, _ in phrases])

    def likeness(self, text: str) -> NDArray[np.float64]:
        """Return the cosine similarity, -1 to 1, of a text with each phrase; 0 if the model has no vector for it."""
        likeness: NDArray[np.float64] = (self._vectors @ self._model.vectors([text])[0]).astype(np.float64)
        return likeness


_meanings: _Meanings | None = None


def warm() -> None:
    """Build the caches at startup instead of in the first request."""
    understand("something that nobody has heard of")


def _titles_of(phrase: Phrase, run: Phrase) -> tuple[str, ...] | None:
    """Return the occupations that a phrase of a run names, in our table or as a title of O*NET."""
    found = load_lexicon().titles.get(phrase)
    codes = onet.codes_named(phrase) if found is None else ()
    if not codes or not _says_much(phrase, run):
        return found
    named = [occupation_for(code, phrase) for code in codes[:_MAX_NAMED]]
    return tuple(dict.fromkeys(named)) or None


def _says_much(phrase: Phrase, run: Phrase) -> bool:
    """Return whether a title of O*NET is more than a common word: "developer" within other words names no work."""
    lexicon = load_lexicon()
    if len(phrase) > 1 and phrase == run:
        return True
    content = sum(word not in lexicon.filler for word in phrase)
    if content == 1:
        return phrase[-1] != "person" and sum(word not in lexicon.filler for word in run) == 1
    return content > 1


class _Named(NamedTuple):
    """The named occupations in order, the excluded ones ("not cleaning"), the words left, and those also excluded.

    `places`: those of `names` that are named only by where other named work is done: "cook in a taqueria".
    """

    names: list[str]
    unwanted: set[str]
    rest: list[Run]
    alike: set[str]
    places: tuple[str, ...]


def _names(runs: list[Run], meanings: Callable[[Phrase, Phrase], tuple[str, ...] | None]) -> _Named:
    """Return what the runs name, by a function that maps a phrase of a run to occupations.

    The longest phrase wins, so that "kitchen manager" does not also match a manager.
    """
    longest = max(load_lexicon().longest, onet.MAX_TITLE)
    names: dict[str, None] = {}
    unwanted: set[str] = set()
    alike: set[str] = set()
    phrases_of: dict[str, set[Phrase]] = defaultdict(set)
    excluding: dict[str, set[Phrase]] = defaultdict(set)
    between: list[Run] = []
    at_places: set[Phrase] = set()
    for run in runs:
        words, begin, start = run.words, 0, 0
        found_at: list[tuple[int, int]] = []
        while start < len(words):
            windows = (words[start : start + size] for size in range(min(longest, len(words) - start), 0, -1))
            found = next(((window, named) for window in windows if (named := meanings(window, words))), None)
            if found is None:
                start += 1
                continue
            phrase, named = found
            if run.said[start] == RULED_OUT:
                unwanted.update(named)
                for name in named:
                    excluding[name].add(phrase)
                before = start
                while before > begin and run.said[before - 1] == RULED_OUT:
                    before -= 1
                alike |= _titled(words[before:start], phrase)
            elif run.said[start] == WANTED:
                names |= dict.fromkeys(named)
                found_at.append((start, start + len(phrase)))
                for name in named:
                    phrases_of[name].add(phrase)
            between.append(run.part(begin, start))
            begin = start = start + len(phrase)
        between.append(run.part(begin))
        at_places |= places_in(words, found_at, load_lexicon().filler | _supervising())
    # "CDL A, no OTR" still wants a truck driver: another phrase names the same work.
    wanted = [name for name in names if name not in unwanted or phrases_of[name] - excluding[name]]
    places = tuple(name for name in wanted if phrases_of[name] <= at_places)
    return _Named(wanted, unwanted - set(wanted), between, alike - set(wanted), places)


def _others_named(rest: list[Run], named: list[str]) -> list[str]:
    """Return who supervises the named work or helps in it, if the other words of a text want that."""
    words = {word for run in rest for part in _wanted(run) for word in part}
    return [*_supervisors(words, named), *_helpers(words, named)]


def _supervisors(words: set[str], named: list[str]) -> list[str]:
    """Return who supervises the named work, if the text wants to supervise: "warehouse shift supervisor"."""
    codes = [occupations()[name].soc for name in named]
    if not words & _supervising() and not any(map(is_supervisor, codes)):
        return []
    found = [supervisor_of(code) for code in codes if not is_supervisor(code)]
    return list(dict.fromkeys(name for name in found if name))


def _helpers(words: set[str], named: list[str]) -> list[str]:
    """Return who helps in the named trade, if the text wants to help or to learn: "wireman apprentice"."""
    if not words & _helping():
        return []
    found = [helper_of(occupations()[name].soc) for name in named]
    return list(dict.fromkeys(name for name in found if name))


@cache
def _helping() -> frozenset[str]:
    return frozenset(folded("helper apprentice apprenticeship trainee ayudante aprendiz"))


@cache
def _supervising() -> frozenset[str]:
    words = "supervisor supervising lead leader foreman manager managing encargado jefe capataz mayordomo lider"
    return frozenset(folded(words))


@cache
def _related(name: str) -> tuple[str, ...]:
    """Return the occupations of the same category that O*NET relates to one, closest first.

    Others would make a search read more of the job index, for work that is further away.
    """
    entry = occupations()[name]
    related = [occupations_by_soc()[code][0] for code in onet.related(entry.soc)]
    return tuple(other.id for other in related if other.category == entry.category)


@lru_cache(maxsize=1024)
def _titled(adjectives: Phrase, phrase: Phrase) -> frozenset[str]:
    """Return the occupations with these words in their title, or with another word for the phrase.

    "Anything but driving" excludes bus drivers too; "no truck driving" does not.
    """
    lexicon = load_lexicon()
    named = lexicon.titles.get(phrase)
    same = [other for other in lexicon.compared if len(other) == 1 and lexicon.titles[other] == named]
    phrases = [phrase, *same] if len(phrase) == 1 else [phrase]
    wanted = [frozenset(map(stem, (*adjectives, *words))) - lexicon.job_stems for words in phrases]
    return frozenset(
        entry.id
        for entry in occupations().values()
        for stems in wanted
        if stems and (stems <= _stems_of(entry.id) or stems <= {stem(word) for word in folded(entry.spanish)})
    )


def _close(runs: list[Run]) -> tuple[list[Run], list[str]]:
    """Return the runs without a phrase of the table in other forms, and the occupations that the others name.

    Order, endings and one word in between do not matter: "fixing leaky pipes" has the words of "fixing pipes".
    """
    left: list[Run] = []
    names: dict[str, None] = {}
    for run in runs:
        found = [name for part in _wanted(run) for name in _named_in_other_forms(part)]
        names |= dict.fromkeys(found)
        if not found:
            left.append(run)
    return left, list(names)


def _named_in_other_forms(words: Phrase) -> Iterator[str]:
    """Yield the occupations of the phrases that have most forms in common with consecutive words."""
    forms = [form for word in words if (form := form_of(word))]
    for size in range(_WIDEST_FORM, 1, -1):
        found: dict[str, None] = {}
        for start in range(len(forms) - size + 1):
            ordered = forms[start : start + size]
            window = frozenset(ordered)
            for part in (window, *(window - {form} for form in ordered)):
                found |= dict.fromkeys(phrases_by_forms().get(part, ()))
        if found:
            yield from found
            return


_WIDEST_FORM = 4
"""Maximum words of a text that are compared with a phrase in other forms."""


def _content(runs: list[Run]) -> Phrase:
    """Return the wanted words that are not filler."""
    return tuple(word for run in runs for part in _wanted(run) for word in part if word not in load_lexicon().filler)


def _ranked(runs: list[Run]) -> Iterator[TitleFit]:
    """Yield the occupations that the wanted words describe best, by the titles and tasks of O*NET."""
    lexicon = load_lexicon()
    words = tuple(word for run in runs for part in _wanted(run) for word in part if word not in lexicon.says_nothing)
    for found in onet.rank(words, _MAX_RANKED) if len(words) > 1 and _content(runs) else ():
        fit = FIT_OF_SIMILAR * min(1.0, (found.rank - _VAGUE) / (_PLAIN - _VAGUE))
        if fit > 0:
            yield TitleFit(occupation_for(found.soc, words), fit, "similar")


def _similar(runs: list[Run]) -> Iterator[TitleFit]:
    """Yield occupations that have a phrase similar by letters to part of the text."""
    lexicon = load_lexicon()
    wanted = [part for run in runs for part in _wanted(run)]
    likeness = similarities_of(wanted, same_initial=True)
    fits = FIT_OF_SIMILAR * np.clip((likeness - _UNLIKE) / (_ALIKE - _UNLIKE), 0, 1)
    for row in np.flatnonzero(fits):
        for name in lexicon.titles[lexicon.compared[row]]:
            yield TitleFit(name, float(fits[row]), "similar")


def _wanted(run: Run) -> Iterator[Phrase]:
    """Yield the parts of a run that are not excluded."""
    for wanted, group in groupby(zip(run.words, run.said, strict=True), key=lambda each: each[1] == WANTED):
        if wanted:
            yield tuple(word for word, _ in group)


def _of_meaning(runs: list[Run], meanings: _Meanings) -> Iterator[TitleFit]:
    """Yield occupations that have a phrase similar in meaning to the wanted words."""
    wanted = [word for run in runs for word, said in zip(run.plain, run.said, strict=True) if said == WANTED]
    text = " ".join(wanted)
    above = (meanings.likeness(text) - _MEANS_OTHER) / (_MEANS_SAME - _MEANS_OTHER)
    fits = FIT_OF_SIMILAR * np.clip(above, 0, 1)
    for row in np.flatnonzero(fits).tolist():
        yield TitleFit(meanings.occupations[row], float(fits[row]), "similar")
