"""The port to a video-call provider."""

from dataclasses import dataclass
from typing import Literal, Protocol

Role = Literal["candidate", "interviewer"]


@dataclass(frozen=True, slots=True)
class Room:
    """A call that whoever has a token may join at `url`. `name` is how the provider knows it."""

    name: str
    url: str
    candidate_token: str
    interviewer_token: str


class VideoProvider(Protocol):
    """Rooms for interviews. Calls may wait on the network, so they belong outside any transaction.

    A call that is repeated with the same arguments does no harm.
    """

    async def create_room(self, interview_id: str) -> Room:
        """The interview's private room, with a token for each side. Room and tokens expire on their own."""
        ...

    async def token(self, room_name: str, role: Role) -> str:
        """Another secret that lets somebody into this room, and no other. An interviewer owns the room."""
        ...

    async def start_recording(self, room_name: str) -> None:
        """Record the call at the provider."""
        ...

    async def stop_recording(self, room_name: str) -> None:
        """End the provider's recording. Without one it does nothing."""
        ...

    async def recording_link(self, room_name: str) -> str | None:
        """A short-lived address of the provider's recording, never to be stored; None while there is none."""
        ...

    async def delete_room(self, room_name: str) -> None:
        """Take the room away. One that is gone already is fine."""
        ...
