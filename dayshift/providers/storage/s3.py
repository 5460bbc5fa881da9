"""Storage in an S3 bucket, or in anything that speaks its protocol. A reply of 2xx means that it is durable there."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import AlreadyExistsError
from obstore.store import S3Store

from dayshift.providers.storage.port import Object, ObjectMissing, check_key

PIECE = 256 * 1024
"""Bytes that one step of a range hands out at least."""


class S3Storage:
    """`Storage` in the bucket and below the prefix of `url`, such as 's3://bucket/prefix'.

    Who we are and where the bucket is, the usual variables of the environment say: AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT, AWS_ALLOW_HTTP. The bucket must support
    conditional writes: they are what keeps a stored object as it is.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._store = S3Store(parts.netloc, prefix=parts.path.strip("/") or None)

    async def put_new(self, key: str, data: bytes) -> bool:
        try:
            await obstore.put_async(self._store, check_key(key), data, mode="create", use_multipart=False)
        except AlreadyExistsError:
            return False
        return True

    async def write_file(self, key: str, path: Path) -> None:
        await obstore.put_async(self._store, check_key(key), path)

    async def get(self, key: str) -> bytes:
        try:
            found = await obstore.get_async(self._store, check_key(key))
            return bytes(await found.bytes_async())
        except FileNotFoundError:
            raise ObjectMissing(key) from None

    async def size(self, key: str) -> int:
        try:
            return (await obstore.head_async(self._store, check_key(key)))["size"]
        except FileNotFoundError:
            raise ObjectMissing(key) from None

    async def open_range(self, key: str, start: int, length: int) -> AsyncIterator[bytes]:
        end = min(start + length, await self.size(key))
        if start >= end:
            return
        try:
            found = await obstore.get_async(self._store, key, options={"range": (start, end)})
        except FileNotFoundError:
            raise ObjectMissing(key) from None
        async for piece in found.stream(min_chunk_size=PIECE):
            yield bytes(piece)

    async def list(self, prefix: str) -> list[Object]:
        pages = obstore.list(self._store, check_key(prefix))
        found = [Object(entry["path"], entry["size"]) async for page in pages for entry in page]
        return sorted(found, key=lambda entry: entry.key)

    async def delete_prefix(self, prefix: str) -> None:
        if keys := [entry.key for entry in await self.list(prefix)]:
            await obstore.delete_async(self._store, keys)

    async def free_bytes(self) -> int | None:
        return None

    def close(self) -> None:
        """Nothing is accepted before it is done."""
