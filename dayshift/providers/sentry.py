"""Error reporting by Sentry's protocol. Imported only if a DSN is configured: the library is an extra."""

from importlib.metadata import version
from typing import Any

import structlog
from sentry_sdk import Client
from sentry_sdk.utils import BadDsn

from dayshift.providers.reporting import Fault, Frame

log = structlog.get_logger()

CLOSING_SECONDS = 2.0


class SentryReporter:
    """`Reporter` over a DSN. The library collects nothing automatically: events hold only what we put in."""

    wanted = True

    def __init__(self, dsn: str) -> None:
        try:
            self._client = Client(
                dsn=dsn,
                release=f"dayshift@{version('dayshift')}",
                server_name="dayshift",  # Instead of the machine's name.
                default_integrations=False,
                include_local_variables=False,
                max_breadcrumbs=0,
                auto_session_tracking=False,
                send_client_reports=False,
            )
        except BadDsn as error:
            raise ValueError("the error DSN must look like https://key@host/1") from error

    def report(self, fault: Fault) -> None:
        """Queue the fault; the library's own thread sends it."""
        try:
            self._client.capture_event(as_event(fault))
        except Exception as error:  # noqa: BLE001  (reporting must not fail)
            log.warning("fault not reported", why=type(error).__name__)

    def close(self) -> None:
        self._client.close(timeout=CLOSING_SECONDS)


def as_event(fault: Fault) -> Any:
    """The event of Sentry's protocol: one exception with its frames, outermost call first."""
    exception: dict[str, Any] = {"type": fault.kind, "value": fault.message}
    if fault.frames:
        exception["stacktrace"] = {"frames": [_frame(frame) for frame in fault.frames]}
    return {
        "level": "error",
        "platform": "python" if fault.side == "server" else "javascript",
        "transaction": fault.place,
        "tags": {"side": fault.side},
        "exception": {"values": [exception]},
    }


def _frame(frame: Frame) -> dict[str, Any]:
    values = {"function": frame.function, "filename": frame.file, "lineno": frame.line, "colno": frame.column}
    return {name: value for name, value in values.items() if value is not None} | {"in_app": "dayshift" in frame.file}
