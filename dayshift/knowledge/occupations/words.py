"""Word folding, so that forms of one job title compare equal: case, accents, plural, gender, typos.

Folded words are comparison keys, never shown to users. Folding gender matters for fairness, not only
for recall: a waitress must get exactly the same jobs as a waiter, and a "mesera" the same as a "mesero".
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

_WORD = re.compile(r"[a-z0-9]+|[,.;:/|&+()\n]")
_NAILS = re.compile(r"\bu(?:\u00f1|n\u0303)as?\b")
"""Without its tilde, "u\u00f1as" (nails) would be the article "unas"."""
_ENDS_CLAUSE = frozenset(",.;:/|&+()\n")

# English words with irregular gendered forms.
_IRREGULAR = {
    "waitress": "waiter", "hostess": "host", "stewardess": "steward", "masseuse": "masseur", "jefa": "jefe",
    "lady": "person", "girl": "person", "gal": "person", "woman": "person", "women": "person",
    "guy": "person", "boy": "person", "man": "person", "men": "person", "people": "person",
}  # fmt: skip
_SUFFIX_OF_PERSON = re.compile(r"(?<=\w{3})(?:man|men|woman|women|person|people|boy|girl|maid)$")
_MIN_FOLDED = 5
_MIN_CORRECTED = 5


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """Strip plural and gender from a lower-case unaccented word: meseras, mesero -> meser."""
    word = _singular(word)
    word = _IRREGULAR.get(word, word)
    word = _SUFFIX_OF_PERSON.sub("person", word)
    if len(word) >= _MIN_FOLDED and word[-1] in "oa":
        return word[:-1]
    return word


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith(("sses", "shes", "ches", "xes")) or (word.endswith("ores") and len(word) >= 7):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1]


_SUFFIXES = ("ation", "ing", "ers", "ors", "ion", "ed", "er", "or", "al", "s", "e")
_MIN_STEM = 4


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Strip common endings from a folded word, so that forms of one verb compare equal: assembler, assembling.

    Coarser than `fold`: for ranking many documents only, never for naming one.
    """
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _MIN_STEM:
            word = word[: -len(suffix)]
            break
    if len(word) > _MIN_STEM and word[-1] == word[-2] and word[-1] not in "aeious":
        return word[:-1]
    return word[:-1] if len(word) > _MIN_STEM and word[-1] in "eiy" else word


def plain_clauses(text: str) -> list[list[str]]:
    """Return the words of a text in lower case and without accents, split into clauses at punctuation.

    Apostrophes are removed: "don't" becomes "dont".
    """
    text = _NAILS.sub("unhas", text.lower())
    plain = text.replace("'", "").replace("\u2019", "")
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    result: list[list[str]] = [[]]
    for token in _WORD.findall(plain):
        if token in _ENDS_CLAUSE:
            result.append([])
        else:
            result[-1].append(token)
    return [clause for clause in result if clause]


def clauses(text: str) -> list[list[str]]:
    """Return `plain_clauses` with each word folded."""
    return [[fold(word) for word in clause] for clause in plain_clauses(text)]


@lru_cache(maxsize=16384)
def folded(phrase: str) -> tuple[str, ...]:
    """Return a phrase as one run of folded words, ignoring punctuation."""
    return tuple(word for clause in clauses(phrase) for word in clause)


class Spelling:
    """Corrects one typo in a word towards a known vocabulary: a letter that is missing, added, changed or swapped.

    Typos rarely affect the first letter, so it must agree: this keeps "making" from becoming "baking".
    """

    def __init__(self, vocabulary: Iterable[str], known: Iterable[str] = ()) -> None:
        words = set(vocabulary)
        self._known = {*words, *known}
        self._by_letter: dict[str, list[str]] = {}
        for word in sorted(word for word in words if len(word) >= _MIN_CORRECTED):
            self._by_letter.setdefault(word[0], []).append(word)

    def correct(self, word: str) -> str:
        """Return the closest word of the vocabulary, or the word itself."""
        if word in self._known or len(word) < _MIN_CORRECTED - 1:
            return word
        found = extractOne(word, self._by_letter.get(word[0], ()), scorer=OSA.distance, score_cutoff=1)
        return found[0] if found else word


# Letters that dictation confuses; vowels, h, w and y are dropped.
_SOUNDS = str.maketrans("bdgjqvzmc", "ptkkkfsnk", "aeiouhwy")
_SPELLINGS = (("ph", "f"), ("ck", "k"), ("ce", "se"), ("ci", "si"), ("cy", "sy"), ("x", "ks"), ("kn", "n"), ("wr", "r"))


@lru_cache(maxsize=16384)
def sound(word: str) -> str:
    """Return roughly how a folded word sounds, by its consonants: "flaw botanist" and "phlebotomist" are equal."""
    for written, spoken in _SPELLINGS:
        word = word.replace(written, spoken)
    result = ""
    for letter in word.translate(_SOUNDS):
        result += letter if not result.endswith(letter) else ""
    return result


def one_typo_apart(one: str, other: str) -> bool:
    """Whether one letter that is missing, added, changed or swapped with its neighbor makes two words equal."""
    return OSA.distance(one, other, score_cutoff=1) <= 1
