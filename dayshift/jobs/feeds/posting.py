"""What every reader yields: one posting as its source wrote it, in neutral fields, nothing interpreted yet."""

from dataclasses import dataclass, field
from typing import NamedTuple


class FeedDamaged(Exception):
    """The feed as a whole cannot be trusted: cut short, not what it claims to be, or made to do harm.

    Nothing of it may be imported. `line` is where the trouble was met, None where lines mean nothing.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class PostedPlace(NamedTuple):
    """Where the work is, in the source's words. `text` is an address that the source does not take apart."""

    street: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""
    country: str = ""
    lat: float | None = None
    lon: float | None = None
    text: str = ""


class PostedPay(NamedTuple):
    """Pay in the source's words: figures with a unit ("HOUR", "1 YEAR", "per-hour-wage"), or only a text."""

    low: float | None = None
    high: float | None = None
    unit: str = ""
    currency: str = ""
    text: str = ""


@dataclass(slots=True)
class Posting:
    """One posting. Empty means that the source does not state it. Contacts of persons are never read.

    `line` is where the posting begins, or its number in sources without lines. `description` may be HTML.
    `problem` names why the source itself makes this posting unusable.
    """

    line: int
    external_id: str = ""
    title: str = ""
    employer: str = ""
    description: str = ""
    places: list[PostedPlace] = field(default_factory=list)
    remote: bool = False
    pay: PostedPay = field(default_factory=PostedPay)
    employment: str = ""
    hours: str = ""
    experience: str = ""
    start: str = ""
    licence: str = ""
    category: str = ""
    url: str = ""
    posted: str = ""
    expires: str = ""
    problem: str = ""
