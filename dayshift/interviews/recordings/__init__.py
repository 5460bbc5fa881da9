"""Recordings: receive chunks, and produce a playable file."""

from dayshift.interviews.recordings.actions import charge_media_work, close_recording, open_recording, request_finalise
from dayshift.interviews.recordings.chunks import chunk_keys
from dayshift.interviews.recordings.errors import RangeNotSatisfiable
from dayshift.interviews.recordings.invariants import invariants
from dayshift.interviews.recordings.media import Sound, arriving_sound, audio_of, complete_sound
from dayshift.interviews.recordings.models import TakeBegun
from dayshift.interviews.recordings.playback import MEDIA, playable, stored_file
from dayshift.interviews.recordings.queries import (
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
from dayshift.interviews.recordings.quota import StorageQuota
from dayshift.interviews.recordings.retention import schedule_erasure
from dayshift.interviews.recordings.routes import router
from dayshift.interviews.recordings.schemas import Segments
from dayshift.interviews.recordings.tasks import handlers, schedule, today, until_tomorrow

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
