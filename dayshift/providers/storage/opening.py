"""Which storage an installation uses."""

from pathlib import Path

from dayshift.providers.storage.local import LocalStorage
from dayshift.providers.storage.port import Storage
from dayshift.providers.storage.s3 import S3Storage


def open_storage(url: str, folder: Path) -> Storage:
    """The bucket that `url` names ('s3://bucket/prefix'), or the local `folder` where it names none."""
    return S3Storage(url) if url else LocalStorage(folder)
