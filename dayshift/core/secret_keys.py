"""The keys that seal secrets which the server has to read again: those of a setting, or of a file beside the database.

A sealed value is a Fernet token (https://github.com/fernet/spec).
"""

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
        for key in self._given:
            Fernet(key)

    def seal(self, value: bytes) -> bytes:
        """Return a token of `value`."""
        return Fernet(self.all()[0]).encrypt(value)

    def unseal(self, token: bytes) -> bytes:
        """Return the value of a token. Raises `KeyMissing`."""
        try:
            return MultiFernet([Fernet(key) for key in self.all()]).decrypt(token)
        except InvalidToken as error:
            where = self.file or "DAYSHIFT_SECRET_KEYS"
            raise KeyMissing(f"a stored secret was sealed with a key that is not in {where}") from error

    def all(self) -> list[str]:
        """Return the keys. The file is read each time: a command may have renewed it, and secrets are rarely used."""
        if self.file is None:
            return self._given
        if not (found := self._read()):
            self._make()
            found = self._read()
        return found

    def renew(self) -> None:
        """Seal with a new key from now on. The others still open, until `forget_old`."""
        self._write([Fernet.generate_key().decode(), *self.all()])

    def forget_old(self) -> None:
        """Keep the newest key, and the one before it, with which a running server may be sealing at this moment."""
        self._write(self.all()[:2])

    def add(self, keys: Sequence[str]) -> None:
        """Open what these keys sealed as well."""
        have = self._read()
        self._write([*have, *(key for key in keys if key not in have)])

    def _read(self) -> list[str]:
        with suppress(FileNotFoundError):
            return self._path().read_text("ascii").split()
        return []

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

    def _path(self) -> Path:
        if self.file is None:
            raise RuntimeError("the keys are those of DAYSHIFT_SECRET_KEYS: change them there")
        return self.file


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
