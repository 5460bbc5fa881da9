"""Devices: readable names, and the cookie of a device on which the user has signed in before.

Failed password attempts from unknown devices count against the account, but not those from a known device: otherwise
anyone could lock the owner out (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
The cookie grants no access, and every revocation invalidates it.
"""

from sqlalchemy import bindparam, select

from dayshift.accounts.models import users
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.core.signing import opened_by, sign

_PURPOSE = "device"

_version = select(users.c.security_version).where(users.c.id == bindparam("id"))

# The first match wins: browsers also name those they are derived from.
_BROWSERS = (
    ("Instagram", "Instagram"),
    ("FBAN", "Facebook"),
    ("FBAV", "Facebook"),
    ("musical_ly", "TikTok"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """Return a name such as 'Chrome on Android'; 'A program' for unknown browsers."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "A program"


def device_key(tx: Tx, user_id: str) -> str:
    """Return the cookie value that marks a device as known to this account."""
    return sign(tx, _PURPOSE, f"{user_id}:{security_version_of(tx, user_id)}:{new_id()}")


def known_device(tx: Tx, user_id: str, key: str) -> str | None:
    """Return the id of a cookie's device; None unless the account knows it and nothing was revoked since."""
    try:
        owner, version, device = opened_by(tx, _PURPOSE, key).split(":")
    except (NotFound, ValueError):
        return None
    return device if (owner, version) == (user_id, str(security_version_of(tx, user_id))) else None


def security_version_of(tx: Tx, user_id: str) -> int | None:
    """Return the number of revocations of an account: what was issued with another number is revoked."""
    return tx.execute(_version, {"id": user_id}).scalar()
