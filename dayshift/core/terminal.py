"""Print text that people wrote: it must not control the operator's terminal."""

import sys
import unicodedata

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of control, formatting (such as reversed writing), surrogate and line separator characters."""


def printable(text: object) -> str:
    """The text on one line, with every character escaped that a terminal would act on."""
    return "".join(_escaped(one) if unicodedata.category(one) in _UNSAFE else one for one in str(text))


def say(*lines: object) -> None:
    """Print lines of stored text, each on one line of the terminal."""
    for line in lines:
        sys.stdout.write(f"{printable(line)}\n")


def _escaped(one: str) -> str:
    return one.encode("unicode_escape").decode("ascii")
