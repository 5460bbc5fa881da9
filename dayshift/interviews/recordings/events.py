"""Events of recordings."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class TakeBegun(Event):
    """The first chunk of a take arrived."""

    recording_id: str
    take: int
