"""Background tasks: close the provider's room when its interview ends."""

from dayshift.core.tasks import Handler, Task, Write
from dayshift.providers.video import VideoProvider

CLOSE = "calls.close"


def handlers(video: VideoProvider) -> dict[str, Handler]:
    """Return the package's task handlers."""

    async def close(task: Task) -> Write | None:
        """Stop the provider's recording and delete the room; the recording is kept."""
        interview_id: str = task.payload["interview_id"]
        await video.stop_recording(interview_id)
        await video.delete_room(interview_id)
        return None

    return {CLOSE: close}
