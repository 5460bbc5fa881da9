"""Text as it is compared: without case, accents, invisible marks and the shape of apostrophes, hyphens and spaces.

People write the same name in several ways ("O'Brien", "obrien"), and copied text has marks that nobody sees.
What they wrote is stored as it is; only comparisons use these forms. Pure.
"""

import re
import unicodedata

_LETTERS = {
    "đ": "d", "ð": "d", "ħ": "h", "\u0131": "i", "ĸ": "k", "ł": "l", "ŋ": "ng", "ø": "o", "þ": "th", "ŧ": "t",
    "æ": "ae", "œ": "oe", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ɨ": "i", "ƶ": "z", "ƀ": "b", "ǥ": "g", "ɏ": "y",
}  # fmt: skip
"""Latin letters that have no decomposition, in lower case, and what people without that key type."""
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "đ": "dj", "ð": "dh",
                          "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe", "Đ": "Dj", "Ð": "Dh"})  # fmt: skip
_APOSTROPHES = "'`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u2018\u2019\u201a\u201b\u2032\u2035\ua78c\uff07"
HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
"""What word processors and contact lists make of a hyphen."""
_TABLE = str.maketrans(_LETTERS | dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(HYPHENS, "-"))
_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Marks that choose a shape of the letter before them; text copied from PDF files has them."""
_HIDDEN = frozenset({"Cf", "Cs", "Co"})


def visible(text: str) -> str:
    """Return the text without invisible marks, such as those around a phone number of a contact list."""
    if text.isascii():
        return text
    return "".join(one for one in text if unicodedata.category(one) not in _HIDDEN and one not in _SELECTORS)


def fold(text: str) -> str:
    """Return the text for a comparison: "Søren  O'Brien-Peña" is "soren o'brien-pena"."""
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().replace("`", "'").split())
    # Apostrophes first: two of them decompose into a space and an accent.
    split = unicodedata.normalize("NFKD", visible(text).translate(_TABLE).casefold())
    plain = "".join(one for one in split if not unicodedata.combining(one))
    return " ".join(plain.translate(_TABLE).split())


def spelled_out(text: str) -> str:
    """Return the text with two letters where passports and other keyboards have two: "Jürgen" is Juergen."""
    return unicodedata.normalize("NFC", text).translate(_SPELLED) if not text.isascii() else text


def words_of(text: str) -> list[str]:
    """Return the words of a folded text; apostrophes, hyphens and dots end one: "J.-R. O'Shea" is j r o shea."""
    return re.findall(r"[^\W_]+", fold(text))


def search_words(text: str) -> list[str]:
    """Return the words of a folded text; apostrophes are left out: "Chef's  Café-Bar" is chefs cafe bar."""
    return re.findall(r"[^\W_]+", fold(text).replace("'", ""))


def search_key(text: str) -> str:
    """Return what is stored of a text to find it by the beginnings of its words: a space, then a word, for each."""
    return "".join(f" {word}" for word in search_words(text))
