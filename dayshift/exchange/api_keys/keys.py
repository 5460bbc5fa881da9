"""The form of API keys, and what they allow. Pure.

A key is `dayshift_live_`, 32 random letters and digits (190 bits), and a checksum of six. Secret scanners find keys
by the prefix, and tell real ones from examples by the checksum: the CRC-32 of everything before it, in base 62.
"""

import re
import secrets
from binascii import crc32
from typing import Literal, get_args

Scope = Literal["applications:read", "moves:write", "jobs:read", "jobs:write"]

SCOPES: tuple[Scope, ...] = get_args(Scope)

PREFIX = "dayshift_live_"
RANDOM, CHECKSUM = 32, 6
HINT = 4

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_FORM = re.compile(f"{PREFIX}[0-9A-Za-z]{{{RANDOM + CHECKSUM}}}")


def new_key() -> str:
    """Return a new random key."""
    body = PREFIX + "".join(secrets.choice(_DIGITS) for _ in range(RANDOM))
    return body + checksum_of(body)


def checksum_of(body: str) -> str:
    """Return the last six characters of the key that begins with `body`."""
    number, digits = crc32(body.encode()), ""
    for _ in range(CHECKSUM):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def is_key(text: str) -> bool:
    """Whether a text has the form of a key, with the right checksum. Costs no query."""
    return _FORM.fullmatch(text) is not None and checksum_of(text[:-CHECKSUM]) == text[-CHECKSUM:]
