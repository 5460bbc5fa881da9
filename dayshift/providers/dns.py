"""TXT records of the domain name system: asked of the resolver that this machine is set up with."""

from typing import Protocol

SECONDS = 5
"""Time for all servers together."""


class ResolverDown(Exception):
    """No name server gave an answer; the same question may be answered later."""


class Resolver(Protocol):
    """Reads TXT records. Waits on the network: never call it in a transaction."""

    async def texts(self, name: str) -> list[str]:
        """Return the texts at a name; empty if the name does not exist. Raises `ResolverDown`."""
        ...


class SystemResolver:
    """Asks the name servers of this machine."""

    async def texts(self, name: str) -> list[str]:
        """Return the texts at a name; empty if the name does not exist. Raises `ResolverDown`."""
        from dns.asyncresolver import Resolver as Client  # noqa: PLC0415  (not at a start)
        from dns.exception import DNSException  # noqa: PLC0415
        from dns.resolver import NXDOMAIN, NoAnswer  # noqa: PLC0415

        try:
            found = await Client().resolve(name, "TXT", lifetime=SECONDS, search=False)
        except (NXDOMAIN, NoAnswer):
            return []
        except (DNSException, OSError) as error:
            raise ResolverDown from error
        return [b"".join(record.strings).decode("utf-8", "replace") for record in found]
