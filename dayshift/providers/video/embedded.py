"""Video calls without a third party: the interview page is the room, and the browser is the recorder."""

import secrets
from datetime import datetime
from urllib.parse import quote

from dayshift.providers.video.port import Participant, Room


class EmbeddedCalls:
    """`VideoCalls` on our own pages.

    A token is a random secret of 256 bits; entry is decided by the session, so nothing here keeps it.
    The takes that the browser uploads are the recording, so there is no second one to start or link.
    """

    async def create_room(self, interview_id: str, *, expires_at: datetime) -> Room:  # noqa: ARG002
        return Room(interview_id, f"/live-interview?interview={quote(interview_id, safe='')}")

    async def token(self, room: Room, participant: Participant, *, expires_at: datetime) -> str:  # noqa: ARG002
        return secrets.token_urlsafe(32)

    async def start_recording(self, room: Room) -> None:
        """The browser records."""

    async def stop_recording(self, room: Room) -> None:
        """The browser records."""

    async def recording_link(self, room: Room) -> str | None:  # noqa: ARG002
        return None

    async def delete_room(self, room: Room) -> None:
        """A page needs no removal."""
