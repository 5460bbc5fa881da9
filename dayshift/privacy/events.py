"""Facts that erasures publish."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ApplicationErased:
    """An application was erased with its candidate. Its id is the last trace: employers erase their copies by it."""

    application_id: str
    employer_id: str
