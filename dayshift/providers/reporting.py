"""Error reporting: to nobody, or to a service that speaks Sentry's protocol. Never with personal data."""

import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from dayshift.core.extras import load
from dayshift.core.tasks import Handler, LeaseLost, Snooze, Task, Write


@dataclass(frozen=True, slots=True)
class Frame:
    """One call on the way to a fault. `line` and `column` count from 1; None where unknown."""

    function: str
    file: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """An error without personal data: every text in it has been scrubbed.

    `place` is where it happened: a route's template, a task's kind, a page's path. Frames: the outermost call first.
    """

    side: Literal["server", "browser"]
    kind: str
    message: str
    place: str
    frames: tuple[Frame, ...] = ()


class Reporter(Protocol):
    """Sends faults to a service."""

    @property
    def wanted(self) -> bool:
        """Whether faults are sent; if not, browsers need not report any."""
        ...

    def report(self, fault: Fault) -> None:
        """Queue a fault. Returns at once and never raises."""
        ...

    def close(self) -> None:
        """Send queued faults, for at most two seconds."""
        ...


class NullReporter:
    """Sends nothing: the default."""

    wanted = False

    def report(self, fault: Fault) -> None:
        """Nothing to do: the log has the fault."""

    def close(self) -> None:
        """Nothing is queued."""


MAX_LENGTH = 300

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    # Values in database errors.
    (re.compile(r"\[(SQL|parameters):.*", re.DOTALL), "[values]"),
    (re.compile(r"=\([^)]*(?:\)|\Z)"), "=([value])"),
    (re.compile(r"(?<![^\s@])[^\s@]+@[^\s@]*[^\s@,;.]"), "[email]"),
    # Files and other things of a browser may hold what a person keeps secret, paths may hold keys.
    (re.compile(r"(?<![a-z0-9+.-])[0-9+.-]*(?!https?:)[a-z][a-z0-9+.-]*:(?=[^\s:])\S+", re.IGNORECASE), "[address]"),
    (re.compile(r"(https?://[^\s/?#]+)[^\s]*"), r"\1"),
    (re.compile(r"(?<!\S)[(]?/(?:[\w.%~-]{24,}|[\w.%~-]+[/?#])\S*"), "[path]"),
    (re.compile(r"(?<!\S)[^\s?#]*[?#][^\s=]*=\S*"), "[query]"),
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE), "[id]"),
    # A quoted text may be user input.
    (re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|“[^”\n]*(?:”|(?=\n)|\Z)|`[^`\n]*`"), "[text]"),
    # Secrets of webhooks, and recovery codes: one in twenty has no digit.
    (re.compile(r"whsec_\S*"), "[token]"),
    (re.compile(r"(?<![a-z0-9])[a-z0-9]{5}-[a-z0-9]{5}(?![a-z0-9])", re.IGNORECASE), "[code]"),
    (re.compile(r"(?<![/\w.-])[\w-]{24,}(?![\w.]{0,64}:)"), "[token]"),
    (re.compile(r"\+?\d[\d\s().-]{3,}\d"), "[number]"),
    (re.compile(r"(?<![\w-])(?=[\w-]*\d)[\w-]{6,}"), "[code]"),
)


def scrubbed(text: str) -> str:
    """`text` without possible personal data: addresses, numbers, ids, tokens, and everything in quotes.

    Removes too much rather than too little: the stack says more about a fault than its message. At most 300
    characters of the first line.
    """
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text.strip().partition("\n")[0][:MAX_LENGTH]


def place_of(path: str) -> str:
    """A path of the app without query and ids."""
    path = re.split(r"[?#]", path, maxsplit=1)[0]
    parts = [part if re.fullmatch(r"[a-z][a-z-]{0,39}", part) else "[id]" for part in path.split("/") if part]
    return "/" + "/".join(parts[:8])


_ROOT = Path(__file__).parents[2]


def open_reporter(dsn: str) -> Reporter:
    """The reporter for a DSN ('https://KEY@HOST/PROJECT'); `NullReporter` for an empty one.

    Raises `ExtraMissing` if the library is not installed, `ValueError` for an invalid DSN.
    """
    if not dsn:
        return NullReporter()
    sentry = load("dayshift.providers.sentry", "DAYSHIFT_ERROR_DSN", "sentry")
    reporter: Reporter = sentry.SentryReporter(dsn)
    return reporter


def fault_of(error: BaseException, place: str) -> Fault:
    """An exception as a fault: its type, its scrubbed message and its calls, never a variable."""
    frames = tuple(
        Frame(call.name, _short(call.filename), call.lineno) for call in traceback.extract_tb(error.__traceback__)
    )
    kind = type(error)
    return Fault("server", f"{kind.__module__}.{kind.__qualname__}", scrubbed(str(error)), place, frames)


def watched(handlers: Mapping[str, Handler], reporter: Reporter) -> dict[str, Handler]:
    """The same handlers; their errors are reported before the worker retries."""

    def watch(kind: str, handler: Handler) -> Handler:
        async def handle(task: Task) -> Write | None:
            try:
                return await handler(task)
            except (Snooze, LeaseLost):
                raise
            except Exception as error:
                reporter.report(fault_of(error, f"task {kind}"))
                raise

        return handle

    return {kind: watch(kind, handler) for kind, handler in handlers.items()}


def _short(filename: str) -> str:
    path = Path(filename)
    if path.is_relative_to(_ROOT):
        return path.relative_to(_ROOT).as_posix().rpartition("site-packages/")[2]
    return path.name
