"""The TLS certificate that people's browsers get at the public URL: until when it is valid."""

import asyncio
import socket
import ssl
from math import inf, nan
from time import monotonic, time
from urllib.parse import urlsplit

from dayshift.settings import LOOPBACK

EVERY_SECONDS = 600.0
"""How long a result counts: metrics are read more often."""
TIMEOUT_SECONDS = 5.0


class Certificate:
    """Looks at the certificate of a URL, now and then."""

    def __init__(self, public_url: str) -> None:
        self._url = urlsplit(public_url)
        self._looked_at = -inf
        self._ends_at = nan

    async def seconds_left(self) -> float:
        """Return for how long the certificate is valid: 0 if it is not, NaN without TLS or if nobody answers."""
        if self._url.scheme != "https" or self._url.hostname in LOOPBACK:
            return nan
        if monotonic() - self._looked_at >= EVERY_SECONDS:
            self._looked_at = monotonic()
            self._ends_at = await asyncio.to_thread(_ends_at, self._url.hostname or "", self._url.port or 443)
        return max(0.0, self._ends_at - time()) if self._ends_at == self._ends_at else nan


def _ends_at(host: str, port: int) -> float:
    try:
        with (
            socket.create_connection((host, port), TIMEOUT_SECONDS) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure,
        ):
            certificate = secure.getpeercert() or {}
            return float(ssl.cert_time_to_seconds(str(certificate["notAfter"])))
    except ssl.SSLCertVerificationError:
        return 0.0
    except OSError:
        return nan
