"""Dated legal rules by jurisdiction, chosen by where the job and the candidate are."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dayshift.core.errors import CannotStart
from dayshift.core.language import Language
from dayshift.knowledge.jurisdictions.business_days import add_business_days
from dayshift.knowledge.occupations import locate_zip

Kind = Literal["score_wait", "explanation", "record", "erase", "oversight", "notice"]

RECORD_YEARS = 4
"""Shortest time for which a decision record is kept: the longest period among the states of the US (California's)."""

NYC_ZONE = ZoneInfo("America/New_York")
NYC_STATE = "NY"
_NYC = frozenset({"100", "101", "102", "103", "104", "111", "112", "113", "114", "116"})
_NYC_ALSO = frozenset({"11004", "11005"})
"""Zip codes of New York City: all with these first digits, and two of Queens among those of Long Island (USPS)."""


@dataclass(frozen=True, slots=True)
class AiNotice:
    """A notice about AI that a rule demands. `version` changes with the words."""

    rule: str
    version: str
    words: str


class Rule(BaseModel):
    """One rule: what the law of a jurisdiction demands, from a day on and until another, which no longer counts.

    `read`: when somebody last compared it with `read_from`, the text of the law or a summary of it. None: not again
    since it was written. `english` and `spanish`: the words of a notice; `{days}` is how long recordings are kept.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(max_length=40)
    jurisdiction: str = Field(pattern=r"^(US|EU)(-[A-Z]{2}(-[A-Z]{3})?)?$")
    kind: Kind
    start: date = Field(alias="from")
    until: date | None = None
    days: int | None = Field(default=None, ge=1, le=365)
    years: int | None = Field(default=None, ge=1, le=30)
    source: str
    read: date | None = None
    read_from: str = ""
    english: str = ""
    spanish: str = ""

    @model_validator(mode="after")
    def _check(self) -> "Rule":
        needed = {"score_wait": self.days, "erase": self.days, "record": self.years}
        if self.kind in needed and needed[self.kind] is None:
            raise ValueError(f"the rule {self.id} needs {'years' if self.kind == 'record' else 'days'}")
        if (self.kind == "notice") != bool(self.english and self.spanish):
            raise ValueError(f"the rule {self.id} needs its words in English and Spanish if it is a notice, else none")
        if (self.read is None) != (not self.read_from):
            raise ValueError(f"the rule {self.id} needs both `read` and `read_from`, or neither")
        return self

    def notice(self, language: Language, recording_days: int) -> AiNotice:
        """Return a notice in a language."""
        words = (self.spanish if language == "es" else self.english).replace("{days}", str(recording_days))
        return AiNotice(self.id, f"{self.start}-{sha256(words.encode()).hexdigest()[:8]}", words)

    def holds(self, day: date, jurisdictions: Iterable[str]) -> bool:
        """Whether the rule is in force on this day in one of these jurisdictions."""
        return self.start <= day and (self.until is None or day < self.until) and self.jurisdiction in jurisdictions


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rule: list[Rule] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Where:
    """The jurisdictions of a job and its candidate, such as US, US-NY, US-NY-NYC."""

    jurisdictions: frozenset[str]

    def rules(self, at: datetime, kind: Kind | None = None) -> list[Rule]:
        """The rules, all or those of a kind, that hold here at this instant."""
        found = (rule for rule in rules() if kind in {None, rule.kind})
        return [rule for rule in found if rule.holds(at.date(), self.jurisdictions)]

    def notices(self, at: datetime, language: Language, recording_days: int) -> list[AiNotice]:
        """What candidates are told here about the use of AI, on the posting and before the interview."""
        return [rule.notice(language, recording_days) for rule in self.rules(at, "notice")]


_own: list[Rule] = []
"""The operator's rules; empty: the shipped ones."""


def use_rules(path: str) -> None:
    """Use the operator's rules from this file; '' for the shipped ones. Raises `CannotStart` if it is invalid."""
    try:
        _own[:] = _parse(Path(path).read_text("utf-8")) if path else []
    except (OSError, ValueError) as error:
        why = _faults(error) if isinstance(error, ValidationError) else error
        raise CannotStart(f"the legal rules in {path} cannot be used: {why}") from None


def _faults(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())


def rules() -> list[Rule]:
    """All rules, in force or not."""
    return _own or _shipped()


@cache
def _shipped() -> list[Rule]:
    return _parse(files(__package__).joinpath("rules.toml").read_text("utf-8"))


def _parse(text: str) -> list[Rule]:
    return _File.model_validate(tomllib.loads(text)).rule


def where(job_zip: str | None, job_state: str | None, candidate_zip: str | None) -> Where:
    """Return the jurisdictions of a job and its candidate; an unknown place adds none but the country."""
    found = {"US"}
    for zip_code in (job_zip, candidate_zip):
        place = locate_zip(zip_code) if zip_code else None
        if place and zip_code:
            found.add(f"US-{place.state}")
            if zip_code[:3] in _NYC or zip_code in _NYC_ALSO:
                found.add("US-NY-NYC")
    if job_state:
        found.add(f"US-{job_state}")
    return Where(frozenset(found))


def after_business_days(start: datetime, days: int, state: str | None = NYC_STATE) -> datetime:
    """Return the instant at which so many whole business days have passed since the day of `start`, in New York.

    The day of the notice doesn't count. `state`: whose public holidays don't count either, besides those of the US.
    """
    last = add_business_days(start.astimezone(NYC_ZONE).date(), days, state)
    return datetime.combine(last + timedelta(days=1), datetime.min.time(), NYC_ZONE)


def years_to_keep(found: Sequence[Rule]) -> int:
    """Return the longest period of these rules of the kind 'record', in years."""
    return max((rule.years or 0 for rule in found), default=0)
