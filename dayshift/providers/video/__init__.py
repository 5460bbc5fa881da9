"""Video calls: rooms, tokens and cloud recordings, from ourselves or from a provider."""

from dayshift.providers.video.embedded import EmbeddedVideo
from dayshift.providers.video.port import Role, Room, VideoProvider

__all__ = ["EmbeddedVideo", "Role", "Room", "VideoProvider"]
