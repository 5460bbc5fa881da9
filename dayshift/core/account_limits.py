"""Limits on the requests of one account in this process: how many in a minute, and how many at the same time.

They keep one account from occupying the database's readers, whatever it asks for. Requests beyond those at the same
time wait for their turn, so that a page that sends many at once still loads.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from dayshift.core.limits import Limits, RateLimited, Rule

REQUESTS = Rule("requests of an account", 1200, 60)
"""A person who opens page after page sends fewer than 200 in a minute."""

AT_ONCE = 6
MAX_WAITING = 40
TURN_SECONDS = 10.0
"""Maximum wait for a turn."""
RETRY_SECONDS = 2


END_TURN = "dayshift.end_turn"
"""Key of a request's scope: the function that ends its turn."""


@dataclass(slots=True)
class _Turns:
    free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    requests: int = 0


class AccountLimits:
    """Counts and queues requests by account."""

    def __init__(self) -> None:
        self._counts = Limits()  # In memory: asking Redis would double the time of a small request.
        self._turns: dict[str, _Turns] = {}

    async def enter(self, account: str) -> Callable[[], None]:
        """Wait for the turn of a request; return the function that ends it. Raises `RateLimited`."""
        await self._counts.count(REQUESTS, account)
        turns = self._turns.setdefault(account, _Turns())
        if turns.requests >= AT_ONCE + MAX_WAITING:
            raise RateLimited(retryAfter=RETRY_SECONDS)
        turns.requests += 1
        try:
            async with asyncio.timeout(TURN_SECONDS):
                await turns.free.acquire()
        except BaseException as error:
            self._leave(account, turns)
            if isinstance(error, TimeoutError):
                raise RateLimited(retryAfter=RETRY_SECONDS) from None
            raise

        def end() -> None:
            turns.free.release()
            self._leave(account, turns)

        return end

    def _leave(self, account: str, turns: _Turns) -> None:
        turns.requests -= 1
        if not turns.requests:
            self._turns.pop(account, None)
