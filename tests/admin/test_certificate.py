"""How long the certificate of the public URL is valid, as a browser sees it."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import isnan
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from dayshift.admin import certificate
from dayshift.admin.certificate import Certificate

DAYS = 30


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A certificate of its own for a name that browsers look up, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "jobs.example.com")])
    at = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(at - timedelta(days=1))
        .not_valid_after(at + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("jobs.example.com")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = tmp_path / "certificate.pem"
    path.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def port(file: Path) -> Iterator[int]:
    """A server with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            try:
                context.wrap_socket(connection, server_side=True).close()
            except OSError:
                connection.close()

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


def left(url: str) -> float:
    return asyncio.run(Certificate(url).seconds_left())


def test_time_left_is_what_a_browser_sees(port: int, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.create_connection
    monkeypatch.setattr(
        certificate.socket, "create_connection", lambda address, timeout: connect(("127.0.0.1", address[1]), timeout)
    )
    assert left(f"https://jobs.example.com:{port}") == 0, "nobody trusts it"
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    assert left(f"https://jobs.example.com:{port}") == pytest.approx(DAYS * 86_400, abs=120)
    assert left(f"https://other.example.com:{port}") == 0, "it is for another name"


@pytest.mark.parametrize("url", ["http://jobs.example.com", "https://localhost", "https://192.0.2.1:1"])
def test_nothing_is_known_without_an_answer(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_address: object, _timeout: float) -> socket.socket:
        raise ConnectionRefusedError

    monkeypatch.setattr(certificate.socket, "create_connection", refuse)
    assert isnan(left(url))
