"""A software passkey authenticator that implements the parts of WebAuthn the server checks."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, HAS_CREDENTIAL = 0x01, 0x04, 0x40


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def from_b64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """Holds one passkey. `site` and `origin` are the values a browser would report."""

    origin: str = "http://localhost"
    site: str = "localhost"
    verifies: bool = True
    signs: int = 0
    id: bytes = field(default_factory=lambda: token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Returns the JSON of `navigator.credentials.create()`."""
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        made = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        data = self._data(HAS_CREDENTIAL) + made
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": self._client("webauthn.create", options), "attestationObject": b64(attestation)}
        return self._credential(response)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Returns the JSON of `navigator.credentials.get()`."""
        self.signs += 1
        data, client = self._data(), self._client("webauthn.get", options)
        signed = data + sha256(from_b64(client)).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._credential({"clientDataJSON": client, "authenticatorData": b64(data), "signature": b64(signature)})

    def _data(self, more: int = 0) -> bytes:
        flags = PRESENT | more | (VERIFIED if self.verifies else 0)
        return sha256(self.site.encode()).digest() + bytes([flags]) + self.signs.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> str:
        challenge = options["publicKey"]["challenge"]
        return b64(json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode())

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        name = b64(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
