"""Consent texts, and the language model and transcriber that they allow. Pure."""

from dataclasses import dataclass, field
from hashlib import sha256

from dayshift.interviews.room.language_model import Budget, budget_of
from dayshift.providers.language_model import LanguageModel
from dayshift.providers.speech import Transcriber
from dayshift.services import Services

CONSENT_VERSION = "2026-11d"
"""Changes whenever the consent text changes in meaning; stored with every consent."""

SPOKEN = "every spoken answer, and a sound check"
"""What the text says is transcribed. Earlier texts, which said less, have other versions and allow no transcription."""


@dataclass(frozen=True, slots=True)
class Helpers:
    """The configured language model with its budget, and the transcriber; None if not configured."""

    model: LanguageModel | None = None
    transcriber: Transcriber | None = None
    budget: Budget = field(default_factory=Budget)

    @property
    def version(self) -> str:
        """The version of the current text. It depends on the helpers, because the text names them."""
        if self.transcriber:
            return _version(self.model.host if self.model else "", self.transcriber.host or "here", SPOKEN)
        return _version(self.model.host) if self.model else CONSENT_VERSION

    def allowed(self, agreed: str | None) -> "Helpers":
        """These, if the person agreed to the text that names them; otherwise none, and nothing is sent."""
        return self if agreed == self.version else Helpers()


def helpers_of(services: Services) -> Helpers:
    """The language model and the transcriber of an installation."""
    return Helpers(services.language_model, services.transcriber, budget_of(services.settings))


def _version(*named: str) -> str:
    return f"{CONSENT_VERSION}-{sha256(' '.join(named).encode()).hexdigest()[:8]}"


def allows_watching(agreed: str | None) -> bool:
    """Whether the person agreed to a text that lets hiring staff watch the live interview."""
    return agreed is not None and agreed.startswith(CONSENT_VERSION)
