"""Video calls without a third party: the interview page is the room, and the browser is the recorder."""

import secrets
from urllib.parse import quote

from dayshift.providers.video.port import Role, Room


class EmbeddedVideo:
    """`VideoProvider` on our own pages.

    A token is a random secret of 256 bits that opens nothing by itself: the session decides who
    enters. The takes that the browser uploads are the recording; there is no second one.
    """

    async def create_room(self, interview_id: str) -> Room:
        return Room(
            name=interview_id,
            url=f"/live-interview?interview={quote(interview_id, safe='')}",
            candidate_token=await self.token(interview_id, "candidate"),
            interviewer_token=await self.token(interview_id, "interviewer"),
        )

    async def token(self, room_name: str, role: Role) -> str:  # noqa: ARG002  (every secret is alike)
        return secrets.token_urlsafe(32)

    async def start_recording(self, room_name: str) -> None:
        """The browser records."""

    async def stop_recording(self, room_name: str) -> None:
        """The browser records."""

    async def recording_link(self, room_name: str) -> str | None:  # noqa: ARG002  (no room has one)
        return None

    async def delete_room(self, room_name: str) -> None:
        """A page needs no removal."""
