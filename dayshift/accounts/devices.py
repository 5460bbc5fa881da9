"""What a session was opened with, in plain words: enough to recognise it, too little to track anybody."""

# The first name that occurs decides: browsers name those they descend from as well.
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
    """Such as 'Chrome on Android'; 'A program' for anything that is no known browser."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "A program"
