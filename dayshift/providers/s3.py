"""Storage in an S3 bucket, or in any service with its protocol. A 2xx response means that the object is durable."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import timedelta
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urlsplit

import obstore
import structlog
from obstore.exceptions import AlreadyExistsError, BaseError, NotFoundError
from obstore.store import S3Store

from dayshift.core.errors import Unavailable
from dayshift.core.provider_metrics import provider_call
from dayshift.providers.storage import Object, ObjectMissing, Staged, check_key, stage_body

PIECE = 256 * 1024
"""Minimum size of the pieces of a range, in bytes."""

ANSWER_SECONDS = 20
"""Timeout of one request to the bucket; after it, clients get 503 and retry later."""
RETRY_SECONDS = 5
"""Time limit of retries on the server. Phones keep their chunks, so they retry after that."""

PUTS = 16
"""Concurrent uploads to the bucket: the client library holds a copy of each."""

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

log = structlog.get_logger()


class S3Storage:
    """`Storage` in the bucket and below the prefix of `url`, such as 's3://bucket/prefix'.

    Credentials and endpoint come from the usual environment variables: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
    AWS_REGION, AWS_ENDPOINT, AWS_ALLOW_HTTP. The bucket must support conditional writes, which keep stored objects
    unchanged. Every call raises `Unavailable` while the bucket refuses, fails or does not respond. Bodies are staged
    in the folder `staging` until they are complete.
    """

    def __init__(self, url: str, staging: Path | None = None) -> None:
        parts = urlsplit(url)
        seconds = timedelta(seconds=ANSWER_SECONDS)
        plain = os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true"  # Setting client options hides the variable.
        client: ClientConfig = {"timeout": seconds, "allow_http": plain}
        retry: RetryConfig = {"max_retries": 3, "retry_timeout": timedelta(seconds=RETRY_SECONDS)}
        prefix = parts.path.strip("/") or None
        self._staging = staging
        self._turns = asyncio.Semaphore(PUTS)
        self._store = S3Store(parts.netloc, prefix=prefix, client_options=client, retry_config=retry)

    async def put_new(self, key: str, data: bytes) -> bool:
        return await self._create(key, data)

    async def put_stream(self, key: str, body: AsyncIterator[bytes], sha256: str) -> bool:
        staged = Staged(self._open_temporary)
        try:
            held = await stage_body(body, staged, asyncio.to_thread)
            await asyncio.to_thread(staged.write, held)
            staged.check(sha256)
            data = await asyncio.to_thread(staged.mapped)
            async with self._turns:
                return await self._create(key, data)
        finally:
            staged.close()

    async def _create(self, key: str, data: bytes | mmap) -> bool:
        try:
            with provider_call("storage put", AlreadyExistsError), _answering():
                await obstore.put_async(self._store, check_key(key), data, mode="create", use_multipart=False)
        except AlreadyExistsError:
            return False
        return True

    def _open_temporary(self) -> BinaryIO:
        if self._staging is not None:
            self._staging.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryFile(dir=self._staging)

    async def write_file(self, key: str, path: Path) -> None:
        with provider_call("storage put file"), _answering():
            await obstore.put_async(self._store, check_key(key), path)

    async def get(self, key: str) -> bytes:
        with provider_call("storage get", ObjectMissing), _answering(key):
            found = await obstore.get_async(self._store, check_key(key))
            return bytes(await found.bytes_async())

    async def append_to(self, path: Path, key: str) -> None:
        with provider_call("storage get", ObjectMissing), _answering(key):
            found = await obstore.get_async(self._store, check_key(key))
            with path.open("ab") as file:
                async for piece in found.stream(min_chunk_size=PIECE):
                    await asyncio.to_thread(file.write, piece)

    async def size(self, key: str) -> int:
        with provider_call("storage size", ObjectMissing), _answering(key):
            return (await obstore.head_async(self._store, check_key(key)))["size"]

    async def open_range(self, key: str, start: int, length: int) -> AsyncIterator[bytes]:
        end = min(start + length, await self.size(key))
        if start >= end:
            return
        with _answering(key):
            found = await obstore.get_async(self._store, key, options={"range": (start, end)})
            async for piece in found.stream(min_chunk_size=PIECE):
                yield bytes(piece)

    async def list(self, prefix: str) -> list[Object]:
        with _answering():
            pages = obstore.list(self._store, check_key(prefix))
            found = [Object(entry["path"], entry["size"]) async for page in pages for entry in page]
        return sorted(found, key=lambda entry: entry.key)

    async def delete_prefix(self, prefix: str) -> None:
        if keys := [entry.key for entry in await self.list(prefix)]:
            with _answering():
                await obstore.delete_async(self._store, keys)

    async def free_bytes(self) -> int | None:
        return None

    def close(self) -> None:
        """Nothing to do: every call completes before it returns."""


@contextmanager
def _answering(key: str = "") -> Iterator[None]:
    """Translate the bucket's errors."""
    try:
        yield
    except (FileNotFoundError, NotFoundError):
        raise ObjectMissing(key) from None
    except AlreadyExistsError:
        raise
    except BaseError as error:
        log.warning("the bucket does not answer", error=type(error).__name__)
        raise Unavailable from error
