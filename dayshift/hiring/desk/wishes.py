"""Times that a candidate asked for in a sentence, such as "afternoons please": English and Spanish. Pure."""

import re
from collections.abc import Callable
from datetime import datetime

MAX_LENGTH = 2000
DAY = 24
"""Hours."""

# Local hours at which a part of the day begins and ends.
_PARTS = {
    r"mornings?|before (?:noon|lunch)|mañanas|(?:por|en|de) las? mañanas?": range(12),
    r"noon|midday|lunch ?time|mediod[ií]a": range(11, 14),
    r"afternoons?|after (?:noon|lunch)": range(12, 18),
    r"(?<!m[aá]s )tardes?": range(12, 20),
    r"evenings?|nights?|after (?:work|school|class(?:es)?)|noches?|despu[eé]s del (?:trabajo|colegio)": range(17, 24),
}
_DAYS = {
    r"mon(?:days?)?|lunes": {0},
    r"tue(?:s|sdays?)?|martes": {1},
    r"wed(?:nesdays?)?|mi[eé]rcoles": {2},
    r"thu(?:r|rs|rsdays?)?|jueves": {3},
    r"fri(?:days?)?|viernes": {4},
    r"sat(?:urdays?)?|s[aá]bados?": {5},
    r"sun(?:days?)?|domingos?": {6},
    r"week ?days?|entre semana": {0, 1, 2, 3, 4},
    r"week-?ends?|fin(?:es)? de semana": {5, 6},
}
_CLOCK = r"(?<![\d-])(1?\d|2[0-3])(?::[0-5]\d)?(?!\d)\s{0,2}(?:([ap])\.?\s?m?\b\.?|\b)"
_AFTER = re.compile(
    rf"\b(?:after|from|past|later than|a partir de|despu[eé]s de|desde)\s(?:las?\s)?{_CLOCK}"
    rf"|\b{_CLOCK}\s?(?:or|and|o|y)?\s?"
    r"(?:later|onwards?|m[aá]s tarde|en adelante|(?:after|despu[eé]s)(?!\s(?:las?\s)?\d))\b"
)
_BEFORE = re.compile(
    rf"\b(?:before|until|till?|earlier than|antes de|hasta)\s(?:las?\s)?{_CLOCK}"
    rf"|\b{_CLOCK}\s(?:or|o)\s(?:earlier|(?:before|antes)(?!\s(?:las?\s)?\d))\b"
)
_BETWEEN = re.compile(
    rf"\b(?:(?:from|between|entre|de)\s(?:las?\s)?)?{_CLOCK}\s?(?:and|to|[-\u2013]|y|a)\s?(?:las?\s)?{_CLOCK}"
)
_FREE_AT = re.compile(
    r"\b(?:(?:get|am|i'm) (?:off|done)|finish|salgo|termino)(?: (?:of )?work| del? \w{1,20})?"
    rf"\s(?:at|by|a)?\s?(?:las?\s)?{_CLOCK}"
)
_BUSY = re.compile(
    r"\b(?:busy|at (?:work|school)|in class|(?:i|i'm|am) work(?:ing)?|"
    r"i have (?:an?other )?(?:work|job|class(?:es)?|school|shift)|my (?:job|shift|class(?:es)?)|i can(?:'t|not| not)|"
    r"trabajo|ocupad[oa]|mi turno|tengo (?:trabajo|turno|clases?)|no puedo)\b"
)
_CLAUSE = re.compile(r"(?<![ap])[.](?!m\b)|[;!?,\n]|\b(?:but|so|pero|as[ií] que|y luego)\b")
_NOT = re.compile(
    r"\b(?:no|not|never|except|without|busy|cant|can't|cannot|don't|(?:i|i'm|am) (?:work|working|at work|at school)|"
    r"sin|nunca|excepto|menos|trabajo|ocupad[oa])\s"
    r"(?:(?:do|come|work|make|on|in|at|the|any|puedo|los|las?|el|en|por|de|or|nor|and|o|ni|y)\s){0,4}$"
)
_OR = re.compile(r"\s?(?:or|nor|and|o|ni|y)\s(?:(?:on|in|the|los|las?|el|en|por|de)\s){0,3}")
_REACH = 60
"""Characters in which a negation excludes what follows it."""


def wished_in(words: str | None) -> Callable[[datetime], bool] | None:
    """Return whether a local time is one that these words ask for; None if they name no time."""
    text = re.sub(r"\s+", " ", (words or "")[:MAX_LENGTH].lower().replace("\u2019", "'"))
    hours, no_hours = _named(text, _PARTS)
    days, no_days = _named(text, _DAYS)
    since, until = _bounds(text)
    if not (hours or no_hours or days or no_days or since or until < DAY):
        return None
    # "Before 10 or after 4" names two parts of a day.
    bounds = {
        hour for hour in range(DAY) if since <= hour < until or (since >= until and (hour < until or hour >= since))
    }

    def asked(local: datetime) -> bool:
        hour, day = local.hour, local.weekday()
        in_part, on_day = not hours or hour in hours, not days or day in days
        return in_part and on_day and hour in bounds and hour not in no_hours and day not in no_days

    return asked


def _bounds(text: str) -> tuple[int, int]:
    """Return the hours from which and until which a text asks for times: those when it says to be busy are not."""
    since, until = [0], [DAY]
    for clause in _CLAUSE.split(text):
        free = not _BUSY.search(clause)
        for one in _BETWEEN.finditer(clause):
            begin, end = _hour(one[1], one[2]), _hour(one[3], one[4])
            since.append(begin if free else end)
            if free:
                until.append(end)
        rest = _BETWEEN.sub(" ", clause)
        since += [_hour(*_clock(one)) for one in _FREE_AT.finditer(rest)]
        rest = _FREE_AT.sub(" ", rest)
        after = [_hour(*_clock(one)) for one in _AFTER.finditer(rest)]
        before = [_hour(*_clock(one)) for one in _BEFORE.finditer(rest)]
        since += after if free else before
        until += before if free else after
    return max(since), min(until)


def _clock(found: re.Match[str]) -> tuple[str, str | None]:
    """Return hour and half of the day of the alternative that was found."""
    hour, half, *other = found.groups()
    return (hour, half) if hour else (other[0], other[1])


def _named(text: str, kinds: dict[str, range] | dict[str, set[int]]) -> tuple[set[int], set[int]]:
    """Return the hours or days that a text names, and those that it excludes."""
    said, excluded = set[int](), set[int]()
    names = [(found.span(), set(kinds[kind])) for kind in kinds for found in re.finditer(rf"\b(?:{kind})\b", text)]
    end, is_excluded = 0, False
    for (start, stop), numbers in sorted(names, key=lambda one: one[0]):
        goes_on = is_excluded and _OR.fullmatch(text[end:start])
        end, is_excluded = stop, bool(goes_on or _NOT.search(text[max(0, start - _REACH) : start]))
        (excluded if is_excluded else said).update(numbers)
    return said - excluded, excluded


def _hour(hour: str, half: str | None) -> int:
    """The hour of a clock time. Without "am" or "pm", hours up to 7 are in the afternoon: nobody meets at night."""
    number = int(hour)
    if half == "p":
        return number % 12 + 12
    return number + 12 if not half and 1 <= number <= 7 else number
