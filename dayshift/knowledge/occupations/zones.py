"""Time zones of US places."""

from functools import lru_cache
from zoneinfo import ZoneInfo

LAST = "Pacific/Honolulu"
"""The states' zone in which a day ends last."""

_STATES = {
    "America/New_York": "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV",
    "America/Chicago": "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI",
    "America/Denver": "CO ID MT NM UT WY",
    "America/Los_Angeles": "CA NV OR WA",
    "America/Phoenix": "AZ",
    "America/Anchorage": "AK",
    LAST: "HI",
    "America/Puerto_Rico": "PR VI",
    "Pacific/Guam": "GU MP",
    "Pacific/Pago_Pago": "AS",
}
_ZIPS = {
    "America/New_York": "373 374 376 377 378 379",
    "America/Chicago": "324 325 420 421 422 423 424 463 464 476 477 499",
    "America/Denver": "576 577 586 677 691 693 798 799 885",
    "America/Los_Angeles": "835 838",
}
"""The first three digits of zip codes in states with two zones: where both are possible, the later one."""

_ZONE_OF = {place: zone for zones in (_STATES, _ZIPS) for zone, places in zones.items() for place in places.split()}


@lru_cache(maxsize=4096)
def zone_of(state: str | None, zip_code: str | None) -> ZoneInfo:
    """Return the zone of a place, and `LAST` without a state. Near a border it may be off by an hour."""
    return ZoneInfo(_ZONE_OF.get((zip_code or "")[:3]) or _ZONE_OF.get(state or "") or LAST)
