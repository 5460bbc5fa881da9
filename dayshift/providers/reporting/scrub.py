"""Personal data out of the texts of faults. Pure."""

import re

LONGEST = 300

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    # What a database says of the values it was given.
    (re.compile(r"\[(SQL|parameters):.*", re.DOTALL), "[values]"),
    (re.compile(r"=\([^)]*(?:\)|\Z)"), "=([value])"),
    (re.compile(r"(?<![^\s@])[^\s@]+@[^\s@]*[^\s@,;.]"), "[email]"),
    (re.compile(r"(https?://[^\s?#]+)(?:[?#]\S*)?"), r"\1"),
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE), "[id]"),
    # A quoted text may be anything that somebody has typed.
    (re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|“[^”\n]*(?:”|(?=\n)|\Z)|`[^`\n]*`"), "[text]"),
    (re.compile(r"(?<![/\w.-])[\w-]{24,}(?![\w.]{0,64}:)"), "[token]"),
    (re.compile(r"\+?\d[\d\s().-]{3,}\d"), "[number]"),
)


def scrubbed(text: str) -> str:
    """`text` without what may belong to a person: addresses, numbers, ids, tokens, and whatever is quoted.

    Rather too much than too little: the place in the program tells more of a fault than its words. At most 300
    characters of the first line.
    """
    for pattern, instead in _RULES:
        text = pattern.sub(instead, text)
    return text.strip().partition("\n")[0][:LONGEST]


def place_of(path: str) -> str:
    """A path of ours with neither query nor ids."""
    path = re.split(r"[?#]", path, maxsplit=1)[0]
    parts = [part if re.fullmatch(r"[a-z][a-z-]{0,39}", part) else "[id]" for part in path.split("/") if part]
    return "/" + "/".join(parts[:8])
