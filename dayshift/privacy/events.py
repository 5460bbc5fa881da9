"""Events of erasures."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class ApplicationErased(Event):
    """An application was erased with its candidate. Its id is the last trace: employers erase their copies by it."""

    application_id: str
    employer_id: str
