"""Consent texts, and the language model and transcriber that they allow. Pure."""

from dataclasses import dataclass, field
from hashlib import sha256

from dayshift.interviews.room.language_model import Budget, budget_of
from dayshift.providers.language_model import LanguageModel
from dayshift.providers.speech import Transcriber
from dayshift.services import Services

CONSENT_VERSION = "2026-11e"
"""Changes whenever the consent text changes in meaning; stored with every consent."""

SPOKEN = "every spoken answer, and a sound check"
"""What the text says is transcribed. Earlier texts, which said less, have other versions and allow no transcription."""

WATCHED = "watched live"


@dataclass(frozen=True, slots=True)
class AiServices:
    """What the consent text names: the language model with its budget and the transcriber (None if not configured),
    and live viewing."""

    model: LanguageModel | None = None
    transcriber: Transcriber | None = None
    budget: Budget = field(default_factory=Budget)
    live: bool = False
    """Whether a video provider lets people watch interviews live."""

    @property
    def version(self) -> str:
        """The version of the current text. It depends on the helpers, because the text names them."""
        named = [self.model.host] if self.model else []
        if self.transcriber:
            named = [self.model.host if self.model else "", self.transcriber.host or "here", SPOKEN]
        if self.live:
            named.append(WATCHED)
        return f"{CONSENT_VERSION}-{sha256(' '.join(named).encode()).hexdigest()[:8]}" if named else CONSENT_VERSION

    def permitted_by(self, agreed: str | None) -> "AiServices":
        """These, if the person agreed to the text that names them; otherwise none, and nothing is sent."""
        return self if agreed == self.version else AiServices()

    def allows_watching(self, agreed: str | None) -> bool:
        """Whether the person agreed to a text that says that hiring staff may watch live."""
        return self.live and agreed == self.version


def ai_services_of(services: Services) -> AiServices:
    """The language model and the transcriber of an installation."""
    budget = budget_of(services.settings)
    return AiServices(services.language_model, services.transcriber, budget, live=services.video.kind != "embedded")
