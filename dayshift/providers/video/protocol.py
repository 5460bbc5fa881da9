"""The port to a video-call provider."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from dayshift.providers.video.limits import check_display_name, check_user_id

Role = Literal["candidate", "interviewer", "observer"]
"""A candidate sends, an interviewer owns the room and starts its recording, an observer only sees and hears."""

Kind = Literal["embedded", "daily", "simulated"]


class VideoFailed(RuntimeError):
    """The provider did not do what it was asked for. The interview goes on without it."""


class Forged(ValueError):
    """A message that the provider did not sign, or not now."""


@dataclass(frozen=True, slots=True)
class Room:
    """A call that whoever has a token may join at `url`. `name` is how the provider knows it."""

    name: str
    url: str
    candidate_token: str
    interviewer_token: str


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who is let in. Raises `OutsideLimit` for a name or an id that a provider would refuse."""

    role: Role
    user_id: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        check_user_id(self.user_id)
        check_display_name(self.name)


@dataclass(frozen=True, slots=True)
class CallEvent:
    """What a provider tells of a room: `kind` in its own words, such as 'recording.error'. `id` names the message."""

    id: str
    kind: str
    room_name: str | None
    detail: str = ""


class VideoProvider(Protocol):
    """Rooms for interviews. Calls may wait on the network, so they belong outside any transaction.

    A call that is repeated with the same arguments does no harm. What does not work raises `VideoFailed`.
    """

    kind: Kind

    async def create_room(self, interview_id: str) -> Room:
        """The interview's private room, with a token for each side. Room and tokens expire on their own."""
        ...

    async def token(self, room_name: str, who: Participant) -> str:
        """Another secret that lets somebody into this room, and no other."""
        ...

    async def start_recording(self, room_name: str, kind: str = "cloud") -> None:
        """Record the call at the provider: 'cloud', 'raw-tracks' or 'local'; others raise `OutsideLimit`."""
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

    def read_webhook(self, headers: Mapping[str, str], body: bytes, at: datetime) -> CallEvent | None:
        """What a message says, None where it says nothing of a room. `headers` by lower-case name.

        Raises `Forged` for one that the provider did not sign, or signed more than five minutes from `at`.
        """
        ...
