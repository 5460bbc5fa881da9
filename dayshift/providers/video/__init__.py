"""Video calls: rooms, tokens and cloud recordings, from ourselves or from a provider."""

from dayshift.providers.video.embedded import EmbeddedVideo, room_of
from dayshift.providers.video.factory import open_video
from dayshift.providers.video.protocol import (
    CallEvent,
    Forged,
    Kind,
    Participant,
    Role,
    Room,
    VideoFailed,
    VideoProvider,
)
from dayshift.providers.video.simulated import SimulatedVideo

__all__ = [
    "CallEvent",
    "EmbeddedVideo",
    "Forged",
    "Kind",
    "Participant",
    "Role",
    "Room",
    "SimulatedVideo",
    "VideoFailed",
    "VideoProvider",
    "open_video",
    "room_of",
]
