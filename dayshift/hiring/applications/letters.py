"""What a candidate reads when a member decides: one source for the preview and for what is sent. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from dayshift.core.language import Language, date_in_words, end_sentences, load_wording, time_with_zone
from dayshift.hiring.employers import Location

Wording = dict[str, dict[str, str]]

_UNWRITTEN = "…"
"""What the preview of an offer shows in the place of what is not written yet."""


_OF_LOOK = frozenset({"ask", "invite", "decline"})
"""Moves whose letter says that they follow the other look that the candidate asked for."""


_ENDS_ALL = frozenset({"closed_by_owner", "closed_by_operator"})
"""Why a close ends every application to the employer."""


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

    @property
    def around_times(self) -> tuple[str, str]:
        """The plain text before and after the times."""
        parts = self.paragraphs
        return "\n\n".join(parts[: self.times_after]), "\n\n".join(parts[self.times_after :])

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

    `name` is the candidate's, '' if it cannot be shown; `title` names the job with its place; `zone` is that of the
    job's location.
    """

    language: Language
    name: str
    member: str
    employer: str
    title: str
    zone: str
    reply_days: int


def title_with_place(title: str, location: Location | None) -> str:
    """Name a job for candidates, such as 'Line Cook (Park Slope)': an employer has the same title in several places."""
    return f"{title} ({location.name})" if location else title


def letter_of(occasion: LetterContext, body: Mapping[str, Any]) -> Letter:
    """Return the letter of a move; `body` is a `schemas.NewMove` in JSON form, with 'starts_at' of a meeting it ends.

    'stay_open' of a no: the jobs of the candidate's other open applications there.
    'meet' has none, unless it 'corrects' that the candidate did not come.
    """
    say = _wording(occasion.language)["letter"]
    who = say["member"].format(member=occasion.member, employer=occasion.employer)
    greeting = say["greeting" if occasion.name else "greeting_plain"].format(
        name=occasion.name, who=who if occasion.member else occasion.employer, title=occasion.title
    )
    own = [body["words"]] if body.get("words") else []
    looked = [_look_in_words(say, body)] if body.get("owes_look") and body["action"] in _OF_LOOK else []
    match body["action"]:
        case "ask":
            promise = say["ask_promise"].format(days=days_in_words(occasion.reply_days, occasion.language))
            return Letter((greeting, *looked, body["text"], promise))
        case "invite":
            question = say["invite_again" if body.get("again") else "invite"].format(minutes=body["minutes"])
            if body.get("starts_at"):
                question = f"{_about_time(say['invite_instead'], occasion, body['starts_at'])} {question}"
            where = say["where"].format(place=body["place"], ask_for=body["ask_for"])
            times = tuple(
                moment_in_words(one, occasion.zone, occasion.language) for one in sorted(map(_instant, body["times"]))
            )
            before = (greeting, *looked, *own, question)
            return Letter((*before, where), times, len(before))
        case "offer":
            return Letter(
                (
                    greeting,
                    *own,
                    say["offer"],
                    offer_in_words(body, occasion.language),
                    *_more_posted(say, body),
                    _offer_answer(say, occasion, body),
                )
            )
        case "decline":
            reason = reason_in_words(body["reason"], occasion.language)
            explained = _explanation_in_words(say, occasion, body["explanation"])
            no = looked or [say["declined"]]
            answer = no if body["reason"] == "other" else [*no, reason]
            after = [*_taken_back(say, occasion, body), *_stay_open(occasion, body)]
            return Letter((greeting, *answer, *after, *own, *explained))
        case "close":
            why = body.get("why")  # Of closes from before it was stored: None.
            ended = say[why or ("removed" if body.get("reason") == "removed" else "filled")]
            # The job or the account has ended: nobody decided about the candidates. Of old closes neither is stored.
            nobody = [say["nobody"], say["left_undecided"]] if why or body.get("explanation") else []
            off = [say["look_off"]] if body.get("owes_look") else []
            after = [*_taken_back(say, occasion, body), *off, *_stay_open(occasion, body)]
            return Letter((greeting, ended, *after, *nobody))
        case "cancel":
            start = body.get("starts_at")
            what = _about_time(say["cancel"], occasion, start) if start else say["cancel_times"]
            promise = say["cancel_promise"].format(days=days_in_words(occasion.reply_days, occasion.language))
            return Letter((greeting, what, *own, promise))
        case "no_show":
            start = body.get("starts_at")
            missed = [_about_time(say["no_show"], occasion, start)] if start else []
            return Letter((greeting, *missed, say["no_show_wrong"]))
        case "meet" if body.get("corrects"):
            promise = say["cancel_promise"].format(days=days_in_words(occasion.reply_days, occasion.language))
            when = say["met_no_date"] if body.get("no_date") else promise
            return Letter((greeting, _about_time(say["met_after_all"], occasion, body["starts_at"]), when))
        case _:
            return Letter(())


def reason_in_words(reason: str, language: Language) -> str:
    """Return the sentence of a reason to decline."""
    return _wording(language)["reasons"][reason]


def first_day_in_words(employer: str, job: str, language: Language) -> str:
    """The title of the first day of a job in a candidate's calendar."""
    return _wording(language)["calendar"]["first_day"].format(employer=employer, job=job)


