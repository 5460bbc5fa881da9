"""Faults of browsers: from what one says of an error to what is told of it. Pure."""

import re
from urllib.parse import urlsplit

from dayshift.providers.reporting.protocol import Fault, Frame
from dayshift.providers.reporting.scrub import place_of, scrubbed

MOST_FRAMES = 50

_CHROMIUM = re.compile(
    r"^\s*at (?:async )?(?:(?P<function>[^()]{1,80}?) \()?(?P<url>\S+?):(?P<line>\d+):(?P<column>\d+)\)?$"
)
_OTHERS = re.compile(r"^(?P<function>[^@\s]{0,80})@(?P<url>\S+?):(?P<line>\d+):(?P<column>\d+)$")


def fault_in_browser(name: str, message: str, stack: str, page: str) -> Fault:
    """A browser's error as a fault. Of its stack only what is a call of a script counts, in either notation."""
    found = [_CHROMIUM.match(line) or _OTHERS.match(line) for line in stack.splitlines()[:200]]
    frames = [_frame(call) for call in found if call][:MOST_FRAMES]
    kind = name if re.fullmatch(r"[A-Za-z]{1,40}", name) else "Error"
    return Fault("browser", kind, scrubbed(message), place_of(page), tuple(reversed(frames)))


def _frame(call: re.Match[str]) -> Frame:
    path = urlsplit(call["url"]).path
    file = path if re.fullmatch(r"[\w./-]{1,120}", path) else "script"
    function = call["function"] or ""
    known = function if re.fullmatch(r"[\w$.<>\[\] ]{1,80}", function) else "?"
    return Frame(known, file, int(call["line"][:9]), int(call["column"][:9]))
