"""Requests to addresses that employers enter reach public hosts only, whatever a name resolves to."""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.core import outgoing
from dayshift.core.outgoing import Outgoing, OutgoingFailed, OutgoingRefused, OutgoingReply, is_public

PRIVATE = [
    "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/",
    "https://0/", "https://0.0.0.0/", "https://10.1.2.3/", "https://172.16.0.1/", "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/", "https://100.64.0.1/", "https://192.0.0.192/", "https://224.0.0.1/",
    "https://240.0.0.1/", "https://255.255.255.255/", "https://[::1]/", "https://[::]/", "https://[fe80::1]/",
    "https://[fd00:ec2::254]/", "https://[fec0::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:a9fe:a9fe]/",
    "https://[::7f00:1]/", "https://[64:ff9b::7f00:1]/", "https://[64:ff9b:1::1]/", "https://[2002:7f00:1::]/",
    "https://[ff02::1]/", "https://localhost/", "https://LOCALHOST./", "https://a.localhost/",
    "https://metadata.google.internal/", "https://printer.local/",
]  # fmt: skip
MALFORMED = [
    "", "/path", "ftp://example.com/", "file:///etc/passwd", "http://example.com/", "https://", "https:///x",
    "https://user:secret@example.com/", "https://exa mple.com/", "gopher://example.com/", "https://[::1/",
    "https://example.com:99999/", "//example.com/",
]  # fmt: skip


