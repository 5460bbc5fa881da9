"""Errors of recordings."""

from dayshift.core.errors import AppError


class ChecksumMismatch(AppError):
    """The received bytes do not match the checksum."""

    code = "checksum_mismatch"
    status = 422
    message = "Part of the recording was damaged on the way. We're sending it again."


class ChunkConflict(AppError):
    """This chunk is already stored with different bytes, which are kept."""

    code = "chunk_conflict"
    status = 409
    message = "This part of the recording was already saved with different content."


class ChunksMissing(AppError):
    """The take is incomplete; `missing` lists (the first of) the chunks to send: {segment, index}."""

    code = "chunks_missing"
    status = 409
    message = "Parts of this recording haven't arrived yet."


class Interrupted(AppError):
    """The connection ended before the body did; nothing was stored."""

    code = "interrupted"
    status = 400
    message = "The connection was lost while sending."


class TooSlow(AppError):
    """The body of a chunk did not arrive in time; nothing was stored."""

    code = "too_slow"
    status = 408
    message = "Your connection is slow right now. We'll try again."


class TooManyUploads(AppError):
    """This account has too many uploads in progress; `retryAfter` says when to retry the chunk."""

    code = "too_many_uploads"
    status = 429
    message = "Too many uploads at the same time. We'll try again in a moment."


class RangeNotSatisfiable(AppError):
    """The range begins after the end of the media file."""

    code = "range_not_satisfiable"
    status = 416
    message = "The recording ends before this point."
