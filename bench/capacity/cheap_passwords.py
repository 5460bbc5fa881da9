"""`dayshift` with minimal password hashing cost: `python -m bench.capacity.cheap_passwords serve`."""

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from dayshift.accounts import passwords
from dayshift.cli import run

if __name__ == "__main__":
    passwords.ARGON2 = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1),))
    run()