def send(address: str, outgoing: Outgoing | None = None, **more: Any) -> OutgoingReply:
    return asyncio.run((outgoing or Outgoing()).send("POST", address, content=b"{}", **more))


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every address that a socket connects to; none of them succeeds."""
    tried: list[Any] = []

    async def connect(_loop: Any, _socket: socket.socket, address: Any) -> None:
        tried.append(address)
        raise ConnectionRefusedError

    def connect_now(_socket: socket.socket, address: Any) -> None:
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio.selector_events.BaseSelectorEventLoop, "sock_connect", connect)
    monkeypatch.setattr(socket.socket, "connect", connect_now)
    return tried


@pytest.mark.parametrize("address", PRIVATE + MALFORMED)
def test_private_or_malformed_addresses_are_refused_before_connecting(address: str, connections: list[Any]) -> None:
    with pytest.raises((OutgoingRefused, OutgoingFailed)):
        send(address)
    assert connections == []


@pytest.mark.parametrize("address", PRIVATE[6:8] + PRIVATE[16:18] + MALFORMED)
def test_check_refuses_what_needs_no_name_server(address: str) -> None:
    with pytest.raises(OutgoingRefused):
        Outgoing().check(address)


@given(st.ip_addresses(v=4))
def test_only_global_unicast_addresses_of_ipv4_are_public(ip: ipaddress.IPv4Address) -> None:
    inside = {"mapped": f"::ffff:{ip}", "nat64": f"64:ff9b::{ip}", "plain": str(ip)}
    special = any(ip in ipaddress.ip_network(one) for one in ("192.0.0.0/24", "192.88.99.0/24"))
    expected = ip.is_global and not ip.is_multicast and not ip.is_reserved and not special
    assert is_public(inside["plain"]) is expected
    assert not (is_public(inside["mapped"]) and not expected)
    assert not (is_public(inside["nat64"]) and not expected)
    assert not is_public(f"::{ip}")


@given(st.ip_addresses(v=6))
def test_no_wrapped_private_address_is_public(ip: ipaddress.IPv6Address) -> None:
    if is_public(str(ip)):
        assert ip.is_global
        assert not ip.is_multicast
        assert not any((ip.is_private, ip.is_loopback, ip.is_link_local, ip.is_site_local))


def resolver(monkeypatch: pytest.MonkeyPatch, *replies: list[str]) -> Callable[[], int]:
    """Let the name server reply with each list in turn; returns how often it was asked."""
    asked = 0

    def resolve(_host: Any, port: Any, *_: Any, **__: Any) -> list[Any]:
        nonlocal asked
        found = replies[min(asked, len(replies) - 1)]
        asked += 1
        kinds = {ip: socket.AF_INET6 if ":" in ip else socket.AF_INET for ip in found}
        number = port if isinstance(port, int) else 443
        return [(kinds[ip], socket.SOCK_STREAM, 6, "", (ip, number)) for ip in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return lambda: asked


def test_a_name_with_one_private_address_among_public_ones_is_refused(
    monkeypatch: pytest.MonkeyPatch, connections: list[Any]
) -> None:
    resolver(monkeypatch, ["93.184.215.14", "127.0.0.1"])
    with pytest.raises(OutgoingRefused):
        send("https://hooks.example.com/")
    assert connections == []


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, connections: list[Any]
) -> None:
    """DNS rebinding: the second answer of the name server is private, but the name is resolved only once."""
    asked = resolver(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
    hosts: list[str] = []
    connect = outgoing.httpx2.AsyncHTTPTransport.handle_async_request

    async def watched(self: Any, request: Any) -> Any:
        hosts.append(request.url.host)
        return await connect(self, request)

    monkeypatch.setattr(outgoing.httpx2.AsyncHTTPTransport, "handle_async_request", watched)
    with pytest.raises(OutgoingFailed):
        send("https://hooks.example.com/in")
    assert hosts == ["93.184.215.14"]
    assert {address[0] for address in connections} <= {"93.184.215.14"}
    assert asked() <= 2  # Ours; a second is for the number of the address, which cannot change.


class Receiver:
    """A local HTTP server that replies with fixed bytes, and keeps what it was sent."""

    def __init__(self, reply: bytes, *, wait: float = 0.0) -> None:
        self.reply, self.wait, self.requests = reply, wait, list[bytes]()
        self.done = asyncio.Event()
        self.done.set()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.done.clear()
        self.requests.append(await reader.read(65536))
        await asyncio.sleep(self.wait)
        with suppress(OSError):
            writer.write(self.reply)
            await writer.drain()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
        self.done.set()

    def post(self, sender: Outgoing, host: str = "127.0.0.1", **more: Any) -> OutgoingReply:
        async def work() -> OutgoingReply:
            server = await asyncio.start_server(self.handle, "127.0.0.1", 0)
            async with server:
                port = server.sockets[0].getsockname()[1]
                try:
                    return await sender.send("POST", f"http://{host}:{port}/in?x=1", content=b"{}", **more)
                finally:
                    await self.done.wait()

        return asyncio.run(work())


LOCAL = Outgoing(private_allowed=True, seconds=1)


def test_redirects_are_not_followed() -> None:
    receiver = Receiver(b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n")
    assert receiver.post(LOCAL).status == 302
    assert len(receiver.requests) == 1
    assert b"POST /in?x=1 HTTP/1.1\r\n" in receiver.requests[0]


def test_a_slow_reply_times_out() -> None:
    with pytest.raises(OutgoingFailed, match="timeout"):
        Receiver(b"HTTP/1.1 200 OK\r\n\r\n", wait=0.5).post(Outgoing(private_allowed=True, seconds=0.2))


def test_a_long_reply_is_an_error_or_truncated() -> None:
    long = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + b"x" * 400_000
    with pytest.raises(OutgoingFailed, match="too much"):
        Receiver(long).post(LOCAL)
    assert Receiver(long).post(LOCAL, keep=2000).body == b"x" * 2000


def test_a_truncated_reply_is_not_decompressed() -> None:
    packed = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde"
    assert Receiver(packed).post(LOCAL, keep=2000).body == b"abcde"


def test_other_addresses_of_a_name_are_tried_if_the_first_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve, name = socket.getaddrinfo, "hooks.example.com"

    def both(host: Any, port: Any, *more: Any, **named: Any) -> list[Any]:
        hosts = ["::1", "127.0.0.1"] if host == name else [host]
        return [entry for one in hosts for entry in resolve(one, port, *more, **named)]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    receiver = Receiver(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    assert receiver.post(LOCAL, host=name).body == b"ok"
    assert len(receiver.requests) == 1
    assert f"Host: {name}".encode() in receiver.requests[0]


def test_the_certificate_must_belong_to_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes to an IP address, the certificate is still checked against the name."""
    names: list[Any] = []
    wrap = ssl.SSLContext.wrap_bio

    def watched(self: ssl.SSLContext, *arguments: Any, server_hostname: Any = None, **more: Any) -> Any:
        names.append(server_hostname)
        return wrap(self, *arguments, server_hostname=server_hostname, **more)

    monkeypatch.setattr(ssl.SSLContext, "wrap_bio", watched)

    async def work() -> None:
        plain = Receiver(b"no TLS here")
        server = await asyncio.start_server(plain.handle, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            try:
                await LOCAL.send("POST", f"https://localhost:{port}/", content=b"{}")
            finally:
                await plain.done.wait()

    with pytest.raises(OutgoingFailed):
        asyncio.run(work())
    assert names in ([b"localhost"], ["localhost"])
