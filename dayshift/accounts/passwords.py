"""Password hashing in threads of its own, so that a login storm never slows anybody else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from dayshift.kit.errors import Busy

T = TypeVar("T")

WAITING_PER_THREAD = 64
"""Calls that may wait for one thread: at 20 ms each the last waits little more than a second."""


class Passwords:
    """Argon2id at the OWASP minimum (2 passes, 19 MiB, 1 lane): about 20 ms and 19 MiB a call."""

    def __init__(self, threads: int) -> None:
        self._hash = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="password")
        self._free = threads * WAITING_PER_THREAD
        self._decoy: str | None = None

    async def hash(self, password: str) -> str:
        """The hash to store. Raises `Busy` when too many wait."""
        return await self._run(lambda: self._hash.hash(password))

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Whether the password fits. Without a hash it takes the same time and is false."""
        return await self._run(lambda: self._verify(password, hashed))

    def close(self) -> None:
        """Finish what was accepted."""
        self._pool.shutdown()

    def _verify(self, password: str, hashed: str | None) -> bool:
        if hashed is not None:
            return self._hash.verify(password, hashed)
        if self._decoy is None:
            self._decoy = self._hash.hash("nobody's password")
        self._hash.verify(password, self._decoy)
        return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._free == 0:
            raise Busy(retryAfter=2)
        self._free -= 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._free += 1
