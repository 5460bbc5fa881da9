"""Where bytes are kept: a local folder, or an object store with the same promises."""

from dayshift.providers.storage.factory import open_storage
from dayshift.providers.storage.local import LocalStorage
from dayshift.providers.storage.protocol import HELD_BYTES, ChecksumDiffers, InvalidKey, Object, ObjectMissing, Storage

__all__ = [
    "HELD_BYTES",
    "ChecksumDiffers",
    "InvalidKey",
    "LocalStorage",
    "Object",
    "ObjectMissing",
    "Storage",
    "open_storage",
]