def first_day_of_in_words(candidate: str, job: str, language: Language) -> str:
    """The title of the first day of somebody hired in a member's calendar."""
    return _wording(language)["calendar"]["first_day_of"].format(candidate=candidate, job=job)


def days_in_words(days: int, language: Language) -> str:
    """Such as '3 working days'."""
    return _wording(language)["days"]["one" if days == 1 else "other"].format(n=days)


def moment_in_words(at: datetime, zone: str, language: Language) -> str:
    """Such as 'Thursday, May 14, 3:00 PM EDT', in the zone of the job's location."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{date_in_words(local, language)}, {time_with_zone(local, language)}"


def _look_in_words(say: Mapping[str, str], body: Mapping[str, Any]) -> str:
    """That the letter follows the other look, and for a no whether its member looked at the answers again."""
    how = body.get("explanation") or {}
    taken = body["action"] != "decline" or how.get("again") is not False
    return say[f"looked_{body['action']}"] if taken else say["looked_before"].format(member=how["member"])


def _taken_back(say: Mapping[str, str], occasion: LetterContext, body: Mapping[str, Any]) -> list[str]:
    """What ends together with the application: an open offer, or a meeting that was agreed."""
    if body.get("takes_back_offer"):
        return [say["offer_taken_back"]]
    start = body.get("starts_at")
    return [_about_time(say["meeting_off"], occasion, start)] if start else []


def _stay_open(occasion: LetterContext, body: Mapping[str, Any]) -> list[str]:
    """That a no is about one job, and the candidate's other applications there go on."""
    jobs = body.get("stay_open")
    if not jobs or body.get("why") in _ENDS_ALL:
        return []
    wording = _wording(occasion.language)
    say = wording["letter"]["stays_open" if len(jobs) == 1 else "stay_open"]
    return [say.format(jobs=_listed(jobs, wording["data"]["and"]))]


def _listed(names: Sequence[str], last: str) -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if names[1:] else names[0]


def _about_time(sentence: str, occasion: LetterContext, at: str | datetime) -> str:
    time = moment_in_words(_instant(at), occasion.zone, occasion.language)
    return end_sentences(sentence.format(time=time))


def _explanation_in_words(say: Mapping[str, str], occasion: LetterContext, how: Mapping[str, Any]) -> list[str]:
    """Who decided, which part AI had, from which data, and how to contest it."""
    share = "none" if not how["viewed"] else "all" if how["viewed"] == how["answers"] else "some"
    decided = say[f"decided_{share}"].format(member=how["member"], viewed=how["viewed"], answers=how["answers"])
    part = how["ai"] if how["ai"] == "none" or how.get("levels", True) else "no_levels"
    seen, leveled, answers = how.get("levels_seen"), how.get("leveled"), how["answers"]
    if part == "seen" and seen == 0:  # Only that there was too little for a level.
        part = "unseen"
    count = seen if part == "seen" else leveled
    if part in ("seen", "unseen") and count is not None and count < answers:
        part = f"{part}_of"
    ai = say[f"ai_{part}"].format(member=occasion.member or how["member"], count=count, answers=answers)
    return [
        f"{decided} {ai}",
        _data_in_words(say, occasion.language, how.get("data")),
        say[("look_alone" if how.get("alone") else "look") if how["look"] else "left"].format(member=how["member"]),
    ]


def _data_in_words(say: Mapping[str, str], language: Language, used: Sequence[str] | None) -> str:
    names = _wording(language)["data"]
    based = [names[one] for one in ("application", *(("answers",) if used is None else used))]
    return say["data"].format(data=_listed(based, names["and"]))


def offer_in_words(body: Mapping[str, Any], language: Language) -> str:
    """Return the paragraph of a letter with what is offered, a line for each fact."""
    say = _wording(language)["letter"]
    lines = [
        say["offer_pay"].format(pay=dollars(body["pay"]) if body["pay"] else _UNWRITTEN),
        say["offer_start"].format(day=_day_in_words(body["start_on"], language)),
        say["offer_shift"].format(shift=body["first_shift"] or _UNWRITTEN),
        say["offer_place"].format(place=body["place"] or _UNWRITTEN),
    ]
    if body.get("bring"):
        lines.append(say["offer_bring"].format(bring=body["bring"]))
    return "\n".join(lines)


def _more_posted(say: Mapping[str, str], body: Mapping[str, Any]) -> list[str]:
    """Say what the job says, if the offer is of less."""
    if not body.get("posted"):
        return []
    low, high = body["posted"]
    return [say["offer_less"].format(pay=dollars(low) if high <= low else f"{dollars(low)}\u2013{dollars(high)}")]


def _offer_answer(say: Mapping[str, str], occasion: LetterContext, body: Mapping[str, Any]) -> str:
    if not body.get("answer_by"):
        return say["offer_accept"]
    return say["offer_answer"].format(day=date_in_words(date.fromisoformat(body["answer_by"]), occasion.language))


def _day_in_words(day: str | None, language: Language) -> str:
    return date_in_words(date.fromisoformat(day), language) if day else _UNWRITTEN


def dollars(pay: float) -> str:
    """Such as '$18.50' or '$20'."""
    return f"${pay:.2f}".removesuffix(".00")


def _instant(value: str | datetime) -> datetime:
    return value if isinstance(value, datetime) else datetime.fromisoformat(value)


def _wording(language: Language) -> Wording:
    return load_wording(__package__, language)
