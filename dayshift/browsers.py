"""The oldest browsers that run the web app, recognized by their User-Agent."""

import re

OLDEST = {"ios_saf": (15, 4), "safari": (15, 4), "chrome": (100, 0), "samsung": (19, 0), "firefox": (115, 0)}
"""The same versions as "browserslist" in web/package.json, which decides what the build may use."""

# The first match counts: every browser on iOS is Safari's engine, and Samsung Internet also names Chrome.
_PATTERNS = {
    "ios_saf": re.compile(r"(?:iPhone|iPad|iPod)[^)]{0,80}? OS (\d{1,4})_(\d{1,4})"),
    "samsung": re.compile(r"SamsungBrowser/(\d{1,4})\.(\d{1,4})"),
    "chrome": re.compile(r"Chrome/(\d{1,4})\.(\d{1,4})"),
    "firefox": re.compile(r"Firefox/(\d{1,4})\.(\d{1,4})"),
    "safari": re.compile(r"Version/(\d{1,4})\.(\d{1,4})[\d.]{0,20} Safari/"),
}
_INTERNET_EXPLORER = re.compile(r"MSIE |Trident/")
_PROGRAM = re.compile(r"bot|crawl|spider|preview|facebookexternalhit", re.IGNORECASE)


def is_too_old(user_agent: str) -> bool:
    """Return whether this browser cannot run the app. Unknown browsers and search engines can."""
    if _PROGRAM.search(user_agent):
        return False
    for name, pattern in _PATTERNS.items():
        if found := pattern.search(user_agent):
            return (int(found[1]), int(found[2])) < OLDEST[name]
    return bool(_INTERNET_EXPLORER.search(user_agent))
