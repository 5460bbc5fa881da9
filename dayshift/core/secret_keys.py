"""The keys that seal secrets which the server has to read again: those of a setting, or of a file beside the database.

A sealed value is a Fernet token (https://github.com/fernet/spec).
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

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
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError), _private(self.file, os.O_EXCL) as file:
                file.write(Fernet.generate_key().decode() + "\n")
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

    def _write(self, keys: Sequence[str]) -> None:
        path = self._path()
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{FILE}.new")
        with _private(new, os.O_TRUNC) as file:
            file.write("".join(f"{key}\n" for key in keys))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)

    def _path(self) -> Path:
        if self.file is None:
            raise RuntimeError("the keys are those of DAYSHIFT_SECRET_KEYS: change them there")
        return self.file


def _private(path: Path, how: int) -> TextIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600), "w", encoding="ascii")
