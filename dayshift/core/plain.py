"""Names and titles that people typed, as they may stand in a message."""

import re
import unicodedata

from dayshift.core.names import is_link, one_line

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
