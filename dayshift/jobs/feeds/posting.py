"""`Posting`, the common output of all readers: neutral fields with the source's text, not interpreted."""

from dataclasses import dataclass, field
from typing import NamedTuple


class FeedDamaged(Exception):
    """The feed as a whole is unusable: truncated, in the wrong format, or malicious.

    Nothing of it may be imported. `line` is the position of the error, None if not applicable.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class PostedPlace(NamedTuple):
    """Where the work is, as the source states it. `text` is an unstructured address."""

    street: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""
    country: str = ""
    lat: float | None = None
    lon: float | None = None
    text: str = ""


class PostedPay(NamedTuple):
    """Pay as the source states it: amounts with a unit ("HOUR", "1 YEAR", "per-hour-wage"), or only a text."""

    low: float | None = None
    high: float | None = None
    unit: str = ""
    currency: str = ""
    text: str = ""


@dataclass(slots=True)
class Posting:
    """One posting. Empty fields are not stated by the source. Personal contact details are never read.

    `line` is where the posting begins, or its index in sources without lines. `description` may be HTML.
    `offices` are where its team is, which counts if `places` name none.
    `lives_in` are the places in which somebody must live who works from home. `file` is its file in a folder of pages.
    `problem` is set if the source itself makes this posting unusable, with more about it in `detail`.
    """

    line: int
    external_id: str = ""
    title: str = ""
    employer: str = ""
    description: str = ""
    places: list[PostedPlace] = field(default_factory=list)
    offices: list[PostedPlace] = field(default_factory=list)
    remote: bool = False
    lives_in: list[str] = field(default_factory=list)
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
    detail: str = ""
    file: str = ""
