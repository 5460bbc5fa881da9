"""Which storage an installation uses. One that it does not use is not loaded."""

from pathlib import Path

from dayshift.providers.storage.local import LocalStorage
from dayshift.providers.storage.protocol import Storage


def open_storage(url: str, folder: Path) -> Storage:
    """The bucket that `url` names ('s3://bucket/prefix'), or the local `folder` where it names none."""
    if not url:
        return LocalStorage(folder)
    from dayshift.providers.storage.s3 import S3Storage  # noqa: PLC0415

    return S3Storage(url, folder)
