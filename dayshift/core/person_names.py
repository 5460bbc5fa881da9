"""Names of people. Given and family name are separate fields; somebody with one name only has it as the given name.

Given names may have several words ("María José", "Yeon Soo"), so no word is ever cut off a given name.
"""


def full_name(given: str, family: str) -> str:
    """Return given and family name, or the only one."""
    return f"{given} {family}".strip()


def given_and_family(given: str | None, family: str | None) -> tuple[str, str]:
    """Return both names; a single one in the wrong field becomes the given name."""
    given, family = (given or "").strip(), (family or "").strip()
    return (given, family) if given else (family, "")


_TITLES_AFTER = frozenset({"jr", "sr", "ii", "iii", "iv", "esq", "phd", "md", "do", "rn", "lpn", "cna", "cpa", "dds"})
"""What may follow a name after a comma, and is no given name."""


def divided_name(name: str) -> tuple[str, str]:
    """Return the given and the family name of a whole one: "Torres, Maya" or "Maya Torres".

    With more than two words nobody can say where the family name begins: all of it is the given name.
    """
    before, comma, after = name.partition(",")
    if comma and after.strip(" .").replace(".", "").lower() not in _TITLES_AFTER:
        return given_and_family(after, before)
    words = before.split()
    return (words[0], words[1]) if len(words) == 2 else (" ".join(words), "")


def salutation(name: str) -> str:
    """Return how to address somebody whose whole name is in one field: the first of two words, else the whole name.

    With more words nobody can say where the given name ends: "María José Ruiz", "Ana de la Cruz".
    """
    words = name.split()
    return words[0] if len(words) == 2 else " ".join(words)
