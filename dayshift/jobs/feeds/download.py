"""Download a feed to disk before it is read."""

import ipaddress
import socket
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from dayshift.jobs.feeds import smartrecruiters, values
from dayshift.jobs.feeds.posting import FeedDamaged
from dayshift.jobs.feeds.source import DOWNLOADED, opened

if TYPE_CHECKING:
    from httpx2 import URL, Client, Response

MAX_BYTES = 4 << 30
SECONDS = 60.0
"""Timeout without data from the server."""
MAX_REDIRECTS = 5
MAX_PAGES = 200
MAX_DETAILS = 5000
"""Postings with a URL each, one request after another."""


UNFETCHED = "it could not be fetched"
CUT_SHORT = "it was cut short"


def is_of_connection(reason: str) -> bool:
    """Whether an import was refused because of the connection to its source, and not of what the source says."""
    return reason.startswith((UNFETCHED, CUT_SHORT))


def is_address(source: str) -> bool:
    """Whether a source is a URL rather than a path."""
    return source.startswith(("http://", "https://"))


@contextmanager
def local_copy(source: str) -> Iterator[Path]:
    """Return the source's path, or a temporary copy of a URL: a file, or a folder of pages.

    Raises `FeedDamaged` if it cannot be downloaded.
    """
    if not is_address(source):
        if not Path(source).exists():
            raise FeedDamaged(f"there is no {source}")
        yield Path(source)
        return
    with TemporaryDirectory(prefix="dayshift-feed-") as folder:
        pages = Path(folder) / DOWNLOADED
        pages.mkdir()
        _download(source, pages)
        found = sorted(pages.iterdir())
        yield found[0] if len(found) == 1 else pages


def _download(address: str, folder: Path) -> None:
    """Download a feed, and the pages that follow it: one file each.

    The operator configures the first URL; redirects and pages at other hosts must be public.
    """
    import httpx2  # noqa: PLC0415  (Servers that download nothing start without it.)

    try:
        with httpx2.Client(timeout=SECONDS) as client:
            pages = _Pages(client, httpx2.URL(address), folder)
            url: URL | None = pages.first
            while url is not None:
                if pages.count == MAX_PAGES:
                    raise FeedDamaged(f"{UNFETCHED}: more than {MAX_PAGES} pages")
                url = pages.fetch(url)
            pages.fetch_details()
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise FeedDamaged(f"{UNFETCHED}: {error}") from error


class _Pages:
    """The files of one feed, which together have at most `MAX_BYTES`."""

    def __init__(self, client: "Client", first: "URL", folder: Path) -> None:
        self._client, self.first, self._folder = client, first, folder
        self._free = MAX_BYTES
        self._ids: list[str] = []
        """Postings that are listed without their texts."""
        self.count = 0

    def fetch(self, url: "URL") -> "URL | None":
        """Save a page, wherever its URL redirects; return the URL of the next one."""
        self.count += 1
        path = self._folder / f"{self.count:05}.json"
        for _ in range(MAX_REDIRECTS + 1):
            follow = _fetch(self._client, url, path, self._free, is_checked=_origin(url) != _origin(self.first))
            if follow.redirect:
                url = url.join(follow.redirect)
                continue
            self._free -= path.stat().st_size
            return url.join(follow.next) if follow.next else self._after_list(url, path)
        raise FeedDamaged(f"{UNFETCHED}: more than {MAX_REDIRECTS} redirects")

    def _after_list(self, url: "URL", path: Path) -> "URL | None":
        """Return the URL of the next page of a list whose postings have URLs of their own."""
        if not smartrecruiters.may_be_list(url.path):
            return None
        with opened(path) as stream:
            document = values.load(stream)
        if not smartrecruiters.is_list(document):
            return None
        if ids := smartrecruiters.ids_of(document):
            self._ids += ids
            path.unlink()
        offset = smartrecruiters.next_offset(document)
        return None if offset is None else url.copy_set_param("offset", offset)

    def fetch_details(self) -> None:
        """Save the postings that were listed. One that was closed meanwhile is left out."""
        if len(self._ids) > MAX_DETAILS:
            raise FeedDamaged(f"{UNFETCHED}: more than {MAX_DETAILS} postings with an address each")
        for one in dict.fromkeys(self._ids):
            url = self.first.copy_with(path=f"{self.first.path.rstrip('/')}/{one}", query=None)
            path = self._folder / f"{one}.json"
            follow = _fetch(self._client, url, path, self._free, is_checked=False, is_detail=True)
            if follow.redirect:
                raise FeedDamaged(f"{UNFETCHED}: a posting redirects")
            self._free -= path.stat().st_size if path.exists() else 0


