"""Changes to calls: watchers join, the candidate may decline them, and the provider's room is closed at the end."""

from dayshift.accounts import User
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.core.tasks import Handler, Task, Write
from dayshift.interviews.calls.models import declines, visits
from dayshift.interviews.calls.queries import Watcher
from dayshift.interviews.room import find_interview, keep_recording_open
from dayshift.providers.video import Role, VideoProvider

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


_decline = insert(declines).on_conflict_do_nothing(index_elements=[declines.c.interview_id])
_insert_visit = insert(visits)


def decline(tx: Tx, user: User, interview_id: str) -> None:
    """Decline watchers for the rest of the user's own interview. Idempotent."""
    interview = find_interview(tx, user.id, interview_id)
    tx.execute(_decline, {"interview_id": interview.id, "declined_at": now()})


def join(tx: Tx, watcher: Watcher, role: Role) -> str:
    """Record that a watcher joins; return the visit's id. What an interviewer sees is recorded."""
    interview = watcher.interview
    if role == "interviewer":
        keep_recording_open(tx, interview.user_id, interview.id)
    visit = new_id()
    values = {"id": visit, "interview_id": interview.id, "watcher": watcher.name, "role": role}
    tx.execute(_insert_visit, {**values, "joined_at": now()})
    return visit
