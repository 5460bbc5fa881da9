"""Where bytes are kept: a local folder, or an object store with the same promises."""

from dayshift.providers.storage.local import LocalStorage
from dayshift.providers.storage.opening import open_storage
from dayshift.providers.storage.port import InvalidKey, Object, ObjectMissing, Storage
from dayshift.providers.storage.s3 import S3Storage

__all__ = ["InvalidKey", "LocalStorage", "Object", "ObjectMissing", "S3Storage", "Storage", "open_storage"]
