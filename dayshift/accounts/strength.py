"""Password strength: rejects passwords that an attacker would try first."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

EASY = "This password is easy to guess. Please choose another."

_ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb")
_NEIGHBOURS = {pair for row in _ROWS for way in (row, row[::-1]) for pair in pairwise(way)}
_LOOKALIKES = str.maketrans("@40!13$57", "aaoiiesst")
_ENDS = re.compile(r"^[\W\d_]+|[\W\d_]+$")

MOST_TRIMMED = 6
"""Digits and signs around a common word that do not make it a strong password."""

FEWEST_OWN = 6
"""Characters that must remain of a password without the user's own names."""


def is_easy(password: str, own_words: Iterable[str]) -> bool:
    """Whether the password is common, a pattern, or made of `own_words` (names, address, product)."""
    plain = password.casefold()
    return len(set(plain)) < 4 or _is_run(plain) or _is_common(plain) or _is_made_of(plain, own_words)


def _is_run(plain: str) -> bool:
    """'abcdefgh', '87654321', 'qwer1234': at most two runs along the alphabet or a row of keys."""
    breaks = sum(pair not in _NEIGHBOURS and pair[0] != pair[1] for pair in pairwise(plain))
    return breaks <= 1


def _is_common(plain: str) -> bool:
    """'sunshine', 'sunshine99', 'p@ssw0rd', 'passw0rd!': as typed, trimmed, or with digits as letters."""
    core, read = _ENDS.sub("", plain), plain.translate(_LOOKALIKES)
    cores = (core, core.translate(_LOOKALIKES), _ENDS.sub("", read))
    return not _common().isdisjoint((plain, read)) or any(
        len(plain) - len(core) <= MOST_TRIMMED and core in _common() for core in cores
    )


def _is_made_of(plain: str, own_words: Iterable[str]) -> bool:
    words = {part for word in own_words for part in re.split(r"[\W_]+", word.casefold()) if len(part) >= 3}
    rest = plain
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    return rest != plain and len(rest) < FEWEST_OWN


@cache
def _common() -> frozenset[str]:
    lines = (Path(__file__).parent / "common_passwords.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
