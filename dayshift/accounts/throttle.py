"""Rate limits on sign-in, registration, and requesting and using codes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from dayshift.accounts.queries import find_known_device
from dayshift.accounts.session import DEVICE_COOKIE
from dayshift.core.db import Database
from dayshift.core.limits import Limits, Rule, client_of
from dayshift.dependencies import Config, Db, Limiter

MINUTE, HOUR, DAY = 60, 3600, 86_400

SIGN_IN_HERE = Rule("sign-in here", 10, 15 * MINUTE)
"""Per account and network address: slows guessing there without affecting the owner elsewhere."""

SIGN_IN = Rule("sign-in", 100, HOUR)
"""Per account, for all devices except its known ones."""

SIGN_IN_KNOWN = Rule("sign-in on a known device", 10, 15 * MINUTE)
"""Per known device, instead of the two above: guesses from elsewhere do not lock the owner out."""

SEND_CODE = Rule("send code", 5, HOUR)
SEND_CODE_DAY = Rule("send code a day", 15, DAY, durable=True)

TRY_CODE = Rule("try code", 20, HOUR)
"""Per account and network address. Independently of the source, each code expires after a few attempts."""

TRY_CODE_DAY = Rule("try code a day", 25, DAY, durable=True)
"""Per account, from everywhere: 25 guesses at a million codes. Each known device has the same limit."""

CHANGE_EMAIL = Rule("change e-mail", 10, HOUR)
"""Per account: 'already exists' reveals who else has an account."""

HAND_OVER = Rule("hand over", 20, HOUR)
"""Per account: each key replaces the previous one."""

CHECK_PASSWORD = Rule("check password", 10, 15 * MINUTE)


def codes_of_network(most: int) -> Rule:
    """Limit codes and second factors from one network, candidates and members together."""
    return Rule("code by address a day", most, DAY, durable=True)


@dataclass(frozen=True, slots=True)
class Tries:
    """Counts the attempts of one client."""

    limits: Limits
    caller: str
    most_per_hour: int
    db: Database
    cookie: str

    async def count_code(self, *rules: tuple[Rule, str]) -> None:
        """Count sending or trying a code: like `count`, plus a daily limit on the network address."""
        await self.count("code", (codes_of_network(self.most_per_hour), self.caller), *rules)

    async def count(self, what: str, *rules: tuple[Rule, str]) -> None:
        """Count this client's attempt at `what`, and under each (rule, account). Raises `RateLimited`."""
        await self.limits.count(Rule(f"{what} by address", self.most_per_hour, HOUR), self.caller)
        for rule, account in rules:
            await self.limits.count(rule, account)

    async def count_sign_in(self, email: str) -> None:
        """Count a sign-in to the account of `email`. Raises `RateLimited`."""
        if device := await self.known_device(email):
            await self.limits.count(SIGN_IN_KNOWN, device)
        else:
            await self.count("sign-in", (SIGN_IN_HERE, f"{email} {self.caller}"), (SIGN_IN, email))

    async def count_sending(self, address: str) -> None:
        """Count a code sent to an address that anyone may enter. Raises `RateLimited`."""
        key = await self.known_device(address) or address
        await self.count_code((SEND_CODE, key), (SEND_CODE_DAY, key))

    async def allows_code(self, address: str) -> bool:
        """Count a code sent along with another response, and return whether it may be sent."""
        allowed = [await self.limits.allows(rule, address) for rule in (SEND_CODE, SEND_CODE_DAY)]
        return all(allowed)

    async def count_guess(self, address: str) -> None:
        """Count an attempt at the code that was sent to this address. Raises `RateLimited`."""
        key = await self.known_device(address)
        await self.count_code((TRY_CODE, key or f"{address} {self.caller}"), (TRY_CODE_DAY, key or address))

    async def known_device(self, email: str) -> str | None:
        """Return the id of the client's device, if the account of `email` knows it."""
        return await self.db.lookup(find_known_device, email, self.cookie)


async def _tries(request: Request, limits: Limiter, config: Config, db: Db) -> Tries:
    return Tries(limits, client_of(request), config.tries_per_address, db, DEVICE_COOKIE.read(request) or "")


Throttle = Annotated[Tries, Depends(_tries)]
"""Route parameter: counts this client's attempts."""
