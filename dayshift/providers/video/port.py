"""The port to a video-call provider."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

Role = Literal["candidate", "interviewer"]


@dataclass(frozen=True, slots=True)
class Room:
    """A call that people with a token may join at `url`. `name` is how the provider knows it."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Participant:
    """Who a token is for. The candidate is seen and heard; an interviewer owns the room."""

    role: Role
    user_id: str
    display_name: str


class VideoCalls(Protocol):
    """Rooms for interviews. Calls may wait on the network, so they belong outside any transaction.

    A call that is repeated with the same arguments has the effect of one.
    """

    async def create_room(self, interview_id: str, *, expires_at: datetime) -> Room:
        """The interview's private room, closed for everybody from `expires_at`."""
        ...

    async def token(self, room: Room, participant: Participant, *, expires_at: datetime) -> str:
        """A secret that lets this person, and only into this room, until `expires_at`."""
        ...

    async def start_recording(self, room: Room) -> None:
        """Record the call at the provider."""
        ...

    async def stop_recording(self, room: Room) -> None:
        """End the provider's recording. Without one it does nothing."""
        ...

    async def recording_link(self, room: Room) -> str | None:
        """A short-lived address of the provider's recording; None while there is none. Never stored."""
        ...

    async def delete_room(self, room: Room) -> None:
        """Take the room away. One that is gone already is fine."""
        ...
