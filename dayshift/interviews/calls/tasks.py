"""Background tasks: end the call when its interview ends."""

from dayshift.core.db import Tx
from dayshift.core.tasks import Handler, Task, Write
from dayshift.interviews.calls.actions import close_call
from dayshift.providers.video import VideoProvider

CLOSE = "calls.close"


def handlers(video: VideoProvider) -> dict[str, Handler]:
    """Return the package's task handlers."""

    async def close(task: Task) -> Write:
        """Stop the provider's recording and delete the room; the recording is kept."""
        interview_id: str = task.payload["interview_id"]
        if video.kind != "embedded":
            await video.stop_recording(interview_id)
            await video.delete_room(interview_id)

        def write(tx: Tx) -> None:
            close_call(tx, interview_id)

        return write

    return {CLOSE: close}
