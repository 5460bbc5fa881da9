"""Faults of the server: from an exception to what is told of it."""

import traceback
from collections.abc import Mapping
from pathlib import Path

from dayshift.core.extras import load
from dayshift.core.tasks import Handler, LeaseLost, Snooze, Task, Write
from dayshift.providers.reporting.protocol import Fault, Frame, NullReporter, Reporter
from dayshift.providers.reporting.scrub import scrubbed

_HERE = Path(__file__).parents[3]


def open_reporter(dsn: str) -> Reporter:
    """The reporter for a DSN ('https://KEY@HOST/PROJECT'); an empty one gives `Silence`.

    Raises `ExtraMissing` where the library is not installed, `ValueError` for what is no DSN.
    """
    if not dsn:
        return NullReporter()
    sentry = load("dayshift.providers.reporting.sentry", "DAYSHIFT_ERROR_DSN", "sentry")
    reporter: Reporter = sentry.SentryReporter(dsn)
    return reporter


def fault_of(error: BaseException, place: str) -> Fault:
    """What is told of an exception: its type, its scrubbed words and its calls, but never a variable."""
    frames = tuple(
        Frame(call.name, _short(call.filename), call.lineno) for call in traceback.extract_tb(error.__traceback__)
    )
    kind = type(error)
    return Fault("server", f"{kind.__module__}.{kind.__qualname__}", scrubbed(str(error)), place, frames)


def watched(handlers: Mapping[str, Handler], reporter: Reporter) -> dict[str, Handler]:
    """The same handlers, whose faults are told before the worker tries them again."""

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
    if path.is_relative_to(_HERE):
        return path.relative_to(_HERE).as_posix().rpartition("site-packages/")[2]
    return path.name
