"""Passwords: which are taken, and hashing in threads of its own, so that a login storm never slows anybody else."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from dayshift.accounts.strength import EASY, is_easy
from dayshift.core.errors import Busy, InvalidRequest
from dayshift.services import services_of

T = TypeVar("T")

ARGON2 = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))

WAITING_PER_THREAD = 64
"""Calls that may wait for one thread: at 20 ms each the last waits little more than a second."""


def hash_secret(secret: str) -> str:
    """The hash to store of a password or a code. Takes about 20 ms and 19 MiB: not for the event loop."""
    return ARGON2.hash(secret)


def _step_back() -> None:
    """Have the system prefer every other thread to this one: who signs in can wait a moment, who types cannot."""
    with contextlib.suppress(AttributeError, OSError):  # Where there is no such thing, it is no matter.
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Passwords:
    """Which passwords are taken; and argon2id at the OWASP minimum: 2 passes, 19 MiB, 1 lane, about 20 ms."""

    def __init__(self, threads: int, product_name: str) -> None:
        self._product_name = product_name
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="password", initializer=_step_back)
        self._free = threads * WAITING_PER_THREAD
        self._decoy: str | None = None

    def refuse_easy(self, password: str, *own_words: str | None, field: str = "password") -> None:
        """Raise `InvalidRequest`, with the blame on `field`, for a password that is easy to guess."""
        if is_easy(password, [self._product_name, *(word for word in own_words if word)]):
            raise InvalidRequest(EASY, fields={field: EASY})

    async def hash(self, password: str) -> str:
        """The hash to store. Raises `Busy` when too many wait."""
        return await self._run(lambda: hash_secret(password))

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Whether the password fits. Without a hash it takes the same time and is false."""
        return await self._run(lambda: self._verify(password, hashed))

    def close(self) -> None:
        """Finish what was accepted."""
        self._pool.shutdown()

    def _verify(self, password: str, hashed: str | None) -> bool:
        if hashed is not None:
            return ARGON2.verify(password, hashed)
        if self._decoy is None:
            self._decoy = hash_secret("nobody's password")
        ARGON2.verify(password, self._decoy)
        return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._free == 0:
            raise Busy(retryAfter=2)
        self._free -= 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._free += 1


async def _passwords(request: Request) -> Passwords:
    return services_of(request).get(Passwords)


Hashing = Annotated[Passwords, Depends(_passwords)]
"""A route parameter of this type hashes and verifies."""
