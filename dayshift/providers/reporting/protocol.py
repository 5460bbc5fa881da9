"""The port to a service that collects faults."""

from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Frame:
    """One call on the way to a fault. `line` and `column` count from 1; None where unknown."""

    function: str
    file: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that went wrong, told without personal data: every text in it is scrubbed before it gets here.

    `place` is where it happened: a route's template, a task's kind, a page's path. Frames: the outermost call first.
    """

    side: Literal["server", "browser"]
    kind: str
    message: str
    place: str
    frames: tuple[Frame, ...] = ()


class Reporter(Protocol):
    """Hands faults on."""

    @property
    def wanted(self) -> bool:
        """Whether anybody hears them; if not, browsers need not send any."""
        ...

    def report(self, fault: Fault) -> None:
        """Take a fault. Returns at once, and never raises: telling of a fault must not make another."""
        ...

    def close(self) -> None:
        """Send what is still waiting, for at most two seconds."""
        ...


class NullReporter:
    """`Reporter` to nobody: the default."""

    wanted = False

    def report(self, fault: Fault) -> None:
        """Nothing leaves this machine; the log has the fault."""

    def close(self) -> None:
        """Nothing waits."""
