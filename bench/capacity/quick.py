"""`dayshift` without the cost of passwords, to measure all the rest: `python -m bench.capacity.quick serve`."""

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from dayshift.accounts import passwords
from dayshift.cli import run

if __name__ == "__main__":
    passwords.ARGON2 = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1),))
    run()
