"""Events of recordings."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TakeBegun:
    """The first chunk of a take arrived."""

    recording_id: str
    take: int
