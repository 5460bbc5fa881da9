"""Recordings: receive chunks, and produce a playable file."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.recordings.actions import charge_media_work, close_recording, open_recording, request_finalise
    from dayshift.recordings.chunks import chunk_keys
    from dayshift.recordings.errors import RangeNotSatisfiable
    from dayshift.recordings.events import TakeBegun
    from dayshift.recordings.invariants import invariants
    from dayshift.recordings.media import Sound, arriving_sound, audio_of, complete_sound
    from dayshift.recordings.playback import MEDIA, playable, stored_file
    from dayshift.recordings.queries import (
        Take,
        existing_recordings,
        find_take,
        heard_seconds,
        load_recording_ids,
        owner_of,
        recording_ids_of,
        take_numbers,
        takes_by_recording,
        takes_of,
    )
    from dayshift.recordings.quota import StorageQuota
    from dayshift.recordings.retention import schedule_erasure
    from dayshift.recordings.routes import router
    from dayshift.recordings.schemas import Segments
    from dayshift.recordings.tasks import handlers, schedule, today, until_tomorrow

__all__ = [
    "MEDIA",
    "RangeNotSatisfiable",
    "Segments",
    "Sound",
    "StorageQuota",
    "Take",
    "TakeBegun",
    "arriving_sound",
    "audio_of",
    "charge_media_work",
    "chunk_keys",
    "close_recording",
    "complete_sound",
    "existing_recordings",
    "find_take",
    "handlers",
    "heard_seconds",
    "invariants",
    "load_recording_ids",
    "open_recording",
    "owner_of",
    "playable",
    "recording_ids_of",
    "request_finalise",
    "router",
    "schedule",
    "schedule_erasure",
    "stored_file",
    "take_numbers",
    "takes_by_recording",
    "takes_of",
    "today",
    "until_tomorrow",
]
