"""Transcribers, for those who configure one: without, the words are the browser's or typed."""

from dayshift.providers.speech.factory import open_transcriber
from dayshift.providers.speech.gate import holds_voice
from dayshift.providers.speech.protocol import Passage, Transcriber, TranscriptionFailed

__all__ = ["Passage", "Transcriber", "TranscriptionFailed", "holds_voice", "open_transcriber"]
