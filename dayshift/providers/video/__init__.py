"""Video calls: rooms, tokens and cloud recordings, from ourselves or from a provider."""

from dayshift.providers.video.embedded import EmbeddedCalls
from dayshift.providers.video.port import Participant, Role, Room, VideoCalls

__all__ = ["EmbeddedCalls", "Participant", "Role", "Room", "VideoCalls"]
