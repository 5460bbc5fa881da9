"""Passwords: strength check and hashing in dedicated threads, so that many logins do not slow other requests."""

import asyncio
import contextlib
import os
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from dayshift.accounts.strength import EASY, is_easy, normalized
from dayshift.core.errors import Busy, InvalidRequest
from dayshift.dependencies import services_of

T = TypeVar("T")

ARGON2 = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))

WAITING_PER_THREAD = 64
"""Maximum queue length per thread: at 20 ms each, the last call waits little more than a second."""


def _forms(password: str) -> list[str]:
    """Return the forms to try: hashes from before passwords were normalized are of the one that was typed then."""
    return list(dict.fromkeys([normalized(password), password, unicodedata.normalize("NFD", password)]))


def hash_secret(secret: str) -> str:
    """Return the hash of a password or a code. Takes about 20 ms and 19 MiB: not for the event loop."""
    return ARGON2.hash(secret)


def _step_back() -> None:
    """Lower the priority of this thread: hash passwords after all other work."""
    with contextlib.suppress(AttributeError, OSError):  # Not supported on every platform.
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Passwords:
    """Password strength check, and argon2id at the OWASP minimum: 2 passes, 19 MiB, 1 lane, about 20 ms."""

    def __init__(self, threads: int, product_name: str) -> None:
        self._product_name = product_name
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="password", initializer=_step_back)
        self._free = threads * WAITING_PER_THREAD
        self._decoy: str | None = None

    async def refuse_easy(self, password: str, *own_words: str | None, field: str = "password") -> None:
        """Raise `InvalidRequest` for `field` if the password is easy to guess, `Busy` when the queue is full."""
        words = [self._product_name, *(word for word in own_words if word)]
        if await self._run(lambda: is_easy(normalized(password), words)):
            raise InvalidRequest(EASY, fields={field: EASY})

    async def hash(self, password: str) -> str:
        """Return the hash to store. Raises `Busy` when the queue is full."""
        return await self._run(lambda: hash_secret(normalized(password)))

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Whether the password matches. Without a hash, takes the same time and returns False."""
        return await self._run(lambda: self._matching(password, hashed)) is not None

    async def verify_and_renew(self, password: str, hashed: str | None) -> tuple[bool, str | None]:
        """Like `verify`; also return a new hash to store, if the old one is of a form that is not normalized."""
        form = await self._run(lambda: self._matching(password, hashed))
        if form is None or form == normalized(password):
            return form is not None, None
        return True, await self.hash(password)

    def close(self) -> None:
        """Finish queued work."""
        self._pool.shutdown()

    def _matching(self, password: str, hashed: str | None) -> str | None:
        """Return the form of the password that matches. How many are tried depends only on what was typed."""
        if self._decoy is None:
            self._decoy = hash_secret("nobody's password")
        for form in _forms(password):
            if ARGON2.verify(form, hashed or self._decoy) and hashed is not None:
                return form
        return None

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
