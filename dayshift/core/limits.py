"""Rate limits: counters in memory, in Redis for several processes, or in the database for limits that must hold."""

import math
import time
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

import structlog
from fastapi import Request
from limits import RateLimitItemPerSecond, WindowStats, aio
from limits.errors import StorageError

from dayshift.core.attempts import count_attempt, count_of
from dayshift.core.clock import now
from dayshift.core.db import Database
from dayshift.core.errors import AppError
from dayshift.core.extras import load
from dayshift.core.metrics import set_limits_shared

log = structlog.get_logger()

TIMEOUT = 0.5
"""Redis timeout in seconds."""
REST_SECONDS = 5.0
"""Pause between attempts while Redis is unavailable, so that requests do not wait for it."""


MAX_BEFORE_SWEEP = 10_000
"""Counters in memory before ended ones are removed."""


class RateLimited(AppError):
    """Too many attempts; `retryAfter` is the number of seconds until the next one is allowed."""

    code = "rate_limited"
    status = 429
    message = "Too many tries. Please try again later."


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `times` within `seconds`, counted from the first attempt. `name` separates the counters.

    `durable` counts in the database: the attempt costs a write, and the limit outlives restarts and outages of Redis.
    """

    name: str
    times: int
    seconds: int
    durable: bool = False


class Limits:
    """Counts attempts by rule and subject: in this process, in the Redis at `redis_url`, or in the database `db`.

    While Redis is unreachable, each process counts in its own memory.
    """

    def __init__(self, redis_url: str = "", db: Database | None = None) -> None:
        self._redis = _redis(redis_url) if redis_url else None
        self._shared = aio.strategies.FixedWindowRateLimiter(self._redis) if self._redis else None
        self._own = _MemoryWindows()
        self._db = db
        self._rest_until = 0.0
        self._is_shared = True
        set_limits_shared(shared=True)

    async def allows(self, rule: Rule, who: str, cost: int = 1) -> bool:
        """Count an attempt of `who`, and return whether it is within the rule. Each durable one costs 1."""
        if rule.durable and self._db:
            times, _ = await self._db.write(count_attempt, rule.name, who, rule.seconds)
            return times <= rule.times
        if self._shared and time.monotonic() >= self._rest_until:
            try:
                allowed = await self._shared.hit(_item(rule), rule.name, who, cost=cost)
            except StorageError as error:
                self._note_outage(error)
            else:
                self._note_return()
                return allowed
        return await self._own.hit(_item(rule), rule.name, who, cost=cost)

    async def count(self, rule: Rule, who: str, cost: int = 1) -> None:
        """Count an attempt of `who`. Raises `RateLimited` if it exceeds the rule."""
        if not await self.allows(rule, who, cost):
            _, wait = await self.left(rule, who)
            raise RateLimited(f"Too many tries. Please try again in {wait} s.", retryAfter=wait)

    async def left(self, rule: Rule, who: str) -> tuple[int, int]:
        """Return how many attempts `who` has left, and the seconds until all are allowed again."""
        if rule.durable and self._db:
            times, end = await self._db.read(count_of, rule.name, who)
            return max(0, rule.times - times), max(1, math.ceil((end - now()).total_seconds()))
        window = await self._window(rule, who)
        return window.remaining, max(1, math.ceil(window.reset_time - time.time()))

    async def _window(self, rule: Rule, who: str) -> WindowStats:
        if self._shared and time.monotonic() >= self._rest_until:
            try:
                return await self._shared.get_window_stats(_item(rule), rule.name, who)
            except StorageError as error:
                self._note_outage(error)
        return await self._own.get_window_stats(_item(rule), rule.name, who)

    def _note_outage(self, error: StorageError) -> None:
        self._rest_until = time.monotonic() + REST_SECONDS
        if self._is_shared:
            log.warning("Redis is unreachable: attempts are counted in this process", error=repr(error.storage_error))
        self._is_shared = False
        set_limits_shared(shared=False)

    def _note_return(self) -> None:
        if not self._is_shared:
            log.info("Redis is back: attempts are counted together")
            self._is_shared = True
            set_limits_shared(shared=True)

    async def close(self) -> None:
        """Close the connections to Redis."""
        if self._redis:
            await self._redis.bridge.get_connection().aclose()  # type: ignore[attr-defined]  # missing in the base class


class _MemoryWindows:
    """Fixed windows in this process, in place of the library's `FixedWindowRateLimiter`.

    The library's synchronous counters start a thread with an attempt, for which the event loop waits; its asynchronous
    ones scan all counters (2.6 ms with 10,000 subjects).
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[str, ...], tuple[int, float]] = {}
        self._most = MAX_BEFORE_SWEEP

    async def hit(self, item: RateLimitItemPerSecond, *subject: str, cost: int = 1) -> bool:
        at = time.time()
        count, end = self._counts.get(subject, (0, 0.0))
        if end <= at:
            count, end = 0, at + item.get_expiry()
        self._counts[subject] = count + cost, end
        if len(self._counts) > self._most:
            self._counts = {each: window for each, window in self._counts.items() if window[1] > at}
            self._most = max(MAX_BEFORE_SWEEP, 2 * len(self._counts))
        return count + cost <= item.amount

    async def get_window_stats(self, item: RateLimitItemPerSecond, *subject: str) -> WindowStats:
        at = time.time()
        count, end = self._counts.get(subject, (0, 0.0))
        return WindowStats(end, max(0, item.amount - count)) if end > at else WindowStats(at, item.amount)


def _redis(url: str) -> aio.storage.RedisStorage:
    load("redis", "DAYSHIFT_REDIS_URL", "redis")
    return aio.storage.RedisStorage(
        f"async+{url}",
        wrap_exceptions=True,
        implementation="redispy",
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
    )


def _item(rule: Rule) -> RateLimitItemPerSecond:
    return RateLimitItemPerSecond(rule.times, rule.seconds)


def client_of(request: Request) -> str:
    """Return the client's network address. An IPv6 /64 counts as one client: one household usually has a whole one."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:  # Unix sockets have no address; all their clients count as one.
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, 64), strict=False))
    return host
