"""Work done later: the end of a call with its interview."""

from dayshift.calls.actions import close_call
from dayshift.core.db import Tx
from dayshift.core.tasks import Handler, Task, Write
from dayshift.providers.video import VideoProvider

CLOSE = "calls.close"


def handlers(video: VideoProvider) -> dict[str, Handler]:
    """The task kinds of this room."""

    async def close(task: Task) -> Write:
        """End the recording at the provider and take the room away; what was recorded stays."""
        interview_id: str = task.payload["interview_id"]
        if video.kind != "embedded":
            await video.stop_recording(interview_id)
            await video.delete_room(interview_id)

        def write(tx: Tx) -> None:
            close_call(tx, interview_id)

        return write

    return {CLOSE: close}
