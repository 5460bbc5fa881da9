"""Names that people give: of themselves, employers, places and jobs. They end up in mails that we sign.

A name is one line without control characters, and is neither a link nor an address. A company may be called like its
site ("Amazon.com"): such a name is accepted, and mails print it so that no mail program makes a link of it.

People have a given and a family name; somebody with one name only has it as the given name. Given names may have
several words ("María José", "Yeon Soo"), so no word is ever cut off a given name.
"""

import re
import unicodedata
from dataclasses import dataclass

from pydantic import AfterValidator, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from dayshift.core.folding import fold

KEY_LENGTH = 120
"""Maximum length of a `name_key`."""

LINK_IN_NAME = "Please leave out web and email addresses"
JOINERS = "\u200c\u200d"
"""Invisible marks that part or join letters in names of some scripts."""
WORD_JOINER = "\u2060"
"""Invisible. After the dot of a domain it keeps mail programs from making a link."""

_LINK = re.compile(
    r"://|\\\\|\bwww\.\w|[^\s@]@[\w-]+\.\w|\bmailto:"
    r"|(?:[^\W_]{2}\.(?:[^\W\d_]{2}|xn-)[\w-]*|\b\w\.[^\W\d_]{2,3})(?:/|[?#]\w|:\d)",
    re.IGNORECASE,
)
_DOMAIN = re.compile(r"(?<=\w)[.@\uff0e\u3002\uff61\uff20](?=[^\W\d_]{2})|:(?=//)|(?<=\bmailto):", re.IGNORECASE)
_DOTS = str.maketrans("\u3002", ".")
_BREAKS = frozenset({"Cc", "Zl", "Zp"})
"""Unicode categories of control characters and line breaks."""
_HIDDEN = frozenset({"Cf", "Cs", "Co"})
"""Those of invisible marks, such as the ones that turn the direction of text around."""
_BLANK = re.compile(r"[\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]+")
"""Spaces, and letters and marks that are drawn as nothing."""


def one_line(text: str, keep: str = "") -> str:
    """Return the text with a space for each line break or control character, and without invisible marks.

    `keep`: invisible marks that stay.
    """
    if text.isprintable():
        return text
    kinds = ((unicodedata.category(one), one) for one in text)
    return "".join(" " if kind in _BREAKS else one for kind, one in kinds if kind not in _HIDDEN or one in keep)


def without_links(text: str) -> str:
    """Return the text so that mail programs make no links of it: nothing that is seen changes."""
    return _DOMAIN.sub(lambda found: found[0] + WORD_JOINER, text)


def is_link(text: str) -> bool:
    """Whether the text has a link or an email address. A bare domain ("Amazon.com") is none.

    Full-width letters and invisible marks hide none: programs that make links of text ignore them, too.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", one_line(text)).translate(_DOTS)
    return _LINK.search(text) is not None


def is_blank(text: str) -> bool:
    """Whether nothing of the text is seen."""
    return not _BLANK.sub("", one_line(text))


def folded_name(text: str) -> str:
    """Return what must be equal of two names that are the same: without case, repeated spaces, and forms of one
    character."""
    return " ".join(unicodedata.normalize("NFKC", one_line(text)).casefold().split())


def name_key(text: str) -> str:
    """Return what is stored of a name to find those that may be the same: its letters and digits, without accents.

    Equal names have equal keys; equal keys are a hint, not proof: "Joe's Café" and "Joes Cafe" have the same.
    """
    folded = folded_name(text)
    return ("".join(one for one in fold(folded) if one.isalnum()) or folded)[:KEY_LENGTH]


def _check_name(text: str) -> str:
    if any(unicodedata.category(one) in _BREAKS for one in text):
        raise PydanticCustomError("name", "Please use one line, without special characters")
    if is_link(text):
        raise PydanticCustomError("name", LINK_IN_NAME)
    if text and is_blank(text):
        raise PydanticCustomError("name", "Please use letters")
    return one_line(text, keep=JOINERS)


_SPACE = r"\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_BREAK = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
_MARK = (
    r"\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\ue000-\uf8ff\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
)
"""Invisible marks and letters of the basic plane: a name of these alone is none."""
_ANY_LINE = f"^[{_SPACE}]*[^{_BREAK}]*[{_SPACE}]*$"
_SOME_LINE = f"^[{_SPACE}]*[^{_BREAK}]*[^{_BREAK}{_SPACE}{_MARK}][^{_BREAK}]*[{_SPACE}]*$"


@dataclass(frozen=True, slots=True)
class _IsName(AfterValidator):
    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        return {**schema, "pattern": _SOME_LINE if schema.get("minLength") else _ANY_LINE}


IsName = _IsName(_check_name)
"""Marks a text whose surrounding whitespace is removed as a name: `Annotated[str, StringConstraints(...), IsName]`.

Put it last: OpenAPI documents the one line with a pattern, which includes `NotBlank` if there is a `min_length`.
"""


NAME_LETTERS = 60
TITLE_LETTERS = 80
_LINK_LIKE = re.compile(r"[:/\\@]|\w\.\w")


def plain_name(name: str) -> str:
    """Return the name on one line, or '' if it is not just a name.

    Anyone can sign up with another person's address, so a name must not smuggle a message, a link or a number into it.
    """
    words = " ".join(name.split())
    letters = all(unicodedata.category(one)[0] in "LM" or one in " .'\u2019-" for one in words)
    return words if letters and len(words) <= NAME_LETTERS and not _LINK_LIKE.search(words) else ""


def plain_title(title: str) -> str:
    """Return the job title on one line, or '' if it is too long or an email program could turn it into a link."""
    words = " ".join(one_line(title).split())
    return "" if len(words) > TITLE_LETTERS or _LINK_LIKE.search(words) else words


def plain_employer(name: str) -> str:
    """Return the employer's name on one line, or '' if it is too long or has a link. "Amazon.com" is a name."""
    words = " ".join(one_line(name).split())
    return "" if len(words) > TITLE_LETTERS or is_link(words) else words


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
