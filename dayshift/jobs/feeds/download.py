"""Fetching a feed by its address, to disk, before anything of it is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from dayshift.jobs.feeds.posting import FeedDamaged

MOST_BYTES = 4 << 30
SECONDS = 60.0
"""How long a server may be silent."""


def is_address(source: str) -> bool:
    """Whether a source is an address and not a path."""
    return source.startswith(("http://", "https://"))


@contextmanager
def local_copy(source: str) -> Iterator[Path]:
    """The path of a source: itself, or of a copy that is gone afterwards. Raises `FeedDamaged` if it cannot be had."""
    if not is_address(source):
        if not Path(source).exists():
            raise FeedDamaged(f"there is no {source}")
        yield Path(source)
        return
    with TemporaryDirectory(prefix="dayshift-feed-") as folder:
        path = Path(folder) / "feed"
        _download(source, path)
        yield path


def _download(address: str, path: Path) -> None:
    import httpx2  # noqa: PLC0415  (A server that fetches nothing starts without it.)

    size = 0
    try:
        with httpx2.stream("GET", address, follow_redirects=True, timeout=SECONDS) as reply, path.open("wb") as file:
            reply.raise_for_status()
            for chunk in reply.iter_bytes():
                size += len(chunk)
                if size > MOST_BYTES:
                    raise FeedDamaged("more than 4 GB")
                file.write(chunk)
    except httpx2.HTTPError as error:
        raise FeedDamaged(f"it could not be fetched: {error}") from error