class _Follow(NamedTuple):
    """The URL to which a response redirects, and that of the next page; '' for none."""

    redirect: str = ""
    next: str = ""


def _fetch(
    client: "Client", url: "URL", path: Path, free: int, *, is_checked: bool, is_detail: bool = False
) -> _Follow:
    """Save a response of at most `free` bytes, unless it is a redirect, or a detail that is gone."""
    if url.scheme not in {"http", "https"}:
        raise FeedDamaged(f"it redirects to an address of the kind {url.scheme!r}")
    # Connect to the IP address that was checked; the host name is for TLS and the Host header.
    target = url.copy_with(host=_public_address(url)) if is_checked else url
    request = client.build_request(
        "GET",
        target,
        headers={"Host": url.netloc.decode("ascii"), "Accept-Encoding": "gzip"},
        extensions={"sni_hostname": url.host},
    )
    reply = client.send(request, stream=True)
    try:
        if reply.has_redirect_location:
            return _Follow(redirect=str(reply.headers["Location"]))
        if is_detail and reply.status_code in _GONE:
            return _Follow()
        if reply.status_code not in _WHOLE:
            raise FeedDamaged(f"{UNFETCHED}: {reply.status_code} {reply.reason_phrase}".rstrip())
        size = 0
        with path.open("wb") as file:
            for chunk in _unpacked(reply):
                size += len(chunk)
                if size > free:
                    raise FeedDamaged("more than 4 GB")
                file.write(chunk)
        return _Follow(next=str(reply.links.get("next", {}).get("url", "")))
    finally:
        reply.close()


_GONE = frozenset({404, 410})
_WHOLE = frozenset({200, 203})
"""Statuses of a response with all of a feed. 206 is a part of it, 204 and 304 have none of it."""


def _unpacked(reply: "Response") -> "Iterator[bytes]":
    """Yield the body. Raises `FeedDamaged` if its compression ends early, which the library takes for its end."""
    encoding = reply.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding in {"", "identity"}:
        yield from reply.iter_raw()
        return
    if encoding not in {"gzip", "x-gzip"}:
        raise FeedDamaged(f"it is sent as {encoding!r}, which was not asked for")
    unpacker = zlib.decompressobj(_GZIP)
    try:
        for received in reply.iter_raw():
            packed = received
            while packed:
                if unpacker.eof:  # Another member follows.
                    unpacker = zlib.decompressobj(_GZIP)
                yield unpacker.decompress(packed)
                packed = unpacker.unused_data
    except zlib.error as error:
        raise FeedDamaged(f"its compression is broken: {error}") from error
    if not unpacker.eof:
        raise FeedDamaged(CUT_SHORT)


_GZIP = 16 + zlib.MAX_WBITS


def _origin(url: "URL") -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _public_address(url: "URL") -> str:
    """Return a host's first IP address. Raises `FeedDamaged` unless all of them are public."""
    try:
        found = socket.getaddrinfo(url.host, url.port or url.scheme, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FeedDamaged(f"{UNFETCHED}: {error}") from error
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if not addresses or not all(_is_public(address) for address in addresses):
        raise FeedDamaged("it redirects to an address that is not public")
    return addresses[0]


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    inner = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    return ip.is_global and not ip.is_multicast and (inner is None or inner.is_global)
