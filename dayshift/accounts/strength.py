"""Password strength, and the form in which passwords are compared: rejects what an attacker would try first."""

import re
import unicodedata
from collections.abc import Iterable

EASY = "This password is easy to guess. Please choose another."

MIN_GUESSES = 1_000_000
"""Estimated guesses that a password must withstand: zxcvbn's bound for online attacks with a rate limit."""

MAX_ESTIMATED = 24
"""Characters that are estimated. The time grows with the cube of the length, up to half a second for 100 characters."""

MIN_OWN = 6
"""Characters that must remain of a password without the user's own names."""

# Words of passwords in English and Spanish that zxcvbn's lists lack or rank too low.
_COMMON = (
    "aaaa", "aaaaaa", "abcabc", "abcd", "abcde", "abcdef", "abcxyz", "accessme", "adminadmin", "amormio",
    "bienvenida", "bienvenido", "buttercup", "cashier", "changeit", "changethis", "clave", "contrasena",
    "contraseña", "dayshift", "default", "dragonfly", "familia", "findajob", "findjob", "foreveryoung", "fortnite",
    "godisgood", "hellohello", "hellothere", "hermosa", "hireme", "hogwarts", "iloveher", "ilovehim", "ilovejesus",
    "instagram", "iphone", "jesuschrist", "jobsearch", "letmeinnow", "letmeout", "login", "logmein", "lovergirl",
    "luckyme", "miamor", "mivida", "myfamily", "myjob", "mysecret", "netflix", "newpassword", "nightshift",
    "numberone", "oldpassword", "opensesame", "passcode", "passphrase", "passw", "princesa", "rootroot", "savior",
    "signin", "snapchat", "spotify", "starlight", "superuser", "sysadmin", "teamo", "tequiero", "testtest",
    "thepassword", "tiktok", "topsecret", "trabajo", "trustno", "wasd", "welcomeback", "whatsapp", "yourpassword",
)  # fmt: skip


def normalized(password: str) -> str:
    """Return a password in the form that is hashed: keyboards encode ñ and é as one character or as two.

    NFKC as NIST SP 800-63B recommends, instead of the NFC of RFC 8265: full-width letters of an input method and
    ligatures are the same password too. That costs no strength worth mentioning.
    """
    return unicodedata.normalize("NFKC", password)


def is_easy(password: str, own_words: Iterable[str]) -> bool:
    """Whether the password is common, a pattern, or made of `own_words` (names, address, product).

    Takes about 0.1 ms, at most about 30 ms; the first call takes another 10 ms.
    """
    from zxcvbn_rs_py import zxcvbn  # noqa: PLC0415  (its word lists take 9 MB)

    words = {part for word in own_words for part in re.split(r"[\W_]+", word.casefold()) if len(part) >= 3}
    # The rank in the list counts: the user's own words come first.
    estimate = zxcvbn(password[:MAX_ESTIMATED], [*words, *_COMMON])
    return estimate.guesses < MIN_GUESSES or _is_made_of(password.casefold(), words)


def _is_made_of(plain: str, words: set[str]) -> bool:
    rest = plain
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    return rest != plain and len(rest) < MIN_OWN
