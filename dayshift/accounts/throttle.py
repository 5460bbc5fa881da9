"""How often one may try to sign in, to register, and to get and use codes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from dayshift.accounts.session import Config
from dayshift.kit.limits import Limiter, Limits, Rule, client_of

MINUTE, HOUR = 60, 3600

SIGN_IN_HERE = Rule("sign-in here", 10, 15 * MINUTE)
"""For one account from one network address: who guesses is slowed, and its owner elsewhere is not."""

SIGN_IN = Rule("sign-in", 100, HOUR)
"""For one account, wherever from."""

SEND_CODE = Rule("send code", 5, HOUR)
TRY_CODE = Rule("try code", 20, HOUR)
"""For one account from one network address. Wherever guesses come from, each code ends after its own few."""

CHANGE_EMAIL = Rule("change e-mail", 10, HOUR)
"""For one account: 'already exists' tells who else has one."""

HAND_OVER = Rule("hand over", 20, HOUR)
"""For one account: each key replaces the one before."""

CHECK_PASSWORD = Rule("check password", 10, 15 * MINUTE)


@dataclass(frozen=True, slots=True)
class Tries:
    """Counts the tries of one caller."""

    limits: Limits
    caller: str
    most_per_hour: int

    async def count(self, what: str, *rules: tuple[Rule, str]) -> None:
        """Count a try of this caller at `what`, and under each (rule, account). Raises `RateLimited`."""
        await self.limits.count(Rule(f"{what} by address", self.most_per_hour, HOUR), self.caller)
        for rule, account in rules:
            await self.limits.count(rule, account)


async def _tries(request: Request, limits: Limiter, config: Config) -> Tries:
    return Tries(limits, client_of(request), config.tries_per_address)


Throttle = Annotated[Tries, Depends(_tries)]
"""A route parameter of this type counts this caller's tries."""
