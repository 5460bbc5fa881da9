"""Where two browsers learn how to reach each other. Pure.

A relay (TURN) takes passwords that end by themselves: the name is 'EXPIRY:WHO', the password
base64(HMAC-SHA1(secret, name)), as coturn's `use-auth-secret` checks them
(https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00).
"""

from base64 import b64encode
from datetime import datetime, timedelta
from hmac import digest
from typing import Any

LIFE = timedelta(hours=3)


def ice_servers(urls: str, secret: str, who: str, at: datetime) -> list[dict[str, Any]]:
    """What a browser's `RTCPeerConnection` is made with: `urls` are separated by spaces; relays need the secret."""
    finders = [url for url in urls.split() if url.startswith("stun")]
    relays = [url for url in urls.split() if url.startswith("turn")]
    servers: list[dict[str, Any]] = [{"urls": finders}] if finders else []
    if relays and secret:
        name = f"{int((at + LIFE).timestamp())}:{who}"
        password = b64encode(digest(secret.encode(), name.encode(), "sha1")).decode()
        servers.append({"urls": relays, "username": name, "credential": password})
    return servers
