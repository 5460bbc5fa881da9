"""What a candidate reads when a member decides: one source for the preview and for what is sent. Pure."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from dayshift.core.dates import date_in_words, end_sentences, time_in_words
from dayshift.core.language import Language

Wording = dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Letter:
    """Paragraphs of text, and `times` to choose from in words, which belong after the paragraph `times_after`."""

    paragraphs: tuple[str, ...]
    times: tuple[str, ...] = ()
    times_after: int = 0

    @property
    def text(self) -> str:
        """The letter as plain text."""
        parts = list(self.paragraphs)
        if self.times:
            parts.insert(self.times_after, "\n".join(f"- {time}" for time in self.times))
        return "\n\n".join(parts)

    def stored(self, language: Language) -> dict[str, Any]:
        """JSON values as they are stored with the move."""
        return {
            "language": language,
            "paragraphs": list(self.paragraphs),
            "times": list(self.times),
            "timesAfter": self.times_after,
        }


def from_stored(stored: Mapping[str, Any]) -> Letter:
    """Return a letter that was stored."""
    return Letter(tuple(stored["paragraphs"]), tuple(stored["times"]), stored["timesAfter"])


@dataclass(frozen=True, slots=True)
class LetterContext:
    """The people, the job and the place of a letter.

    `name` is the candidate's, '' if it cannot be shown; `zone` is that of the job's location.
    """

    language: Language
    name: str
    member: str
    employer: str
    title: str
    zone: str
    reply_days: int


def letter_of(occasion: LetterContext, body: Mapping[str, Any]) -> Letter:
    """Return the letter of a move; `body` is a `schemas.NewMove` in JSON form, with 'starts_at' of a meeting it ends.

    'meet' and 'no_show' have no letter.
    """
    say = _wording(occasion.language)["letter"]
    who = say["member"].format(member=occasion.member, employer=occasion.employer)
    greeting = say["greeting" if occasion.name else "greeting_plain"].format(
        name=occasion.name, who=who if occasion.member else occasion.employer, title=occasion.title
    )
    own = [body["words"]] if body.get("words") else []
    match body["action"]:
        case "ask":
            promise = say["ask_promise"].format(days=days_in_words(occasion.reply_days, occasion.language))
            return Letter((greeting, body["text"], promise))
        case "invite":
            question = say["invite"].format(minutes=body["minutes"])
            if body.get("starts_at"):
                question = f"{_about_time(say['invite_instead'], occasion, body['starts_at'])} {question}"
            where = say["where"].format(place=body["place"], ask_for=body["ask_for"])
            times = tuple(
                moment_in_words(one, occasion.zone, occasion.language) for one in sorted(map(_instant, body["times"]))
            )
            before = (greeting, *own, question)
            return Letter((*before, where), times, len(before))
        case "offer":
            return Letter((greeting, *own, say["offer"], _offer_in_words(say, occasion, body), say["offer_accept"]))
        case "decline":
            reason = reason_in_words(body["reason"], occasion.language)
            explained = _explanation_in_words(say, occasion, body["explanation"])
            answer = (say["declined"],) if body["reason"] == "other" else (say["declined"], reason)
            return Letter((greeting, *answer, *_taken_back(say, occasion, body), *own, *explained))
        case "close":
            ended = say["removed" if body.get("reason") == "removed" else "filled"]
            return Letter((greeting, ended, *_taken_back(say, occasion, body)))
        case "cancel":
            start = body.get("starts_at")
            what = _about_time(say["cancel"], occasion, start) if start else say["cancel_times"]
            promise = say["cancel_promise"].format(days=days_in_words(occasion.reply_days, occasion.language))
            return Letter((greeting, what, *own, promise))
        case _:
            return Letter(())


def reason_in_words(reason: str, language: Language) -> str:
    """Return the sentence of a reason to decline."""
    return _wording(language)["reasons"][reason]


def days_in_words(days: int, language: Language) -> str:
    """Such as '3 working days'."""
    return _wording(language)["days"]["one" if days == 1 else "other"].format(n=days)


def moment_in_words(at: datetime, zone: str, language: Language) -> str:
    """Such as 'Thursday, May 14, 3:00 PM', in the zone of the job's location."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{date_in_words(local, language)}, {time_in_words(local, language)}"


def _taken_back(say: Mapping[str, str], occasion: LetterContext, body: Mapping[str, Any]) -> list[str]:
    """What ends together with the application: an open offer, or a meeting that was agreed."""
    if body.get("takes_back_offer"):
        return [say["offer_taken_back"]]
    start = body.get("starts_at")
    return [_about_time(say["meeting_off"], occasion, start)] if start else []


def _about_time(sentence: str, occasion: LetterContext, at: str | datetime) -> str:
    time = moment_in_words(_instant(at), occasion.zone, occasion.language)
    return end_sentences(sentence.format(time=time))


def _explanation_in_words(say: Mapping[str, str], occasion: LetterContext, how: Mapping[str, Any]) -> list[str]:
    """Who decided and from what, which part AI had, and how to contest it."""
    viewed = say["decided_all" if how["viewed"] == how["answers"] else "decided_some"]
    decided = viewed.format(member=how["member"], viewed=how["viewed"], answers=how["answers"])
    ai = say[f"ai_{how['ai']}"].format(member=occasion.member)
    return [f"{decided} {ai}", say["data"], *([say["look"]] if how["look"] else [])]


def _offer_in_words(say: Mapping[str, str], occasion: LetterContext, body: Mapping[str, Any]) -> str:
    lines = [
        say["offer_pay"].format(pay=_dollars(body["pay"])),
        say["offer_start"].format(day=date_in_words(date.fromisoformat(body["start_on"]), occasion.language)),
        say["offer_shift"].format(shift=body["first_shift"]),
        say["offer_place"].format(place=body["place"]),
    ]
    if body.get("bring"):
        lines.append(say["offer_bring"].format(bring=body["bring"]))
    return "\n".join(lines)


def _dollars(pay: float) -> str:
    return f"${pay:.2f}".removesuffix(".00")


def _instant(value: str | datetime) -> datetime:
    return value if isinstance(value, datetime) else datetime.fromisoformat(value)


@cache
def _wording(language: Language) -> Wording:
    text = files(__package__).joinpath("wording", f"{language}.toml").read_text("utf-8")
    found: Wording = tomllib.loads(text)
    return found
