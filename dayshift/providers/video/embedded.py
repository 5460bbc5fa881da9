"""Video calls without a third party: the interview page is the room, and the browser is the recorder."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote

import structlog

from dayshift.providers.video.limits import check_recording_type
from dayshift.providers.video.protocol import CallEvent, Forged, Kind, Participant, Room, VideoFailed, VideoProvider

log = structlog.get_logger()


class EmbeddedVideo:
    """`VideoProvider` on our own pages.

    A token is a random secret of 256 bits that opens nothing by itself: the session, or the signed
    link of a watcher, decides who enters. The takes that the browser uploads are the recording.
    """

    kind: Kind = "embedded"

    async def create_room(self, interview_id: str) -> Room:
        return Room(
            name=interview_id,
            url=f"/live-interview?interview={quote(interview_id, safe='')}",
            candidate_token=await self.token(interview_id, Participant("candidate")),
            interviewer_token=await self.token(interview_id, Participant("interviewer")),
        )

    async def token(self, room_name: str, who: Participant) -> str:  # noqa: ARG002  (every secret is alike)
        return secrets.token_urlsafe(32)

    async def start_recording(self, room_name: str, kind: str = "cloud") -> None:  # noqa: ARG002
        """The browser records."""
        check_recording_type(kind)

    async def stop_recording(self, room_name: str) -> None:
        """The browser records."""

    async def recording_link(self, room_name: str) -> str | None:  # noqa: ARG002  (no room has one)
        return None

    async def delete_room(self, room_name: str) -> None:
        """A page needs no removal."""

    def read_webhook(self, headers: Mapping[str, str], body: bytes, at: datetime) -> CallEvent | None:  # noqa: ARG002
        """Nobody outside has anything to tell."""
        raise Forged


async def room_of(video: VideoProvider, interview_id: str) -> Room:
    """The provider's room; from one in trouble our own, for the interview needs none, only who wants to watch does."""
    try:
        return await video.create_room(interview_id)
    except VideoFailed as error:
        log.warning("the video provider made no room", interview=interview_id, error=str(error))
        return await EmbeddedVideo().create_room(interview_id)
