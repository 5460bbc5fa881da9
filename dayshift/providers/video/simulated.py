"""Video calls that nobody is in: rooms, tokens and recordings as a provider has them, in memory, at a host that can
not exist."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote

from dayshift.providers.video.limits import check_recording_type
from dayshift.providers.video.protocol import CallEvent, Forged, Kind, Participant, Room, VideoFailed

HOST = "https://call.invalid"


@dataclass
class _Pretended:
    tokens: dict[str, Participant] = field(default_factory=dict)
    records: bool = False
    recorded: bool = False


class SimulatedVideo:
    """`VideoProvider` for trying screens and failures. It forgets everything with its process."""

    kind: Kind = "simulated"

    def __init__(self) -> None:
        self._rooms: dict[str, _Pretended] = {}

    async def create_room(self, interview_id: str) -> Room:
        self._rooms.setdefault(interview_id, _Pretended())
        return Room(
            name=interview_id,
            url=f"{HOST}/{quote(interview_id, safe='')}",
            candidate_token=await self.token(interview_id, Participant("candidate")),
            interviewer_token=await self.token(interview_id, Participant("interviewer")),
        )

    async def token(self, room_name: str, who: Participant) -> str:
        token = secrets.token_urlsafe(32)
        self._room(room_name).tokens[token] = who
        return token

    async def start_recording(self, room_name: str, kind: str = "cloud") -> None:
        check_recording_type(kind)
        self._room(room_name).records = True

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
        """Nobody outside has anything to tell."""
        raise Forged

    def _room(self, name: str) -> _Pretended:
        if name not in self._rooms:
            raise VideoFailed("there is no such room")
        return self._rooms[name]
