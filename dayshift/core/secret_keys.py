"""The keys that seal secrets which the server has to read again: those of a setting, or of a file beside the database.

A sealed value is a Fernet token (https://github.com/fernet/spec).
"""

import fcntl
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from dayshift.core.errors import CannotStart

FILE = "secret.keys"
"""In the data folder: one key a line, the newest first."""


class KeyMissing(CannotStart):
    """A secret was sealed with a key that is not here."""


class SecretKeys:
    """The newest key seals, each of them opens. The file is made with the first secret, for its owner only."""

    def __init__(self, given: str, folder: Path) -> None:
        """`given` are keys separated by commas; if empty, those of the file in `folder`.

        Raises ValueError if a key is not 32 bytes in URL-safe base64.
        """
        self._given = [key.strip() for key in given.split(",")] if given else []
        self.file = None if self._given else folder / FILE
        self._had_file = False
        for key in self._given:
            Fernet(key)

    def seal(self, value: bytes) -> bytes:
        """Return a token of `value`."""
        return Fernet(self.all()[0]).encrypt(value)

    def unseal(self, token: bytes) -> bytes:
        """Return the value of a token. Raises `KeyMissing`."""
        self.require()
        try:
            return MultiFernet([Fernet(key) for key in self.all()]).decrypt(token)
        except InvalidToken as error:
            where = self.file or "DAYSHIFT_SECRET_KEYS"
            raise KeyMissing(f"a stored secret was sealed with a key that is not in {where}") from error

    def all(self) -> list[str]:
        """Return the keys. The file is read each time: a command may have renewed it, and secrets are rarely used.

        Raises `KeyMissing` for an empty or damaged file, and for one that is gone: secrets may be sealed with what it
        held.
        """
        if self.file is None:
            return self._given
        if not self.file.exists():
            if self._had_file:
                self.require()
            self._make()
        found = read_keys(self.file)
        self._had_file = True
        return found

    def require(self) -> None:
        """Raise `KeyMissing` if there is no file of keys, although secrets were sealed with it."""
        if self.file and not self.file.exists():
            raise KeyMissing(
                f"{self.file} is missing, without which stored secrets cannot be opened: put back the one of a backup, "
                "or set DAYSHIFT_SECRET_KEYS. If it is lost for good: dayshift keys discard"
            )

    @contextmanager
    def renewing(self) -> Iterator[None]:
        """Seal with a new key from now on. Afterwards only the key before it still opens.

        A running server may be sealing with that at this moment. If the block fails, all keys are kept. Another
        process waits: it could forget a key with which this one has just sealed.
        """
        with self._alone():
            self._write([Fernet.generate_key().decode(), *self.all()])
            yield
            self._write(self.all()[:2])

    def add(self, keys: Sequence[str]) -> None:
        """Open what these keys sealed as well. Raises `KeyMissing` if the file that is there cannot be read."""
        with self._alone():
            have = read_keys(self._path()) if self._path().exists() else []
            self._write([*have, *(key for key in keys if key not in have)])

    def _make(self) -> None:
        """Make the file with a first key, unless another process does at this moment."""
        path = self._path()
        with _written(path, [Fernet.generate_key().decode()]) as new, suppress(FileExistsError):
            os.link(new, path)  # Unlike a rename, it never replaces the key of another process.
        _sync_folder(path)

    def _write(self, keys: Sequence[str]) -> None:
        path = self._path()
        with _written(path, keys) as new:
            new.replace(path)
        _sync_folder(path)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        folder = self._path().parent
        folder.mkdir(parents=True, exist_ok=True)
        number = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(number, fcntl.LOCK_EX)
            yield
        finally:
            os.close(number)

    def _path(self) -> Path:
        if self.file is None:
            raise RuntimeError("the keys are those of DAYSHIFT_SECRET_KEYS: change them there")
        return self.file


def read_keys(path: Path) -> list[str]:
    """Return the keys in a file. Raises `KeyMissing` if it is empty or damaged."""
    try:
        keys = path.read_text("ascii").split()
        for key in keys:
            Fernet(key)
    except ValueError as error:
        raise KeyMissing(f"{path} is damaged: put back the one of a backup") from error
    if not keys:
        raise KeyMissing(f"{path} holds no key: put back the one of a backup, or delete it if there never was another")
    return keys


@contextmanager
def _written(path: Path, keys: Sequence[str]) -> Iterator[Path]:
    """A file beside `path` with these keys, safely on the disk: a full disk or a crash leaves no half of them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)  # Only its owner reads it.
    try:
        with os.fdopen(number, "w", encoding="ascii") as file:
            file.write("".join(f"{key}\n" for key in keys))
            file.flush()
            os.fsync(file.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
