"""Where the work of a posting is: its places in the United States, or the states in which somebody must live.

Sources write places in fields, or in one text ("Chicago, IL; Dallas, TX", "US-IL-Chicago", "Remote (Texas)"). What
cannot be placed is returned beside what can, so that one odd place loses only itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from dayshift.jobs.feeds.posting import PostedPlace, Posting
from dayshift.jobs.feeds.text import line
from dayshift.knowledge.occupations import (
    STATES,
    Gazetteer,
    Place,
    city_abroad,
    coded_abroad,
    contradicts_zip,
    country_in,
    country_name,
    country_of_state,
    is_served,
    named_country,
    plain_name,
    postal_country,
    state_code,
)


class Lost(NamedTuple):
    """A place that is not kept: `reason` is excluded_states, foreign_place or unknown_place."""

    reason: str
    text: str


class Address(NamedTuple):
    """A place of work; for remote work without a place, the state in which somebody must live, if there is one."""

    key: str
    street: str | None = None
    city: str | None = None
    state: str | None = None
    zip: str | None = None
    lat: float | None = None
    lon: float | None = None
    remote: bool = False
    near: str | None = None
    """A zip code in its time zone."""


class _Remote(NamedTuple):
    """Work from anywhere in the United States, or from a state."""

    state: str | None


class _State(NamedTuple):
    """A state without a city: where somebody must live who works from home, and no place of work.

    If the text has nothing else (`is_alone`), it may be the city of that name: "New York", and not "New York, USA".
    """

    state: str
    is_alone: bool


_Read = Address | _Remote | _State | Lost

ANYWHERE = Address("remote", remote=True)

_US = {
    "", "us", "usa", "u s", "u s a", "united states", "united states of america", "the united states", "america",
    "the us", "the usa", "estados unidos", "ee uu", "eeuu", "eua", "us only", "usa only", "domestic", "north america",
    "the americas", "americas",
}  # fmt: skip
_TERRITORIES = {"pr", "vi", "gu", "as", "mp"}
_US_CODES = {"US", "UM", *map(str.upper, _TERRITORIES)}
_REGIONS = {
    "emea", "apac", "latam", "europe", "eu", "european union", "latin america", "asia", "africa", "middle east",
    "south america", "central america", "oceania", "worldwide except us", "vancouver bc", "dublin ireland",
    "paris france",
}  # fmt: skip

_REMOTE = re.compile(
    r"\b(?:(?:fully|100%|completely|all)[\s-]{1,2})?(?:remote(?:ly)?|telecommut\w{1,6}|telework|tele-work|wfh|virtual"
    r"|work(?:ing)?[\s-]from[\s-](?:home|anywhere)|home[\s-]based|anywhere|nation-?wide|worldwide|global(?:ly)?"
    r"|remoto|remota|teletrabajo|desde casa|a distancia)\b",
    re.IGNORECASE,
)
_REMOTE_TITLE = re.compile(
    r"(?<![\w-])(?:remote(?!-\w)(?=$|\s{0,3}[^\w\s]|\s+in\b)|work[\s-]from[\s-]home\b|remoto\b|wfh\b)", re.IGNORECASE
)
_PRESENT = re.compile(
    r"\b(?:(?:not|no|non)[\s-]remote|hybrid(?:[\s-]remote)?|h[ií]brido|in-?\s?(?:office|person|store)|on-?\s?site|onsite|presencial"
    r"|(?:multiple|various|several|many|different)\s(?:locations|cities|sites|offices|stores)|location varies"
    r"|flexible location|headquarters|hq)\b",
    re.IGNORECASE,
)
_FILLERS = re.compile(
    r"\b(?:only|based|within|located|must (?:live|reside)(?: in)?|residents?(?: of)?|employees?|candidates?|in|from|the"
    r"|of|any|all|any state|(?<!united )states?|position|job|work|home|option(?:al)?|possible|friendly|eligible"
    r"|available|first|ok(?:ay)?|flexible|full[\s-]time|part[\s-]time|contract|temporary|continental|contiguous|eastern|central"
    r"|mountain|pacific|e[sd]?t|c[sd]?t|p[sd]?t|time zones?|hours?|with travel|travel)\b",
    re.IGNORECASE,
)
_EXCLUDED = re.compile(
    r"\b(?:except(?:ing|ions?)?|exclud(?:es?|ed|ing)|excepto|salvo|but not|other than"
    r"|not (?:currently )?(?:available|eligible|open|hiring|offered)"
    r"|(?:cannot|can't|can not|do not|don't) (?:hire|employ))\b",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[;|\n\u2022\u00b7]")
_APART = re.compile(r"\s/\s|\s&\s|\s\+\s|\s(?:and|And|AND|or|y|o)\s|(?<=[a-z])/(?=[A-Z])")
_TOKENS = re.compile(r",|\s[-\u2013\u2014]\s|[()\[\]:>]|\s/\s|/")
_AROUND_CITY = re.compile(
    r"^(?:(?:the )?(?:greater|metro(?:politan)?|downtown|midtown|uptown|near|around|outside|city of|suburbs of)\s)+"
    r"|\s(?:metro(?:politan)?|greater)?\s?(?:area|region|metroplex|suburbs|metro|vicinity)$",
    re.IGNORECASE,
)
_LIMITS_APART = re.compile(r",|[()\[\]:;|/&]|\s[-\u2013\u2014]\s|\s(?:and|or|y|o)\s")
_CODED = re.compile(r"(?:US|USA)\s?[-_:]\s?([A-Z]{2})\s?[-_:]\s?(.{2,80})")
_DASHES = re.compile(r"-{2,9}")
_STATE_FIRST = re.compile(r"([A-Z]{2})\s?-\s?([A-Z][a-z].{1,80})")
_STATE_LAST = re.compile(r"(.{2,80})[ -]([A-Z]{2}|[A-Z]\.[A-Z]\.)")
_OUR_COUNTRY = re.compile(r"(?<=\w)\s(?:(?:the )?United States(?: of America)?|U\.?S\.?A\.?|US)$", re.IGNORECASE)
_HYPHEN = re.compile(r"\s?[-\u2013\u2014]\s?")
_ZIP = re.compile(r"\b\d{5}\b(?!\d)")
_MAX_TEXT = 1000
_NOTHING = frozenset({"unavailable", "not available", "n/a", "null", "none", "undefined", "unknown", "tbd", "-"})


def addresses_of(posting: Posting, gazetteer: Gazetteer) -> tuple[list[Address], list[Lost]]:
    """Return the served addresses of a posting, and the places that are lost. Without an address, all of it is lost."""
    found, lost = _addresses_of(posting, gazetteer)
    served = [one for one in found if is_served(country_of_state(one.state))]
    others = [one for one in found if one not in served]
    return served, [*lost, *(_abroad(country_of_state(one.state), "place", one.city or one.key) for one in others)]


def _addresses_of(posting: Posting, gazetteer: Gazetteer) -> tuple[list[Address], list[Lost]]:
    if not posting.remote and (limits := _remote_title(posting)) is not None:
        posting = replace(posting, remote=True, lives_in=[*posting.lives_in, *limits])
    read = _read_all(posting, gazetteer)
    lost = [one for one in read if isinstance(one, Lost)]
    found = [one for one in read if isinstance(one, Address)]
    remote = [one for one in read if isinstance(one, _Remote)]
    states = [one for one in read if isinstance(one, _State)]
    if not posting.remote and (found or not remote):
        for one in states:
            place = gazetteer.city(STATES[one.state], one.state) if one.is_alone else None
            if place:
                found.append(_address(place, PostedPlace(), None))
            else:
                lost.append(Lost("unknown_place", STATES[one.state]))
        return _distinct(found), lost
    if states:  # "Remote - Ohio or Michigan"
        remote = [*(one for one in remote if one.state), *(_Remote(one.state) for one in states)]
    if posting.lives_in:
        remote, lost = _divided([one for text in posting.lives_in for one in _limits(text, gazetteer)])
    elif not remote:
        if lost and not found:
            return [], lost
        remote = [_Remote(None)]
    if not remote:
        return [], lost
    if any(one.state is None for one in remote):
        return [ANYWHERE], lost
    return _distinct([Address(f"remote {one.state}", state=one.state, remote=True) for one in remote]), lost


def _read_all(posting: Posting, gazetteer: Gazetteer) -> list[_Read]:
    """Read the places of a posting; the offices of its team if they name none."""
    read: list[_Read] = [one for at in posting.places for one in _read(_stated(at), gazetteer)]
    offices = [one for at in posting.offices for one in _read(_stated(at), gazetteer)]
    abroad: list[_Read] = [one for one in read if isinstance(one, Lost) and one.reason == "foreign_place"]
    if offices and not posting.remote and not any(isinstance(one, Address | _Remote | _State) for one in read):
        return abroad or offices  # The offices of a job in another country are where its team is.
    if (
        offices
        and read == [_Remote(None)]
        and all(isinstance(o, Lost) and o.reason == "foreign_place" for o in offices)
    ):
        return offices
    return read


def _stated(at: PostedPlace) -> PostedPlace:
    """Return a place without what systems write into empty fields."""
    street, city, state, code, country = (
        "" if one.strip().lower() in _NOTHING else one for one in (at.street, at.city, at.state, at.zip, at.country)
    )
    return at._replace(street=street, city=city, state=state, zip=code, country=country)


def _remote_title(posting: Posting) -> list[str] | None:
    """Return where somebody must live by a title such as "Scheduler (Remote in Texas)"; None if it says no remote work.

    The place of such a posting is the office that hires. Titles of other work, such as "Remote Control Technician",
    do not end with the word.
    """
    found = _REMOTE_TITLE.search(posting.title)
    if not found or _PRESENT.search(" ".join([posting.title, *(place.text for place in posting.places)])):
        return None
    after = [part.strip(" -.") for part in _LIMITS_APART.split(posting.title[found.end() :])]
    return [part for part in after if _is_limit(part)]


def _is_limit(text: str) -> bool:
    plain = _FILLERS.sub(" ", text).strip(" -")
    return any(_state(one) or _is_elsewhere(one) for one in (text, plain))


def _divided(read: Sequence[_Read]) -> tuple[list[_Remote], list[Lost]]:
    return [one for one in read if isinstance(one, _Remote)], [one for one in read if isinstance(one, Lost)]


def _distinct(found: Sequence[Address]) -> list[Address]:
    return list({one.key: one for one in found}.values())


def _read(at: PostedPlace, gazetteer: Gazetteer) -> list[_Read]:
    """Read one stated place, which may be several in one text."""
    country = plain_name(at.country)
    territory = (country_in(at.country) or state_code(at.country) or "").lower()
    if country not in _US and territory not in _TERRITORIES:
        return [_abroad(country_in(at.country), "country", at.country)]
    state = at.state or (territory.upper() if country not in _US else "")
    is_stated = country in _US - {""} or state_code(state) is not None
    if not is_stated and (code := postal_country(at.zip)):
        return [_abroad(code, "zip", at.zip)]
    if place := _by_zip(at.zip, gazetteer):
        if not is_stated and (code := contradicts_zip(at.city or at.text, place)):
            return [_abroad(code, "city", at.city or at.text)]
        return [_address(place, at, place.zip)]
    if at.city and (code := state_code(state)) and (place := gazetteer.city(at.city, code)):
        return [_address(place, at, None)]
    if at.city and state and not at.zip and (code := state_code(state)):
        # "Boston, MA" in the field of the city, or a borough.
        read = _read_text(at.city, gazetteer, code)
        if any(isinstance(one, Address | _Remote) for one in read):
            return read
    whole = ", ".join(filter(None, [at.city, state, at.zip]))
    texts = [text for text in (whole, at.text) if text.strip()]
    read = []
    for text in texts:
        read = _read_text(text, gazetteer, None)
        if any(isinstance(one, Address | _Remote) for one in read):
            break
    return [_with_details(one, at) if isinstance(one, Address) and len(read) == 1 else one for one in read]


def _abroad(country: str | None, field: str, text: str) -> Lost:
    """Return a place in another country, with the field of the source that says so."""
    return Lost("foreign_place", f"{country_name(country)} ({field}: {text})" if country else f"{field}: {text}")


def _by_zip(text: str, gazetteer: Gazetteer) -> Place | None:
    zip_code = text.strip()[:5]
    if 2 < len(zip_code) < 5 and zip_code.isdigit():
        zip_code = zip_code.rjust(5, "0")
    return gazetteer.by_zip.get(zip_code)


def _address(place: Place, at: PostedPlace, zip_code: str | None) -> Address:
    lat, lon = place.lat, place.lon
    if at.lat and at.lon and abs(at.lat - lat) < 1 and abs(at.lon - lon) < 1:  # Some feeds have 0, 0, or swap them.
        lat, lon = round(at.lat, 4), round(at.lon, 4)
    street = line(at.street, 200) or None
    where = zip_code or f"{place.city} {place.state}"
    key = (f"{where} {street}" if street else where)[:80].lower()
    return Address(key, street, place.city, place.state, zip_code, lat, lon, near=place.zip)


def _with_details(address: Address, at: PostedPlace) -> Address:
    """Add the street and the coordinates of a stated place to the address that its text names."""
    place = Place(address.near or "", address.city or "", address.state or "", address.lat or 0.0, address.lon or 0.0)
    return _address(place, at, address.zip)


def _read_text(text: str, gazetteer: Gazetteer, state: str | None) -> list[_Read]:
    """Read a text with one place or more. `state` is that of all its cities, if that is known."""
    text = " ".join(text[:_MAX_TEXT].split(" ")).strip()
    is_present = _PRESENT.search(text) is not None
    text = _DASHES.sub(" - ", _PRESENT.sub(" , ", text))
    if coded := _CODED.fullmatch(text.strip(" ,")):
        text = f"{_coded_city(coded[2], coded[1], gazetteer)}, {coded[1]}"
    read: list[_Read] = []
    nearby = state
    # From the last to the first: "Aurora & Boulder, CO" names the state once.
    for part in reversed([part for part in _alternatives(text, gazetteer) if part.strip(" ,-()")]):
        found = list(_part(part, gazetteer, nearby, is_present=is_present))
        nearby = next((one.state for one in found if isinstance(one, Address)), nearby)
        read = found + read
    if not is_present and _REMOTE.search(text) and not any(isinstance(one, Address) for one in read):
        return [*_limits(_REMOTE.sub(" , ", text), gazetteer)]  # "Remote in the US or Canada": all of it is limits.
    return read


def _alternatives(text: str, gazetteer: Gazetteer) -> Iterator[str]:
    """Yield the parts of a text that may each be a place; "Truth or Consequences, NM" is one."""
    for part in _LISTED.split(text):
        city, _, state = part.rpartition(",")
        code = state_code(_ZIP.sub("", state))
        yield from [part] if code and gazetteer.city(city, code) else _APART.split(part)


def _coded_city(text: str, state: str, gazetteer: Gazetteer) -> str:
    """Return the city that a code begins with: "SPRINGDALE-BLDG 1 ~ 275 E Robinson Ave"."""
    parts = text.partition("~")[0].strip().split("-")
    begins = ("-".join(parts[:count]).strip() for count in range(len(parts), 0, -1))
    return next((city for city in begins if gazetteer.city(city, state)), text)


def _part(part: str, gazetteer: Gazetteer, nearby: str | None, *, is_present: bool) -> Iterator[_Read]:
    """Read a part of a text: remote work with its limits, or one place after another, divided by commas."""
    if _REMOTE.search(part):
        rest = _REMOTE.sub(" , ", part)
        if not is_present:
            yield from _limits(rest, gazetteer)
            return
        part = rest
    part = part.strip(" ,-\u2013")
    if abroad := next(coded_abroad(part), None):
        yield _abroad(abroad.country, "place", abroad.text)
        return
    tokens = [_AROUND_CITY.sub("", token.strip()) for token in _TOKENS.split(part) if token.strip()]
    tokens = [word for at, token in enumerate(tokens) for word in _divided_words(token, tokens[at + 1 :], gazetteer)]
    named = [token for token in tokens if plain_name(token) not in _US]
    if len(named) == 1 and (state := _state(named[0])):
        yield _State(state, is_alone=part == named[0])
        return
    yield from _scan(tokens, gazetteer, nearby)


def _divided_words(token: str, after: Sequence[str], gazetteer: Gazetteer) -> list[str]:
    """Divide "Tampa Florida United States" and "Minneapolis-St. Paul" if their parts are places."""
    plain = _OUR_COUNTRY.sub("", token)
    if (first := _STATE_FIRST.fullmatch(plain)) and gazetteer.city(first[2], first[1]):
        return [first[2], first[1]]
    words = plain.split(" ")
    for count in (1, 2):
        city, state = " ".join(words[:-count]), " ".join(words[-count:])
        if len(state) > 2 and city and (code := state_code(state)) and gazetteer.city(city, code):
            return [city, code]
    cities = _HYPHEN.split(plain)
    code = state_code(_ZIP.sub("", after[0])) if after else None
    if 1 < len(cities) < 4:
        if code and not gazetteer.city(plain, code) and all(gazetteer.city(one, code) for one in cities):
            return [word for one in cities for word in (one, code)][:-1]
        if not code and all(map(gazetteer.large_city, cities)):
            return cities
    return [plain]


def _scan(tokens: Sequence[str], gazetteer: Gazetteer, nearby: str | None) -> Iterator[_Read]:
    unknown: list[str] = []
    found = False
    at = 0
    while at < len(tokens):
        token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else ""
        step, one = _one(token, after, gazetteer, nearby, is_last=at + 1 >= len(tokens))
        at += step
        if isinstance(one, Address):
            found, unknown = True, []
            yield one
        elif isinstance(one, Lost):
            yield Lost(one.reason, ", ".join([*unknown[-1:], one.text]))
            found, unknown = True, []
        elif one is None:
            unknown.append(token)
    if unknown and not found:
        yield Lost("unknown_place", ", ".join(unknown))


def _one(
    token: str, after: str, gazetteer: Gazetteer, nearby: str | None, *, is_last: bool
) -> tuple[int, Address | Lost | str | None]:
    """Read the next place of a list: how many tokens it takes, and what it is; a text for nothing, None if unknown."""
    if (found := _ZIP.search(token)) and (place := gazetteer.by_zip.get(found[0])):
        return 1, _address(place, PostedPlace(), place.zip)
    state = state_code(_ZIP.sub("", after)) if after else None
    if state:
        if (found := _ZIP.search(after)) and (place := gazetteer.by_zip.get(found[0])):
            return 2, _address(place, PostedPlace(), place.zip)
        if place := gazetteer.city(token, state):
            return 2, _address(place, PostedPlace(), None)
    if (code := state_code(token)) and after and (place := gazetteer.city(after, code)):
        return 2, _address(place, PostedPlace(), None)
    if plain_name(token) in _US:
        return 1, ""
    if (last := _STATE_LAST.fullmatch(token)) and (place := gazetteer.city(last[1], last[2].replace(".", ""))):
        return 1, _address(place, PostedPlace(), None)
    if not state_code(token) and (lost := _lost(token, after)):
        return 2, lost
    if state_code(token):
        return 1, None if is_last else ""
    if place := gazetteer.large_city(token, nearby) or (gazetteer.city(token, nearby) if nearby else None):
        return 1, _address(place, PostedPlace(), None)
    return 1, Lost("foreign_place", token) if _is_elsewhere(token) else None


def _lost(city: str, after: str) -> Lost | None:
    """Return a city that is unknown in its state, or in another country; None if the text may be a street."""
    if not after or any(letter.isdigit() for letter in city) or not re.search(r"[^\W\d]", city):
        return None
    if state_code(_ZIP.sub("", after)):
        return Lost("unknown_place", f"{city}, {after}")
    return Lost("foreign_place", f"{city}, {after}") if _is_elsewhere(after) else None


def _limits(text: str, gazetteer: Gazetteer) -> list[_Remote | Lost]:
    """Read where somebody must live to work from home. Without any limit, it is anywhere in the United States."""
    if excluded := _EXCLUDED.search(text):  # States that are named after this are the wrong ones.
        said = text[excluded.start() :].strip(" ,()[]")
        ours = any(plain_name(token) in _US - {""} for token in _LIMITS_APART.split(_EXCLUDED.sub(" , ", said)))
        return [Lost("foreign_place" if ours else "excluded_states", said)]
    tokens = [token for part in _LIMITS_APART.split(text) if (token := part.strip(" -\u2013."))]
    found: list[_Remote | Lost] = []
    at = 0
    while at < len(tokens):
        step, one = _limit(tokens[at], tokens[at + 1] if at + 1 < len(tokens) else "", gazetteer)
        at += step
        found += [one] if one else []
    is_ours = any(plain_name(_FILLERS.sub(" ", token)) in _US - {""} for token in tokens)
    if not found or (is_ours and not any(isinstance(one, _Remote) for one in found)):
        found.append(_Remote(None))  # "US or Canada"
    return found


def _limit(token: str, after: str, gazetteer: Gazetteer) -> tuple[int, _Remote | Lost | None]:
    """Read the next limit of a list: how many tokens it takes, and what it is; None for words that are none."""
    plain = _FILLERS.sub(" ", token).strip(" -")
    if state := _state(token) or _state(plain):
        return 1, _Remote(state)
    if (state := _state(after)) and (place := gazetteer.city(plain, state)):
        return 2, _Remote(place.state)
    if _is_elsewhere(token):
        return 1, Lost("foreign_place", token)
    if {plain_name(token), plain_name(plain)} & _US or not re.search(r"[^\W\d_]", plain):
        return 1, None
    if place := gazetteer.large_city(plain):
        return 1, _Remote(place.state)
    return 1, Lost("foreign_place" if _is_elsewhere(plain) else "unknown_place", token)


def _state(text: str) -> str | None:
    """Return the code of a state; of words such as "in" and "ok" only with capital letters."""
    return state_code(text) if len(text) != 2 or text.isupper() else None


def _is_elsewhere(text: str) -> bool:
    """Whether a text names another country, a region of the world, or a well-known place there."""
    country = named_country(text) or city_abroad(text, alone=True) or postal_country(text)
    return (country is not None and country not in _US_CODES) or plain_name(text) in _REGIONS
