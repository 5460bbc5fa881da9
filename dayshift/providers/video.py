"""Rooms of interviews: on our own pages, which only record, simulated, or at a provider, where others can watch."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol
from urllib.parse import quote

import structlog

log = structlog.get_logger()

Role = Literal["candidate", "interviewer", "observer"]
"""A candidate sends, an observer watches, an interviewer watches and has the room recorded."""

ROOM_LIFE = timedelta(hours=6)
"""Lifetime of a provider's room and its tokens."""

Kind = Literal["embedded", "daily", "simulated"]


USER_ID_MAX = 36
DISPLAY_NAME_BELOW = 200
"""What Daily documents, in UTF-16 units as its JavaScript counts."""


class OutsideLimit(ValueError):
    """The provider would refuse this value; the message names the limit."""


class VideoFailed(RuntimeError):
    """The provider failed. The interview continues without it."""


class Forged(ValueError):
    """A message with an invalid or expired signature."""


@dataclass(frozen=True, slots=True)
class Room:
    """A call that anyone with a token may join at `url`. `name` identifies it at the provider."""

    name: str
    url: str
    candidate_token: str
    interviewer_token: str


@dataclass(frozen=True, slots=True)
class Participant:
    """A person in a call. Raises `OutsideLimit` for a name or an id that a provider would refuse."""

    role: Role
    user_id: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        if _length(self.user_id) > USER_ID_MAX:
            raise OutsideLimit(f"A user id has at most {USER_ID_MAX} characters.")
        if _length(self.name) >= DISPLAY_NAME_BELOW:
            raise OutsideLimit(f"A display name has fewer than {DISPLAY_NAME_BELOW} characters.")


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class CallEvent:
    """A provider's message about a room, with the provider's `kind`, such as 'recording.error', and message `id`."""

    id: str
    kind: str
    room_name: str | None
    detail: str = ""


class VideoProvider(Protocol):
    """Rooms for interviews. May wait on the network: call it outside any transaction.

    Calls are idempotent, and raise `VideoFailed` if the provider fails.
    """

    kind: Kind

    async def create_room(self, interview_id: str) -> Room:
        """The interview's private room, with a token for each side. Room and tokens expire on their own."""
        ...

    async def token(self, room_name: str, who: Participant) -> str:
        """A new secret that opens only this room. The provider records as soon as an interviewer joins."""
        ...

    async def stop_recording(self, room_name: str) -> None:
        """Stop the provider's recording, if there is one."""
        ...

    async def recording_link(self, room_name: str) -> str | None:
        """A short-lived address of the provider's recording, not to be stored; None while there is none."""
        ...

    async def delete_room(self, room_name: str) -> None:
        """Delete the room. Idempotent."""
        ...

    def read_webhook(self, headers: Mapping[str, str], body: bytes, at: datetime) -> CallEvent | None:
        """The event in a message; None if it is not about a room. `headers` by lower-case name.

        Raises `Forged` unless the provider signed it within five minutes of `at`.
        """
        ...


class EmbeddedVideo:
    """The interview page is the room, and the browser records: the uploaded takes are the recording. Nobody can watch.

    A token is a random secret of 256 bits that opens nothing: the session decides who enters.
    """

    kind: Kind = "embedded"

    async def create_room(self, interview_id: str) -> Room:
        return Room(
            name=interview_id,
            url=f"/live-interview?interview={quote(interview_id, safe='')}",
            candidate_token=await self.token(interview_id, Participant("candidate")),
            interviewer_token=await self.token(interview_id, Participant("interviewer")),
        )

    async def token(self, room_name: str, who: Participant) -> str:  # noqa: ARG002  (part of the protocol)
        return secrets.token_urlsafe(32)

    async def stop_recording(self, room_name: str) -> None:
        """The browser records."""

    async def recording_link(self, room_name: str) -> str | None:  # noqa: ARG002  (part of the protocol)
        return None

    async def delete_room(self, room_name: str) -> None:
        """Nothing to delete."""

    def read_webhook(self, headers: Mapping[str, str], body: bytes, at: datetime) -> CallEvent | None:  # noqa: ARG002
        """There is no provider to send messages."""
        raise Forged


async def room_of(video: VideoProvider, interview_id: str) -> Room:
    """The provider's room, or our own if the provider fails: only watchers need a room, the interview does not."""
    try:
        return await video.create_room(interview_id)
    except VideoFailed as error:
        log.warning("the video provider made no room", interview=interview_id, error=str(error))
        return await EmbeddedVideo().create_room(interview_id)


HOST = "https://call.invalid"


@dataclass
class _SimulatedRoom:
    tokens: dict[str, Participant] = field(default_factory=dict)
    records: bool = False
    recorded: bool = False


class SimulatedVideo:
    """In-memory rooms without participants, at a host that cannot exist; for trying screens and failures."""

    kind: Kind = "simulated"

    def __init__(self) -> None:
        self._rooms: dict[str, _SimulatedRoom] = {}

    async def create_room(self, interview_id: str) -> Room:
        self._rooms.setdefault(interview_id, _SimulatedRoom())
        return Room(
            name=interview_id,
            url=f"{HOST}/{quote(interview_id, safe='')}",
            candidate_token=self._issue(interview_id, Participant("candidate")),
            interviewer_token=self._issue(interview_id, Participant("interviewer")),
        )

    async def token(self, room_name: str, who: Participant) -> str:
        token = self._issue(room_name, who)
        room = self._room(room_name)
        room.records = room.records or who.role == "interviewer"  # As if they joined at once.
        return token

    def _issue(self, room_name: str, who: Participant) -> str:
        token = secrets.token_urlsafe(32)
        self._room(room_name).tokens[token] = who
        return token

    async def stop_recording(self, room_name: str) -> None:
        room = self._room(room_name)
        room.recorded = room.recorded or room.records
        room.records = False

    async def recording_link(self, room_name: str) -> str | None:
        room = self._rooms.get(room_name)
        return f"{HOST}/{quote(room_name, safe='')}/recording" if room and room.recorded else None

    async def delete_room(self, room_name: str) -> None:
        self._rooms.pop(room_name, None)

    def read_webhook(self, headers: Mapping[str, str], body: bytes, at: datetime) -> CallEvent | None:  # noqa: ARG002
        """There is no provider to send messages."""
        raise Forged

    def _room(self, name: str) -> _SimulatedRoom:
        if name not in self._rooms:
            raise VideoFailed("there is no such room")
        return self._rooms[name]


SIMULATED = "simulated:"


def open_video(url: str, webhook_secret: str = "") -> VideoProvider:
    """The provider at `url`; our own pages if it is empty. Raises ValueError for an invalid URL."""
    if not url:
        return EmbeddedVideo()
    if url == SIMULATED:
        return SimulatedVideo()
    from dayshift.providers.daily import DailyVideo  # noqa: PLC0415

    return DailyVideo(url, webhook_secret)
