"""HTTP requests to addresses that an employer entered: only to public hosts, without redirects, small and short.

A host name is resolved once, every one of its addresses is checked, and the connection goes to the first of them that
accepts it: a name that resolves to something else a moment later (DNS rebinding) changes nothing.
"""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import httpx2

from dayshift.core.provider_metrics import tls_context

SECONDS = 10.0
"""Timeout of a whole request, including DNS."""
MAX_BYTES = 256 * 1024
RESOLVERS = 8
"""Threads for DNS. Their own, because a resolver waits for a slow name server long after our timeout."""


class OutgoingRefused(Exception):
    """The address is malformed, not encrypted or not public."""


class OutgoingFailed(Exception):
    """No complete reply: the host is unknown, refuses, is too slow, or replies with too much."""


class ReplyTooBig(OutgoingFailed):
    """The reply is longer than what is read."""


@dataclass(frozen=True, slots=True)
class OutgoingReply:
    """A reply, whatever its status. Redirects are not followed: `location` is where one leads.

    `retry_after`: its first header of that name.
    """

    status: int
    body: bytes
    retry_after: str = ""
    location: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Sends requests. `private_allowed` permits private addresses and plain http."""

    private_allowed: bool = False
    seconds: float = SECONDS
    max_bytes: int = MAX_BYTES

    async def send(
        self,
        method: str,
        address: str,
        *,
        form: Mapping[str, str] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        keep: int | None = None,
    ) -> OutgoingReply:
        """Send a request with a form or other content. Raises `OutgoingRefused` and `OutgoingFailed`.

        A longer reply than `max_bytes` is an error, a `ReplyTooBig`; with `keep`, only its first `keep` bytes are read.
        """
        try:
            async with asyncio.timeout(self.seconds):
                url = self.check(address)
                sent = {**(headers or {}), "Host": url.netloc.decode("ascii")}
                addresses = await self._addresses_of(url)
                timeout = httpx2.Timeout(self.seconds, connect=self.seconds / len(addresses))
                # The environment's proxy would resolve the host again, so it is ignored.
                async with httpx2.AsyncClient(timeout=timeout, verify=tls_context(), trust_env=False) as client:
                    requests = [
                        client.build_request(
                            method,
                            url.copy_with(host=ip),
                            data=dict(form) if form is not None else None,
                            content=content,
                            headers=sent,
                            extensions={"sni_hostname": _host_of(url)},
                        )
                        for ip in addresses
                    ]
                    return await _first_reply(client, requests, keep, self.max_bytes)
        except TimeoutError as error:
            raise OutgoingFailed("timeout") from error
        except (httpx2.HTTPError, OSError, UnicodeError) as error:
            raise OutgoingFailed(type(error).__name__) from error

    def check(self, address: str) -> httpx2.URL:
        """Return an address as a URL, without resolving its host. Raises `OutgoingRefused`."""
        try:
            url = httpx2.URL(address)
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise OutgoingRefused("malformed") from error
        schemes = {"https", "http"} if self.private_allowed else {"https"}
        if url.scheme not in schemes or url.userinfo or not 0 < (url.port or 443) < 65536:
            raise OutgoingRefused("not an https address")
        if not _HOST.fullmatch(_host_of(url)):
            raise OutgoingRefused("malformed")
        if not self.private_allowed:
            name = _host_of(url).rstrip(".").lower()
            if name == "localhost" or name.endswith((".localhost", ".internal", ".local")):
                raise OutgoingRefused("not a public address")
            with suppress(ValueError):  # Otherwise it is a name, which is checked when it is resolved.
                if not is_public(name):
                    raise OutgoingRefused("not a public address")
        return url

    async def _addresses_of(self, url: httpx2.URL) -> list[str]:
        """Return the IP addresses to connect to. Raises `OutgoingRefused` unless all of the host's are allowed."""

        def resolve() -> list[str]:
            found = socket.getaddrinfo(_host_of(url), url.port or url.scheme, type=socket.SOCK_STREAM)
            return [str(entry[4][0]).partition("%")[0] for entry in found]

        addresses = await asyncio.get_running_loop().run_in_executor(_resolvers(), resolve)
        if not self.private_allowed and not all(is_public(one) for one in addresses):
            raise OutgoingRefused("not a public address")
        return list(dict.fromkeys(addresses))


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, also inside an IPv6 address that wraps an IPv4 one.

    Raises `ValueError` if it is not an IP address.
    """
    ip = ipaddress.ip_address(address)
    if not ip.is_global or ip.is_multicast or (ip.is_reserved and isinstance(ip, ipaddress.IPv4Address)):
        return False
    if any(ip in network for network in _NOT_PUBLIC):
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return True
    inner = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return all(one is None or is_public(str(one)) for one in inner)


def _host_of(url: httpx2.URL) -> str:
    """Return the host as the name server knows it: international names in ASCII."""
    return url.raw_host.decode("ascii")


_HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_NOT_PUBLIC = (  # Global by some versions of Python.
    ipaddress.IPv4Network("192.0.0.0/24"),  # Special purposes, among them the metadata of a cloud.
    ipaddress.IPv4Network("192.88.99.0/24"),  # Relays to IPv6, deprecated.
    ipaddress.IPv6Network("::/96"),  # IPv4-compatible, deprecated.
    ipaddress.IPv6Network("64:ff9b:1::/48"),  # NAT64 of a local network.
    ipaddress.IPv6Network("fec0::/10"),  # Site-local, deprecated.
)


@cache
def _resolvers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(RESOLVERS, "resolve")


async def _first_reply(
    client: httpx2.AsyncClient, requests: Sequence[httpx2.Request], keep: int | None, max_bytes: int
) -> OutgoingReply:
    """Send one of the requests: the first whose address accepts a connection."""
    *others, last = requests
    for request in others:
        with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):  # Nothing was sent.
            return await _reply(client, request, keep, max_bytes)
    return await _reply(client, last, keep, max_bytes)


async def _reply(
    client: httpx2.AsyncClient, request: httpx2.Request, keep: int | None, max_bytes: int
) -> OutgoingReply:
    reply = await client.send(request, stream=True, follow_redirects=False)
    wait, location = (next(iter(reply.headers.get_list(name)), "") for name in ("retry-after", "location"))
    try:
        body = bytearray()
        # A compressed reply could expand without end, so a truncated one stays as it was sent.
        async for chunk in reply.aiter_bytes() if keep is None else reply.aiter_raw():
            body += chunk
            if keep is not None and len(body) >= keep:
                return OutgoingReply(reply.status_code, bytes(body[:keep]), wait, location)
            if len(body) > max_bytes:
                raise ReplyTooBig("too much")
        return OutgoingReply(reply.status_code, bytes(body), wait, location)
    finally:
        await reply.aclose()
